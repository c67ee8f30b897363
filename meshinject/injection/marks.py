"""Notes for a later `uninject`, in comments on the lines that an injection writes.

A pod cannot hold everything that an injection replaces: the name of a probe's port, the user's spelling of an
annotation's key, a probe that the agent was not told of, an empty list that was filled. The notes are found by doing
what `uninject` does and looking at what it does not give back, so there is no list of cases here:

    port: 15020  # meshinject: was http                         the value that a line had
    httpGet:  # meshinject: was tcpSocket: {port: http}         the key and value in whose place this key is
    sidecar.istio.io/status: ...  # meshinject: keeps {...}     a recipe for all that has no line of its own

Only block style has room for comments; what lies in flow style or JSON goes into the recipe, and is lost where the
annotations themselves are JSON.
"""

import json
from collections.abc import Callable
from typing import Any

from meshinject.injection import recipe
from meshinject.injection.names import STATUS
from meshinject.kubernetes.listkeys import listkey
from meshinject.kubernetes.workload import rebuilt, relisted, submap, with_key
from meshinject.yamltext.model import FLOW, List, Map
from meshinject.yamltext.nodes import raw
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read

Pod = dict[str, Any]

_WAS = "was "
_KEEPS = "keeps "


def write(injected: Pod, original: Pod, uninject: Callable[[Pod], Pod]) -> Pod:
    """The injected pod with the notes that `uninject` needs to give the original back."""
    missing = list(recipe.steps(original, uninject(injected)))
    if not missing:
        return injected
    paths = {step.path for step in missing}
    injected = _with_notes(injected, original, (), (), paths, block=True)
    missing = list(recipe.steps(original, uninject(injected)))
    annotations = submap(submap(injected, "metadata"), "annotations")
    if not missing or not _is_block(annotations, inherited=True):
        return injected
    note = json.dumps(recipe.write(missing), separators=(",", ":"))
    noted = _noted(annotations, {STATUS: f"{_KEEPS}{note}"})
    return with_key(injected, "metadata", with_key(injected["metadata"], "annotations", noted))


def apply(pod: Pod, injected: Pod) -> Pod:
    """A pod from which the injection was taken out, with the notes of the injected one carried out and removed."""
    text = _marks(submap(submap(injected, "metadata"), "annotations")).get(STATUS, "")
    pod = _carried_out(pod)
    if not text.startswith(_KEEPS):
        return pod
    try:
        kept = json.loads(text.removeprefix(_KEEPS))
    except ValueError:
        return pod
    followed: Pod = recipe.follow(kept, pod)
    return followed


def _with_notes(
    value: Any, original: Any, path: tuple[Any, ...], keys: tuple[str, ...], paths: set[Any], *, block: bool
) -> Any:
    """`value` with a note on each line that stands for something of `original` at one of the paths."""
    if isinstance(value, dict) and isinstance(original, dict):
        block = _is_block(value, inherited=block)
        notes = _notes(value, original, path, paths) if block else {}
        items = {
            key: _with_notes(item, original[key], (*path, key), (*keys, key), paths, block=block)
            if key in original and key not in notes
            else item
            for key, item in value.items()
        }
        return _noted(rebuilt(value, items), notes)
    if isinstance(value, list) and isinstance(original, list) and (key := listkey(keys)) is not None:
        block = _is_block(value, inherited=block)
        named = {item.get(key): item for item in original if isinstance(item, dict)}
        items_ = [
            _with_notes(item, named[item[key]], (*path, item[key]), keys, paths, block=block)
            if isinstance(item, dict) and item.get(key) in named
            else item
            for item in value
        ]
        return relisted(value, items_)
    return value


def _notes(value: dict[str, Any], original: dict[str, Any], path: tuple[Any, ...], paths: set[Any]) -> dict[str, str]:
    """Notes for the lines of one map."""
    notes = {}
    for key in value:
        if key in original and (*path, key) in paths and not (original[key] and isinstance(original[key], dict | list)):
            notes[key] = f"{_WAS}{_one_line(original, key)}"
    for new, old in _replaced(value, original):
        if any(each[: len(path) + 1] == (*path, old) for each in paths):
            notes[new] = f"{_WAS}{json.dumps(old) if ': ' in old else old}: {_one_line(original, old)}"
    return notes


def _replaced(value: dict[str, Any], original: dict[str, Any]) -> list[tuple[str, str]]:
    """Pairs of a new key and the old one in whose place it is: both follow the same key."""

    def runs(of: dict[str, Any], other: dict[str, Any]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        last = ""
        for key in of:
            if key in other:
                last = key
            else:
                found.setdefault(last, []).append(key)
        return found

    new, old = runs(value, original), runs(original, value)
    return [pair for last in old for pair in zip(new.get(last, []), old[last], strict=False)]


def _one_line(parent: dict[str, Any], key: str) -> str:
    """The value of a key as its own text where that is one line, else as JSON, which is YAML on one line."""
    value = parent[key]
    text = raw(parent, key) if isinstance(parent, Map) else None
    if text is not None and "\n" not in text and "#" not in text and _is_whole(value):
        return text or "null"
    return json.dumps(value, ensure_ascii=False)


def _is_whole(value: Any) -> bool:
    """Whether the text of a value means the same on another line: block collections and block scalars do not."""
    if isinstance(value, Map | List) and value:
        return value.node is not None and value.node.style == FLOW
    return not isinstance(value, dict | list) or not value


def _carried_out(value: Any) -> Any:
    """A part of a pod with the notes on its lines carried out and removed."""
    if isinstance(value, list):
        return relisted(value, [_carried_out(item) for item in value])
    if not isinstance(value, dict):
        return value
    marks = {key: text.removeprefix(_WAS) for key, text in _marks(value).items() if text.startswith(_WAS)}
    items = {key: _carried_out(item) for key, item in value.items()}
    if not marks:
        return rebuilt(value, items)
    for key, text in marks.items():
        items = _restored(items, key, text)
    changed = rebuilt(value, items)
    changed = changed if changed is not value else value.copy()
    for key in marks:
        changed.marks.pop(key, None)  # type: ignore[attr-defined]
    return changed


def _restored(items: dict[str, Any], key: str, text: str) -> dict[str, Any]:
    """The items of a map with one note carried out; a note that does not read is passed over."""
    try:
        value = read(text)
    except YAMLProblem:
        return items
    if isinstance(value, dict) and len(value) == 1 and not text.startswith("{"):
        ((old, value),) = value.items()
        if old in items:
            return {**items, old: value}
        return {old if name == key else name: value if name == key else item for name, item in items.items()} | {
            old: value
        }
    return {**items, key: value}


def _is_block(value: Any, *, inherited: bool) -> bool:
    node = value.node if isinstance(value, Map | List) else None
    return inherited if node is None else node.style != FLOW


def _marks(value: Any) -> dict[str, str]:
    return value.marks if isinstance(value, Map) else {}


def _noted(value: dict[str, Any], notes: dict[str, str]) -> dict[str, Any]:
    if not notes:
        return value
    noted = value.copy() if isinstance(value, Map) else Map(value)
    noted.marks.update(notes)
    return noted
