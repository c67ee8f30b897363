"""Notes for a later `uninject`, in comments on the lines that an injection writes.

A pod cannot hold everything that an injection replaces: the name of a probe's port, the spelling of an annotation's
key, a probe that the agent was not told of, an empty list that was filled. What has to be noted is found by doing
what `uninject` does and looking at what it does not give back, so there is no list of cases here:

    port: 15020  # meshinject: was http                         the value that a line had
    httpGet:  # meshinject: was tcpSocket: {port: http}         the key and value in whose place this key is
    sidecar.istio.io/status: ...  # meshinject: keeps {...}     all that has no line of its own: see keeps.py

Only block style has room for comments: what lies in flow style is noted on the line where it begins, or beside the
status, and is lost in a document that is all flow style, such as JSON.
"""

import json
from collections.abc import Callable
from typing import Any

from meshinject.injection import keeps, ownership, recipe, spelling
from meshinject.injection.keeps import is_block, marks_of, noted
from meshinject.kubernetes.listkeys import listkey, name_of
from meshinject.kubernetes.workload import rebuilt, relisted, same
from meshinject.yamltext.model import Map
from meshinject.yamltext.nodes import entries
from meshinject.yamltext.problems import YAMLProblem

Pod = dict[str, Any]
Path = tuple[Any, ...]
Keys = tuple[str, ...]

_WAS = "was "


def write(injected: Pod, original: Pod, uninject: Callable[[Pod], Pod]) -> Pod:
    """The injected pod with the notes that `uninject` needs to give the original back."""
    kept = ownership.note(injected, original)
    undone = uninject(keeps.write(injected, kept))
    steps = list(recipe.steps(original, undone))
    with_lines = _Writer({step.path for step in steps}).part(injected, original, undone, (), (), block=True)
    if with_lines is not injected:
        with_lines = keeps.with_room(with_lines)
        steps = list(recipe.steps(original, uninject(keeps.write(with_lines, kept))))
    return keeps.write(with_lines, {**kept, **recipe.write(steps)})


def apply(pod: Pod, injected: Pod, *, for_injection: bool = False) -> Pod:
    """A pod from which the injection was taken out, with the notes of the injected one carried out and removed.

    For another injection a map or list that was empty stays as it is, since it will be filled again.
    """
    followed: Pod = recipe.follow(keeps.read(injected), _carried_out(pod, keep=for_injection))
    return followed


class _Writer:
    """Writes notes on the lines that stand for what is missing at some paths."""

    def __init__(self, missing: set[Path]) -> None:
        self.missing = missing
        self.ancestors = {path[:end] for path in missing for end in range(len(path) + 1)}

    def part(self, value: Any, original: Any, undone: Any, path: Path, keys: Keys, *, block: bool) -> Any:
        """A part of the injected pod with the notes for the lines below it; `undone` is what uninject makes of it."""
        block = is_block(value, inherited=block)
        if isinstance(value, dict) and isinstance(original, dict):
            notes = self.notes(value, original, undone, path) if block else {}
            below = {key: (*keys, key) for key in value if key in original and key not in notes}
            items = {
                key: self.part(item, original[key], _get(undone, key), (*path, key), below[key], block=block)
                if key in below
                else item
                for key, item in value.items()
            }
            return noted(rebuilt(value, items), notes)
        if isinstance(value, list) and isinstance(original, list) and (key := listkey(keys)) is not None:
            theirs, undone = _by_name(original, key), _by_name(undone, key)
            parts = []
            for item in value:
                name = name_of(item, key)
                known = theirs.get(name)
                parts.append(
                    self.part(item, known, undone.get(name), (*path, name), keys, block=block) if known else item
                )
            return relisted(value, parts)
        return value

    def notes(self, value: dict[str, Any], original: dict[str, Any], undone: Any, path: Path) -> dict[str, str]:
        """The notes for the lines of one map."""
        notes = {
            key: f"{_WAS}{spelling.line(original, key)}"
            for key in value
            if key in original and self.needs_note(value, original, key, path)
        }
        for new, old in recipe.replaced(value, original):
            given_back = isinstance(undone, dict) and (new in undone or old in undone)
            lost = (*path, old) in self.ancestors or not is_block(original[old], inherited=True)
            if given_back and lost:
                name = json.dumps(old) if ": " in old or old.endswith(":") else old
                notes[new] = f"{_WAS}{name}: {spelling.line(original, old)}"
        return notes

    def needs_note(self, value: dict[str, Any], original: dict[str, Any], key: str, path: Path) -> bool:
        """Whether a key's line has to say what it was: its value or its spelling is lost, or lies in flow style.

        A line that the injection leaves alone stays so: what is missing of it goes into the recipe.
        """
        old, new = original[key], value[key]
        if same(old, new):
            return False
        if isinstance(old, dict | list) and old:
            return (*path, key) in self.ancestors and isinstance(new, dict | list) and not is_block(new, inherited=True)
        if not old and path == ("metadata",) and path in self.missing:
            return True
        return (*path, key) in self.missing or not (isinstance(old, dict | list) or spelling.is_usual(original, key))


def _by_name(value: Any, key: str) -> dict[Any, Any]:
    items = value if isinstance(value, list) else []
    return {name_of(item, key): item for item in items if isinstance(item, dict)}


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _carried_out(value: Any, *, keep: bool) -> Any:
    """A part of a pod with the notes on its lines carried out and removed; `keep` spares what was empty."""
    if isinstance(value, list):
        return relisted(value, [_carried_out(item, keep=keep) for item in value])
    if not isinstance(value, dict):
        return value
    items = {
        key: _carried_out(item, keep=keep) if isinstance(item, dict | list) else item for key, item in value.items()
    }
    marks = marks_of(value)
    if not marks:
        return rebuilt(value, items)
    for key, text in marks.items():
        if text.startswith(_WAS):
            before = items
            items = _restored(items, key, text.removeprefix(_WAS), keep=keep)
            if key not in before and len(items) > len(before):
                items = _placed(items, key, value)
    if not isinstance(value, Map) or not any(key in items for key in marks):
        return rebuilt(value, items)
    changed = Map(items)
    changed.node = value.node
    return changed


def _restored(items: dict[str, Any], key: str, text: str, *, keep: bool) -> dict[str, Any]:
    """The items of a map with one note carried out; a note that does not read is passed over.

    So is one of an empty map or list that still holds something: somebody wrote it there since.
    """
    try:
        value, is_entry = spelling.read(text), spelling.is_entry(text)
    except YAMLProblem:
        return items
    present = items.get(key)
    if not value and isinstance(present, dict | list) and (keep or _holds_something(present)):
        return items
    if not is_entry:
        return {**items, key: spelling.laid_over(items.get(key), value)}
    ((old, value),) = value.items()
    if old not in items and key in items:
        return {old if name == key else name: value if name == key else item for name, item in items.items()}
    return {**items, old: spelling.laid_over(items.get(old), value)}


def _holds_something(value: Any) -> bool:
    return any(map(_holds_something, value.values())) if isinstance(value, dict) else value != []


def _placed(items: dict[str, Any], key: str, value: dict[str, Any]) -> dict[str, Any]:
    """The items with the last one, which came back, where the text has the line of its note."""
    lines = [*entries(value.node)] if isinstance(value, Map) and value.node is not None else []
    if key not in lines:
        return items
    *names, name = items
    before = [line for line in lines[: lines.index(key)] if line in names]
    at = names.index(before[-1]) + 1 if before else 0
    return {each: items[each] for each in [*names[:at], name, *names[at:]]}
