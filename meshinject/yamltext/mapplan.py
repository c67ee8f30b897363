"""Which entries of a map stay, with merges: ``<<`` gives keys that no entry of the map shows.

Kubernetes reads a map in the order of its text, a later entry or merge beats an earlier one; so a key that must beat a
merge is written below it. Read strictly, such a key is there twice. So a merge whose keys the map does not write itself
is written out when it would give what is not wanted: no edit makes a map that a strict reader refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meshinject.yamltext import scalars
from meshinject.yamltext.match import in_order, is_old
from meshinject.yamltext.model import ALIAS, LIST
from meshinject.yamltext.nodes import entries, is_merge, key_name
from meshinject.yamltext.pen import New

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meshinject.yamltext.model import Map, Node

# Held by an anchor whose text goes.
GONE = object()


class MapPlan:
    """The plan for one map; ``after`` tells what anchors hold once they are edited."""

    def __init__(self, node: Node, wanted: Map, after: dict[Node, Any]) -> None:
        self.node = node
        self.wanted = wanted
        self.after = after
        self.names: list[str | None] = []
        # The entry or merge, by its number, that gives each key.
        self.source: dict[str, int] = {}
        for index, key in enumerate(node.items[::2]):
            name = None if is_merge(key) else key_name(key)
            self.names.append(name)
            for given in [name] if name is not None else _merged_names(node.items[2 * index + 1]):
                self.source[given] = index
        order = {name: place for place, name in enumerate(node.value)}
        fresh = {order[name] for name in wanted if name in order and not is_old(wanted[name], node.value[name])}
        in_place = in_order([order[name] for name in wanted if name in order], fresh)
        self.staying = {name for name in wanted if name in order and order[name] in in_place}
        self.inherited: dict[int, dict[str, Any]] = {}

    def stays(self, index: int) -> bool:
        """Say whether an entry stays: asked in the order of the text."""
        name = self.names[index]
        if name is None:
            return self._merge_stays(index)
        if name not in self.wanted or (self.after and self._dangles(index)):
            return False
        source = self.source[name]
        if self.names[source] is None:
            # A merge below beats it, and goes on doing so where that is what is wanted.
            given = self._given(source)
            return given is not None and name in given and scalars.same(given[name], self.wanted[name])
        return name in self.staying

    def _dangles(self, index: int) -> bool:
        """Say whether an entry would keep an alias of nothing: as its key, or in a value that does not count."""
        key, value = self.node.items[2 * index : 2 * index + 2]
        if key.kind is ALIAS and key.target in self.after:
            return True
        return not self.is_live(index) and any(self.after.get(alias.target) is GONE for alias in _aliases(value))

    def is_live(self, index: int) -> bool:
        """Say whether an entry gives its key's value: no later entry or merge beats it."""
        name = self.names[index]
        return name is not None and self.source[name] == index

    def _merge_stays(self, index: int) -> bool:
        given = self._given(index)
        if given is None or not given.keys() <= self.wanted.keys():
            return False
        strict = not any(name in given for name in self.names)
        for name, value in given.items():
            source = self.source.get(name, index)
            goes_on_to_lose = source < index and self.names[source] is not None
            if (strict or goes_on_to_lose) and not scalars.same(value, self.wanted[name]):
                return False
        self.inherited[index] = given
        return True

    def _given(self, index: int) -> dict[str, Any] | None:
        """Give what a merge gives after the edits; None when that cannot be told."""
        given: dict[str, Any] = {}
        for source in _sources(self.node.items[2 * index + 1]):
            now = self.after.get(source.target, source.target.value)
            if now is GONE or (self.after and source.kind is not ALIAS):
                return None
            given.update(now if source.kind is ALIAS else source.value)
        return given

    def still(self, index: int) -> bool:
        """Say, once all entries were asked, whether an entry stays: one that lost to a merge goes with the merge."""
        name = self.names[index]
        return (
            name is None
            or self.is_live(index)
            or self.names[self.source[name]] is not None
            or self.source[name] in self.inherited
        )

    def final(self, stays: list[int]) -> list[int | New]:
        """Give the entries of the map to be: those that stay, and the new ones behind their predecessors."""
        behind: dict[int, list[New]] = {}
        live = {self.names[index]: index for index in stays if self.is_live(index)}
        at = -1
        marks = self.wanted.marks
        for name, value in self.wanted.items():
            merge = max((index for index in self.inherited if name in self.inherited[index]), default=-1)
            if name in live and live[name] > merge:
                at = live[name]
            elif merge >= 0 and scalars.same(self.inherited[merge][name], value):
                at = max(at, merge)
            else:
                at = max(at, merge)
                behind.setdefault(at, []).append(New(name, value, marks.get(name)))
        final: list[int | New] = [*behind.get(-1, [])]
        for index in stays:
            final += [index, *behind.get(index, [])]
        return final


def _aliases(node: Node) -> Iterator[Node]:
    if node.kind is ALIAS:
        yield node
    for item in node.items:
        yield from _aliases(item)


def _sources(value: Node) -> list[Node]:
    # Earlier maps of a merge list win: they come last.
    return value.items[::-1] if value.kind is LIST else [value]


def _merged_names(value: Node) -> list[str]:
    return [name for source in _sources(value) for name in entries(source.target)]
