"""Changing block collections: whole lines go and come, comments stay with their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext import emit
from meshinject.yamltext.lines import has_break, line_end, line_start, next_line
from meshinject.yamltext.model import MAP, SCALAR
from meshinject.yamltext.pen import ITEM, KEY, ROOT, Slot
from meshinject.yamltext.places import (
    block_header_end,
    colon_end,
    column,
    content_start,
    dashes,
    entry_starts,
    is_below,
    is_block,
    is_literal,
    last,
    owned_end,
    properties_end,
)
from meshinject.yamltext.style import Block, majority

if TYPE_CHECKING:
    from meshinject.yamltext.model import Node
    from meshinject.yamltext.pen import New, Pen


class BlockText:
    """The text of one block collection, in a slot."""

    def __init__(self, pen: Pen, node: Node, slot: Slot) -> None:
        self.pen = pen
        self.scan = pen.scan
        self.node = node
        self.slot = slot
        self.around = [*slot.around, node]
        self.is_map = node.kind is MAP
        self.values = node.items[1::2] if self.is_map else node.items
        self.starts = entry_starts(node) if self.is_map else dashes(node)
        self.ends = [max(last(value), start) for value, start in zip(self.values, self.starts, strict=True)]
        self.column = column(self.scan, self.starts[0])
        self.head = properties_end(node, slot.head)

    def slot_of(self, index: int) -> Slot:
        """Give the place of a value of the collection."""
        start = self.starts[index]
        if not self.is_map:
            return Slot(ITEM, start + 1, self.column, self.around)
        key = self.node.items[2 * index]
        return Slot(KEY, colon_end(self.scan, key) or key.end, self.column, self.around)

    def arrange(self, final: list[int | New]) -> None:
        """Make the collection hold these: an index is an entry that stays, in its order; the others go."""
        kept = [one for one in final if isinstance(one, int)]
        if not kept:
            self._rewrite([one for one in final if not isinstance(one, int)])
            return
        leading = [one for one in final[: final.index(kept[0])] if not isinstance(one, int)]
        if self._inline():
            self._lead_inline(leading, kept[0])
        else:
            start = line_start(self.scan, self.starts[0]) if self.slot.kind == ROOT else next_line(self.scan, self.head)
            self._insert(start, leading)
            for index in range(kept[0]):
                self.pen.delete_lines(self.starts[index], self.ends[index])
        for index in set(range(kept[0], len(self.starts))).difference(kept):
            self.pen.delete_lines(self.starts[index], self.ends[index])
        after = kept[0]
        news: list[New] = []
        for one in [*final[final.index(kept[0]) + 1 :], len(self.starts)]:
            if isinstance(one, int):
                self._insert(self._below(after), news)
                news = []
                after = one
            else:
                news.append(one)

    def _inline(self) -> bool:
        """Say whether the first entry stands on the line of a dash: ``- name: a``."""
        start = self.starts[0]
        return bool(self.scan[line_start(self.scan, start) : start].strip(" \t\ufeff"))

    def _below(self, index: int) -> int:
        """Give where new lines go that follow an entry: below the comments that belong to it."""
        outer = self.slot.column
        is_last = index == len(self.starts) - 1
        shallow = is_last and self.column > outer and self.slot.kind != ROOT
        return owned_end(self.scan, self.ends[index], self.column if shallow else self.column + 1)

    def style(self) -> Block:
        """Give the style inside the collection; a list's own dashes say most about dashes."""
        style = self.pen.styles.block(self.around)
        if self.is_map:
            return style
        pairs = zip(self.starts, self.values, strict=True)
        widths = [item.start - dash for dash, item in pairs if not has_break(self.scan, dash, item.start)]
        widths = [width for width in widths if 1 < width <= emit.WIDEST]
        return style._replace(width=majority(widths)) if widths else style

    def _lines(self, news: list[New], style: Block) -> list[str]:
        if self.is_map:
            return [line for new in news for line in emit.entry(new.name, new.value, self.column, style, new.mark)]
        return [line for new in news for line in emit.item(new.value, self.column, style)]

    def _insert(self, place: int, news: list[New]) -> None:
        if news:
            lines = self.pen.fit(place, self.style(), lambda style: self._lines(news, style))
            self.pen.insert_lines(place, lines)

    def _lead_inline(self, leading: list[New], kept: int) -> None:
        scan = self.scan
        pad = " " * self.column
        start = self.starts[0]
        line = self.pen.styles.line(start)
        written = (
            line.join(self._lines(leading, self.style()._replace(literals=False)))[self.column :] if leading else ""
        )
        if kept == 0:
            if written:
                self.pen.replace(start, start, f"{written}{line}{pad}")
            return
        # What stays moves up to the dash, or below what is new on the dash's line.
        place = next_line(scan, self.ends[kept - 1])
        while not scan[place : line_end(scan, place)].strip(" \t"):
            place = next_line(scan, place)
        if written:
            self.pen.replace(start, line_start(scan, place), written + line)
        else:
            bare = scan[place : line_end(scan, place)]
            self.pen.replace(start, place + len(bare) - len(bare.lstrip(" \t")), "")

    def _rewrite(self, news: list[New]) -> None:
        """Replace all entries; comments between them stay, below the new ones."""
        between = zip(self.ends, self.starts[1:], strict=False)
        has_comments = any("#" in self.scan[line_end(self.scan, end) : start] for end, start in between)
        start, end = self.starts[0], line_end(self.scan, self.ends[0 if has_comments else -1])
        if has_comments:
            for index in range(1, len(self.starts)):
                self.pen.delete_lines(self.starts[index], self.ends[index])
        place = next_line(self.scan, end)
        lines = self.pen.fit(place, self.style(), lambda style: self._lines(news, style))
        self.pen.replace(start, end, self.pen.styles.line(start).join(lines)[self.column :])


