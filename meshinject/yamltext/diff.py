"""The edits that turn a document into what is wanted, and nothing else.

Identity says what did not change: the wanted value shares the loaded maps and lists wherever it is the same. A value
that remembers its node is edited in place; a fresh one that equals the present one is no edit, one that differs
replaces it. Where new entries go is the wanted order. Nodes are visited in the order of the text, so that at every
alias it is known what its anchor will hold: it stays only if it then reads as wanted, else the value is written out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeGuard

from meshinject.yamltext import blocktext, marks, scalars
from meshinject.yamltext.blocktext import BlockText
from meshinject.yamltext.edit import Edit, join, open_end
from meshinject.yamltext.mapplan import GONE, MapPlan
from meshinject.yamltext.match import in_order, is_old, match_items
from meshinject.yamltext.model import ALIAS, FLOW, MAP, List, Map, is_marked
from meshinject.yamltext.nodes import load
from meshinject.yamltext.pen import FLOW_PLACE, ROOT, New, Pen, Slot
from meshinject.yamltext.places import block_header_end, content_start

if TYPE_CHECKING:
    from collections.abc import Callable

    from meshinject.yamltext.flowtext import FlowText
    from meshinject.yamltext.model import Node, Tree

    ListKey = Callable[[tuple[str, ...]], str | None]
    Path = tuple[str, ...]


def edits(tree: Tree, wanted: Any, listkey: ListKey) -> list[Edit]:
    """Give the edits that make the tree's text read as ``wanted``; none when it does already.

    ``listkey`` gives the merge key of the list at a path of map keys from the root (list indexes left out).
    """
    if wanted is load(tree):
        return []
    return _Differ(tree, listkey).run(wanted)


class _Differ:
    """Walks nodes and wanted values side by side, in the order of the text."""

    def __init__(self, tree: Tree, listkey: ListKey) -> None:
        self.tree = tree
        self.listkey = listkey
        self.pen = Pen(tree)
        # What anchored nodes hold after the edits where it is not what they hold now; GONE for removed ones.
        self.after: dict[Node, Any] = {}

    def run(self, wanted: Any) -> list[Edit]:
        root = self.tree.root
        scan = self.tree.scan
        if root is None:
            self.pen.insert_lines(len(scan), blocktext.root_lines(wanted))
        else:
            before = scan[: root.start]
            marker = re.search(r"^---", before, re.MULTILINE) if "---" in before else None
            self.value(Slot(ROOT, marker.end() if marker else root.start, 0, []), root, wanted, ())
        joined = join(scan, self.pen.finish())
        if joined and joined[-1].end == len(scan) and not self.pen.ends_line():
            return self.without_final_break(joined)
        return joined

    def without_final_break(self, joined: list[Edit]) -> list[Edit]:
        """Keep a text without a final line break so, and a block scalar at its old or new end what it was."""
        scan = self.tree.scan
        final = joined[-1]
        above = self.pen.literal_above(final.start)
        if above is None:
            return [*joined[:-1], open_end(scan, final)]
        header = block_header_end(above)
        indicator = scan[content_start(above) : header]
        if final.start < len(scan):
            # Without its line break the text would lose the break that it ends with.
            return joined if "-" not in indicator else [*joined[:-1], open_end(scan, final)]
        if "-" in indicator:
            return joined
        # Its text has no final break, and would get one.
        strip = Edit(content_start(above), header, indicator.replace("+", "") + "-")
        return join(scan, [*joined, strip])

    def value(self, slot: Slot, node: Node, wanted: Any, path: Path) -> None:
        """Settle one value in its place."""
        if node.kind is ALIAS:
            now = self.after.get(node.target, node.target.value)
            if now is GONE or not scalars.same(now, wanted):
                self.replace(slot, node, wanted)
            return
        if wanted is not node.value or self.after:
            self.changed_value(slot, node, wanted, path)
        if node.anchor is not None and not scalars.same(node.value, wanted):
            self.after[node] = wanted

    def changed_value(self, slot: Slot, node: Node, wanted: Any, path: Path) -> None:
        present: Any
        if isinstance(wanted, Map | List) and wanted.node is node:
            present = wanted
        elif self.equal(node, node.value, wanted):
            # A fresh value that says the same: the text stays, but for aliases in it whose anchors changed.
            present = node.value
        else:
            self.replace(slot, node, wanted)
            return
        if present is node.value and not self.after:
            return
        if isinstance(present, Map | List) and (not present or not node.items or _is_pair(node)):
            # An empty map may hold a merge, which gives something now.
            if not self.equal(node, node.value, present) or (node.items and self.after):
                self.replace(slot, node, present)
        elif isinstance(present, Map):
            self.map(slot, node, present, path)
        elif isinstance(present, List):
            self.list(slot, node, present, path)

    def equal(self, node: Node, now: Any, wanted: Any) -> bool:
        """Compare strictly, marks too where the text can hold them."""
        return scalars.same(now, wanted) and (node.style == FLOW or marks.same(now, wanted))

    def replace(self, slot: Slot, node: Node, wanted: Any) -> None:
        """Write a fresh value in place of the present one; its anchor stays, and what is JSON stays JSON."""
        self.forget(node, inner=True)
        from meshinject.yamltext import flowtext  # noqa: PLC0415  (many documents are wholly in block style)

        in_flow = slot.kind == FLOW_PLACE or (slot.kind == ROOT and node.style == FLOW)
        if in_flow and node.style == FLOW and not _is_pair(node) and _is_like(wanted, node):
            entries = list(wanted.items()) if isinstance(wanted, dict) else [("", value) for value in wanted]
            flowtext.FlowText(self.pen, node, slot).arrange([New(name, value) for name, value in entries])
        elif slot.kind == FLOW_PLACE:
            flowtext.replace(self.pen, slot, node, wanted)
        else:
            blocktext.replace(self.pen, slot, node, wanted)

    def forget(self, node: Node, *, inner: bool = False) -> None:
        """Note that the anchors of a node's text go, or only those inside it."""
        if not self.tree.anchors or node.kind is ALIAS:
            return
        if not inner and node.anchor is not None:
            self.after[node] = GONE
        for item in node.items:
            self.forget(item)

    def text_of(self, slot: Slot, node: Node) -> BlockText | FlowText:
        if node.style != FLOW:
            return BlockText(self.pen, node, slot)
        from meshinject.yamltext.flowtext import FlowText  # noqa: PLC0415  (as in replace)

        return FlowText(self.pen, node, slot)

    def map(self, slot: Slot, node: Node, wanted: Map, path: Path) -> None:
        plan = MapPlan(node, wanted, self.after)
        text = self.text_of(slot, node)
        stays = []
        for index, name in enumerate(plan.names):
            value = node.items[2 * index + 1]
            if not plan.stays(index):
                self.forget(node.items[2 * index])
                self.forget(value)
                continue
            stays.append(index)
            if name is not None and plan.is_live(index):
                place = text.slot_of(index)
                self.value(place, value, wanted[name], (*path, name))
                if node.style != FLOW:
                    self.mark(place, node, name, value, wanted)
        stays = [index for index in stays if plan.still(index)]
        final = plan.final(stays)
        if len(final) != len(plan.names) or len(stays) != len(plan.names):
            text.arrange(final)

    def mark(self, slot: Slot, node: Node, name: str, value: Node, wanted: Map) -> None:
        old = node.value.marks.get(name) if is_marked(node.value) else None
        new = wanted.marks.get(name) if is_marked(wanted) else None
        if old != new:
            self.pen.set_mark(slot.head, value, new)

    def list(self, slot: Slot, node: Node, wanted: List, path: Path) -> None:
        matches = match_items(node.items, wanted, self.listkey(path))
        pairs = [(match, value) for match, value in zip(matches, wanted, strict=True) if match is not None]
        fresh = {match for match, value in pairs if not is_old(value, node.items[match].value)}
        staying = in_order([match for match, _ in pairs], fresh)
        at = {match: place for place, match in enumerate(matches) if match is not None and match in staying}
        text = self.text_of(slot, node)
        for index, item in enumerate(node.items):
            if index in at:
                self.value(text.slot_of(index), item, wanted[at[index]], path)
            else:
                self.forget(item)
        final = [
            match if match is not None and match in staying else New("", wanted[place])
            for place, match in enumerate(matches)
        ]
        if len(at) != len(node.items) or len(at) != len(final):
            text.arrange(final)


def _is_like(value: Any, node: Node) -> TypeGuard[dict[str, Any] | list[Any]]:
    return isinstance(value, dict) if node.kind is MAP else isinstance(value, list)


def _is_pair(node: Node) -> bool:
    """Say whether a node is a single pair without braces, ``[a: 1]``: it cannot become more."""
    return node.kind is MAP and node.style == FLOW and node.tree.scan[content_start(node)] != "{"
