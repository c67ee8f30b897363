"""Sprig's merge and mergeOverwrite: the rules of the library mergo for nested maps.

Maps that are not empty are merged into each other; any other value of the source is taken when the target has none
or an empty one, and always when overwriting (nil then included).
"""

from typing import Any

from meshinject.gotemplate.measure import measure
from meshinject.gotemplate.values import ANY, GoError, GoMap, Pointer, is_nil, type_of

_OTHER_TYPE = "src and dst must be of same type"


class MismatchError(GoError):
    """Values that cannot be merged: the functions without `must` then give an empty text."""


def merge(target: dict[str, Any], *sources: dict[str, Any]) -> Any:
    """The target itself, completed from the sources."""
    return _lenient(target, sources, overwrite=False)


def merge_overwrite(target: dict[str, Any], *sources: dict[str, Any]) -> Any:
    """The target itself, with the entries of the sources put over its own."""
    return _lenient(target, sources, overwrite=True)


def must_merge(target: dict[str, Any], *sources: dict[str, Any]) -> dict[str, Any]:
    """As `merge`.

    Raises:
        GoError: values cannot be merged.
    """
    return _merged(target, sources, overwrite=False)


def must_merge_overwrite(target: dict[str, Any], *sources: dict[str, Any]) -> dict[str, Any]:
    """As `merge_overwrite`.

    Raises:
        GoError: values cannot be merged.
    """
    return _merged(target, sources, overwrite=True)


def _lenient(target: dict[str, Any], sources: tuple[dict[str, Any], ...], *, overwrite: bool) -> Any:
    try:
        return _merged(target, sources, overwrite=overwrite)
    except MismatchError:
        return ""


def _merged(target: dict[str, Any], sources: tuple[dict[str, Any], ...], *, overwrite: bool) -> dict[str, Any]:
    if isinstance(target, GoMap) and target.nil and sources:
        target = {}
    for source in sources:
        measure(target)
        measure(source)
        _into(target, source, overwrite=overwrite)
    return target


def _into(target: dict[str, Any], source: dict[str, Any], *, overwrite: bool) -> None:
    wanted, given = type_of(target).elem or ANY, type_of(source).elem or ANY
    for key, value in source.items():
        present = target.get(key)
        if isinstance(value, dict):
            if isinstance(present, dict) and present:
                _into(present, value, overwrite=overwrite)
                continue
            if isinstance(present, Pointer) and present and not overwrite and not is_nil(value):
                raise MismatchError(_OTHER_TYPE)
        if overwrite or (value is not None and not present):
            if not given.assignable_to(wanted):
                raise GoError(
                    f"reflect.Value.SetMapIndex: value of type {given.name} is not assignable to type {wanted.name}"
                )
            target[key] = value
