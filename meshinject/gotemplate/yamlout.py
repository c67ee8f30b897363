"""YAML as goyaml v2 writes it, which sigs.k8s.io/yaml marshals with.

Block style, keys in goyaml's natural order, sequences not indented below a key, lines folded at blanks beyond
column 80, strings plain unless they would read as something else or contain what a plain scalar must not.
"""

import re
from functools import cmp_to_key
from typing import Any

from meshinject.gotemplate.numbers import format_float, parse_literal
from meshinject.gotemplate.values import GoError

_WIDTH = 80
_STEP = 2
_MAX_SIMPLE_KEY = 128

_WORDS = frozenset(
    (
        *("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"),
        *("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"),
        *("", "~", "null", "Null", "NULL"),
        *(".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"),
    )
)
_FLOAT = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
_BASE_60 = r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
_TIMESTAMP = (
    r"[0-9]{4}-([0-9]{1,2})-([0-9]{1,2})"
    r"(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})"
    r"| ([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:\.[0-9]{1,9})?)?"
)
_BREAKS = "\r\n\x85\u2028\u2029"
_FORBIDDEN = "[\x7f-\x84\x86-\x9f\ufffe\uffff]"
_FOLDED = " *(\x85[ \x85]*)"


def emit(value: Any) -> str:
    """A value of plain Python objects as a YAML document.

    Raises:
        GoError: a string holds a control character that YAML cannot carry over from JSON.
    """
    emitter = _Emitter()
    emitter.node(value, -1, mapping=False)
    emitter.end_line()
    return "".join(emitter.parts)


def looks_special(text: str) -> bool:
    """Whether a plain scalar of this text reads as something else than a string."""
    if text in _WORDS:
        return True
    if text[0] == ".":
        return _is_float(text)
    if text[0] not in "+-0123456789":
        return False
    plain = text.replace("_", "")
    return _is_timestamp(text) or _is_integer(plain) or _is_float(plain) or re.fullmatch(_BASE_60, text) is not None


def _is_integer(text: str) -> bool:
    number = parse_literal(text)
    if number is not None:
        return -(1 << 63) <= number < (1 << 64)
    return re.fullmatch(r"-?0b[+-]?[01]+|-?0o[+-]?[0-7]+", text) is not None


def _is_float(text: str) -> bool:
    return re.fullmatch(_FLOAT, text) is not None and abs(float(text)) != float("inf")


_LIMITS = (12, 31, 23, 59, 59, 23, 59, 59)


def _is_timestamp(text: str) -> bool:
    found = re.fullmatch(_TIMESTAMP, text)
    if found is None:
        return False
    if any(part is not None and int(part) > limit for part, limit in zip(found.groups(), _LIMITS, strict=True)):
        return False
    from calendar import monthrange  # noqa: PLC0415 - only what looks like a date needs it

    month, day = int(found[1]), int(found[2])
    return month > 0 and 0 < day <= monthrange(int(text[:4]) or 4, month)[1]


def _compare(first: str, other: str) -> int:
    """The order of keys in goyaml: digits count as numbers, letters come after everything else."""
    for at, (one, two) in enumerate(zip(first, other, strict=False)):
        if one == two:
            continue
        one_letter, two_letter = one.isalpha(), two.isalpha()
        if one_letter and two_letter:
            return -1 if one < two else 1
        if one_letter or two_letter:
            return -1 if two_letter else 1
        base = 0
        if "0" in (one, two):
            before = at - 1
            while before >= 0 and first[before].isdecimal():
                if first[before] != "0":
                    base = 1
                    break
                before -= 1
        left, left_end = _run_of_digits(first, at, base)
        right, right_end = _run_of_digits(other, at, base)
        if left != right:
            return -1 if left < right else 1
        if left_end != right_end:
            return -1 if left_end < right_end else 1
        return -1 if one < two else 1
    return len(first) - len(other)


def _run_of_digits(text: str, at: int, number: int) -> tuple[int, int]:
    while at < len(text) and text[at].isdecimal():
        number = number * 10 + ord(text[at]) - ord("0")
        at += 1
    return number, at


_ORDER = cmp_to_key(_compare)


def _from_json(text: str, *, key: bool = False) -> str:
    """A string as YAML reads it from JSON's quotes."""
    if text.isascii() and "\x7f" not in text:
        return text
    if re.search(_FORBIDDEN, text):
        raise GoError("yaml: control characters are not allowed")
    if "\x85" in text:
        if key:
            raise GoError("yaml: could not find expected ':'")
        return re.sub(_FOLDED, lambda found: "\n" * (found[1].count("\x85") - 1) or " ", text)
    return text


