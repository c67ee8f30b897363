"""A compiled expression and what Go's package regexp does with it."""

import re
from collections.abc import Iterator
from functools import lru_cache

from meshinject.gotemplate.regexp.machine import Machine, Span
from meshinject.gotemplate.regexp.nodes import (
    BEGIN_LINE,
    BEGIN_TEXT,
    END_LINE,
    END_TEXT,
    NO_WORD,
    WORD,
    Assert,
    Chars,
    Choice,
    Concat,
    Group,
    Node,
    Repeat,
    orbit,
)
from meshinject.gotemplate.regexp.parser import Parser
from meshinject.gotemplate.values import GoError

# Python's module backtracks. With one repetition without end that takes quadratic time at worst: fine for short texts.
_SHORT = 4000
_ASCII_LAST = 0x7F
_ASSERTIONS = {
    BEGIN_TEXT: r"\A",
    END_TEXT: r"\Z",
    BEGIN_LINE: r"(?:(?<=\n)|\A)",
    END_LINE: r"(?=\n|\Z)",
    WORD: r"\b",
    NO_WORD: r"\B",
}
_MAX_FAST_REPEAT = 100


@lru_cache(maxsize=64)
def compile_regexp(text: str) -> "Regexp":
    """The compiled expression.

    Raises:
        GoError: it is none; worded as Go's.
    """
    parser = Parser(text)
    node = parser.parse()
    return Regexp(text, node, parser.names)


class Regexp:
    """An expression; positions count characters."""

    def __init__(self, text: str, node: Node, names: list[str]) -> None:
        self.text = text
        self.names = names
        self._machine = Machine(node, len(names))
        simple = _translated(node) if _endless(node) <= 1 else None
        self._simple = re.compile(simple, re.ASCII) if simple is not None else None

    def search(self, text: str, start: int = 0) -> Span | None:
        """The bounds of the first match from `start` on, then those of its groups; -1 where a group took no part."""
        if self._simple is not None and len(text) < _SHORT:
            found = self._simple.search(text, start)
            if found is None:
                return None
            return tuple([bound for group in range(len(self.names)) for bound in found.span(group)])
        return self._machine.search(text, start)

    def find_all(self, text: str, limit: int) -> Iterator[Span]:
        """The matches that do not overlap, at most `limit` unless it is negative; empty ones only apart from others."""
        at, last_end, count = 0, -1, 0
        while at <= len(text) and (limit < 0 or count < limit):
            found = self.search(text, at)
            if found is None:
                return
            start, end = found[0], found[1]
            if end > at or start > at:
                accept, at = True, end
                if start == end:
                    accept = start != last_end
                    at = end + 1
            else:
                accept = start != last_end
                at += 1
            last_end = end
            if accept:
                count += 1
                yield found

    def replace(self, text: str, replacement: str, *, literal: bool) -> Iterator[str]:
        """The pieces of the text with every match replaced; `$name` and `${name}` are groups unless it is literal."""
        end_of_last, at = 0, 0
        while at <= len(text):
            found = self.search(text, at)
            if found is None:
                break
            start, end = found[0], found[1]
            yield text[end_of_last:start]
            if end > end_of_last or start == 0:
                yield replacement if literal else self.expand(replacement, text, found)
            end_of_last = end
            at = end if end > at else at + 1
        yield text[end_of_last:]

    def expand(self, template: str, text: str, found: Span) -> str:
        """The replacement with its groups filled in."""
        parts: list[str] = []
        at = 0
        while (dollar := template.find("$", at)) >= 0:
            parts.append(template[at:dollar])
            name = re.compile(_REFERENCE).match(template, dollar + 1)
            if template.startswith("$", dollar + 1):
                parts.append("$")
                at = dollar + 2
            elif name is None:
                parts.append("$")
                at = dollar + 1
            else:
                parts.append(self._group(name[1] or name[2], text, found))
                at = name.end()
        parts.append(template[at:])
        return "".join(parts)

    def _group(self, name: str, text: str, found: Span) -> str:
        if name.isascii() and name.isdecimal() and (name == "0" or name[0] != "0"):
            index = int(name[:6])
        elif name in self.names:
            index = self.names.index(name)
        else:
            return ""
        if index >= len(self.names) or found[2 * index] < 0:
            return ""
        return text[found[2 * index] : found[2 * index + 1]]


_REFERENCE = r"(\w+)|\{(\w+)\}"


def _endless(node: Node) -> int:
    """How many repetitions without end, or with very many turns, an expression has; nested ones count as many."""
    if isinstance(node, Concat | Choice):
        return sum(map(_endless, node.parts))
    if isinstance(node, Group):
        return _endless(node.part)
    if isinstance(node, Repeat):
        inner = _endless(node.part)
        if not isinstance(node.part, Chars):
            return 2 if inner or node.most is None or node.most > 1 else 0
        return int(node.most is None or node.most > _MAX_FAST_REPEAT) if node.most != 1 else 0
    return 0


def _translated(node: Node) -> str | None:
    """The expression for Python's module, None when that cannot express it."""
    if isinstance(node, Chars):
        return _translated_chars(node)
    if isinstance(node, Assert):
        return _ASSERTIONS[node.kind]
    if isinstance(node, Group | Repeat):
        inner = _translated(node.part)
        if inner is None:
            return None
        if isinstance(node, Group):
            return f"({inner})"
        most = "" if node.most is None else node.most
        return f"(?:{inner}){{{node.least},{most}}}{'' if node.greedy else '?'}"
    if isinstance(node, Concat | Choice):
        parts = [_translated(part) for part in node.parts]
        if None in parts:
            return None
        joined = ("" if isinstance(node, Concat) else "|").join([part for part in parts if part is not None])
        return f"(?:{joined})"
    raise GoError("unknown part of a regular expression")


def _translated_chars(node: Chars) -> str | None:
    if node.properties:
        return None
    codes = list(node.ranges)
    if node.fold:
        if any(high > _ASCII_LAST for _, high in codes):
            return None
        codes = [
            (ord(other), ord(other))
            for low, high in codes
            for code in range(low, high + 1)
            for other in orbit(chr(code))
        ]
    if not codes:
        return r"[\s\S]" if node.negated else "(?!)"
    return f"[{'^' if node.negated else ''}{''.join([f'{_code(low)}-{_code(high)}' for low, high in codes])}]"


def _code(code: int) -> str:
    return f"\\U{code:08x}"


def quote_meta(text: str) -> str:
    """The text with every character escaped that means something in an expression."""
    return "".join(["\\" + char if char in "\\.+*?()|[]{}^$" else char for char in text])
