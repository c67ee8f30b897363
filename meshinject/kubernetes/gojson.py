"""JSON as Go's encoder writes it, which Istio stores inside pods.

Compact, `<`, `>`, `&` and the two Unicode line separators escaped; a struct's keys in declaration order and its empty
fields left out, a map's keys sorted. Quantities keep the text of the manifest: `0.5` does not become `500m`.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from meshinject.kubernetes.podtypes import TYPES, Field, is_struct
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import rebuilt, relisted

_FIRST_EXPONENT = 1e21
"""From here on Go writes a whole float with an exponent."""

_INTEGERS = ("int32", "int64")


def encode(value: Any, type_name: str, *, unknown: bool = False) -> str:
    """A value of a manifest as Go writes it after decoding it into the named type of `podtypes`.

    With `unknown`, keys that the type does not have follow the known ones instead of being dropped.
    """
    return _text(_typed(value, type_name, unknown=unknown))


def compact(value: Any) -> str:
    """A value without a type: every map's keys sorted."""
    return _text(_sorted(value))


def string(text: str) -> str:
    """One string with its quotes."""
    return _text(text)


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        if character in text:
            text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {as_string(key): _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _FIRST_EXPONENT:
        return int(value)
    return value


def _typed(value: Any, type_name: str, *, unknown: bool) -> Any:
    """`value` as a structure of plain Python values in the order and with the types that Go would print."""
    if type_name.startswith("*"):
        return None if value is None else _typed(value, type_name[1:], unknown=unknown)
    if type_name.startswith("[]"):
        return None if value is None else [_typed(item, type_name[2:], unknown=unknown) for item in _list(value)]
    if type_name.startswith("map[string]"):
        inner, given = type_name.removeprefix("map[string]"), _map(value)
        return None if value is None else {key: _typed(given[key], inner, unknown=unknown) for key in sorted(given)}
    if is_struct(type_name):
        return _struct(_map(value), type_name, unknown=unknown)
    if type_name == "string":
        return as_string(value)
    if type_name == "Quantity":
        return as_string(value) or "0"
    if type_name == "bool":
        return bool(value)
    if type_name in _INTEGERS or (type_name == "IntOrString" and value is None):
        return 0 if value is None else _sorted(value)
    return _sorted(value)


def _struct(value: Mapping[str, Any], type_name: str, *, unknown: bool) -> dict[str, Any]:
    result = {}
    known = set()
    for field in fields(type_name):
        known.add(field.json)
        typed = _typed(value.get(field.json), field.type, unknown=unknown)
        if not is_omitted(typed, field) and (field.type != "Time" or value.get(field.json) is not None):
            result[field.json] = typed
    if unknown:
        result |= {key: _sorted(item) for key, item in value.items() if key not in known}
    return result


def is_omitted(value: Any, field: Field) -> bool:
    """What `omitempty` leaves out: never a struct, a pointer only when it is nil, everything else when it is empty."""
    if field.always:
        return False
    if field.type.startswith("*"):
        return value is None
    if field.type in ("Quantity", "Time") or is_struct(field.type):
        return False
    return value in (None, "", 0, False, [], {})


def given(value: Any, type_name: str) -> Any:
    """What a typed decode keeps of a manifest's value: no nulls, none of the empty values that Go leaves out.

    Unknown keys stay, and what has nothing to lose stays the same object.
    """
    type_name = type_name.removeprefix("*")
    if isinstance(value, list) and type_name.startswith("[]"):
        return relisted(value, [given(item, type_name[2:]) for item in value])
    if not isinstance(value, dict):
        return value
    if type_name.startswith("map[string]"):
        inner = type_name.removeprefix("map[string]")
        return rebuilt(value, {key: given(item, inner) for key, item in value.items() if item is not None})
    if not is_struct(type_name):
        return value
    known = {field.json: field for field in fields(type_name)}
    kept = {}
    for key, item in value.items():
        field = known.get(key)
        if item is None or (field is not None and is_omitted(item, field)):
            continue
        kept[key] = item if field is None else given(item, field.type)
    return rebuilt(value, kept)


def fields(type_name: str) -> Iterator[Field]:
    """The fields of a struct with those of its embedded structs in their place."""
    for field in TYPES[type_name]:
        if field.json:
            yield field
        else:
            yield from fields(field.type)


def _map(value: Any) -> Mapping[str, Any]:
    """A wrong type is the API server's to report, not ours: it counts as empty here."""
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