class _Emitter:
    """Writes nodes; `column` and the two flags are the state that decides where libyaml puts blanks and line breaks."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.column = 0
        self.blank = True  # nothing, or a blank, was written last
        self.indention = True  # nothing but indentation and indicators stands on the line

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.column += len(text)

    def line(self) -> None:
        self.parts.append("\n")
        self.column = 0

    def end_line(self) -> None:
        if self.column:
            self.line()

    def indent_to(self, indent: int) -> None:
        indent = max(indent, 0)
        if not self.indention or self.column > indent or (self.column == indent and not self.blank):
            self.line()
        if self.column < indent:
            self.put(" " * (indent - self.column))
        self.blank = True
        self.indention = True

    def indicator(
        self, text: str, *, need_blank: bool = True, leaves_blank: bool = False, indention: bool = False
    ) -> None:
        if need_blank and not self.blank:
            self.put(" ")
        self.put(text)
        self.blank = leaves_blank
        self.indention = self.indention and indention

    def node(self, value: Any, indent: int, *, mapping: bool) -> None:
        """One value; `indent` is that of the collection around it, `mapping` tells a mapping's value."""
        if isinstance(value, dict):
            if value:
                self.mapping(value, indent)
            else:
                self.indicator("{", leaves_blank=True)
                self.indicator("}", need_blank=False)
        elif isinstance(value, list):
            if value:
                self.sequence(value, indent, mapping=mapping)
            else:
                self.indicator("[", leaves_blank=True)
                self.indicator("]", need_blank=False)
        elif isinstance(value, str):
            self.string(_from_json(value), indent, simple_key=False)
        else:
            self.plain(_constant(value), indent, simple_key=False)

    def mapping(self, value: dict[str, Any], indent: int) -> None:
        inner = 0 if indent < 0 else indent + _STEP
        items = sorted(
            [(_from_json(key, key=True), item) for key, item in value.items()], key=lambda pair: _ORDER(pair[0])
        )
        for key, item in items:
            self.indent_to(inner)
            simple = not any(char in _BREAKS for char in key) and len(key.encode()) <= _MAX_SIMPLE_KEY
            if simple:
                self.string(key, inner, simple_key=True)
                self.indicator(":", need_blank=False)
            else:
                self.indicator("?", indention=True)
                self.string(key, inner, simple_key=False)
                self.indent_to(inner)
                self.indicator(":", indention=True)
            self.node(item, inner, mapping=simple)

    def sequence(self, value: list[Any], indent: int, *, mapping: bool) -> None:
        # Below a key the dashes stand under the key itself, unless the key is an explicit one.
        indentless = mapping and not self.indention
        inner = 0 if indent < 0 else indent if indentless else indent + _STEP
        for item in value:
            self.indent_to(inner)
            self.indicator("-", indention=True)
            self.node(item, inner, mapping=False)

    # -- scalars ------------------------------------------------------------------------------------

    def string(self, text: str, indent: int, *, simple_key: bool) -> None:
        """A string in the style that goyaml asks for and libyaml allows."""
        indent = _STEP if indent < 0 else indent + _STEP
        shape = _Shape(text)
        style = "literal" if "\n" in text else "plain"
        if style == "plain" and text != "<<" and looks_special(text):
            style = "double"
        if style == "plain" and not shape.plain:
            style = "single"
        if (style == "single" and not shape.single) or (style == "literal" and (not shape.block or simple_key)):
            style = "double"
        if style == "plain":
            self.plain(text, indent - _STEP, simple_key=simple_key)
        elif style == "single":
            self.single(text, indent, simple_key=simple_key)
        elif style == "double":
            self.double(text, indent, simple_key=simple_key)
        else:
            self.literal(text, indent)

    def plain(self, text: str, indent: int, *, simple_key: bool) -> None:
        indent = _STEP if indent < 0 else indent + _STEP
        if text and not self.blank:
            self.put(" ")
        self.folded(text, indent, first=0, last=len(text), simple_key=simple_key)
        self.blank = self.indention = False

    def single(self, text: str, indent: int, *, simple_key: bool) -> None:
        self.indicator("'")
        self.folded(text, indent, first=1, last=len(text) - 1, simple_key=simple_key, quote="'")
        self.indicator("'", need_blank=False)
        self.blank = self.indention = False

    def folded(self, text: str, indent: int, *, first: int, last: int, simple_key: bool, quote: str = "") -> None:
        """Characters of a plain or single-quoted scalar; a single blank in [first, last) may become a line break."""
        spaces = breaks = False
        for at, char in enumerate(text):
            if char == " ":
                may = not simple_key and not spaces and self.column > _WIDTH and first <= at < last
                if may and text[at + 1 : at + 2] != " ":
                    self.indent_to(indent)
                else:
                    self.put(" ")
                spaces = True
            elif char in _BREAKS:
                if not breaks and char == "\n":
                    self.line()
                self.parts.append(char)
                self.column = 0
                self.indention = breaks = True
            else:
                if breaks:
                    self.indent_to(indent)
                self.put(char * 2 if char == quote else char)
                self.indention = spaces = breaks = False

    def double(self, text: str, indent: int, *, simple_key: bool) -> None:
        self.indicator('"')
        # libyaml looks for a byte order mark at the start of the string only, and then escapes all of it.
        everything = text.startswith("\ufeff")
        spaces = False
        for at, char in enumerate(text):
            if everything or not _printable(char) or char in _BREAKS or char in '"\\':
                self.put(_escaped(char))
                spaces = False
            elif char == " ":
                if not simple_key and not spaces and self.column > _WIDTH and 0 < at < len(text) - 1:
                    self.indent_to(indent)
                    if text[at + 1] == " ":
                        self.put("\\")
                else:
                    self.put(" ")
                spaces = True
            else:
                self.put(char)
                spaces = False
        self.indicator('"', need_blank=False)
        self.blank = self.indention = False

    def literal(self, text: str, indent: int) -> None:
        hint = str(_STEP) if text[0] == " " or text[0] in _BREAKS else ""
        if text[-1] not in _BREAKS:
            hint += "-"
        elif len(text) == 1 or text[-2] in _BREAKS:
            hint += "+"
        self.indicator("|" + hint)
        self.line()
        self.indention = self.blank = True
        breaks = True
        for char in text:
            if char in _BREAKS:
                self.parts.append(char)
                self.column = 0
                self.indention = breaks = True
            else:
                if breaks:
                    self.indent_to(indent)
                self.put(char)
                self.indention = breaks = False


