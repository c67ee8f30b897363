"""Checks a settings file against its JSON Schema: wrong types are errors, a key that is nearly a known one a warning.

A real values file holds hundreds of keys that have nothing to do with injection, so an unknown key as such is fine. The
schemas in `schemas/` say what is read; a key known to exist elsewhere is listed there with `true`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from meshinject.istio import templates
from meshinject.kubernetes.workload import dotted
from meshinject.nearest import nearest
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.settings.document import Loaded

Schema = dict[str, Any]

_NEAR = 0.85
_NAMES = {
    "string": "text",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "object": "a map",
    "array": "a list",
}
_SHOWN = 60


def check(loaded: Loaded, name: str) -> list[Finding]:
    """Everything that is wrong with a value, by the schema `name`."""
    return [*_errors(loaded, name), *_misspelt(loaded, name)]


def failed(findings: Sequence[Finding]) -> bool:
    """Whether one of the findings is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)


@cache
def of(name: str) -> Schema:
    """The schema called `name`, from the installed package or the repository beside it."""
    read: Schema = json.loads(templates.packaged("schemas", f"{name}.schema.json"))
    return read


@cache
def _validator(name: str) -> Any:
    import jsonschema  # noqa: PLC0415  (a tenth of a second, for runs with settings files only)

    return jsonschema.Draft202012Validator(of(name))


def _errors(loaded: Loaded, name: str) -> Iterator[Finding]:
    for error in _validator(name).iter_errors(loaded.value):
        path = list(error.absolute_path)
        at = dotted(path) or "the file"
        yield loaded.problem(path, f"{at} is {_shown(error.instance)}; {_wanted(error)}")


def _wanted(error: Any) -> str:
    """What a schema asks for, as the end of a sentence."""
    if error.validator == "type":
        types = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
        return "Istio wants " + " or ".join(_NAMES[each] for each in types if each != "null")
    if error.validator == "enum":
        return "it takes " + ", ".join(str(each) for each in error.validator_value if isinstance(each, str) and each)
    if error.validator == "required":
        return f"{error.message.partition(' is ')[0]} is missing"
    return str(error.schema.get("description") or error.message)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"the text {value if len(value) <= _SHOWN else value[:_SHOWN] + '...'!r}"
    return json.dumps(value)


def _misspelt(loaded: Loaded, name: str) -> Iterator[Finding]:
    for path, known in _unknown(loaded.value, of(name), of(name), ()):
        near = nearest(str(path[-1]), known, _NEAR)
        if near:
            text = f"{dotted(path)} is not known; did you mean {near}?"
            place = loaded.place(path, key=True)
            yield Finding(Code.UNKNOWN_KEY, text, "", place)


def _unknown(
    value: Any, schema: Any, root: Schema, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
    """The path of each key that a schema with named keys does not name, and the names that are not taken yet."""
    if not isinstance(schema, dict):
        return
    if schema.get("$ref") == "#":  # a chart's own defaults are not for a user to correct
        return
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    if isinstance(value, dict):
        named = schema.get("properties")
        for key, item in value.items():
            if named is not None and key in named:
                yield from _unknown(item, named[key], root, (*path, key))
            elif "additionalProperties" in schema:
                yield from _unknown(item, schema["additionalProperties"], root, (*path, key))
            elif named:
                yield (*path, key), [each for each in named if each not in value]
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown(item, schema.get("items"), root, (*path, index))
