"""Go's reflect.DeepEqual: types count, nil differs from empty."""

from typing import Any

from meshinject.gotemplate.measure import measure
from meshinject.gotemplate.values import Function, Pointer, Struct, is_nil, type_of


def deep_equal(first: Any, other: Any) -> bool:
    """Whether two values are the same in type and content.

    Raises:
        GoError: a value is too large to be compared.
    """
    if first is None or other is None:
        return first is other
    if isinstance(first, list | dict | Pointer | Struct):
        measure(first)
        measure(other)
    return _equal(first, other)


def _equal(first: Any, other: Any) -> bool:
    if first is None or other is None:
        return first is other
    if type_of(first).name != type_of(other).name or is_nil(first) != is_nil(other):
        return False
    if isinstance(first, Function):
        return False
    if isinstance(first, list):
        return first is other or (
            len(first) == len(other) and all(_equal(one, two) for one, two in zip(first, other, strict=True))
        )
    if isinstance(first, dict):
        return first is other or (
            len(first) == len(other) and all(key in other and _equal(first[key], other[key]) for key in first)
        )
    if isinstance(first, Pointer):
        return first.target is other.target or _equal(first.target, other.target)
    if isinstance(first, Struct):
        return all(_equal(first.get(field.name), other.get(field.name)) for field in first.go_type.order)
    return bool(first == other)
