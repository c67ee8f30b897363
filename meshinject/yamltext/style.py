"""The style around a place: what text written there must look like to go unnoticed.

Each trait is taken from the nearest collection around the place that shows it, there from the majority.
"""

from collections.abc import Iterator

from meshinject.frozen import Frozen
from meshinject.yamltext.lines import has_break, line_start, scan_form
from meshinject.yamltext.model import ALIAS, FLOW, LIST, MAP, SCALAR, Node, Tree
from meshinject.yamltext.places import colon_end, column, content_start, dashes, entry_starts, is_below, is_block


class Block(Frozen):
    """Block style: spaces per level, columns from a parent key to its dashes, a dash's width with its blanks."""

    step: int = 2
    offset: int = 0
    width: int = 2
    # Whether text over several lines may be a block scalar.
    literals: bool = True


class Flow(Frozen):
    """Flow style: JSON's quotes or not, what follows a colon, a comma and a bracket, the indent over lines."""

    json: bool = False
    colon: str = ": "
    comma: str = ", "
    pad: str = ""
    unit: str = ""
    line: str = "\n"


class Styles:
    """The styles of one tree, looked up once per collection."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._samples: dict[Node, dict[str, list[int]]] = {}

    def line(self, index: int) -> str:
        """Give the line ending of the neighbourhood of an index."""
        text, scan = self.tree.text, self.tree.scan
        end = scan.find("\n", index)
        if end < 0:
            end = scan.rfind("\n", 0, index)
        if end < 0:
            text = self.tree.document.text
            end = scan_form(text).find("\n")
        if end > 0 and text[end - 1 : end + 1] == "\r\n":
            return "\r\n"
        return "\r" if text[end : end + 1] == "\r" else "\n"

    def block(self, around: list[Node]) -> Block:
        """Give the block style inside the last of these nested collections."""
        found: dict[str, int] = {}
        for node in reversed(around):
            for trait, values in self._of(node).items():
                if values and trait not in found:
                    found[trait] = majority(values)
        return Block()._replace(**found)

    def _of(self, node: Node) -> dict[str, list[int]]:
        known = self._samples.get(node)
        if known is None:
            known = {"step": [], "offset": [], "width": []}
            if is_block(node):
                for trait, value in _samples(node):
                    known[trait].append(value)
                for item in node.items:
                    if item.kind is not SCALAR and item.kind is not ALIAS:
                        for trait, values in self._of(item).items():
                            known[trait] += values
            self._samples[node] = known
        return known

    def flow(self, around: list[Node]) -> Flow:
        """Give the flow style inside the last of these nested collections."""
        colon = comma = pad = unit = None
        quoted = False
        flows = [node for node in around if node.style == FLOW]
        scan = self.tree.scan
        for node in reversed(flows):
            start = content_start(node)
            if not node.items or scan[start] not in "{[":
                continue
            opening = scan[start + 1 : _first(node)]
            broken = "\n" in opening
            if unit is None:
                unit = indent_unit(scan, start, _first(node)) if broken else ""
            if pad is None and not broken:
                pad = opening
            if node.kind is MAP:
                quoted = quoted or node.items[0].style == '"'
                colon = _after_colon(node) if colon is None else colon
            comma = _after_comma(node) if comma is None else comma
        if colon is None or (not colon and not quoted):
            colon = " "
        comma = colon if comma is None else comma
        at = flows[-1].start if flows else 0
        return Flow(quoted, f":{colon}", f",{comma}", pad or "", unit or "", self.line(at))


def _after_colon(node: Node) -> str | None:
    scan = node.tree.scan
    end = colon_end(scan, node.items[0])
    blank = None if end is None else scan[end : node.items[1].start]
    return blank if blank is not None and not blank.strip(" ") else None


def _after_comma(node: Node) -> str | None:
    scan = node.tree.scan
    starts = entry_starts(node) if node.kind is MAP else [item.start for item in node.items]
    for start in starts[1:]:
        blank = scan[scan.rfind(",", 0, start) + 1 : start]
        if not blank.strip(" "):
            return blank
    return None


def majority(values: list[int]) -> int:
    """Give the value seen most often, the first of equals."""
    return max(values, key=values.count)


def indent_unit(scan: str, bracket: int, first: int) -> str:
    """Give what a collection over several lines indents its entries by, against the line of its bracket."""
    outer = indent(scan, bracket)
    inner = indent(scan, first)
    return inner[len(outer) :] if inner.startswith(outer) and len(inner) > len(outer) else "  "


def indent(scan: str, index: int) -> str:
    """Give the blanks that the line of an index begins with."""
    start = line_start(scan, index)
    line = scan[start:index]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _first(node: Node) -> int:
    return entry_starts(node)[0] if node.kind is MAP else node.items[0].start


def _samples(node: Node) -> Iterator[tuple[str, int]]:
    scan = node.tree.scan
    items = node.items
    if node.kind is LIST:
        for dash, item in zip(dashes(node), items, strict=True):
            start = item.start
            if start > dash + 1 and not has_break(scan, dash, start):
                yield "width", start - dash
        return
    outer = column(scan, content_start(node))
    for index in range(1, len(items), 2):
        value = items[index]
        if is_block(value) and is_below(scan, colon_end(scan, items[index - 1]) or 0, value):
            inner = column(scan, content_start(value)) - outer
            if value.kind is LIST:
                yield "offset", max(inner, 0)
            elif inner > 0:
                yield "step", inner
