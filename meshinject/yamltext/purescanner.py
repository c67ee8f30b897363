"""ruamel.yaml's scanner, taught the rules of libyaml where the two differ: the fallback without the C binding.

Differences that occur in real files: tabs between tokens, comments directly behind a block scalar's indicator, the
indent of block scalars, NEL, LS and PS as line breaks, ``{a:}`` and ``[x:y]`` in flow, the names of anchors.
"""

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner, ScannerError
from ruamel.yaml.tokens import ScalarToken, TagToken

_BREAKS = "\r\n\x85\u2028\u2029"
_END = "\0" + _BREAKS
_BLANK_END = " \t" + _END
_NAME = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")
_URI = _NAME | frozenset(";/?:@&=+$,.!~*'()[]%")
_DIRECTIVES = ("YAML", "TAG")


class PureReader(Reader):
    """Counts lines as YAML 1.1 does."""

    def forward(self, length: int = 1) -> None:
        """Move on."""
        self.forward_1_1(length)


class PureScanner(Scanner):
    """Scans tokens as libyaml does."""

    @property
    def yaml_version(self) -> tuple[int, int]:
        """The version whose rules hold: 1.1, whatever a document says."""
        return (1, 1)

    @yaml_version.setter
    def yaml_version(self, value: Any) -> None:
        pass

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line breaks; tabs too, but not where an indent could be meant."""
        reader = self.reader
        while True:
            while reader.peek() == " " or (reader.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                reader.forward()
            if reader.peek() == "#":
                while reader.peek() not in _END:
                    reader.forward()
            if reader.peek() not in _BREAKS:
                return
            self.scan_line_break()
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_directive_name(self, start_mark: Any) -> Any:
        """Refuse unknown directives."""
        name = super().scan_directive_name(start_mark)
        if name not in _DIRECTIVES:
            raise ScannerError("while scanning a directive", start_mark, "found unknown directive name", start_mark)
        return name

    def scan_yaml_directive_value(self, start_mark: Any) -> Any:
        """Take version 1.1, and 1.2 by the same rules."""
        reader = self.reader
        while reader.peek() == " ":
            reader.forward()
        major = self.scan_yaml_directive_number(start_mark)
        if reader.peek() != ".":
            problem = "did not find expected digit or '.' character"
            raise ScannerError("while scanning a %YAML directive", start_mark, problem, reader.get_mark())
        reader.forward()
        minor = self.scan_yaml_directive_number(start_mark)
        if major != 1 or minor not in (1, 2):
            raise ScannerError("while scanning a directive", start_mark, "found incompatible YAML document", start_mark)
        return (1, 1)

    def scan_anchor(self, TokenClass: Any) -> Any:  # noqa: N803 - the parent's name
        """Take ASCII letters, digits, ``-`` and ``_`` only."""
        start_mark = self.reader.get_mark()
        name = "an anchor" if self.reader.peek() == "&" else "an alias"
        self.reader.forward()
        length = 0
        while self.reader.peek(length) in _NAME:
            length += 1
        if not length or self.reader.peek(length) not in _BLANK_END + "?:,]}%@`":
            problem = "did not find expected alphabetic or numeric character"
            raise ScannerError(f"while scanning {name}", start_mark, problem, self.reader.get_mark())
        value = self.reader.prefix(length)
        self.reader.forward(length)
        return TokenClass(value, start_mark, self.reader.get_mark())

    def scan_tag(self) -> Any:
        """Scan ``!<uri>``, ``!handle!suffix``, ``!suffix`` or ``!``."""
        reader = self.reader
        start_mark = reader.get_mark()
        handle: str | None = "!"
        if reader.peek(1) == "<":
            handle = None
            reader.forward(2)
            suffix = self.scan_tag_uri("tag", start_mark)
            if reader.peek() != ">":
                raise ScannerError(
                    "while scanning a tag", start_mark, "did not find the expected '>'", reader.get_mark()
                )
            reader.forward()
        else:
            length = 1
            while reader.peek(length) in _NAME:
                length += 1
            if reader.peek(length) == "!":
                handle = reader.prefix(length + 1)
                reader.forward(length + 1)
            else:
                reader.forward()
            bare = handle == "!" and reader.peek() in _BLANK_END
            suffix = "!" if bare else self.scan_tag_uri("tag", start_mark)
            handle = None if bare else handle
        if reader.peek() not in _BLANK_END:
            problem = "did not find expected whitespace or line break"
            raise ScannerError("while scanning a tag", start_mark, problem, reader.get_mark())
        return TagToken((handle, suffix), start_mark, reader.get_mark())

    def scan_tag_uri(self, name: Any, start_mark: Any) -> str:
        """Take the characters of a URI; escapes are octets of UTF-8."""
        reader = self.reader
        length = 0
        while reader.peek(length) in _URI:
            length += 1
        octets = re.sub(r"%([0-9A-Fa-f]{2})", r"\\x\1", reader.prefix(length))
        if not length or "%" in octets:
            raise ScannerError(
                f"while parsing a {name}", start_mark, "did not find expected tag URI", reader.get_mark()
            )
        reader.forward(length)
        try:
            return re.sub(r"(?:\\x..)+", lambda run: bytes.fromhex(run[0].replace("\\x", "")).decode(), octets)
        except UnicodeDecodeError as error:
            problem = "found an incorrect leading UTF-8 octet"
            raise ScannerError(f"while parsing a {name}", start_mark, problem, start_mark) from error

    def scan_flow_scalar_non_spaces(self, double: Any, start_mark: Any) -> Any:
        """Refuse escapes that are no character: halves of pairs, codes beyond Unicode."""
        problem = "found invalid Unicode character escape code"
        try:
            chunks = super().scan_flow_scalar_non_spaces(double, start_mark)
        except (ValueError, OverflowError) as error:
            raise ScannerError("while parsing a quoted scalar", start_mark, problem, self.reader.get_mark()) from error
        if any("\ud800" <= char <= "\udfff" for chunk in chunks for char in chunk):
            raise ScannerError("while parsing a quoted scalar", start_mark, problem, self.reader.get_mark())
        return chunks

    def scan_plain(self) -> Any:
        """Scan a plain scalar: blanks inside it may be tabs; in flow only a colon before a blank ends it."""
        reader = self.reader
        start_mark = end_mark = reader.get_mark()
        chunks: list[str] = []
        spaces: list[str] = []
        broken = False
        while reader.peek() != "#" and not (reader.column == 0 and self._at_marker()):
            length = self._plain_length()
            if length:
                chunks += [*spaces, reader.prefix(length)]
                reader.forward(length)
                end_mark = reader.get_mark()
                self.allow_simple_key = broken = False
            if reader.peek() not in " \t" + _BREAKS:
                break
            spaces, found = self._plain_spaces(start_mark)
            broken = broken or found
            if not self.flow_level and reader.column < self.indent + 1:
                break
        if broken:
            self.allow_simple_key = True
        return ScalarToken("".join(chunks), True, start_mark, end_mark)

    def _at_marker(self) -> bool:
        return bool(self.check_document_start() or self.check_document_end())

    def _plain_length(self) -> int:
        peek = self.reader.peek
        length = 0
        while (char := peek(length)) not in _BLANK_END:
            if char == ":" and peek(length + 1) in _BLANK_END:
                break
            if self.flow_level and char in ",?[]{}":
                break
            length += 1
        return length

    def _plain_spaces(self, start_mark: Any) -> tuple[list[str], bool]:
        """Take the blanks and line breaks inside a plain scalar; give what they mean, and whether lines ended."""
        reader = self.reader
        blanks = ""
        breaks: list[str] = []
        while reader.peek() in " \t" + _BREAKS:
            if reader.peek() in _BREAKS:
                breaks.append(self.scan_line_break())
            else:
                if breaks and reader.peek() == "\t" and reader.column < self.indent + 1:
                    problem = "found a tab character that violates indentation"
                    raise ScannerError("while scanning a plain scalar", start_mark, problem, reader.get_mark())
                blanks += reader.peek()
                reader.forward()
        if not breaks:
            return [blanks], False
        first, *more = breaks
        if first != "\n":
            return [first, *more], True
        return more or [" "], True

    def scan_block_scalar(self, style: Any, rt: bool | None = False) -> Any:
        """Scan a literal or folded scalar."""
        del rt
        reader = self.reader
        start_mark = reader.get_mark()
        reader.forward()
        chomping, increment = self._block_header(start_mark)
        indent = 0 if increment is None else max(self.indent, 0) + increment
        indent, breaks, end_mark = self._block_breaks(indent, start_mark)
        chunks: list[str] = []
        leading = ""
        was_blank = False
        while reader.column == indent and reader.peek() != "\0":
            blank = reader.peek() in " \t"
            if style == ">" and leading[:1] == "\n" and not was_blank and not blank:
                if not breaks:
                    chunks.append(" ")
            else:
                chunks.append(leading)
            chunks += breaks
            was_blank = blank
            length = 0
            while reader.peek(length) not in _END:
                length += 1
            chunks.append(reader.prefix(length))
            reader.forward(length)
            leading = self.scan_line_break()
            indent, breaks, end_mark = self._block_breaks(indent, start_mark)
        if chomping != "-":
            chunks.append(leading)
        if chomping == "+":
            chunks += breaks
        return ScalarToken("".join(chunks), False, start_mark, end_mark, style)

    def _block_header(self, start_mark: Any) -> tuple[str, int | None]:
        reader = self.reader
        chomping = ""
        increment = None
        for _ in range(2):
            char = reader.peek()
            if char in "+-" and not chomping:
                chomping = char
            elif char in "0123456789" and increment is None:
                if char == "0":
                    problem = "found an indentation indicator equal to 0"
                    raise ScannerError("while scanning a block scalar", start_mark, problem, reader.get_mark())
                increment = int(char)
            else:
                break
            reader.forward()
        while reader.peek() in " \t":
            reader.forward()
        if reader.peek() == "#":
            while reader.peek() not in _END:
                reader.forward()
        if reader.peek() not in _END:
            problem = "did not find expected comment or line break"
            raise ScannerError("while scanning a block scalar", start_mark, problem, reader.get_mark())
        self.scan_line_break()
        return chomping, increment

    def _block_breaks(self, indent: int, start_mark: Any) -> tuple[int, list[str], Any]:
        """Take the indent and empty lines before a line of a block scalar; an indent of 0 is found out."""
        reader = self.reader
        breaks: list[str] = []
        deepest = 0
        end_mark = reader.get_mark()
        while True:
            while (not indent or reader.column < indent) and reader.peek() == " ":
                reader.forward()
            deepest = max(deepest, reader.column)
            if (not indent or reader.column < indent) and reader.peek() == "\t":
                problem = "found a tab character where an indentation space is expected"
                raise ScannerError("while scanning a block scalar", start_mark, problem, reader.get_mark())
            if reader.peek() not in _BREAKS:
                break
            breaks.append(self.scan_line_break())
            end_mark = reader.get_mark()
        return indent or max(deepest, self.indent + 1, 1), breaks, end_mark


def parse(text: str) -> Iterator[Any]:
    """Give the events of a text."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader = PureReader
    yaml.Scanner = PureScanner
    marker = re.search(r"^---", text, re.MULTILINE)
    head = text[: marker.start()] if marker else ""
    if "%" in head:
        # libyaml takes tabs in directives for blanks.
        blank = re.sub(r"^%.*", lambda line: line[0].replace("\t", " "), head, flags=re.MULTILINE)
        text = blank + text[len(head) :]
    events: Iterator[Any] = yaml.parse(text)
    return events
