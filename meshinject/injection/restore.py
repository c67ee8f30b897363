"""Giving a user's container back from the injected one.

The overrides annotation holds the container as JSON; the injected container still has the user's own keys with their
comments, order and spelling, merged with the template's. So the injected one is cut down to what the annotation says:
what is equal stays the user's text, the rest goes, and only what differs is written new. Empty values stay: the
annotation has none of them.
"""

from typing import Any

from meshinject.kubernetes import gojson
from meshinject.kubernetes.gojson import fields
from meshinject.kubernetes.listkeys import listkey, name_of
from meshinject.kubernetes.podtypes import is_struct
from meshinject.kubernetes.workload import rebuilt, relisted

Keys = tuple[str, ...]


def cut_down(present: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The injected container `present` with the content of `wanted`, in the user's spelling where it is still there."""
    return _map(present, wanted, "Container", ("spec", "containers"))


def _value(present: Any, wanted: Any, type_name: str, path: Keys) -> Any:
    type_name = type_name.removeprefix("*")
    if isinstance(present, dict) and isinstance(wanted, dict):
        return _map(present, wanted, type_name, path)
    if isinstance(present, list) and isinstance(wanted, list):
        return _list(present, wanted, type_name.removeprefix("[]"), path)
    return present if _encoded(present, type_name) == _encoded(wanted, type_name) else wanted


def _map(present: dict[str, Any], wanted: dict[str, Any], type_name: str, path: Keys) -> dict[str, Any]:
    known = {field.json: field for field in fields(type_name)} if is_struct(type_name) else {}
    inner = type_name.removeprefix("map[string]") if type_name.startswith("map[string]") else "any"
    kept = {}
    for key, value in present.items():
        if key in wanted:
            kept[key] = _value(value, wanted[key], known[key].type if key in known else inner, (*path, key))
        elif value is None or (key in known and gojson.is_omitted(value, known[key])):
            kept[key] = value
    return rebuilt(present, {**kept, **{key: value for key, value in wanted.items() if key not in kept}})


def _list(present: list[Any], wanted: list[Any], type_name: str, path: Keys) -> list[Any]:
    if _encoded(present, f"[]{type_name}") == _encoded(wanted, f"[]{type_name}"):
        return present
    key = listkey(path)
    if key is None:
        return wanted
    by_key = {name_of(item, key): item for item in reversed(present)}
    items = []
    for item in wanted:
        name = name_of(item, key)
        known = None if name is None else by_key.get(name)
        items.append(item if known is None else _value(known, item, type_name, path))
    return relisted(present, items)


def _encoded(value: Any, type_name: str) -> str:
    return gojson.encode(value, type_name, unknown=True)
