"""A stream cut into documents.

In YAML a line that starts with ``---`` or ``...`` followed by a blank or a line end is a marker wherever it stands,
even inside a block scalar; so the cut is lexical and exact: each document can be parsed, refused and edited by itself.
Comments and directives above the first marker, or between ``...`` and the next one, belong to the document they head.
"""

import re

from meshinject.yamltext.lines import newlines, next_line, scan_form

_MARKER = re.compile(r"\n(?:---|\.\.\.)(?=[ \t\r\n]|\Z)")
_FIRST_MARKER = re.compile("\ufeff?(?:---|\\.\\.\\.)(?=[ \t\r\n]|\\Z)")
# Nothing that would be a document of its own: comments, directives and blank lines.
_PREFIX = re.compile("\ufeff?(?:(?:[ \t]*(?:#[^\n]*)?|%[^\n]*)\r?(?:\n|\\Z))*")


class Document:
    """One document: the slice ``text[start:end]`` of its stream; ``line`` is the line of ``start``, from 1."""

    __slots__ = ("end", "index", "line", "start", "text")

    def __init__(self, text: str, start: int, end: int, line: int, index: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.line = line
        self.index = index

    @property
    def source(self) -> str:
        """The document's own text."""
        return self.text[self.start : self.end]


def split(text: str) -> list[Document]:
    """Cut a stream into documents whose slices, joined, are the stream; an empty stream has none."""
    starts = _starts(text)
    documents: list[Document] = []
    line = 1
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else len(text)
        documents.append(Document(text, start, end, line, index))
        line += newlines(text, start, end)
    return documents


def _starts(text: str) -> list[int]:
    if not text:
        return []
    scan = scan_form(text)
    starts = [0]
    # Where a document may still be headed by comments and directives: at the top, and after every `...`.
    head: int | None = 0
    for at in _markers(scan):
        if head is not None and head not in starts and not _is_prefix(scan, head, at):
            starts.append(head)
        if scan[at] == ".":
            head = next_line(scan, at)
        elif head is None or (head in starts and not _is_prefix(scan, head, at)):
            starts.append(at)
            head = None
        else:
            if head not in starts:
                starts.append(head)
            head = None
    if head is not None and head not in starts and not _is_prefix(scan, head, len(scan)):
        starts.append(head)
    return starts


def _markers(scan: str) -> list[int]:
    """Give the index of every line that is a marker."""
    first = _FIRST_MARKER.match(scan)
    places = [found.start() + 1 for found in _MARKER.finditer(scan)]
    return [first.end() - 3, *places] if first else places


def _is_prefix(scan: str, start: int, end: int) -> bool:
    found = _PREFIX.match(scan, start, end)
    return found is not None and found.end() == end
