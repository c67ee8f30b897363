"""Protocol buffer messages as plain dicts: reading them as Istio does, and writing them as JSON.

A message is a dict from JSON field name to value, with a key for each field that was given: text, booleans, numbers,
lists and dicts as they are, an enumeration as its name (or as a number that has none), a duration as whole
nanoseconds, a wrapper as what it wraps. Absent means unset; which type each field has, and which fields a release
knows, is in `meshschema`.

Reading follows jsonpb (golang/protobuf), which Istio uses for `proxy.istio.io/config` and the mesh config: JSON names
and proto names are accepted, unknown fields are ignored, null is unset, numbers may be decimal text, nothing else is
converted. Writing follows it too: fields in declaration order, what has its zero value left out unless it can be
unset.
"""

import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.istio import duration
from meshinject.istio.gates import applies
from meshinject.istio.meshschema import ENUMS, MESSAGES
from meshinject.kubernetes import gojson

Message = dict[str, Any]

WRAPPERS = {
    "BoolValue": "bool",
    "Int32Value": "int32",
    "Int64Value": "int64",
    "UInt32Value": "uint32",
    "DoubleValue": "double",
    "StringValue": "string",
}
_RANGES = {
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}
_WIDE = ("int64", "uint64")
_MAP = "map[string]"
_INTEGER = r"-?(0|[1-9][0-9]*)"
_NUMBER = _INTEGER + r"(\.[0-9]+)?([eE][+-]?[0-9]+)?"
_NAMED_FLOATS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_EXPONENT_BELOW, _EXPONENT_FROM = 1e-6, 1e21


class Field(Frozen):
    """One field of a message."""

    json: str
    proto: str
    """Its name in the .proto file, accepted as well."""
    go: str
    type: str
    group: str
    """The one-of it belongs to, or empty."""


class Problem(Frozen):
    """What is wrong with one field of an input."""

    field: str
    """The path of the field, `tracing.customTags.a.header`; empty for the whole."""
    reason: str

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}" if self.field else self.reason


class ConfigError(ValueError):
    """An input that does not fit its message type; `problems` names every field that is wrong."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems


def _field(declared: str) -> tuple[Field, str]:
    declared, _, since = declared.partition("@")
    declared, _, group = declared.partition("|")
    name, _, type_name = declared.partition(":")
    json, _, proto = name.partition("=")
    proto = proto or "".join(f"_{char.lower()}" if char.isupper() else char for char in json)
    go = "".join(char.upper() if before.isdigit() else char for before, char in zip(f"0{json}", json, strict=False))
    return Field(json, proto, go, type_name, group), f"since {since}" if since else ""


@cache
def fields(message: str, version: Version) -> tuple[Field, ...]:
    """The fields of a message that `version` knows, in declaration order."""
    declared = (_field(text) for text in MESSAGES[message].split())
    return tuple(field for field, gate in declared if applies(gate, version))


@cache
def enum_numbers(enum: str) -> dict[str, int]:
    """The numbers of an enumeration's names; they count from 0 where the declaration gives none."""
    numbers: dict[str, int] = {}
    for position, declared in enumerate(ENUMS[enum].split()):
        name, _, number = declared.partition("=")
        numbers[name] = int(number or position)
    return numbers


def decode(value: Any, message: str, version: Version) -> Message:
    """Reads a YAML or JSON value into a message.

    Raises:
        ConfigError: the value does not fit; all misfits are listed.
    """
    problems: list[Problem] = []
    decoded: Message = _message(value, message, "", _Context(version, problems))
    if problems:
        raise ConfigError(problems)
    return decoded


class _Context(Frozen):
    version: Version
    problems: list[Problem]

    def refuse(self, path: str, wanted: str, value: Any) -> None:
        self.problems.append(Problem(path, f"expected {wanted}, got {_described(value)}"))


def _described(value: Any) -> str:
    if isinstance(value, str):
        return f'the text "{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a map"
    return "a list" if isinstance(value, list) else str(value)


def _message(value: Any, message: str, path: str, context: _Context) -> Message:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        context.refuse(path, "a map", value)
        return {}
    decoded: Message = {}
    last_of_group: dict[str, str] = {}
    for field in fields(message, context.version):
        given = value.get(field.json)
        if given is None:
            given = value.get(field.proto)
        if given is None:
            continue
        if field.group:
            decoded.pop(last_of_group.get(field.group, ""), None)
            last_of_group[field.group] = field.json
        below = f"{path}.{field.json}" if path else field.json
        decoded[field.json] = _value(given, field.type, below, context)
    return decoded


def _value(value: Any, type_name: str, path: str, context: _Context) -> Any:
    """One value of a field, of any type; a misfit is noted and gives None."""
    if type_name.startswith("[]"):
        if isinstance(value, list):
            return [_item(item, type_name[2:], f"{path}[{i}]", context) for i, item in enumerate(value)]
        return context.refuse(path, "a list", value)
    if type_name.startswith(_MAP):
        inner = type_name.removeprefix(_MAP)
        if isinstance(value, Mapping):
            return {str(key): _item(item, inner, f"{path}.{key}", context) for key, item in value.items()}
        return context.refuse(path, "a map", value)
    if type_name in MESSAGES:
        return _message(value, type_name, path, context)
    if type_name in ENUMS:
        return _enum(value, type_name, path, context)
    return _scalar(value, WRAPPERS.get(type_name, type_name), path, context)


