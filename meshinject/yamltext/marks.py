"""Notes of ours in the text: ``port: 15020  # meshinject: was http``.

A note is the end of the comment on the line of a key, behind two blanks, so that taking it away gives the line back.
Only block maps hold notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext.lines import line_end
from meshinject.yamltext.model import FLOW, Map
from meshinject.yamltext.places import block_header_end, is_below, is_block, is_literal, last, properties_end

if TYPE_CHECKING:
    from meshinject.yamltext.model import Node

MARK = "# meshinject: "


def comment(mark: str | None) -> str:
    """Give the comment that holds a note, with its blanks; nothing for no note or one that no comment can hold."""
    if not mark or not mark.isprintable() or mark != mark.strip():
        return ""
    return f"  {MARK}{mark}"


def _value_end(head: int, node: Node) -> int:
    """Give the index behind a value's text where the comment of its key may start; ``head`` ends the key."""
    if is_literal(node):
        return block_header_end(node)
    if is_block(node) or is_below(node.tree.scan, head, node):
        return max(head, properties_end(node, head))
    return last(node)


def span(head: int, node: Node) -> tuple[int, int]:
    """Give where the note with its blanks stands, or would, on the line of a value whose key ends at ``head``."""
    scan = node.tree.scan
    place = _value_end(head, node)
    end = line_end(scan, place)
    at = scan.find(MARK, place, end)
    between = scan[place:at].lstrip(" \t")
    if at <= place or scan[at - 1] not in " \t" or (between and between[0] != "#"):
        return end, end
    return (at - 2 if at - 2 >= place and scan[at - 2] == " " else at - 1), end


def read(head: int, node: Node) -> str | None:
    """Give the note on the line of a value whose key ends at ``head``."""
    scan = node.tree.scan
    start, end = span(head, node)
    return None if start == end else scan[scan.find(MARK, start, end) + len(MARK) : end]


def same(present: Any, wanted: Any) -> bool:
    """Say whether two equal values have the same notes wherever the text of the present one can hold them."""
    if isinstance(present, dict):
        if isinstance(present, Map) and present.node is not None and present.node.style != FLOW:
            wanted_marks = wanted.marks if isinstance(wanted, Map) else {}
            if {name: mark for name, mark in wanted_marks.items() if comment(mark) and name in wanted} != present.marks:
                return False
        return all(same(value, wanted[name]) for name, value in present.items())
    return not isinstance(present, list) or all(map(same, present, wanted))
