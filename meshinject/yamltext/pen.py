"""The edits of one tree, line by line: what every change of block text comes down to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from meshinject.yamltext import marks
from meshinject.yamltext.edit import Edit
from meshinject.yamltext.lines import BREAK, line_end, line_start, next_line
from meshinject.yamltext.style import Styles

if TYPE_CHECKING:
    from collections.abc import Callable

    from meshinject.yamltext.model import Node, Tree
    from meshinject.yamltext.style import Block

KEY, ITEM, ROOT, FLOW_PLACE = "key", "item", "root", "flow"


class Slot(NamedTuple):
    """The place of a value: behind ``head``, the end of its colon or dash; ``column`` is that of the key or dash."""

    kind: str
    head: int
    column: int
    # The collections around the place, outermost first.
    around: list[Node]


class New(NamedTuple):
    """A value to be written into a collection; ``name`` is its key."""

    name: str
    value: Any
    mark: str | None = None


class Pen:
    """Collects edits; knows the styles of its tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.text = tree.text
        self.styles = Styles(tree)
        self.edits: list[Edit] = []

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a part of the text."""
        self.edits.append(Edit(start, end, text))

    def insert_lines(self, place: int, lines: list[str]) -> None:
        """Put lines at the start of a line, or behind a last line without a break."""
        text = self.text
        line = self.styles.line(line_start(text, max(0, place - 1)))
        block = line.join(lines)
        if place == len(text) and not self.ends_line():
            self.replace(place, place, line + block)
        else:
            self.replace(place, place, block + line)

    def ends_line(self) -> bool:
        """Say whether the text is empty or ends with a line break."""
        return not self.text or BREAK.match(self.text, len(self.text) - 1) is not None

    def delete_lines(self, start: int, end: int) -> None:
        """Delete the lines from that of ``start`` to that of ``end``."""
        self.replace(line_start(self.text, start), next_line(self.text, end), "")

    def fit(self, place: int, style: Block, write: Callable[[Block], list[str]]) -> list[str]:
        """Write lines that end at a place: no block scalar at their end where it would swallow what follows."""
        lines = write(style)
        first = lines[0]
        stays_last = place >= len(self.text) and not self.ends_line()
        if lines[-1] and not stays_last and self._comment_column(place) <= len(first) - len(first.lstrip(" ")):
            return lines
        quoted = write(style._replace(literals=False))
        return lines if quoted[-1] == lines[-1] else quoted

    def _comment_column(self, place: int) -> int:
        """Give the column of a comment at a place or below blank lines there; -1 for anything else."""
        text = self.text
        while place < len(text):
            line = text[place : line_end(text, place)]
            bare = line.lstrip(" \t")
            if bare:
                return len(line) - len(bare) if bare[0] == "#" else -1
            place = next_line(text, place)
        return -1

    def set_mark(self, head: int, node: Node, mark: str | None) -> None:
        """Put a mark at the end of the line of a key that ends at ``head``, change it or take it away."""
        start, end = marks.span(head, node)
        comment = marks.comment(mark)
        if start < end or comment:
            self.replace(start, end, comment)
