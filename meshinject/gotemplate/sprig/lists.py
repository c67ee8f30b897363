"""Sprig's functions on lists. Most give a new []interface {}; a value that is no list is an error, nil a Go panic."""

from collections.abc import Callable
from typing import Any

from meshinject.gotemplate.sprig.casts import to_int64
from meshinject.gotemplate.sprig.equality import deep_equal
from meshinject.gotemplate.sprig.support import check_items, kind_of
from meshinject.gotemplate.values import LIST_ANY, Function, GoError, GoList, Uint8, list_of, type_of

_LIST_OF_LISTS = list_of(LIST_ANY)


def _items(value: Any, complaint: str) -> Any:
    """The items of a list.

    Raises:
        GoError: the value is no list; the complaint names its kind.
    """
    kind = kind_of(value)
    if kind != "slice":
        raise GoError(f"{complaint} {kind}")
    return [Uint8(byte) for byte in value] if isinstance(value, bytes) else value


def append(value: Any, item: Any) -> list[Any]:
    """The list with an item at its end."""
    return [*_items(value, "Cannot push on type"), item]


def prepend(value: Any, item: Any) -> list[Any]:
    """The list with an item before it."""
    return [item, *_items(value, "Cannot prepend on type")]


def chunk(size: int, value: Any) -> GoList:
    """The list cut into lists of this size."""
    items = list(_items(value, "Cannot chunk type"))
    if size <= 0:
        # sprig computes the number of lists first: it may come out as none at all.
        if size < 0 and (len(items) - 1) // size == -1:
            return GoList(_LIST_OF_LISTS)
        raise GoError("runtime error: makeslice: len out of range")
    return GoList(_LIST_OF_LISTS, [items[start : start + size] for start in range(0, len(items), size)])


def _nil_list() -> GoList:
    return GoList(LIST_ANY, nil=True)


def first(value: Any) -> Any:
    """The first item, nil when there is none."""
    items = _items(value, "Cannot find first on type")
    return items[0] if items else None


def last(value: Any) -> Any:
    """The last item, nil when there is none."""
    items = _items(value, "Cannot find last on type")
    return items[-1] if items else None


def rest(value: Any) -> list[Any]:
    """All items but the first."""
    items = _items(value, "Cannot find rest on type")
    return list(items[1:]) if items else _nil_list()


def initial(value: Any) -> list[Any]:
    """All items but the last."""
    items = _items(value, "Cannot find initial on type")
    return list(items[:-1]) if items else _nil_list()


def reverse(value: Any) -> list[Any]:
    """The items from last to first."""
    return list(reversed(_items(value, "Cannot find reverse on type")))


def uniq(value: Any) -> list[Any]:
    """The items without repetitions.

    Raises:
        GoError: the value is no list, or comparing its items would take too long.
    """
    kept: list[Any] = []
    simple: set[tuple[str, Any]] = set()  # what hashes is looked up, the rest compared with each other
    composed: list[Any] = []
    for item in _items(value, "Cannot find uniq on type"):
        if item is None or isinstance(item, str | int | float):
            key = ("" if item is None else type_of(item).name, item)
            if key not in simple or item != item:  # noqa: PLR0124 - NaN equals nothing
                simple.add(key)
                kept.append(item)
        elif not _contains(composed, item):
            composed.append(item)
            kept.append(item)
    return kept


def _contains(items: list[Any], wanted: Any) -> bool:
    return any(deep_equal(item, wanted) for item in items)


def without(value: Any, *unwanted: Any) -> list[Any]:
    """The items that equal none of the unwanted ones."""
    return [item for item in _items(value, "Cannot find without on type") if not _contains(list(unwanted), item)]


def has(needle: Any, value: Any) -> bool:
    """Whether an item equals the needle; a nil list has none."""
    return value is not None and _contains(_items(value, "Cannot find has on type"), needle)


def slice_(value: Any, *bounds: Any) -> Any:
    """The items from one index to before another.

    Raises:
        GoError: the bounds do not fit.
    """
    items = _items(value, "list should be type of slice or array but")
    if not items:
        return None
    start = to_int64(bounds[0]) if bounds else 0
    end = to_int64(bounds[1]) if len(bounds) > 1 else len(items)
    if start < 0 or end > len(items) or start > end:
        raise GoError("reflect.Value.Slice: slice index out of bounds")
    part = items[start:end]
    return GoList(type_of(value), part) if isinstance(value, GoList) else list(part)


def concat(*values: Any) -> list[Any]:
    """The items of all lists in one."""
    total: list[Any] = []
    for value in values:
        kind = kind_of(value)
        if kind != "slice":
            raise GoError(f"Cannot concat type {kind} as list")
        total += value
        check_items(len(total))
    return total or _nil_list()


def _both(name: str, call: Callable[..., Any], params: str) -> dict[str, Function]:
    """The function under its name and with `must` before it: both fail in the same words."""
    return {name: Function(call, params), f"must{name[0].upper()}{name[1:]}": Function(call, params)}


FUNCTIONS = {
    **_both("append", append, "any any"),
    **_both("push", append, "any any"),
    **_both("prepend", prepend, "any any"),
    **_both("chunk", chunk, "int any"),
    **_both("first", first, "any -> any"),
    **_both("last", last, "any -> any"),
    **_both("rest", rest, "any"),
    **_both("initial", initial, "any"),
    **_both("reverse", reverse, "any"),
    **_both("uniq", uniq, "any"),
    **_both("without", without, "any ...any"),
    **_both("has", has, "any any"),
    **_both("slice", slice_, "any ...any -> any"),
    "concat": Function(concat, "...any -> any"),
    "list": Function(lambda *items: list(items), "...any"),
    "tuple": Function(lambda *items: list(items), "...any"),
}