class _Old:
    """What is to be replaced: where its text starts behind its key or dash, with what it keeps of anchor and tag."""

    def __init__(self, pen: Pen, slot: Slot, node: Node) -> None:
        scan = pen.scan
        content = content_start(node)
        self.node = node
        self.empty = node.kind is SCALAR and not node.style and content >= node.end
        self.properties = properties_end(node, slot.head)
        self.below = not self.empty and is_below(scan, self.properties, node)
        # A tag would make something else of the new value: it goes; an anchor stays for the aliases that still want it.
        self.anchor = f"&{node.anchor}" if node.tag is not None and node.anchor is not None else ""
        self.head = slot.head if node.tag is not None else self.properties
        self.start = node.start if node.tag is not None else content


def replace(pen: Pen, slot: Slot, node: Node, value: Any) -> None:
    """Replace a value in a block collection, or the root, by a fresh one."""
    old = _Old(pen, slot, node)
    style = pen.styles.block(slot.around)
    if slot.kind == ITEM and not old.below and not old.empty and old.start - slot.head < emit.WIDEST:
        style = style._replace(width=old.start - slot.head + 1)
    place = next_line(pen.scan, last(node))
    # An anchor or a comment stays on the line of its dash.
    alone = node.anchor is not None or (
        not is_block(node) and "#" in pen.scan[last(node) : line_end(pen.scan, last(node))]
    )
    # People write `labels:` for no labels, so that is what becomes of labels that go.
    emptied = value is None and slot.kind == KEY and is_block(node)
    fresh = emit.Written("", []) if emptied else _write(value, slot, style, alone=alone)
    if fresh.lines:
        quoted = _write(value, slot, style._replace(literals=False), alone=alone)
        if pen.fit(place, style, lambda given: (fresh if given.literals else quoted).all()) == quoted.all():
            fresh = quoted
    if node.kind is SCALAR and not fresh.lines and not old.empty and not is_literal(node):
        pen.replace(old.start, node.end, _spaced(old.anchor, fresh.head))
    elif old.below:
        _replace_below(pen, slot, old, fresh, style)
    elif is_block(node):
        lines = [fresh.head, *fresh.lines] if fresh.head else fresh.lines
        pen.replace(old.start, line_end(pen.scan, last(node)), pen.styles.line(old.start).join(lines))
    elif is_literal(node):
        _replace_literal(pen, old, fresh)
    else:
        _replace_inline(pen, slot, old, fresh, style)


