"""Sprig's questions about types."""

from typing import Any

from meshinject.gotemplate.sprig.equality import deep_equal
from meshinject.gotemplate.values import Function, type_of


def type_name(value: Any) -> str:
    """The Go type of a value."""
    return "<nil>" if value is None else type_of(value).name


def kind(value: Any) -> str:
    """The kind of Go type of a value."""
    return "invalid" if value is None else type_of(value).kind


FUNCTIONS = {
    "deepEqual": Function(deep_equal, "any any"),
    "kindIs": Function(lambda wanted, value: wanted == kind(value), "string any"),
    "kindOf": Function(kind, "any"),
    "typeIs": Function(lambda wanted, value: wanted == type_name(value), "string any"),
    "typeIsLike": Function(lambda wanted, value: type_name(value) in (wanted, f"*{wanted}"), "string any"),
    "typeOf": Function(type_name, "any"),
}