class _Shape:
    """Which styles a string allows."""

    __slots__ = ("block", "plain", "single")

    def __init__(self, text: str) -> None:
        self.block, self.plain, self.single = bool(text), True, True
        if not text:
            return
        special = any(not _printable(char) for char in text)
        space_break = any(text[at] == " " and text[at + 1] in _BREAKS for at in range(len(text) - 1))
        break_space = any(text[at] in _BREAKS and text[at + 1] == " " for at in range(len(text) - 1))
        has_breaks = any(char in _BREAKS for char in text)
        edge = text[0] == " " or text[-1] == " " or has_breaks
        if edge or special or _has_indicator(text):
            self.plain = False
        if break_space or space_break or special:
            self.single = False
        if text[-1] == " " or space_break or special:
            self.block = False


def _has_indicator(text: str) -> bool:
    """Whether the text holds what means something to YAML in a block."""
    if text.startswith(("---", "...")) or text[0] in "#,[]{}&*!|>'\"%@`":
        return True
    if text[0] in "?:-" and (len(text) == 1 or text[1] in " \t\0" or text[1] in _BREAKS):
        return True
    for at in range(1, len(text)):
        if text[at] == ":" and (at + 1 == len(text) or text[at + 1] in " \t\0" or text[at + 1] in _BREAKS):
            return True
        if text[at] == "#" and (text[at - 1] in " \t\0" or text[at - 1] in _BREAKS):
            return True
    return False


def _printable(char: str) -> bool:
    """What libyaml calls printable: within the basic plane, without controls and the byte order mark."""
    return (
        char == "\n"
        or " " <= char <= "~"
        or ("\xa0" <= char <= "\ufffd" and char != "\ufeff" and not "\ud800" <= char < "\ue000")
    )


_ESCAPES = {
    "\0": "0",
    "\a": "a",
    "\b": "b",
    "\t": "t",
    "\n": "n",
    "\v": "v",
    "\f": "f",
    "\r": "r",
    "\x1b": "e",
    '"': '"',
    "\\": "\\",
    "\x85": "N",
    "\xa0": "_",
    "\u2028": "L",
    "\u2029": "P",
}


def _escaped(char: str) -> str:
    named = _ESCAPES.get(char)
    if named is not None:
        return "\\" + named
    code = ord(char)
    if code <= 0xFF:  # noqa: PLR2004 - one byte
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"  # noqa: PLR2004 - two bytes


def _constant(value: Any) -> str:
    """null, a boolean or a number."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else format_float(value)
