"""Which entries of the wanted collection are those of the present one, and which of them may stay where they are."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from meshinject.yamltext import scalars
from meshinject.yamltext.model import List, Map

if TYPE_CHECKING:
    from collections.abc import Container

    from meshinject.yamltext.model import Node


def match_items(nodes: list[Node], wanted: list[Any], key: str | None) -> list[int | None]:
    """Give for every wanted item the present one it is: by its node, else by its merge key, else by equality."""
    found: list[int | None] = [None] * len(wanted)
    free = dict.fromkeys(range(len(nodes)))
    _by_node(nodes, wanted, found, free)
    if key is not None:
        _by_key(nodes, wanted, found, free, key)
    for place, value in enumerate(wanted):
        if found[place] is None and _node_of(value) is None:
            index = next((index for index in free if scalars.same(nodes[index].value, value)), None)
            if index is not None:
                found[place] = index
                del free[index]
    return found


def is_old(wanted: Any, present: Any) -> bool:
    """Say whether a wanted value is the present one, perhaps changed inside, and no fresh one."""
    return wanted is present or (_node_of(wanted) is not None and _node_of(wanted) is _node_of(present))


def _node_of(value: Any) -> Node | None:
    return value.node if isinstance(value, Map | List) else None


def _by_node(nodes: list[Node], wanted: list[Any], found: list[int | None], free: dict[int, None]) -> None:
    places: dict[Node, list[int]] = {}
    for index, node in enumerate(nodes):
        places.setdefault(node.target, []).append(index)
    for place, value in enumerate(wanted):
        own = _node_of(value)
        candidates = places.get(own) if own is not None else None
        if candidates:
            index = candidates.pop(0)
            found[place] = index
            del free[index]


def _by_key(nodes: list[Node], wanted: list[Any], found: list[int | None], free: dict[int, None], key: str) -> None:
    places: dict[Any, list[int]] = {}
    for index in free:
        value = nodes[index].value
        if isinstance(value, dict) and isinstance(value.get(key), str | int):
            places.setdefault(value[key], []).append(index)
    for place, value in enumerate(wanted):
        if found[place] is None and isinstance(value, dict) and isinstance(value.get(key), str | int):
            candidates = places.get(value[key])
            if candidates:
                index = candidates.pop(0)
                found[place] = index
                del free[index]


def in_order(places: list[int], fresh: Container[int]) -> set[int]:
    """Give the members of the rising run that is best to keep when entries come in this order; the others move.

    As many as can be that are not ``fresh`` stay, then as many of the rest: what moves is written anew.
    """
    if all(left < right for left, right in pairwise(places)):
        return set(places)
    best: list[tuple[int, int]] = []
    before: list[int] = []
    for at, place in enumerate(places):
        weight, previous = max(((best[at2], at2) for at2 in range(at) if places[at2] < place), default=((0, 0), -1))
        best.append((weight[0] + (place not in fresh), weight[1] + 1))
        before.append(previous)
    at = max(range(len(places)), key=best.__getitem__)
    chosen: set[int] = set()
    while at >= 0:
        chosen.add(places[at])
        at = before[at]
    return chosen
