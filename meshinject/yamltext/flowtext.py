"""Changing flow collections: ``{a: 1}``, ``[x, y]``, JSON, on one line or over many.

Between two entries lies a gap with the comma and, over several lines, comments: what stands behind the comma up to the
line break belongs to the entry before it, the rest to the entry below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext import emit
from meshinject.yamltext.lines import has_break, line_end
from meshinject.yamltext.model import MAP
from meshinject.yamltext.pen import FLOW_PLACE, Slot
from meshinject.yamltext.places import colon_end, content_start, entry_starts, skip
from meshinject.yamltext.style import indent

if TYPE_CHECKING:
    from meshinject.yamltext.model import Node
    from meshinject.yamltext.pen import New, Pen


class FlowText:
    """The text of one flow collection."""

    def __init__(self, pen: Pen, node: Node, slot: Slot) -> None:
        self.pen = pen
        self.scan = pen.scan
        self.node = node
        self.around = [*slot.around, node]
        self.is_map = node.kind is MAP
        self.open = content_start(node)
        self.close = node.end - 1
        values = node.items[1::2] if self.is_map else node.items
        self.starts = entry_starts(node) if self.is_map else [item.start for item in node.items]
        keys = node.items[::2] if self.is_map else node.items
        self.ends = [max(key.end, value.end) for key, value in zip(keys, values, strict=True)]
        first = self.starts[0] if self.starts else self.close
        self.broken = bool(self.starts) and has_break(self.scan, self.open, first)
        self.style = pen.styles.flow(self.around)
        self.bare = not self.starts and not self.scan[self.open + 1 : self.close].strip()

    def slot_of(self, index: int) -> Slot:
        """Give the place of a value of the collection."""
        head = self.starts[index]
        if self.is_map:
            key = self.node.items[2 * index]
            head = colon_end(self.scan, key) or key.end
        return Slot(FLOW_PLACE, head, 0, self.around)

    def arrange(self, final: list[int | New]) -> None:
        """Make the collection hold these: an index is an entry that stays, in its order; the others go."""
        if not any(isinstance(one, int) for one in final):
            self._rewrite([self._write(one) for one in final if not isinstance(one, int)])
            return
        before: int | None = None
        news: list[str] = []
        for one in final:
            if isinstance(one, int):
                self._between(before, one, news)
                before, news = one, []
            else:
                news.append(self._write(one))
        self._after(before if before is not None else 0, news)

    def _write(self, new: New) -> str:
        style = self.style if self.bare or (self.broken and self._siblings_broken()) else self.style._replace(unit="")
        outer = self._pad() if self.broken else indent(self.scan, self.open) + style.unit
        if self.is_map:
            return emit.flow_entry(new.name, new.value, style, outer)
        return emit.flow(new.value, style, outer)

    def _siblings_broken(self) -> bool:
        """Say whether collections here go over lines: as their siblings do, or as there is none that does not."""
        values = self.node.items[1::2] if self.is_map else self.node.items
        filled = [value for value in values if value.items]
        return not filled or any(has_break(self.scan, value.start, value.end) for value in filled)

    def _pad(self) -> str:
        return indent(self.scan, self.starts[0])

    def _break(self) -> str:
        """Give what stands before an entry: a line break and indent, or the blank behind a comma."""
        return f"{self.style.line}{self._pad()}" if self.broken else self.style.comma[1:]

    def _comma(self, index: int) -> int | None:
        """Give the index behind the comma that follows an entry."""
        at = skip(self.scan, self.ends[index])
        return at + 1 if self.scan[at : at + 1] == "," else None

    def _own_end(self, index: int) -> int:
        """Give the end of an entry with its comma and, over several lines, the comment on its line."""
        comma = self._comma(index)
        end = self.ends[index] if comma is None else comma
        if self.broken:
            stop = line_end(self.scan, end)
            rest = self.scan[end:stop].lstrip(" \\t")
            if not rest or rest[0] == "#":
                return stop
        return end

    def _between(self, before: int | None, after: int, news: list[str]) -> None:
        """Settle what lies between two entries that stay, or before the first that does."""
        gone = after > 0 if before is None else after > before + 1
        if before is None and not self.broken:
            # On one line the first entry keeps the blanks behind the bracket.
            start, end = self.starts[0], self.starts[after]
            written = "".join(f"{new},{self._break()}" for new in news)
        else:
            start = line_end(self.scan, self.open) if before is None else self._own_end(before)
            end = self._own_end(after - 1) if gone else start
            written = "".join(f"{self._break()}{new}," for new in news)
        if gone or news:
            self.pen.replace(start, end, written)

    def _after(self, before: int, news: list[str]) -> None:
        """Settle what follows the last entry that stays."""
        final = len(self.starts) - 1
        gone = before < final
        trailing = self._comma(final) is not None
        if not gone and not news:
            return
        own_end = self._own_end(before)
        end = self._own_end(final)
        if trailing:
            self.pen.replace(own_end, end if gone else own_end, "".join(f"{self._break()}{new}," for new in news))
            return
        written = ",".join(f"{self._break()}{new}" for new in news)
        if not gone:
            self.pen.replace(self.ends[before], self.ends[before], ",")
        elif not news:
            comma = self._comma(before) or own_end
            self.pen.replace(comma - 1, comma, "")
        self.pen.replace(own_end, end if gone else own_end, written)

    def _rewrite(self, news: list[str]) -> None:
        """Replace all entries, or fill an empty collection."""
        if not news:
            self.pen.replace(self.open + 1, self.close, "")
        elif self.starts:
            final = len(self.starts) - 1
            written = f",{self._break()}".join(news)
            self.pen.replace(self.starts[0], self._comma(final) or self.ends[final], written)
        elif not self.bare:
            # A comment is all it holds: what is new comes below it.
            self.pen.replace(self.close, self.close, ", ".join(news))
        elif self.style.unit:
            outer = f"{self.style.line}{indent(self.scan, self.open)}"
            inner = outer + self.style.unit
            self.pen.replace(self.open + 1, self.close, f"{inner}{f',{inner}'.join(news)}{outer}")
        else:
            self.pen.replace(
                self.open + 1, self.close, f"{self.style.pad}{self.style.comma.join(news)}{self.style.pad}"
            )


def replace(pen: Pen, slot: Slot, node: Node, value: Any) -> None:
    """Replace a value in a flow collection by a fresh one."""
    scan = pen.scan
    written = emit.flow(value, pen.styles.flow(slot.around), indent(scan, node.start))
    anchor = f"&{node.anchor} " if node.anchor is not None else ""
    if node.start < node.end:
        pen.replace(node.start, node.end, anchor + written)
    elif scan[slot.head - 1 : slot.head] == ":":
        pen.replace(slot.head, slot.head, f" {written}")
    else:
        # A key alone, `{a}`.
        pen.replace(slot.head, slot.head, f": {written}")
