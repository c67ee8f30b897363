"""The functions that belong to the template language itself.

`and`, `or` and `call` are compiled specially; they are listed here so that the parser knows them and their
arguments are counted.
"""

from collections.abc import Callable
from typing import Any

from meshinject.gotemplate.formatting import format_value, printable, sprint, sprintln
from meshinject.gotemplate.values import (
    INT_BITS,
    NO_VALUE,
    STRING,
    UINT_BITS,
    Function,
    GoError,
    GoList,
    Pointer,
    Struct,
    StructType,
    Type,
    is_nil,
    type_of,
    zero,
)
from meshinject.gotemplate.verbs import PLAIN


def _reached(value: Any) -> Any:
    """The value behind pointers; NO_VALUE for a nil one."""
    while isinstance(value, Pointer):
        value = value.target
    return NO_VALUE if value is None else value


# -- comparison -------------------------------------------------------------------------------------

_BASIC = {"bool": "bool", "string": "string", "float32": "float", "float64": "float", "complex128": "complex"}
_INTEGERS = frozenset(("int", "uint"))


def _basic_kind(value: Any) -> str:
    """What kinds of values compare with each other; an empty text for those that have no order."""
    kind = type_of(value).kind
    if kind in INT_BITS:
        return "int"
    if kind in UINT_BITS:
        return "uint"
    return _BASIC.get(kind, "")


def eq(first: Any, *others: Any) -> bool:
    """Whether the first argument equals any of the others.

    Raises:
        GoError: there are no others, or they cannot be compared.
    """
    if not others:
        raise GoError("missing argument for comparison")
    if first.__class__ is str:
        for other in others:
            if other.__class__ is not str:
                break
            if first == other:
                return True
        else:
            return False
    return any(_equal(first, other) for other in others)


def _equal(first: Any, other: Any) -> bool:
    missing = first is None or other is None or first is NO_VALUE or other is NO_VALUE
    if missing:
        return is_nil(first) and is_nil(other)
    left, right = _basic_kind(first), _basic_kind(other)
    one, two = type_of(first), type_of(other)
    if left != right:
        if left in _INTEGERS and right in _INTEGERS:
            return bool(first == other)
        raise GoError(f"incompatible types for comparison: {one.name} and {two.name}")
    if left:
        return bool(first == other)
    if one.kind != two.kind:
        raise GoError(f"non-comparable types {_shown(first)}: {one.name}, {two.name}: {format_value(other, PLAIN, 0)}")
    if is_nil(first) or is_nil(other):
        return is_nil(first) and is_nil(other)
    if not _comparable(two):
        raise GoError(f"non-comparable type {_shown(other)}: {two.name}")
    return one.name == two.name and _identical(first, other)


def _comparable(go_type: Type) -> bool:
    """Whether Go's == is defined for values of the type."""
    if isinstance(go_type, StructType):
        return all(_comparable(field.type) for field in go_type.order)
    return go_type.kind not in {"map", "slice", "func"}


def _identical(first: Any, other: Any) -> bool:
    """Go's == for two values of one comparable type that has no order."""
    if isinstance(first, Pointer):
        return first.target is other.target
    if isinstance(first, Struct):
        pairs = [(first.get(field.name), other.get(field.name)) for field in first.go_type.order]
        return all(one == two if _basic_kind(one) else _identical(one, two) for one, two in pairs if one is not two)
    return bool(first is other)


def _shown(value: Any) -> str:
    from meshinject.gotemplate.printf import sprintf  # noqa: PLC0415 - only an error needs it

    return sprintf("%s", [value])


def ne(first: Any, other: Any) -> bool:
    """Whether two values differ."""
    return not eq(first, other)


