"""Istio's configuration messages as templates see them: pointers to Go structs with getters, over the dicts of `proto`.

Every field but the members of a one-of is a struct field, and every field has a getter that is safe on nil. Messages,
durations and wrappers are pointers, enumerations print as their names.

Since 1.25 a message encodes as proto's JSON, before as a Go struct.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from packaging.version import Version

from meshinject.gotemplate import values as go
from meshinject.gotemplate.values import (
    Function,
    GoList,
    GoMap,
    Pointer,
    StringList,
    StringMap,
    Struct,
    StructType,
    Type,
)
from meshinject.istio import duration, proto
from meshinject.istio.gates import applies
from meshinject.istio.meshschema import ENUMS, MESSAGES
from meshinject.istio.podview import as_go
from meshinject.istio.proto import Field, enum_numbers

_MAP = "map[string]"
_NUMBERS: dict[str, Type] = {
    "bool": go.BOOL,
    "string": go.STRING,
    "int32": go.Int32.go_type,
    "int64": go.Int64.go_type,
    "uint32": go.Uint32.go_type,
    "uint64": go.Uint64.go_type,
    "double": go.FLOAT64,
    "any": go.ANY,
}


def _duration_text(value: Struct | None) -> str:
    if value is None:
        return "<nil>"
    parts = [f"{name}:{int(value.get(field))}" for name, field in (("seconds", "Seconds"), ("nanos", "Nanos"))]
    return " ".join(part for part in parts if not part.endswith(":0"))


_DURATION = StructType("durationpb.Duration")
_DURATION.define(
    [
        go.Field("Seconds", go.Int64.go_type, "seconds", omitempty=True),
        go.Field("Nanos", go.Int32.go_type, "nanos", omitempty=True),
    ]
)
_DURATION.methods |= {
    "GetSeconds": Function(lambda self: self.get("Seconds") if self else go.Int64(0)),
    "GetNanos": Function(lambda self: self.get("Nanos") if self else go.Int32(0)),
    "String": Function(_duration_text),
}
DURATION = go.pointer_to(_DURATION)


class Message(Struct):
    """A message whose fields are converted when they are asked for."""

    __slots__ = ("name", "source", "version")

    def __init__(self, name: str, source: Mapping[str, Any], version: Version) -> None:
        super().__init__(_defined(name, version))
        self.name = name
        self.source = source
        self.version = version

    def get(self, name: str) -> Any:
        """The value of a field by its Go name, of a one-of by the name of its group."""
        for field in _fields(self.name, self.version).get(name, ()):
            if not field.group:
                return self.read(field)
            if field.json in self.source:
                return _member(self.name, field, self.source[field.json], self.version)
        return None

    def read(self, field: Field) -> Any:
        """The value of a field, its zero value where it is unset."""
        return _convert(self.source.get(field.json), field.type, self.version)

    def to_json(self) -> Any:
        """The message as the JSON structure that jsonpb prints."""
        return proto.to_json(dict(self.source), self.name, self.version)


def view(message: Mapping[str, Any], name: str, version: Version) -> Pointer:
    """A message as a template gets it: a pointer to its struct."""
    return Pointer(go_type(name, version), Message(name, message, version))


def _convert(value: Any, type_name: str, version: Version) -> Any:
    made = go_type(type_name, version)
    if type_name in MESSAGES:
        _defined(type_name, version)
        return Pointer(made, None if value is None else Message(type_name, value, version))
    if type_name in ENUMS:
        return enum_class(type_name)(enum_numbers(type_name).get(value, value if isinstance(value, int) else 0))
    if type_name.startswith("[]"):
        return _list(value, type_name, version)
    if type_name.startswith(_MAP):
        return _map(value, type_name, version)
    if type_name == "Duration":
        return Pointer(made, None if value is None else _duration(value))
    if type_name in proto.WRAPPERS:
        return Pointer(made, None if value is None else _wrapper(value, type_name))
    if type_name == "any":
        return as_go(value)
    return go.zero(made) if value is None else _number(value, made)


def _number(value: Any, made: Type) -> Any:
    return value if isinstance(value, str | bool) else go.convert(value, made)


def _list(value: Any, type_name: str, version: Version) -> Any:
    if type_name == "[]string":
        return StringList(value or [], nil=not value)
    items = [_convert(item, type_name[2:], version) for item in value or []]
    return GoList(go_type(type_name, version), items, nil=not value)


def _map(value: Any, type_name: str, version: Version) -> Any:
    if type_name == "map[string]string":
        return StringMap(value or {}, nil=not value)
    inner = type_name.removeprefix(_MAP)
    items = {key: _convert(item, inner, version) for key, item in (value or {}).items()}
    return GoMap(go_type(type_name, version), items, nil=not value)


@cache
def enum_class(name: str) -> type[go.Enum]:
    """The Go type of an enumeration, as the class of its values."""
    return go.enum(f"v1alpha1.{name}", {number: text for text, number in enum_numbers(name).items()})


@cache
def go_type(type_name: str, version: Version) -> Type:
    """The Go type of a field; a message's fields are filled in when the first value of it is made."""
    if type_name in MESSAGES:
        return go.pointer_to(_struct(type_name, version))
    if type_name in ENUMS:
        return enum_class(type_name).go_type
    if type_name == "[]string":
        return go.LIST_STRING
    if type_name.startswith("[]"):
        return go.list_of(go_type(type_name[2:], version))
    if type_name == "map[string]string":
        return go.MAP_STRING
    if type_name.startswith(_MAP):
        return go.map_of(go_type(type_name.removeprefix(_MAP), version))
    if type_name == "Duration":
        return DURATION
    return go.pointer_to(_wrapper_type(type_name)) if type_name in proto.WRAPPERS else _NUMBERS[type_name]


