"""The note beside the record of an injection: that the injection took notes, and what has no line of its own.

    sidecar.istio.io/status: '{...}'  # meshinject: keeps {}

| key | holds |
|---|---|
| `own` | paths of what an injection writes, where the user's stands: see ownership.py |
| `sums` | checksums of what the pod itself keeps of the user's: see sums.py |
| `set`, `drop`, `keys` | a recipe for what has to be put back: see recipe.py |
| `text` | the user's own spelling: see textnotes.py |

It is there even when it is empty: only then is it known that all else that an injection writes is the injection's, and
not the user's as in a pod that Istio injected. Where no line has room for it, nothing is known.
"""

import json
from collections.abc import Iterator
from typing import Any

from meshinject.injection import spelling
from meshinject.injection.names import STATUS
from meshinject.kubernetes.workload import replace, submap, with_key, without_key
from meshinject.yamltext.model import FLOW, List, Map

Pod = dict[str, Any]
Path = tuple[Any, ...]

_KEEPS = "keeps "
_TEXT = "text"
_LINES = (("metadata", "annotations", STATUS), ("metadata", "annotations"), ("metadata",), ("spec",))
"""Where the note may stand: the first of them in block style that says nothing else."""


def read(pod: Pod) -> dict[str, Any] | None:
    """What the note of an injected pod holds; None where there is none that reads as one."""
    for path in _LINES:
        mark = marks_of(_parent(pod, path)).get(path[-1], "")
        if mark.startswith(_KEEPS):
            return _parsed(mark)
    return None


def write(pod: Pod, kept: dict[str, Any]) -> Pod:
    """The pod with a note; the pod itself where no line has room for it."""
    for path in _lines(pod):
        parent = _parent(pod, path)
        if path[-1] not in marks_of(parent):
            text = json.dumps(kept, separators=(",", ":"))
            changed: Pod = replace(pod, path[:-1], noted(parent, {path[-1]: f"{_KEEPS}{text}"}))
            return changed
    return pod


def without_status(pod: Pod) -> Pod:
    """The pod without its status annotation, and without the note on that line."""
    meta = submap(pod, "metadata")
    annotations = submap(meta, "annotations")
    left = without_key(annotations, STATUS)
    if left is annotations:
        return pod
    if isinstance(left, Map):
        left.marks.pop(STATUS, None)  # a copy, since it lost the key
    return with_key(pod, "metadata", with_key(meta, "annotations", left))


def with_text(pod: Pod, notes: list[list[str]]) -> Pod:
    """The injected pod with notes on text (textnotes.py) in its note; itself where it has no room for them."""
    for path in _LINES:
        parent = _parent(pod, path)
        mark = marks_of(parent).get(path[-1], "")
        if mark.startswith(_KEEPS) and isinstance(parent, Map):
            bare = parent.copy()
            del bare.marks[path[-1]]
            return write(replace(pod, path[:-1], bare), {**(_parsed(mark) or {}), _TEXT: notes})
    return write(pod, {_TEXT: notes})


def with_room(pod: Pod) -> Pod:
    """The pod with a line free for the note: where each has one of its own the first loses that, to the recipe."""
    lines = [*_lines(pod)]
    if not lines or any(path[-1] not in marks_of(_parent(pod, path)) for path in lines):
        return pod
    parent = _parent(pod, lines[0])
    if not isinstance(parent, Map):
        return pod
    free = parent.copy()
    del free.marks[lines[0][-1]]
    freed: Pod = replace(pod, lines[0][:-1], free)
    return freed


def known(pod: Pod | None) -> tuple[Any, Any] | None:
    """What is known of whose the parts of a pod are, and the checksums; None without a note."""
    kept = read(pod or {})
    return None if kept is None else (kept.get("own"), kept.get("sums"))


def brings_back(pod: Pod) -> bool:
    """Whether the note of a pod holds anything that has to be put back."""
    return any(key in (read(pod) or {}) for key in ("set", "drop", "keys", _TEXT))


def text_of(pod: Pod) -> list[list[str]]:
    """The notes on text of an injected pod; empty where there are none."""
    notes = (read(pod) or {}).get(_TEXT)
    return notes if isinstance(notes, list) else []


def paths(kept: dict[str, Any], key: str) -> set[Path]:
    """The paths under a key of a note; without any that do not read as one."""
    found = kept.get(key)
    lines = found if isinstance(found, list) else []
    return {tuple(line) for line in lines if isinstance(line, list) and all(isinstance(part, str) for part in line)}


def is_block(value: Any, *, inherited: bool) -> bool:
    """Whether a collection is in block style; a fresh one is as what it lies in, and `{}` when it is filled."""
    if isinstance(value, spelling.SpelledMap | spelling.SpelledList):
        return False
    node = value.node if isinstance(value, Map | List) else None
    return inherited if node is None or not node.items else node.style != FLOW


def marks_of(value: Any) -> dict[str, str]:
    """The notes on the lines of a map."""
    return value.marks if isinstance(value, Map) else {}


def noted(value: dict[str, Any], notes: dict[str, str]) -> dict[str, Any]:
    """A map with notes on its lines."""
    if not notes:
        return value
    changed = value.copy() if isinstance(value, Map) else Map(value)
    changed.marks.update(notes)
    return changed


def _parsed(mark: str) -> dict[str, Any] | None:
    try:
        kept = json.loads(mark.removeprefix(_KEEPS))
    except ValueError:
        return None
    return kept if isinstance(kept, dict) else None


def _parent(pod: Pod, path: tuple[str, ...]) -> Pod:
    for key in path[:-1]:
        pod = submap(pod, key)
    return pod


def _lines(pod: Pod) -> Iterator[tuple[str, ...]]:
    """The lines in block style where the note may stand."""
    for path in _LINES:
        parts = [_parent(pod, path[:end]) for end in range(1, len(path) + 1)]
        block = True
        for part in parts:
            block = is_block(part, inherited=block)
        if block and path[-1] in parts[-1]:
            yield path
