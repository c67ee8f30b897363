"""Which entries of the wanted collection are those of the present one, and which of them may stay where they are."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from meshinject.yamltext import scalars
from meshinject.yamltext.model import List, Map

if TYPE_CHECKING:
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


def in_order(places: list[int]) -> set[int]:
    """Give the members of the longest rising run: what need not move when entries come in this order."""
    if all(left < right for left, right in pairwise(places)):
        return set(places)
    tails: list[int] = []
    best: list[int] = []
    previous: dict[int, int | None] = {}
    for place in places:
        at = bisect_left(tails, place)
        previous[place] = best[at - 1] if at else None
        if at == len(tails):
            tails.append(place)
            best.append(place)
        else:
            tails[at] = best[at] = place
    chosen: set[int] = set()
    last: int | None = best[-1]
    while last is not None:
        chosen.add(last)
        last = previous[last]
    return chosen