def lt(first: Any, other: Any) -> bool:
    """Whether the first value is less.

    Raises:
        GoError: the values have no order.
    """
    if first is None or other is None or first is NO_VALUE or other is NO_VALUE:
        raise GoError("invalid type for comparison")
    left, right = _basic_kind(first), _basic_kind(other)
    if left != right:
        if not left or not right:
            raise GoError("invalid type for comparison")
        if left not in _INTEGERS or right not in _INTEGERS:
            raise GoError(f"incompatible types for comparison: {type_of(first).name} and {type_of(other).name}")
    elif left in {"", "bool", "complex"}:
        raise GoError("invalid type for comparison")
    if left == "string":
        return str(first).encode("utf-8", "surrogateescape") < str(other).encode("utf-8", "surrogateescape")
    return bool(first < other)


def le(first: Any, other: Any) -> bool:
    """Whether the first value is less or equal."""
    return lt(first, other) or eq(first, other)


def gt(first: Any, other: Any) -> bool:
    """Whether the first value is greater."""
    return not le(first, other)


def ge(first: Any, other: Any) -> bool:
    """Whether the first value is greater or equal."""
    return not lt(first, other)


# -- containers -------------------------------------------------------------------------------------


def length(value: Any) -> int:
    """The length of a string (in bytes), list or map.

    Raises:
        GoError: the value has no length.
    """
    if value is NO_VALUE:
        raise GoError("reflect: call of reflect.Value.Type on zero Value")
    value_reached = _reached(value)
    if value_reached is NO_VALUE:
        raise GoError("len of nil pointer")
    go_type = type_of(value_reached)
    if go_type.kind == "string":
        return len(value_reached) if value_reached.isascii() else len(value_reached.encode("utf-8", "surrogateescape"))
    if go_type.kind in {"slice", "map"}:
        return len(value_reached)
    raise GoError(f"len of type {go_type.name}")


def index(item: Any, *keys: Any) -> Any:
    """The element found by following the keys into maps and lists.

    Raises:
        GoError: a key does not fit, or there is nothing to look into.
    """
    if item is None or item is NO_VALUE:
        raise GoError("index of untyped nil")
    for key in keys:
        item = _reached(item)
        if item is NO_VALUE:
            raise GoError("index of nil pointer")
        go_type = type_of(item)
        if go_type.kind == "map":
            wanted = go_type.key or STRING
            item = item.get(_map_key(key, wanted), NO_VALUE)
            if item is NO_VALUE:
                item = zero(go_type.elem) if go_type.elem is not None else None
        elif go_type.kind == "string":
            raw = item.encode("utf-8", "surrogateescape")
            item = _uint8(raw[_index(key, len(raw), "string")])
        elif go_type.kind == "slice":
            item = item[_index(key, len(item), "slice")]
        else:
            raise GoError(f"can't index item of type {go_type.name}")
    return item


def _uint8(byte: int) -> Any:
    from meshinject.gotemplate.values import Uint8  # noqa: PLC0415 - rare

    return Uint8(byte)


def _map_key(key: Any, wanted: Type) -> Any:
    if key is None or key is NO_VALUE:
        if wanted.kind == "interface":
            return None
        raise GoError(f"value is nil; should be of type {wanted.name}")
    found = type_of(key)
    if found.assignable_to(wanted):
        return key
    if _is_integer(found) and _is_integer(wanted):
        return key
    raise GoError(f"value has type {found.name}; should be {wanted.name}")


def _is_integer(go_type: Type) -> bool:
    return go_type.kind in INT_BITS or go_type.kind in UINT_BITS


def _index(key: Any, size: int, kind: str) -> int:
    """A key as the index of an element."""
    position = _position(key, size)
    if position == size:
        raise GoError(f"reflect: {kind} index out of range")
    return position


def _position(key: Any, size: int) -> int:
    """A key as a number up to the size."""
    if key is None or key is NO_VALUE:
        raise GoError("cannot index slice/array with nil")
    go_type = type_of(key)
    if not _is_integer(go_type):
        raise GoError(f"cannot index slice/array with type {go_type.name}")
    if key < 0 or key > size:
        raise GoError(f"index out of range: {int(key)}")
    return int(key)


