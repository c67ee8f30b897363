"""Numbers out of anything, as the library spf13/cast that sprig uses makes them: 0 where it cannot."""

import re
from typing import Any

from meshinject.gotemplate.numbers import INT64_MAX, INT64_MIN, parse_float, parse_literal
from meshinject.gotemplate.values import Pointer, type_of, wrap

_ZERO_DECIMALS = r"([+-]?[0-9A-Za-z_]*)\.0*"


def to_int64(value: Any) -> int:
    """The value as an int64: floats cut, texts read with their base prefix, true 1."""
    value = _reached(value)
    if value is None:
        return 0
    go_type = type_of(value)
    if isinstance(value, str):
        return _int_of_text(value) if not go_type.methods else 0
    if isinstance(value, bool):
        return int(value)
    if go_type.name != go_type.kind:
        return 0  # a named type is none that the library knows
    if isinstance(value, int):
        return wrap("int64", int(value))
    if isinstance(value, float):
        return truncated(value)
    return 0


def truncated(value: float) -> int:
    """A float as an int64, as the conversion of amd64 does it: out of range is the smallest number."""
    if value != value or not INT64_MIN <= value < INT64_MAX + 1:  # noqa: PLR0124 - only NaN differs from itself
        return INT64_MIN
    return int(value)


def _int_of_text(text: str) -> int:
    found = re.fullmatch(_ZERO_DECIMALS, text)
    number = parse_literal(found[1] if found and found[1] else text)
    return number if number is not None and INT64_MIN <= number <= INT64_MAX else 0


def to_float64(value: Any) -> float:
    """The value as a float64."""
    value = _reached(value)
    if value is None:
        return 0.0
    go_type = type_of(value)
    if isinstance(value, str):
        return parse_float(value) or 0.0
    if isinstance(value, bool | int | float) and (isinstance(value, bool) or go_type.name == go_type.kind):
        return float(value)
    return 0.0


def _reached(value: Any) -> Any:
    while isinstance(value, Pointer):
        value = value.target
    return value
