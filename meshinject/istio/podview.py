"""Pods as Istio's templates see them: Go structs with Kubernetes' field names over the dicts of a manifest.

A view is made for a struct when a template reaches it, and its fields are converted when they are read, since a
template reads few of them. Which fields there are, and of which types, is in `kubernetes.podtypes`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from meshinject.gotemplate import values as go
from meshinject.gotemplate.values import GoList, GoMap, Pointer, StringList, StringMap, Struct, StructType, Type
from meshinject.kubernetes import gojson
from meshinject.kubernetes.podtypes import TYPES, Field, is_struct
from meshinject.kubernetes.text import as_string, string_map

_MAP = "map[string]"

Quantity = go.text("resource.Quantity")
_INT_OR_STRING = StructType("intstr.IntOrString")
_INT_OR_STRING.define(
    [
        go.Field("Type", go.Int64.go_type),
        go.Field("IntVal", go.Int32.go_type),
        go.Field("StrVal", go.STRING),
    ]
)


def as_go(value: Any) -> Any:
    """A value without a type as Go's JSON decoder would hold it: every number is a float64."""
    if isinstance(value, Mapping):
        return {key: as_go(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_go(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0


def _int_or_string(value: Any) -> Struct:
    if isinstance(value, str):
        return Struct(_INT_OR_STRING, {"Type": go.Int64(1), "StrVal": value})
    return Struct(_INT_OR_STRING, {"IntVal": go.Int32(_whole(value))})


def _leading_int(port: Struct) -> int:
    text = str(port.get("StrVal"))
    return int(text) if text.isascii() and text.isdigit() else int(port.get("IntVal"))


_INT_OR_STRING.methods["String"] = go.Function(
    lambda port: str(port.get("StrVal") or int(port.get("IntVal"))), pointer=True
)
_INT_OR_STRING.methods["MarshalJSON"] = go.Function(
    lambda port: gojson.compact(port.get("StrVal") or int(port.get("IntVal")))
)
_INT_OR_STRING.methods["IntValue"] = go.Function(_leading_int, pointer=True)

_SCALARS: dict[str, tuple[Type, Callable[[Any], Any]]] = {
    "string": (go.STRING, as_string),
    "bool": (go.BOOL, bool),
    "int32": (go.Int32.go_type, lambda value: go.Int32(_whole(value))),
    "int64": (go.Int64.go_type, lambda value: go.Int64(_whole(value))),
    "Quantity": (Quantity.go_type, lambda value: Quantity(as_string(value))),
    "IntOrString": (_INT_OR_STRING, _int_or_string),
    "Time": (go.STRING, as_string),
    "any": (go.ANY, as_go),
}


class View(Struct):
    """A struct whose fields are read from the map of a manifest when they are asked for."""

    __slots__ = ("name", "read", "source")

    def __init__(self, name: str, source: Any) -> None:
        super().__init__(_defined(name))
        self.name = name
        self.read: dict[str, Any] = {}
        self.source: Mapping[str, Any] = source if isinstance(source, Mapping) else {}

    def get(self, name: str) -> Any:
        """The value of a field by its Go name."""
        if name not in self.read:
            self.read[name] = self._convert(name)
        return self.read[name]

    def _convert(self, name: str) -> Any:
        field = _fields(self.name)[name]
        if not field.json:
            return View(field.type, self.source)
        return convert(self.source.get(field.json), field.type)

    def to_json(self) -> str:
        """The struct as Go's encoder prints it."""
        return gojson.encode(self.source, self.name)


@cache
def _fields(name: str) -> Mapping[str, Field]:
    """The fields of a struct by their Go names."""
    return {field.go: field for field in TYPES[name]}


def convert(value: Any, type_name: str) -> Any:
    """A value of a manifest as a Go value of a type of `podtypes`."""
    if type_name.startswith("*"):
        if is_struct(type_name[1:]):
            _defined(type_name[1:])
        return Pointer(go_type(type_name), None if value is None else convert(value, type_name[1:]))
    if type_name == "[]string":
        return StringList(map(as_string, _items(value)), nil=value is None)
    if type_name.startswith("[]"):
        return GoList(go_type(type_name), [convert(item, type_name[2:]) for item in _items(value)], nil=value is None)
    if type_name == "map[string]string":
        return StringMap(string_map(value), nil=value is None)
    if type_name.startswith(_MAP):
        inner, entries = type_name.removeprefix(_MAP), value if isinstance(value, Mapping) else {}
        return GoMap(
            go_type(type_name), {key: convert(item, inner) for key, item in entries.items()}, nil=value is None
        )
    if is_struct(type_name):
        return View(type_name, value)
    return _SCALARS[type_name][1](value)


@cache
def go_type(type_name: str) -> Type:
    """The Go type for a type of `podtypes`; a struct's fields are filled in when the first value of it is made."""
    if type_name.startswith("*"):
        return go.pointer_to(go_type(type_name[1:]))
    if type_name == "[]string":
        return go.LIST_STRING
    if type_name.startswith("[]"):
        return go.list_of(go_type(type_name[2:]))
    if type_name == "map[string]string":
        return go.MAP_STRING
    if type_name.startswith(_MAP):
        return go.map_of(go_type(type_name.removeprefix(_MAP)))
    if is_struct(type_name):
        return StructType(f"v1.{type_name}")
    return _SCALARS[type_name][0]


@cache
def _defined(name: str) -> StructType:
    """The struct type with its fields; embedded structs are defined first, since their fields are promoted."""
    made = go_type(name)
    assert isinstance(made, StructType)  # noqa: S101 - tells the type checker what is_struct means
    fields = []
    for field in TYPES[name]:
        if not field.json:
            _defined(field.type)
        fields.append(
            go.Field(field.go, go_type(field.type), field.json, omitempty=not field.always, embedded=not field.json)
        )
    made.define(fields)
    made.methods["MarshalJSON"] = go.Function(View.to_json)
    if name == "ObjectMeta":
        for field in TYPES[name]:
            made.methods[f"Get{field.go}"] = _getter(field.go)
    return made


def _getter(name: str) -> go.Function:
    return go.Function(lambda meta: meta.get(name), pointer=True)