def slice_(item: Any, *bounds: Any) -> Any:
    """Part of a string or list.

    Raises:
        GoError: the bounds do not fit, or the value has no parts.
    """
    item = _reached(item)
    if item is NO_VALUE:
        raise GoError("slice of untyped nil")
    if len(bounds) > 3:  # noqa: PLR2004 - two bounds and a capacity
        raise GoError(f"too many slice indexes: {len(bounds)}")
    go_type = type_of(item)
    if go_type.kind == "string":
        if len(bounds) == 3:  # noqa: PLR2004
            raise GoError("cannot 3-index slice a string")
        raw = item.encode("utf-8", "surrogateescape")
        start, end = _bounds(bounds, len(raw))
        return raw[start:end].decode("utf-8", "surrogateescape")
    if go_type.kind != "slice":
        raise GoError(f"can't slice item of type {go_type.name}")
    start, end = _bounds(bounds, len(item))
    part = item[start:end]
    return GoList(go_type, part) if isinstance(item, GoList) else part


def _bounds(bounds: tuple[Any, ...], size: int) -> tuple[int, int]:
    positions = [_position(bound, size) for bound in bounds]
    start = positions[0] if positions else 0
    end = positions[1] if len(positions) > 1 else size
    if start > end:
        raise GoError(f"invalid slice index: {start} > {end}")
    if len(positions) > 2 and end > positions[2]:  # noqa: PLR2004
        raise GoError(f"invalid slice index: {end} > {positions[2]}")
    return start, end


# -- text -------------------------------------------------------------------------------------------


def _joined(values: tuple[Any, ...]) -> str:
    """The arguments as print writes them, pointers followed."""
    if len(values) == 1 and values[0].__class__ is str:
        return str(values[0])
    return sprint([printable(value) for value in values])


def html(*values: Any) -> str:
    """The printed arguments, safe inside HTML."""
    text = _joined(values)
    for char, name in (("&", "&amp;"), ("\0", "\ufffd"), ('"', "&#34;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(char, name)
    return text


_JS = {
    "\\": "\\\\",
    "'": "\\'",
    '"': '\\"',
    "<": "\\u003C",
    ">": "\\u003E",
    "&": "\\u0026",
    "=": "\\u003D",
}


def js(*values: Any) -> str:
    """The printed arguments, safe inside a JavaScript string."""
    return "".join([_js(char) for char in _joined(values)])


def _js(char: str) -> str:
    named = _JS.get(char)
    if named is not None:
        return named
    if char < " ":
        return f"\\u00{ord(char):02X}"
    if char.isascii() or char.isprintable():
        return char
    return f"\\u{ord(char):04X}"


def urlquery(*values: Any) -> str:
    """The printed arguments, escaped for the query of a URL."""
    from meshinject.gotemplate.urls import query_escape  # noqa: PLC0415 - rare

    return query_escape(_joined(values))


def _printf(template: str, *values: Any) -> str:
    from meshinject.gotemplate.printf import sprintf  # noqa: PLC0415 - only templates that use it pay for it

    return sprintf(template, values)


def _function(call: Callable[..., Any], params: str) -> Function:
    return Function(call, params)


def _compiled(*_values: Any) -> None:
    """Stands for the functions that the compiler handles itself."""
    raise GoError("not callable by itself")


BUILTINS: dict[str, Function] = {
    "and": _function(_compiled, "value ...value"),
    "or": _function(_compiled, "value ...value"),
    "call": _function(_compiled, "value ...value"),
    "not": _function(lambda value: not value, "value"),
    "eq": _function(eq, "value ...value"),
    "ne": _function(ne, "value value"),
    "lt": _function(lt, "value value"),
    "le": _function(le, "value value"),
    "gt": _function(gt, "value value"),
    "ge": _function(ge, "value value"),
    "len": _function(length, "value"),
    "index": _function(index, "value ...value"),
    "slice": _function(slice_, "value ...value"),
    "html": _function(html, "...any"),
    "js": _function(js, "...any"),
    "urlquery": _function(urlquery, "...any"),
    "print": _function(lambda *values: sprint(values), "...any"),
    "println": _function(lambda *values: sprintln(values), "...any"),
    "printf": _function(_printf, "string ...any"),
}
