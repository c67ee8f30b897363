"""The edits of one tree, line by line: what every change of block text comes down to."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from meshinject.frozen import Frozen
from meshinject.yamltext import marks
from meshinject.yamltext.edit import Edit
from meshinject.yamltext.lines import line_end, line_start, next_line
from meshinject.yamltext.model import Node, Tree
from meshinject.yamltext.places import block_header_end, content_start, is_literal, last, skip_blank
from meshinject.yamltext.style import Block, Styles

KEY, ITEM, ROOT, FLOW_PLACE = "key", "item", "root", "flow"


class Slot(Frozen):
    """The place of a value: behind ``head``, the end of its colon or dash; ``column`` is that of the key or dash."""

    kind: str
    head: int
    column: int
    # The collections around the place, outermost first.
    around: list[Node]


class New(Frozen):
    """A value to be written into a collection; ``name`` is its key."""

    name: str
    value: Any
    mark: str | None = None


class Pen:
    """Collects edits; knows the styles of its tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.scan = tree.scan
        self.styles = Styles(tree)
        self.edits: list[Edit] = []
        # Lines go below what is changed on the line above them, which at the end of the text may be the same place.
        self.below: list[Edit] = []
        self.deleted: list[tuple[int, int]] = []
        self._leaves: list[Node] | None = None

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a part of the text."""
        self.edits.append(Edit(start, end, text))

    def insert_lines(self, place: int, lines: list[str]) -> None:
        """Put lines at the start of a line, or behind a last line without a break."""
        scan = self.scan
        line = self.styles.line(line_start(scan, max(0, place - 1)))
        block = line.join(lines)
        appended = place == len(scan) and not self.ends_line()
        self.below.append(Edit(place, place, line + block if appended else block + line))

    def ends_line(self) -> bool:
        """Say whether the text is empty or ends with a line break."""
        return not self.scan or self.scan[-1] == "\n"

    def delete_lines(self, start: int, end: int) -> None:
        """Delete the lines from that of ``start`` to that of ``end``."""
        self.deleted.append((line_start(self.scan, start), next_line(self.scan, end)))

    def finish(self) -> list[Edit]:
        """Give all edits."""
        edits = [*self.edits, *self.below]
        written = sorted(edit.end for edit in edits if edit.text)
        below_written = False
        done = 0
        self.deleted.sort()
        for number, (start, end) in enumerate(self.deleted):
            # Comments stay where their entry goes, unless a block scalar above would take them for its text.
            at = bisect_right(written, start)
            fresh = at > 0 and skip_blank(self.scan, written[at - 1]) >= start
            below_written = fresh or (below_written and skip_blank(self.scan, done) >= start)
            above = self.literal_above(start)
            done = end
            if above is not None or below_written:
                # What is written below the deleted lines is content and ends all text above.
                stop = next((place for place in written if place >= end), len(self.scan))
                keeps = above is not None and keeps_breaks(above)
                done = min(stop, self._below_comments(start, end, blank=keeps))
                self.deleted[number] = (start, done)
            edits.append(Edit(start, done, ""))
        return edits

    def _below_comments(self, start: int, end: int, *, blank: bool) -> int:
        """Give the start of the line below the comments under deleted lines that are deeper than these."""
        scan = self.scan
        first = scan[start : line_end(scan, start)]
        depth = len(first) - len(first.lstrip(" "))
        place = end
        while place < len(scan):
            line = scan[place : line_end(scan, place)]
            bare = line.lstrip(" \t")
            place = next_line(scan, place)
            if bare and (bare[0] != "#" or len(line) - len(bare) <= depth):
                break
            if bare or blank:
                end = place
        return end

    def literal_above(self, index: int) -> Node | None:
        """Give the block scalar that ends right above an index, but for blank lines, comments and what is deleted."""
        if self._leaves is None:
            self._leaves = list(_leaves(self.tree.root)) if self.tree.root is not None else []
        leaves = self._leaves
        place = bisect_left(leaves, index, key=_start) - 1
        while place >= 0 and any(start <= leaves[place].start < end for start, end in self.deleted):
            place -= 1
        if place < 0 or not is_literal(leaves[place]):
            return None
        below = skip_blank(self.scan, last(leaves[place]))
        ends = dict(self.deleted)
        while below < index and (start := line_start(self.scan, below)) in ends:
            below = skip_blank(self.scan, ends[start])
        return leaves[place] if below >= index else None

    def fit(self, place: int, style: Block, write: Callable[[Block], list[str]]) -> list[str]:
        """Write lines that end at a place: no block scalar at their end where it would swallow what follows."""
        lines = write(style)
        first = lines[0]
        # Without a final line break the new end of the text may be here.
        if lines[-1] and self.ends_line() and self._comment_column(place) <= len(first) - len(first.lstrip(" ")):
            return lines
        quoted = write(style._replace(literals=False))
        return lines if quoted[-1] == lines[-1] else quoted

    def _comment_column(self, place: int) -> int:
        """Give the column of a comment at a place or below blank lines there; -1 for anything else."""
        scan = self.scan
        while place < len(scan):
            line = scan[place : line_end(scan, place)]
            bare = line.lstrip(" \t")
            if bare:
                return len(line) - len(bare) if bare[0] == "#" else -1
            place = next_line(scan, place)
        return -1

    def set_mark(self, head: int, node: Node, mark: str | None) -> None:
        """Put a mark at the end of the line of a key that ends at ``head``, change it or take it away."""
        start, end = marks.span(head, node)
        comment = marks.comment(mark)
        if start < end or comment:
            self.replace(start, end, comment)


def keeps_breaks(node: Node) -> bool:
    """Say whether the blank lines below a block scalar are its text."""
    return "+" in node.tree.scan[content_start(node) : block_header_end(node)]


def _leaves(node: Node) -> Iterator[Node]:
    if not node.items:
        yield node
    for item in node.items:
        yield from _leaves(item)


def _start(node: Node) -> int:
    return node.start
