"""Where things stand in the text: contents behind anchors and tags, dashes, colons, last lines, comments.

Comment ownership, read as people write them: a comment line that is deeper than a key or dash belongs to the entry
above; one at its column belongs to the next entry; after the last entry it belongs to the last, but not below a compact
sequence (dashes in the column of the parent key) nor at the root: there it is of what follows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meshinject.yamltext.lines import has_break, line_end, line_start, next_line
from meshinject.yamltext.model import ALIAS, FLOW, SCALAR

if TYPE_CHECKING:
    from meshinject.yamltext.model import Node

_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BLANK = re.compile(r"[ \t\r\n]*")
_PROPERTY = re.compile(r"&[^\s,\[\]{}]+|!(?:<[^>\s]*>|[^\s]*)")
_HEADER = re.compile(r"[|>][-+0-9]*")


def skip(scan: str, index: int) -> int:
    """Give the index of the next character that is no blank, line break or comment."""
    found = _GAP.match(scan, index)
    return found.end() if found else index


def skip_blank(scan: str, index: int) -> int:
    """Give the index of the next character that is no blank or line break."""
    found = _BLANK.match(scan, index)
    return found.end() if found else index


def column(scan: str, index: int) -> int:
    """Give the column of an index as libyaml counts, from 0."""
    return index - line_start(scan, index)


def content_start(node: Node) -> int:
    """Give the index of a node's content behind its anchor and tag; the end of the last of these for an empty node."""
    scan = node.tree.scan
    index = node.start
    for _ in range((node.anchor is not None) + (node.tag is not None)):
        end = _property_end(scan, index)
        index = skip(scan, end)
        if index >= node.end and node.kind is SCALAR:
            return end
    return index


def properties_end(node: Node, head: int) -> int:
    """Give the end of a node's anchor and tag, or ``head`` when it has none."""
    scan = node.tree.scan
    end = head
    index = node.start
    for _ in range((node.anchor is not None) + (node.tag is not None)):
        end = _property_end(scan, index)
        index = skip(scan, end)
    return end


def _property_end(scan: str, index: int) -> int:
    found = _PROPERTY.match(scan, index)
    return found.end() if found else index


def block_header_end(node: Node) -> int:
    """Give the end of a block scalar's indicator, as in ``|-``."""
    start = content_start(node)
    found = _HEADER.match(node.tree.scan, start)
    return found.end() if found else start


def is_literal(node: Node) -> bool:
    """Say whether a node is a block scalar, ``|`` or ``>``."""
    return node.kind is SCALAR and node.style != "" and node.style in "|>"


def last(node: Node) -> int:
    """Give the end of a node's content; blank lines below a block scalar are content only where it keeps them."""
    while node.items and node.style != FLOW:
        node = node.items[-1]
    if not is_literal(node):
        return node.end
    scan = node.tree.scan
    header = block_header_end(node)
    indicator = scan[content_start(node) : header]
    lines = []
    place = next_line(scan, header)
    while place < node.end:
        lines.append((place, line_end(scan, place)))
        place = next_line(scan, place)
    # A line of blanks is content where it is longer than the block's indent.
    indent = 0 if any(char.isdigit() for char in indicator) else _block_indent(scan, lines)
    for start, end in reversed(lines):
        if "+" in indicator or end - start > indent or scan[start:end].strip(" "):
            return end
    return header


def _block_indent(scan: str, lines: list[tuple[int, int]]) -> int:
    filled = [scan[start:end] for start, end in lines if scan[start:end].strip(" ")]
    return min((len(line) - len(line.lstrip(" ")) for line in filled), default=0)


def colon_end(scan: str, key: Node) -> int | None:
    """Give the index behind a key's colon; None where there is none (``{a}``, ``? a``)."""
    index = skip(scan, key.end)
    return index + 1 if scan[index : index + 1] == ":" else None


def dashes(node: Node) -> list[int]:
    """Give the index of the dash of every item of a block list."""
    scan = node.tree.scan
    places = []
    index = content_start(node)
    for item in node.items:
        places.append(index)
        index = skip(scan, item.end)
    return places


def entry_starts(node: Node) -> list[int]:
    """Give the index where every entry of a map begins: its key, or the question mark before it."""
    scan = node.tree.scan
    places = []
    index = content_start(node)
    if node.style == FLOW and scan[index : index + 1] == "{":
        index = skip(scan, index + 1)
    items = node.items
    for position in range(0, len(items), 2):
        key, value = items[position], items[position + 1]
        places.append(index if scan[index : index + 1] == "?" and index < key.start else key.start)
        index = skip(scan, max(key.end, value.end))
        if node.style == FLOW and scan[index : index + 1] == ",":
            index = skip(scan, index + 1)
    return places


def owned_end(scan: str, index: int, least: int) -> int:
    """Give the start of the line below the content that ends at ``index`` and the comments that belong to it.

    Comments belong to it from column ``least`` on.
    """
    place = end = next_line(scan, index)
    while place < len(scan):
        line = scan[place : line_end(scan, place)]
        bare = line.lstrip(" \t")
        if bare:
            if bare[0] != "#" or len(line) - len(bare) < least:
                break
            end = next_line(scan, place)
        place = next_line(scan, place)
    return end


def is_below(scan: str, head: int, node: Node) -> bool:
    """Say whether a node's content starts on a later line than its key or dash."""
    return has_break(scan, head, content_start(node))


def is_block(node: Node) -> bool:
    """Say whether a node is a collection in block style."""
    return node.kind not in (SCALAR, ALIAS) and node.style != FLOW
