"""Sprig's defaults, and the functions that choose between values. Empty means what `if` takes for false."""

from typing import Any, NoReturn

from meshinject.gotemplate.sprig.support import kind_of
from meshinject.gotemplate.values import Function, GoError


def default(fallback: Any, *given: Any) -> Any:
    """The given value, or the fallback when there is none or it is empty."""
    return given[0] if given and given[0] else fallback


def coalesce(*values: Any) -> Any:
    """The first value that is not empty, else nil."""
    return next((value for value in values if value), None)


def compact(items: Any) -> list[Any]:
    """The items of a list that are not empty.

    Raises:
        GoError: the value is no list.
    """
    kind = kind_of(items)
    if kind != "slice":
        raise GoError(f"Cannot compact on type {kind}")
    return [item for item in items if item]


def fail(message: str) -> NoReturn:
    """Stop the template with this message."""
    raise GoError(message)


FUNCTIONS = {
    "default": Function(default, "any ...any -> any"),
    "empty": Function(lambda value: not value, "any"),
    "coalesce": Function(coalesce, "...any -> any"),
    "all": Function(lambda *values: all(values), "...any"),
    "any": Function(lambda *values: any(values), "...any"),
    "ternary": Function(lambda yes, no, choice: yes if choice else no, "any any bool -> any"),
    "compact": Function(compact, "any"),
    "mustCompact": Function(compact, "any"),
    "fail": Function(fail, "string"),
    "hello": Function(lambda: "Hello!"),
}
