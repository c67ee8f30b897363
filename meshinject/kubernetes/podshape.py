"""Whether a pod has the types that Kubernetes declares: what a typed decode refuses, with its place.

kube-inject decodes every workload into Go's types and stops at the first field that does not fit. A map that stands
where a list belongs would also mislead every later step, so the shape is checked before anything else, and all
misfits are told at once. Unknown fields are none of ours: a newer Kubernetes may have them.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from meshinject.frozen import Frozen
from meshinject.kubernetes import quantity
from meshinject.kubernetes.gojson import fields
from meshinject.kubernetes.podtypes import is_struct
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import Path

_INT_BITS = {"int32": 31, "int64": 63}


class Misfit(Frozen):
    """A field whose value has the wrong type; `fatal` is False for text that spells the right boolean."""

    path: Path
    want: str
    got: str
    fatal: bool


def misfits(pod: dict[str, Any], *, strict: bool = False) -> list[Misfit]:
    """The fields of a pod (what holds `metadata` and `spec`) whose values Kubernetes would refuse to read.

    With `strict`, labels and annotations must be strings: what a template renders is decoded as JSON, without the
    leniency that a manifest gets.
    """
    found: list[Misfit] = []
    for key, type_name in (("metadata", "ObjectMeta"), ("spec", "PodSpec")):
        if not _quick(type_name)(pod.get(key)):
            found += _check(pod.get(key), type_name, (key,))
    if strict and isinstance(pod.get("metadata"), dict):
        for kind in ("labels", "annotations"):
            values = pod["metadata"].get(kind)
            found += [
                _misfit(("metadata", kind, key), "a string", value)
                for key, value in (values.items() if isinstance(values, dict) else ())
                if value is not None and not isinstance(value, str)
            ]
    return found


@cache
def _quick(type_name: str) -> Callable[[Any], bool]:
    """Whether a value fits a type throughout, without saying where it does not: nearly every pod does."""
    type_name = type_name.removeprefix("*")
    if type_name == "any":
        return lambda _: True
    if type_name.startswith("[]"):
        item_fits = _quick(type_name[2:])
        return lambda value: value is None or (isinstance(value, list) and all(map(item_fits, value)))
    if type_name.startswith("map[string]"):
        inner_fits = _quick(type_name.removeprefix("map[string]"))
        return lambda value: value is None or (isinstance(value, dict) and all(map(inner_fits, value.values())))
    if is_struct(type_name):
        return _quick_struct(type_name)
    if type_name == "string":
        return lambda value: not isinstance(value, dict | list)
    return lambda value: value is None or not _scalar(value, type_name)


def _quick_struct(type_name: str) -> Callable[[Any], bool]:
    """The same for a struct: it goes by the keys that a value has, not by the many that it could have."""
    types = {field.json: field.type for field in fields(type_name)}

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return value is None
        return all(_quick(types[key])(item) for key, item in value.items() if key in types)

    return fits


def _check(value: Any, type_name: str, path: Path) -> Iterator[Misfit]:
    if value is None or type_name in ("any", "*any"):
        return
    type_name = type_name.removeprefix("*")
    if type_name.startswith("[]"):
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from _check(item, type_name[2:], (*path, index))
        else:
            yield _misfit(path, "a list", value)
    elif type_name.startswith("map[string]") or is_struct(type_name):
        if isinstance(value, dict):
            yield from _check_map(value, type_name, path)
        else:
            yield _misfit(path, "a map", value)
    elif problem := _scalar(value, type_name):
        fatal = not (type_name == "bool" and value in ("true", "false"))
        yield _misfit(path, problem, value)._replace(fatal=fatal)


def _check_map(value: dict[str, Any], type_name: str, path: Path) -> Iterator[Misfit]:
    if type_name.startswith("map[string]"):
        for key, item in value.items():
            yield from _check(item, type_name.removeprefix("map[string]"), (*path, key))
        return
    for field in fields(type_name):
        if field.json in value:
            yield from _check(value[field.json], field.type, (*path, field.json))


def _scalar(value: Any, type_name: str) -> str:
    """What the field wants instead of this value; empty when it fits."""
    if type_name in _INT_BITS:
        return "" if _is_integer(value, _INT_BITS[type_name]) else f"an integer of {_INT_BITS[type_name] + 1} bits"
    if type_name == "bool":
        return "" if isinstance(value, bool) else "true or false"
    if type_name == "IntOrString":
        return "" if isinstance(value, str) or _is_integer(value, 31) else "a number or a string"
    if isinstance(value, dict | list):
        return "a quantity" if type_name == "Quantity" else "a string"
    if type_name == "Quantity":
        return "" if not isinstance(value, bool) and quantity.is_valid(as_string(value)) else "a quantity"
    return ""


def _is_integer(value: Any, bits: int) -> bool:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return whole and not isinstance(value, bool) and -(2**bits) <= value < 2**bits


def _misfit(path: Path, want: str, value: Any) -> Misfit:
    got = "a map" if isinstance(value, dict) else "a list" if isinstance(value, list) else repr(value)
    return Misfit(path, want, got, fatal=True)
