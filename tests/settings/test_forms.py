"""Every form in which a control plane's settings are kept gives the same pods."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.inprocess import Result, meshinject
from tests.settings.conftest import VERSION, Exported, as_yaml

VERSIONS = ("--istio-version", VERSION, "--kubernetes-version", "1.33")


def inject(*arguments: str, version: tuple[str, ...] = VERSIONS) -> Result:
    return meshinject("pod.yaml", "-q", *version, *arguments)


def output(*arguments: str) -> str:
    result = inject(*arguments)
    assert (result.code, result.stderr) == (0, "")
    return result.stdout.decode()


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def customised() -> Exported:
    exported = Exported()
    exported.values["global"]["hub"] = "registry.example/mesh"
    exported.values["global"]["proxy"]["logLevel"] = "debug"
    return exported


VALUES: dict[str, Callable[[Exported], str]] = {
    "the values as JSON": lambda given: json.dumps(given.values, indent=2),
    "the values as YAML": lambda given: yaml.safe_dump(given.values),
    "the ConfigMap as YAML": lambda given: as_yaml(given.injector()),
    "the ConfigMap as JSON": lambda given: json.dumps(given.injector(), indent=4),
    "the ConfigMap in a List": lambda given: as_yaml({"kind": "List", "apiVersion": "v1", "items": [given.injector()]}),
    "the data of the ConfigMap": lambda given: as_yaml(given.injector()["data"]),
    "Helm values": lambda _: "global:\n  hub: registry.example/mesh\n  proxy: {logLevel: debug}\n",
    "an IstioOperator": lambda _: (
        "apiVersion: install.istio.io/v1alpha1\nkind: IstioOperator\n"
        "spec:\n  hub: registry.example/mesh\n  values:\n    global:\n      proxy:\n        logLevel: debug\n"
    ),
    "the spec of an IstioOperator": lambda _: (
        "hub: registry.example/mesh\nvalues:\n  global:\n    proxy:\n      logLevel: debug\n"
    ),
    "with a byte order mark": lambda given: "\ufeff" + yaml.safe_dump(given.values),
}


@pytest.mark.parametrize("form", VALUES)
def test_values_in_any_form_say_the_same(here: Path, form: str) -> None:
    del here
    text = output("--values-file", write("values", VALUES[form](customised())))
    assert text == output("--set", "global.hub=registry.example/mesh,global.proxy.logLevel=debug")
    assert "registry.example/mesh/proxyv2:1.28.1" in text
    assert "--proxyLogLevel=debug" in text


def config_forms(given: Exported) -> dict[str, str]:
    return {
        "the ConfigMap as YAML": as_yaml(given.injector()),
        "the ConfigMap as JSON": json.dumps(given.injector()),
        "the data of the ConfigMap": as_yaml(given.injector()["data"]),
        "the configuration": given.injector()["data"]["config"],
        "the configuration as JSON": json.dumps(given.config),
        "a bare template": given.config["templates"]["sidecar"],
    }


@pytest.mark.parametrize("form", config_forms(Exported()))
def test_an_injector_configuration_in_any_form_is_used(here: Path, form: str) -> None:
    del here
    exported = Exported()
    changed = exported.config["templates"]["sidecar"].replace("name: istio-envoy", "name: my-envoy")
    assert changed != exported.config["templates"]["sidecar"]
    exported.config["templates"]["sidecar"] = changed
    text = output("--inject-config-file", write("config", config_forms(exported)[form]))
    assert "my-envoy" in text
    assert "istio-envoy" not in text


@pytest.mark.parametrize("form", config_forms(Exported()))
def test_an_unchanged_configuration_changes_nothing(here: Path, form: str) -> None:
    del here
    assert output("--inject-config-file", write("config", config_forms(Exported())[form])) == output()


MESH: dict[str, Callable[[Exported], str]] = {
    "the mesh config": lambda given: yaml.safe_dump(given.mesh),
    "the mesh config as JSON": lambda given: json.dumps(given.mesh),
    "a part of it": lambda _: "trustDomain: exported.example\n",
    "the ConfigMap as YAML": lambda given: as_yaml(given.mesh_map()),
    "the ConfigMap as JSON": lambda given: json.dumps(given.mesh_map()),
    "the data of the ConfigMap": lambda given: as_yaml(given.mesh_map()["data"]),
    "an IstioOperator": lambda given: as_yaml({"kind": "IstioOperator", "spec": {"meshConfig": given.mesh}}),
}


@pytest.mark.parametrize("form", MESH)
def test_a_mesh_config_in_any_form_says_the_same(here: Path, form: str) -> None:
    del here
    text = output("--mesh-config-file", write("mesh", MESH[form](Exported())))
    assert text == output("--set", "meshConfig.trustDomain=exported.example")
    assert "exported.example" in text


@pytest.mark.parametrize(
    ("option", "form"),
    [
        pytest.param("--values-file", "--valuesFile", id="values"),
        pytest.param("--values-file", "--operatorFileName", id="operator"),
        pytest.param("--mesh-config-file", "--meshConfigFile", id="mesh config"),
        pytest.param("--inject-config-file", "--injectConfigFile", id="injector"),
    ],
)
def test_the_names_of_kube_inject_work_as_well(here: Path, option: str, form: str) -> None:
    exported = Exported()
    files = {"--values-file": "global: {hub: h.example}", "--mesh-config-file": "trustDomain: t.example"}
    text = files.get(option, exported.config["templates"]["sidecar"].replace("istio-envoy", "my-envoy"))
    (here / "f").write_text(text)
    assert output(form, "f") == output(f"{form}=f") == output(option, "f") != output()


def test_the_aliases_are_not_in_the_help() -> None:
    assert b"valuesFile" not in meshinject("inject", "--help").stdout


class TestManifests:
    def manifests(self, *exported: Exported, **environment: str) -> str:
        noise: list[Any] = [
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "istiod"}},
            {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "metadata": {"name": "values"},
                "data": {"original-values": "{}"},
            },
        ]
        objects = [
            each for given in exported for each in (given.injector(), given.mesh_map(), given.istiod(**environment))
        ]
        return write("manifests", "# Source: istiod/templates/x.yaml\n" + as_yaml(*noise, *objects))

    def test_all_is_taken_from_them(self, here: Path) -> None:
        del here
        text = output("--istio-manifests", self.manifests(customised()), "--native-sidecars", "true")
        assert "registry.example/mesh/proxyv2" in text
        assert "exported.example" in text

    def test_the_version_needs_no_flag(self, here: Path) -> None:
        del here
        result = meshinject("pod.yaml", "--istio-manifests", self.manifests(Exported("1.26.8")), "-v")
        assert "the Istio version is 1.26.8, by the labels of the ConfigMap istio-sidecar-injector" in result.stderr
        assert b"proxyv2:1.26.8" in result.stdout

    def test_the_revision_chooses(self, here: Path) -> None:
        del here
        canary = Exported(revision="canary")
        canary.values["global"]["hub"] = "canary.example"
        both = self.manifests(Exported(), canary)
        assert "canary.example/proxyv2" in output("--istio-manifests", both, "--revision", "canary")
        assert "docker.io/istio/proxyv2" in output("--istio-manifests", both)
        assert "docker.io/istio/proxyv2" in output("--istio-manifests", both, "--revision", "default")

    def test_the_only_revision_needs_no_flag(self, here: Path) -> None:
        del here
        text = output("--istio-manifests", self.manifests(Exported(revision="canary")))
        assert "istiod-canary.istio-system.svc" in text
        assert '"revision":"canary"' in text

    def test_a_revision_that_is_not_there_is_an_error_that_lists_the_others(self, here: Path) -> None:
        del here
        both = self.manifests(Exported(revision="blue"), Exported(revision="green"))
        result = inject("--istio-manifests", both)
        assert (result.code, result.stdout) == (2, b"")
        assert "there is no injector of revision 'default'; there are blue, green" in result.stderr

    def test_the_environment_of_istiod_counts(self, here: Path) -> None:
        del here
        old = Exported("1.25.5")
        version = ("--istio-version", "1.25.5", "--kubernetes-version", "1.33")
        plain = inject("--istio-manifests", self.manifests(old), version=version)
        native = inject("--istio-manifests", self.manifests(old, ENABLE_NATIVE_SIDECARS="true"), version=version)
        assert b"restartPolicy: Always" not in plain.stdout
        assert b"restartPolicy: Always" in native.stdout

    def test_manifests_without_an_injector_are_an_error(self, here: Path) -> None:
        del here
        result = inject("--istio-manifests", write("m", "kind: ConfigMap\nmetadata: {name: x}\n"))
        assert result.code == 2
        assert "m:1:1: error[MI004]: there is no ConfigMap istio-sidecar-injector in the manifests" in result.stderr


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        pytest.param(
            "--inject-config-file",
            "global:\n  hub: example.com\npilot: {}\n",
            "this is neither an injector configuration nor a template",
            id="Helm values as an injector configuration",
        ),
        pytest.param(
            "--mesh-config-file",
            "meshConfig:\n  enablePrometheusMerge: false\n",
            "meshConfig belongs to Helm values, not to a mesh config",
            id="Helm values as a mesh config",
        ),
    ],
)
def test_a_file_given_to_the_wrong_option_is_an_error(option: str, text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "given.yaml"
    file.write_text(text)
    result = meshinject(option, str(file), "--istio-version", "1.28.1", stdin=b"")
    assert result.code == 2
    assert f"error[MI004]: {message}" in result.stderr
    assert "--values-file" in result.stderr
