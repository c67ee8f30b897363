"""The OpenAPI schemas of a Kubernetes version, and what they find wrong with an object.

They come from the optional package `kubernetes-validate` (the extra `validate`), which holds those of every supported
minor version, without a network. In their strict form they refuse fields that Kubernetes does not know, as
`kubectl apply` does by default.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from importlib import resources
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from packaging.version import Version
from referencing import Registry, Resource

from meshinject.kubernetes.podrules import Violation
from meshinject.kubernetes.workload import Path, Workload
from meshinject.nearest import question

_FOLDER = "kubernetes-json-schema"
_KINDS_OF = "x-kubernetes-group-version-kind"
_POD_TEMPLATE = "io.k8s.api.core.v1.PodTemplateSpec"
_POD = "io.k8s.api.core.v1.Pod"
_JSON_TYPES = {
    "object": "a map",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}


class Schemas:
    """The schemas of the Kubernetes version that is nearest to a declared one: the newest that is not newer than it."""

    def __init__(self, version: Version) -> None:
        """Find the schemas; they are read when the first object is checked.

        Raises:
            ModuleNotFoundError: the extra `validate` is not installed.
        """
        self._folder = resources.files("kubernetes_validate") / _FOLDER
        suffix = "-local-strict"
        names = [entry.name for entry in self._folder.iterdir() if entry.name.endswith(suffix)]
        known = sorted(Version(name.removeprefix("v").removesuffix(suffix)) for name in names)
        minor = (version.major, version.minor)
        self.version = max((each for each in known if (each.major, each.minor) <= minor), default=known[0])
        self.exact = (self.version.major, self.version.minor) == minor
        """Whether the schemas are those of the declared version."""

    def check(self, workload: Workload, wanted: dict[str, Any], pod: dict[str, Any]) -> list[Violation]:
        """What a workload's new object breaks, with paths in it; of a kind without a schema only the pod is checked."""
        name = self._names.get((*_group_and_version(workload.api_version), workload.kind))
        if name:
            return [*self._violations(name, wanted, ())]
        inside = workload.path[len(workload.object_path) :]
        return [*self._violations(_POD_TEMPLATE if inside else _POD, pod, inside)]

    def _violations(self, name: str, value: Any, path: Path) -> Iterator[Violation]:
        schema = {"$ref": f"{self._definitions['$id']}#/$defs/{name}"}
        validator = Draft202012Validator(schema, registry=self._registry)
        for error in sorted(validator.iter_errors(_without_nulls(value)), key=lambda error: [*map(str, error.path)]):
            yield from _told(error, (*path, *error.path))

    @cached_property
    def _definitions(self) -> dict[str, Any]:
        file = self._folder / f"v{self.version}-local-strict" / "_definitions.json"
        read: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return read

    @cached_property
    def _registry(self) -> Registry[Any]:
        empty: Registry[Any] = Registry()
        filled: Registry[Any] = empty.with_resource(self._definitions["$id"], Resource.from_contents(self._definitions))
        return filled

    @cached_property
    def _names(self) -> dict[tuple[str, str, str], str]:
        """The name of the definition of each kind, by group and version."""
        definitions = self._definitions["$defs"]
        return {
            (of["group"], of["version"], of["kind"]): name
            for name, definition in definitions.items()
            for of in definition.get(_KINDS_OF, ())
        }


def _group_and_version(api_version: str) -> tuple[str, str]:
    group, _, version = api_version.rpartition("/")
    return group, version


def _without_nulls(value: Any) -> Any:
    """A null is as if the field were not there; the schemas of quantities and ports would refuse it."""
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _told(error: ValidationError, path: Path) -> Iterator[Violation]:
    """A schema's complaint in our words."""
    rule, want, value = error.validator, cast("Any", error.validator_value), cast("Any", error.instance)
    if rule == "additionalProperties":
        known = [*cast("dict[str, Any]", error.schema).get("properties", ())]
        for key in value:
            if key not in known:
                yield Violation((*path, key), "Kubernetes knows no such field", question(str(key), known))
    elif rule == "required":
        yield Violation(path, f"Kubernetes wants {' and '.join(key for key in want if key not in value)}")
    elif rule == "type":
        types = [_JSON_TYPES[kind] for kind in ([want] if isinstance(want, str) else want) if kind != "null"]
        yield Violation(path, f"{_shown(value)} is not {' or '.join(types)}")
    elif rule == "enum":
        yield Violation(path, f"{_shown(value)} is none of {', '.join(map(str, want))}")
    elif rule == "oneOf":
        yield Violation(path, f"{_shown(value)} is neither a number nor a text")
    else:
        yield Violation(path, error.message)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 60 else f"{text[:56]} ..."  # noqa: PLR2004  (fits a line)
