"""Pike's machine: all ways through the expression advance together over the text, so time grows with the text only."""

from typing import Any

from meshinject.gotemplate.regexp.nodes import (
    BEGIN_LINE,
    BEGIN_TEXT,
    END_LINE,
    END_TEXT,
    WORD,
    Assert,
    Chars,
    Choice,
    Concat,
    Group,
    Node,
    Repeat,
)
from meshinject.gotemplate.values import GoError
from meshinject.gotemplate.work import spend

_CHAR, _SPLIT, _JUMP, _SAVE, _ASSERT, _MATCH = range(6)
MAX_PROGRAM = 20_000
_CHECK_EVERY = 1000
_PER_CHARACTER = 50

Span = tuple[int, ...]


def _is_word(char: str) -> bool:
    return char == "_" or (char.isascii() and char.isalnum())


class Machine:
    """A program for one expression."""

    def __init__(self, node: Node, groups: int) -> None:
        self.code: list[tuple[int, Any, Any]] = []
        self.slots = 2 * groups
        self._emit(Group(0, node))
        self.code.append((_MATCH, None, None))

    def _add(self, kind: int, first: Any = None, second: Any = None) -> int:
        if len(self.code) > MAX_PROGRAM:
            raise GoError("error parsing regexp: expression too large")
        self.code.append((kind, first, second))
        return len(self.code) - 1

    def _emit(self, node: Node) -> None:
        if isinstance(node, Chars):
            self._add(_CHAR, node)
        elif isinstance(node, Assert):
            self._add(_ASSERT, node.kind)
        elif isinstance(node, Concat):
            for part in node.parts:
                self._emit(part)
        elif isinstance(node, Group):
            self._add(_SAVE, 2 * node.index)
            self._emit(node.part)
            self._add(_SAVE, 2 * node.index + 1)
        elif isinstance(node, Choice):
            self._choice(node)
        elif isinstance(node, Repeat):
            self._repeat(node)

    def _choice(self, node: Choice) -> None:
        jumps = []
        for part in node.parts[:-1]:
            split = self._add(_SPLIT)
            self._emit(part)
            jumps.append(self._add(_JUMP))
            self.code[split] = (_SPLIT, split + 1, len(self.code))
        self._emit(node.parts[-1])
        for jump in jumps:
            self.code[jump] = (_JUMP, len(self.code), None)

    def _split(self, at: int, inside: int, outside: int, greedy: bool) -> None:
        self.code[at] = (_SPLIT, inside, outside) if greedy else (_SPLIT, outside, inside)

    def _repeat(self, node: Repeat) -> None:
        for _ in range(node.least):
            self._emit(node.part)
        if node.most is None:
            split = self._add(_SPLIT)
            self._emit(node.part)
            self._add(_JUMP, split)
            self._split(split, split + 1, len(self.code), node.greedy)
            return
        splits = []
        for _ in range(node.most - node.least):
            splits.append(self._add(_SPLIT))
            self._emit(node.part)
        for split in splits:
            self._split(split, split + 1, len(self.code), node.greedy)

    def search(self, text: str, start: int) -> Span | None:
        """The bounds of the first match from `start` on and of its groups (-1 where a group took no part).

        Raises:
            GoError: it takes too long.
        """
        spend(_PER_CHARACTER * len(self.code))
        code = self.code
        found: list[int] | None = None
        threads: list[tuple[int, list[int]]] = []
        for at in range(start, len(text) + 1):
            if at % _CHECK_EVERY == 0:
                spend(_CHECK_EVERY * _PER_CHARACTER * len(self.code))
            seen: set[int] = set()
            ready: list[tuple[int, list[int]]] = []
            for place, saved in threads:
                self._follow(place, saved, text, at, seen, ready)
            if found is None:
                self._follow(0, [-1] * self.slots, text, at, seen, ready)
            elif not ready:
                break
            threads = []
            char = text[at : at + 1]
            for place, saved in ready:
                kind, chars, _ = code[place]
                if kind == _MATCH:
                    found = saved
                    break  # what comes later has less claim
                if char and chars.has(char):
                    threads.append((place + 1, saved))
            if found is not None and not threads:
                break
        return None if found is None else tuple(found)

    def _follow(
        self, place: int, saved: list[int], text: str, at: int, seen: set[int], ready: list[tuple[int, list[int]]]
    ) -> None:
        """Add the character tests (and the match) that can be reached from a place without reading on."""
        stack = [(place, saved)]
        code = self.code
        while stack:
            place, saved = stack.pop()
            if place in seen:
                continue
            seen.add(place)
            kind, first, second = code[place]
            if kind == _SPLIT:
                stack.append((second, saved))
                stack.append((first, saved))
            elif kind == _JUMP:
                stack.append((first, saved))
            elif kind == _SAVE:
                saved = saved.copy()
                saved[first] = at
                stack.append((place + 1, saved))
            elif kind == _ASSERT:
                if _holds(first, text, at):
                    stack.append((place + 1, saved))
            else:
                ready.append((place, saved))


def _holds(kind: int, text: str, at: int) -> bool:
    if kind == BEGIN_TEXT:
        return at == 0
    if kind == END_TEXT:
        return at == len(text)
    if kind == BEGIN_LINE:
        return at == 0 or text[at - 1] == "\n"
    if kind == END_LINE:
        return at == len(text) or text[at] == "\n"
    before = at > 0 and _is_word(text[at - 1])
    after = at < len(text) and _is_word(text[at])
    return (before != after) == (kind == WORD)