def _spaced(*words: str) -> str:
    return " ".join(word for word in words if word)


def _replace_below(pen: Pen, slot: Slot, old: _Old, fresh: emit.Written, style: Block) -> None:
    scan = pen.scan
    head = _spaced(old.anchor, fresh.head)
    if head or old.head < old.properties:
        blanks = style.width - 1 if slot.kind == ITEM else 1  # the lines below stand under the head
        pen.replace(old.head, old.properties, f"{' ' * blanks}{head}" if head else "")
    _replace_lines(pen, line_start(scan, content_start(old.node)), next_line(scan, last(old.node)), fresh.lines)


def _replace_lines(pen: Pen, start: int, end: int, lines: list[str]) -> None:
    if lines and start == end:
        pen.insert_lines(start, lines)
    else:
        line = pen.styles.line(max(0, start - 1))
        pen.replace(start, end, line.join(lines) + line if lines else "")


def _replace_literal(pen: Pen, old: _Old, fresh: emit.Written) -> None:
    scan = pen.scan
    header = block_header_end(old.node)
    head = _spaced(old.anchor, fresh.head)
    pen.replace(old.start if head else old.head, header, head)
    _replace_lines(
        pen, next_line(scan, header), max(next_line(scan, header), next_line(scan, last(old.node))), fresh.lines
    )


def _replace_inline(pen: Pen, slot: Slot, old: _Old, fresh: emit.Written, style: Block) -> None:
    head = _spaced(old.anchor, fresh.head)
    end = old.properties if old.empty else old.node.end
    if slot.kind == ROOT and old.start == slot.head and not old.empty:
        pen.replace(old.start, end, pen.styles.line(end).join([head, *fresh.lines] if head else fresh.lines))
        return
    if not head:
        rest = pen.scan[end : line_end(pen.scan, end)]
        gap = rest[: len(rest) - len(rest.lstrip(" \t"))]
        if slot.kind == ITEM and "\t" in gap:
            # A tab may not stand behind a dash, not even before a comment.
            pen.replace(old.head, end + len(gap), gap.replace("\t", " "))
        else:
            pen.replace(old.head, end, "")
    elif old.empty:
        blanks = style.width - 1 if slot.kind == ITEM else 1
        pen.replace(old.head, end, " " * blanks + head)
    else:
        pen.replace(old.start, end, head)
    if fresh.lines:
        pen.insert_lines(_fill_place(pen.scan, slot, end, fresh.lines[0]), fresh.lines)


def _fill_place(scan: str, slot: Slot, end: int, first: str) -> int:
    """Give where the lines of a collection go that had none: below comments that else would seem to end it."""
    if slot.kind != KEY:
        return next_line(scan, end)
    column = len(first) - len(first.lstrip(" "))
    return owned_end(scan, end, column + (column == slot.column))


def _write(value: Any, slot: Slot, style: Block, *, alone: bool) -> emit.Written:
    """Write a value for a slot; ``alone`` on lines of its own where an anchor stays on the line of its dash."""
    if slot.kind == ROOT:
        if isinstance(value, dict | list) and value:
            return emit.Written(
                "", emit.entries(value, 0, style) if isinstance(value, dict) else emit.items(value, 0, style)
            )
        return emit.under_key(value, 0, style._replace(literals=False))
    if slot.kind == KEY:
        return emit.under_key(value, slot.column, style)
    if alone and isinstance(value, dict | list) and value:
        inner = slot.column + style.width
        return emit.Written(
            "", emit.entries(value, inner, style) if isinstance(value, dict) else emit.items(value, inner, style)
        )
    return emit.under_dash(value, slot.column, style)


def root_lines(value: Any) -> list[str]:
    """Write a value as a whole document."""
    written = _write(value, Slot(ROOT, 0, 0, []), Block(), alone=False)
    return [written.head, *written.lines] if written.head else written.lines
