"""What running templates share: fields and methods, and the types of arguments.

Go's reflect tells a value from the interface that holds it. Where that can be seen (a nil inside `interface {}`,
and the type named in an error) the functions here take `inside`: whether the value was found in something that
holds interfaces.
"""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from meshinject.gotemplate.values import (
    ANY,
    INT_BITS,
    NO_VALUE,
    STRING,
    UINT_BITS,
    VALUE,
    Field,
    Function,
    GoError,
    Pointer,
    StructType,
    Type,
    convert,
    type_of,
    zero,
)

MAX_DEPTH = 100_000  # Go's maxExecDepth

Fail = Callable[[str], NoReturn]


Found = tuple[Any, bool, Function | None]
"""What a name means: the value (of a method the receiver), whether an interface holds it, the method if it is one."""


def find_field(value: Any, name: str, inside: bool, missing: str, fail: Fail, *, has_arguments: bool = False) -> Found:
    """A field or method of a value.

    `missing` is the option missingkey; `fail` raises an execution error. With `has_arguments` only a method will do.
    """
    if value is NO_VALUE:
        if missing == "error":
            fail(f'nil data; no entry for key "{name}"')
        return NO_VALUE, False, None
    if value is None:
        fail(f"nil pointer evaluating interface {{}}.{name}")
    reached = value
    while isinstance(reached, Pointer) and reached.target is not None:
        reached = reached.target
    go_type = type_of(reached)
    method = go_type.methods.get(name)
    if method is not None:
        return reached.target if isinstance(reached, Pointer) else reached, method.result is ANY, method
    path = go_type.fields.get(name) if isinstance(go_type, StructType) else None
    if path is not None and len(path) == 1 and not has_arguments and name[0].isupper():
        return reached.get(name), path[0].type is ANY, None
    outer = ANY.name if inside else type_of(value).name
    if path is not None:
        return _struct_field(reached, path, outer, fail, has_arguments)
    if go_type.kind == "map" and (go_type.key is None or STRING.assignable_to(go_type.key)):
        if has_arguments:
            fail(f"{name} is not a method but has arguments")
        return _map_entry(reached, name, go_type, missing, fail)
    if go_type.kind == "ptr" and (not isinstance(go_type.elem, StructType) or name in go_type.elem.fields):
        fail(f"nil pointer evaluating {outer}.{name}")
    return fail(f"can't evaluate field {name} in type {outer}")


def _struct_field(value: Any, path: Sequence[Field], outer: str, fail: Fail, has_arguments: bool) -> Found:
    """The field at the end of a path through embedded fields."""
    name = path[-1].name
    if not name[0].isupper():
        fail(f"{name} is an unexported field of struct type {outer}")
    if has_arguments:
        fail(f"{name} has arguments but cannot be invoked as function")
    for field in path:
        if isinstance(value, Pointer):
            if value.target is None:
                fail(f"reflect: indirection through nil pointer to embedded struct field {path[0].name}")
            value = value.target
        value = value.get(field.name)
    return value, path[-1].type is ANY, None


def _map_entry(entries: Any, name: str, go_type: Type, missing: str, fail: Fail) -> Found:
    """The entry of a map, or what the option missingkey wants instead."""
    found = entries.get(name, NO_VALUE)
    if found is NO_VALUE and missing != "default":
        if missing == "error":
            fail(f'map has no entry for key "{name}"')
        found = zero(go_type.elem or ANY)
    return found, go_type.elem is ANY, None


_INTEGERS = frozenset((*INT_BITS, *UINT_BITS))
_NILABLE = frozenset(("interface", "map", "ptr", "slice", "func"))


def can_be_nil(go_type: Type) -> bool:
    """Whether nil may stand for a value of the type."""
    return go_type.kind in _NILABLE or go_type is VALUE


def validate(value: Any, wanted: Type, fail: Fail) -> Any:
    """The value as an argument of the type `wanted`; `fail` raises an execution error."""
    if value is NO_VALUE:
        if wanted is VALUE:
            return value
        if not can_be_nil(wanted):
            fail(f"invalid value; expected {wanted.name}")
        return zero(wanted)
    if wanted is ANY or wanted is VALUE:
        return value
    if value is None:
        fail(f"wrong type for value; expected {wanted.name}; got {ANY.name}")
    found = type_of(value)
    if found.assignable_to(wanted):
        return value
    if found.kind == "ptr" and found.elem is not None and found.elem.assignable_to(wanted):
        if value.target is None:
            fail(f"dereference of nil pointer of type {wanted.name}")
        return value.target
    if wanted.kind == "ptr" and wanted.elem is not None and wanted.elem.name == found.name:
        return Pointer(wanted, value)
    return fail(f"wrong type for value; expected {wanted.name}; got {found.name}")


def count_arguments(function: Function, name: str, given: int, final: bool) -> str | None:
    """The complaint about the number of arguments, or None; `final` adds the one that comes through the pipeline."""
    total = given + final
    fixed = len(function.params)
    if function.variadic is not None:
        return f"wrong number of args for {name}: want at least {fixed} got {given}" if total < fixed else None
    return f"wrong number of args for {name}: want {fixed} got {total}" if total != fixed else None


def parameter(function: Function, index: int) -> Type:
    """The type of the argument with this index."""
    if index < len(function.params):
        return function.params[index]
    return function.variadic or ANY


def call_arguments(function: Function, name: str, values: list[Any]) -> list[Any]:
    """The arguments for a function that the builtin call calls.

    Raises:
        GoError: their number or a type does not suit.
    """
    fixed = len(function.params)
    if function.variadic is not None:
        if len(values) < fixed:
            raise GoError(f"wrong number of args for {name}: got {len(values)} want at least {fixed}")
    elif len(values) != fixed:
        raise GoError(f"wrong number of args for {name}: got {len(values)} want {fixed}")
    return [_call_argument(value, parameter(function, index), index) for index, value in enumerate(values)]


def _call_argument(value: Any, wanted: Type, index: int) -> Any:
    if value is None or value is NO_VALUE:
        if not can_be_nil(wanted):
            raise GoError(f"arg {index}: value is nil; should be of type {wanted.name}")
        return zero(wanted)
    found = type_of(value)
    if found.assignable_to(wanted) or wanted is VALUE:
        return value
    if found.kind in _INTEGERS and wanted.kind in _INTEGERS:
        return convert(value, wanted)
    raise GoError(f"arg {index}: value has type {found.name}; should be {wanted.name}")
