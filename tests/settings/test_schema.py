"""The JSON Schemas: valid, in step with the table of the mesh config, and content with what real installations hold."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from meshinject.settings import schema
from meshinject.settings.document import Loaded, Text, documents
from tests.conformance.truth import TRUTH, settings
from tests.settings import mesh_schema

SCHEMAS = Path(__file__).parents[2] / "schemas"
NAMES = ("values", "mesh-config", "injector-config")


def loaded(text: str) -> Loaded:
    (found,) = documents(Text("f", text))
    assert isinstance(found, Loaded)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema.of(name))
    assert schema.of(name)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_folder_holds_these_schemas() -> None:
    printed = ("explain", "report")
    assert {file.name for file in SCHEMAS.iterdir()} == {f"{name}.schema.json" for name in (*NAMES, *printed)}


def test_the_schema_of_the_mesh_config_is_in_step_with_the_table_of_fields() -> None:
    assert mesh_schema.FILE.read_text(encoding="utf-8") == mesh_schema.text(), (
        "run python -m tests.settings.mesh_schema"
    )


@pytest.mark.parametrize("version", sorted(file.name.removesuffix(".json.xz") for file in TRUTH.glob("settings/*")))
def test_real_settings_are_fine(version: str) -> None:
    for given in settings(version).values():
        assert schema.check(loaded(json.dumps(given["values"])), "values") == []
        assert schema.check(loaded(given["mesh"]), "mesh-config") == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("values", "global: {tag: 1.28}", id="a tag may be a number"),
        pytest.param("values", "global: null", id="null stands for nothing"),
        pytest.param("values", 'global: {proxy: {statusPort: "15020"}}', id="a number as text"),
        pytest.param("values", "global: {proxy: {resources: {limits: {cpu: 2}}}}", id="a quantity as a number"),
        pytest.param("values", "pilot: {env: {X: true, Y: 1, Z: a}}", id="variables of any type"),
        pytest.param("mesh-config", "default_config: {status_port: 15020}", id="proto names"),
        pytest.param("mesh-config", "outboundTrafficPolicy: {mode: 1}", id="an enumeration's number"),
        pytest.param("mesh-config", "extensionProviders: [{name: a, zipkin: {b: [c]}}]", id="a provider of any shape"),
        pytest.param("injector-config", "templates: {}", id="no templates"),
        pytest.param("injector-config", "policy: ''", id="no policy"),
    ],
)
def test_what_istio_takes_is_taken(name: str, text: str) -> None:
    assert schema.check(loaded(text), name) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param("values", "global: a", "global is the text 'a'; Istio wants a map", id="a text for a map"),
        pytest.param("values", "global: {hub: [a]}", "global.hub is a list; Istio wants text", id="a list for a text"),
        pytest.param("values", "global: {hub: {}}", "global.hub is a map; Istio wants text", id="a map for a text"),
        pytest.param("values", "global: {imagePullSecrets: a}", "Istio wants a list", id="a text for a list"),
        pytest.param(
            "values", "global: {imagePullSecrets: [1]}", "imagePullSecrets[0] is 1; Istio wants text", id="item"
        ),
        pytest.param("values", "global: {logAsJson: 1}", "Istio wants true or false", id="a number for a boolean"),
        pytest.param("values", "global: {proxy: {statusPort: x}}", "Istio wants a whole number", id="a port"),
        pytest.param("values", "defaults: {global: {hub: 5}}", "defaults.global.hub is 5", id="in a chart's defaults"),
        pytest.param("mesh-config", "accessLogEncoding: XML", "it takes TEXT, JSON", id="an enumeration"),
        pytest.param("mesh-config", "connectTimeout: 10", "Istio wants text", id="a number for a duration"),
        pytest.param("injector-config", "aliases: {a: b}", "Istio wants a list", id="a text for templates"),
        pytest.param(
            "injector-config", "neverInjectSelector: [{matchExpressions: [{key: a}]}]", "'operator'", id="need"
        ),
    ],
)
def test_a_wrong_type_says_what_it_is_and_what_is_wanted(name: str, text: str, message: str) -> None:
    (finding,) = schema.check(loaded(text), name)
    assert message in finding.text
    assert (finding.place.path, finding.place.line) == ("f", 1)


def test_a_key_beside_its_near_one_is_no_mistake() -> None:
    given: dict[str, Any] = {"global": {"imagePullSecret": "mine", "imagePullSecrets": []}}
    assert schema.check(loaded(json.dumps(given)), "values") == []