@cache
def _fields(name: str, version: Version) -> Mapping[str, list[Field]]:
    """The fields of a message by Go name, those of a one-of by the name of their group."""
    named: dict[str, list[Field]] = {}
    for field in proto.fields(name, version):
        named.setdefault(field.group or field.go, []).append(field)
    return named


@cache
def _struct(name: str, _version: Version) -> StructType:
    return StructType(f"v1alpha1.{name}")


@cache
def _defined(name: str, version: Version) -> StructType:
    made = _struct(name, version)
    fields: dict[str, go.Field] = {}
    for field in proto.fields(name, version):
        if field.group:
            fields.setdefault(field.group, go.Field(field.group, go.ANY))
        else:
            fields[field.go] = go.Field(field.go, go_type(field.type, version), field.proto, omitempty=True)
        made.methods[f"Get{field.go}"] = _getter(field, version)
    made.define(fields.values())
    if applies("since 1.25", version):
        made.methods["MarshalJSON"] = Function(lambda message: proto.json_text(message.to_json()))
    return made


def _getter(field: Field, version: Version) -> Function:
    return Function(lambda message: message.read(field) if message else _convert(None, field.type, version))


def _member(name: str, field: Field, value: Any, version: Version) -> Pointer:
    """The value of a one-of: a pointer to a struct that holds the member that is set."""
    holder = _holder(name, field, version)
    return Pointer(go.pointer_to(holder), Struct(holder, {field.go: _convert(value, field.type, version)}))


@cache
def _holder(name: str, field: Field, version: Version) -> StructType:
    return StructType(f"v1alpha1.{name}_{field.go}", [go.Field(field.go, go_type(field.type, version))])


@cache
def _wrapper_type(name: str) -> StructType:
    inner = _NUMBERS[proto.WRAPPERS[name]]
    made = StructType(f"wrapperspb.{name}", [go.Field("Value", inner, "value", omitempty=True)])
    made.methods["GetValue"] = Function(lambda self: self.get("Value") if self else go.zero(inner))
    made.methods["String"] = Function(lambda self: f"value:{proto.json_text(self.get('Value'))}" if self else "<nil>")
    return made


def _wrapper(value: Any, name: str) -> Struct:
    made = _wrapper_type(name)
    return Struct(made, {"Value": _number(value, made.order[0].type)})


def _duration(nanoseconds: int) -> Struct:
    seconds, rest = divmod(abs(nanoseconds), duration.SECOND)
    sign = -1 if nanoseconds < 0 else 1
    return Struct(_DURATION, {"Seconds": go.Int64(sign * seconds), "Nanos": go.Int32(sign * rest)})


def nanoseconds(value: Struct) -> int:
    """The length of a Duration message."""
    return int(value.get("Seconds")) * duration.SECOND + int(value.get("Nanos"))
