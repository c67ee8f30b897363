"""Sprig's functions on maps, which take map[string]interface {} only."""

import copy
from typing import Any

from meshinject.gotemplate.measure import measure
from meshinject.gotemplate.sprig.merging import merge, merge_overwrite, must_merge, must_merge_overwrite
from meshinject.gotemplate.sprig.support import as_text
from meshinject.gotemplate.values import (
    ANY,
    LIST_ANY,
    MAP_ANY,
    STRING,
    Function,
    GoError,
    GoList,
    GoMap,
    Pointer,
    StringList,
    Struct,
    type_of,
)

_DIG_ARGUMENTS = 3


def dict_(*pairs: Any) -> dict[str, Any]:
    """A map of keys and values in turn; a last key without a value gets an empty text."""
    return {as_text(pairs[at]): pairs[at + 1] if at + 1 < len(pairs) else "" for at in range(0, len(pairs), 2)}


def set_(target: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The map itself, with the entry set in it.

    Raises:
        GoError: the map is nil.
    """
    if isinstance(target, GoMap) and target.nil:
        raise GoError("assignment to entry in nil map")
    target[key] = value
    return target


def unset(target: dict[str, Any], key: str) -> dict[str, Any]:
    """The map itself, with the entry taken out of it."""
    target.pop(key, None)
    return target


def pluck(key: str, *maps: dict[str, Any]) -> list[Any]:
    """What the maps that have the key hold under it."""
    return [each[key] for each in maps if key in each]


def keys(*maps: dict[str, Any]) -> StringList:
    """The keys of the maps, sorted (Go's order is random)."""
    return StringList([key for each in maps for key in sorted(each)])


def pick(source: dict[str, Any], *names: str) -> dict[str, Any]:
    """A map with the named entries only."""
    return {name: source[name] for name in names if name in source}


def omit(source: dict[str, Any], *names: str) -> dict[str, Any]:
    """A map without the named entries."""
    return {name: value for name, value in source.items() if name not in names}


def deep_copy(value: Any) -> Any:
    """A copy that shares nothing with the value.

    Raises:
        GoError: the value is nil, or too large.
    """
    if value is None:
        raise GoError("reflect: call of reflect.Value.Type on zero Value")
    measure(value)
    return _copied(value)


def _copied(value: Any) -> Any:
    if isinstance(value, GoMap):
        made = copy.copy(value)
        made.update({key: _copied(item) for key, item in value.items()})
        return made
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, GoList):
        return GoList(value.go_type, [_copied(item) for item in value], nil=value.nil)
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, Pointer):
        return Pointer(value.go_type, _copied(value.target))
    if type(value) is Struct:  # other classes of struct never change
        return Struct(value.go_type, {field.name: _copied(value.get(field.name)) for field in value.go_type.order})
    return value


def _assert_type(value: Any, wanted: Any) -> Any:
    """Go's type assertion.

    Raises:
        GoError: the value has another type.
    """
    found = "nil" if value is None else type_of(value).name
    if found != wanted.name:
        raise GoError(f"interface conversion: {ANY.name} is {found}, not {wanted.name}")
    return value


def dig(*arguments: Any) -> Any:
    """The value found by following keys into maps of maps, or the default; map and default come last.

    Raises:
        GoError: there are too few arguments, or a value on the way is no map.
    """
    if len(arguments) < _DIG_ARGUMENTS:
        raise GoError("dig needs at least three arguments")
    found = _assert_type(arguments[-1], MAP_ANY)
    path = [_assert_type(key, STRING) for key in arguments[:-2]]
    for number, key in enumerate(path):
        if number:
            found = _assert_type(found, MAP_ANY)
        if key not in found:
            return arguments[-2]
        found = found[key]
    return found


FUNCTIONS = {
    "deepCopy": Function(deep_copy, "any -> any"),
    "mustDeepCopy": Function(deep_copy, "any -> any"),
    "dict": Function(dict_, "...any"),
    "dig": Function(dig, "...any -> any"),
    "get": Function(lambda source, key: source.get(key, ""), "map[string]any string -> any"),
    "hasKey": Function(lambda source, key: key in source, "map[string]any string"),
    "keys": Function(keys, "...map[string]any"),
    "merge": Function(merge, "map[string]any ...map[string]any -> any"),
    "mustMerge": Function(must_merge, "map[string]any ...map[string]any -> any"),
    "mergeOverwrite": Function(merge_overwrite, "map[string]any ...map[string]any -> any"),
    "mustMergeOverwrite": Function(must_merge_overwrite, "map[string]any ...map[string]any -> any"),
    "omit": Function(omit, "map[string]any ...string"),
    "pick": Function(pick, "map[string]any ...string"),
    "pluck": Function(pluck, "string ...map[string]any"),
    "set": Function(set_, "map[string]any string any"),
    "unset": Function(unset, "map[string]any string"),
    "values": Function(lambda source: GoList(LIST_ANY, [source[key] for key in sorted(source)]), "map[string]any"),
}