def _item(value: Any, type_name: str, path: str, context: _Context) -> Any:
    """A null in a list or map is the zero value of a scalar; a message stays null, for the validation to see."""
    if value is None:
        return None if type_name in MESSAGES else zero(type_name)
    return _value(value, type_name, path, context)


def _enum(value: Any, enum: str, path: str, context: _Context) -> Any:
    names = enum_numbers(enum)
    if isinstance(value, int) and not isinstance(value, bool):
        return next((name for name, number in names.items() if number == value), value)
    if value in names:
        return value
    return context.refuse(path, "one of " + ", ".join(names), value)


def _scalar(value: Any, type_name: str, path: str, context: _Context) -> Any:
    if type_name == "any":
        return value
    if type_name == "string":
        return value if isinstance(value, str) else context.refuse(path, "text (in quotes)", value)
    if type_name == "bool":
        return value if isinstance(value, bool) else context.refuse(path, "true or false", value)
    if type_name == "Duration":
        nanoseconds = duration.parse(value) if isinstance(value, str) else None
        return (
            nanoseconds if nanoseconds is not None else context.refuse(path, "a duration such as 45s or 1m30s", value)
        )
    if type_name == "double":
        return _double(value, path, context)
    return _integer(value, type_name, path, context)


def _double(value: Any, path: str, context: _Context) -> float | None:
    if isinstance(value, str):
        if value in _NAMED_FLOATS:
            return _NAMED_FLOATS[value]
        if re.fullmatch(_NUMBER, value):
            return float(value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    context.refuse(path, "a number", value)
    return None


def _integer(value: Any, type_name: str, path: str, context: _Context) -> int | None:
    low, high = _RANGES[type_name]
    number: int | None = None
    if isinstance(value, str):
        number = int(value) if re.fullmatch(_INTEGER, value) else None
    elif isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, float) and value.is_integer() and abs(value) < _EXPONENT_FROM:
        number = int(value)
    if number is None or not low <= number <= high:
        context.refuse(path, f"a whole number from {low} to {high}", value)
        return None
    return number


def zero(type_name: str) -> Any:
    """The value of a field of this type that is not set: None for messages, wrappers and durations."""
    if type_name.startswith("[]"):
        return []
    if type_name.startswith(_MAP):
        return {}
    if type_name == "string":
        return ""
    if type_name == "bool":
        return False
    if type_name in ENUMS:
        return next((name for name, number in enum_numbers(type_name).items() if number == 0), 0)
    return 0 if type_name in _RANGES or type_name == "double" else None


def is_zero(value: Any, field: Field) -> bool:
    """Whether a field set to `value` is as good as unset."""
    return not field.group and value is not None and value == zero(field.type)


def to_json(message: Message, name: str, version: Version, *, zeros: bool = False) -> Any:
    """The message as the JSON structure that jsonpb prints, keys in their final order.

    With `zeros`, a field that was set to its zero value is kept, as someone who edits the text wants to see it.
    """
    return {
        field.json: _json(message[field.json], field.type, version, zeros=zeros)
        for field in fields(name, version)
        if message.get(field.json) is not None and (zeros or not is_zero(message[field.json], field))
    }


def _json(value: Any, type_name: str, version: Version, *, zeros: bool) -> Any:
    if type_name.startswith("[]"):
        return [_json(item, type_name[2:], version, zeros=zeros) for item in value]
    if type_name.startswith(_MAP):
        inner = type_name.removeprefix(_MAP)
        return {key: _json(value[key], inner, version, zeros=zeros) for key in sorted(value)}
    if type_name in MESSAGES:
        return to_json(value or {}, type_name, version, zeros=zeros)
    if type_name == "Duration":
        return duration.as_json(value)
    scalar = WRAPPERS.get(type_name, type_name)
    if scalar in _WIDE:
        return str(value)
    return _float_json(value) if scalar == "double" else value


def _float_json(value: float) -> Any:
    if math.isfinite(value):
        return value
    return next((name for name, number in _NAMED_FLOATS.items() if number == value), "NaN")


def json_text(value: Any) -> str:
    """A JSON structure as Go's encoder prints it: compact, keys in the order they have, `<`, `>` and `&` escaped."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{gojson.string(key)}:{json_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    if isinstance(value, str):
        return gojson.string(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return _float_text(value) if isinstance(value, float) else str(value)


def _float_text(value: float) -> str:
    """The shortest digits that give the number again, with an exponent only when it is very small or large."""
    digits, exponent, power = float.__repr__(value).partition("e")
    digits = digits.removesuffix(".0")
    if not exponent:
        return digits
    if _EXPONENT_BELOW <= abs(value) < _EXPONENT_FROM:
        places = len(digits.partition(".")[2]) - int(power)
        return f"{value:.{max(places, 0)}f}"
    return f"{digits}e{power[0]}{power[1:].lstrip('0')}"
