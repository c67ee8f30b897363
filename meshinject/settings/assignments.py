"""`--set`: Helm's language for single values, `global.proxy.logLevel=debug,pilot.env.X=true,hosts[0]={a,b}`.

An assignment changes what is there already: keys merge into the maps of a values file, an index replaces one item of
its list. Comma separates assignments; a backslash takes the next character for itself in keys and in values. A value
is true, false, null, a whole number that does not start with zero, a list in braces, or else text.
"""

import re
from typing import Any

from meshinject.frozen import Frozen

_MAX_INDEX = 65536
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "0": 0}
_INTEGER = re.compile(r"[+-]?[1-9][0-9]*")
_INT64 = 2**63


class AssignmentError(ValueError):
    """An assignment that Helm would refuse; the text says which and why."""


class Assignment(Frozen):
    """One value and the keys and indexes that lead to it."""

    path: tuple[str | int, ...]
    value: Any


def parse(text: str) -> list[Assignment]:
    """The assignments of one `--set`.

    Raises:
        AssignmentError: the text is none, or an index is none.
    """
    reader = _Reader(text)
    found = []
    while not reader.ended:
        found.append(Assignment(reader.path(), reader.value()))
    return found


def apply(base: dict[str, Any], assignment: Assignment) -> None:
    """Change `base` in place.

    Raises:
        AssignmentError: the path leads through something that is neither a map nor a list.
    """
    target: Any = base
    for index, step in enumerate(assignment.path[:-1]):
        wanted: type = list if isinstance(assignment.path[index + 1], int) else dict
        below = _get(target, step)
        if below is None:
            below = wanted()
            _set(target, step, below)
        elif not isinstance(below, wanted):
            so_far, kind = shown(assignment.path[: index + 1]), "list" if wanted is list else "map"
            raise AssignmentError(f"{shown(assignment.path)} leads through {so_far}, which is no {kind}")
        target = below
    _set(target, assignment.path[-1], assignment.value)


def shown(path: tuple[str | int, ...]) -> str:
    """A path as it is written, without escapes."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def typed(text: str) -> Any:
    """A value as Helm reads it."""
    word = text.lower()
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(text) and -_INT64 <= int(text) < _INT64:
        return int(text)
    return text


class _Reader:
    """Reads assignments from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at >= len(self._text)

    def path(self) -> tuple[str | int, ...]:
        """Keys and indexes up to the equals sign."""
        start = self._at
        path: list[str | int] = []
        after_index = False
        while True:
            key, end = self._until(".[=,")
            if bool(key) is after_index:
                wrong = f"has {key!r} behind an index" if key else "has an empty key"
                raise AssignmentError(f"{self._text[start:]!r} {wrong}")
            if key:
                path.append(key)
            if end in ("", ","):
                raise AssignmentError(f"{self._text[start : self._at].rstrip(',')!r} has no value; write KEY=VALUE")
            if end == "=":
                return tuple(path)
            after_index = end == "["
            if after_index:
                path.append(self._index())

    def value(self) -> Any:
        """What stands behind the equals sign, up to the next comma."""
        if self._text[self._at : self._at + 1] != "{":
            return typed(self._until(",")[0])
        self._at += 1
        items: list[Any] = []
        while True:
            item, end = self._until(",}")
            if end == "":
                raise AssignmentError(f"{self._text!r} has a list without its closing brace")
            if item or end == "," or items:
                items.append(typed(item))
            if end == "}":
                if self._text[self._at : self._at + 1] == ",":
                    self._at += 1
                elif not self.ended:
                    raise AssignmentError(f"{self._text!r} goes on behind a closing brace; a comma must follow")
                return items

    def _index(self) -> int:
        digits, end = self._until("]")
        if end != "]" or not digits.isascii() or not digits.isdigit() or int(digits) > _MAX_INDEX:
            raise AssignmentError(f"[{digits}{end} is no index of a list in {self._text!r}")
        return int(digits)

    def _until(self, stops: str) -> tuple[str, str]:
        """The text before the next of these characters, escapes resolved, and that character; "" at the end."""
        kept: list[str] = []
        while not self.ended:
            character = self._text[self._at]
            self._at += 1
            if character in stops:
                return "".join(kept), character
            if character == "\\":
                character = self._text[self._at : self._at + 1]
                self._at += 1
            kept.append(character)
        return "".join(kept), ""


def _get(target: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return target[step] if step < len(target) else None
    return target.get(step)


def _set(target: Any, step: str | int, value: Any) -> None:
    if isinstance(step, int):
        target.extend([None] * (step + 1 - len(target)))
    target[step] = value
