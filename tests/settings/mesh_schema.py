"""The JSON Schema of the mesh config, made of the table of its fields; run as a program it writes the file anew."""

import json
from pathlib import Path
from typing import Any

from meshinject.istio import proto
from meshinject.istio.meshschema import ENUMS, MESSAGES

FILE = Path(__file__).parents[2] / "schemas" / "mesh-config.schema.json"

_MAP = "map[string]"
_SCALARS: dict[str, Any] = {
    "any": True,
    "string": {"type": ["string", "null"]},
    "bool": {"type": ["boolean", "null"]},
    "Duration": {
        "type": ["string", "null"],
        "pattern": r"^[-+]?(0|([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$",
        "description": "Istio wants a duration such as 45s or 1m30s",
    },
    "double": {"type": ["number", "string", "null"]},
}
_INTEGER = {
    "type": ["integer", "string", "null"],
    "pattern": "^-?(0|[1-9][0-9]*)$",
    "description": "Istio wants a whole number",
}


def schema() -> dict[str, Any]:
    """The whole schema; every field of any release counts, by its JSON name and by its proto name."""
    definitions = {name: _message(name) for name in sorted(MESSAGES) if name != "MeshConfig"}
    definitions |= {
        name: {"enum": [*proto.enum_numbers(name), *proto.enum_numbers(name).values(), None]} for name in ENUMS
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Istio's mesh config, the key `mesh` of its ConfigMap, as far as meshinject reads it",
        **_message("MeshConfig"),
        "$defs": definitions,
    }


def text() -> str:
    """The file's text."""
    return json.dumps(schema(), indent=1) + "\n"


def _message(name: str) -> dict[str, Any]:
    properties = {}
    for declared in MESSAGES[name].split():
        field, _ = proto._field(declared)
        for key in {field.json: None, field.proto: None}:
            properties[key] = _of(field.type)
    return {"type": ["object", "null"], "properties": properties}


def _of(type_name: str) -> Any:
    if type_name.startswith("[]"):
        return {"type": ["array", "null"], "items": _of(type_name[2:])}
    if type_name.startswith(_MAP):
        return {"type": ["object", "null"], "additionalProperties": _of(type_name.removeprefix(_MAP))}
    if type_name in MESSAGES or type_name in ENUMS:
        return {"$ref": f"#/$defs/{type_name}"}
    return _SCALARS.get(proto.WRAPPERS.get(type_name, type_name), _INTEGER)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
