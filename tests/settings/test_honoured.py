"""What a given configuration says beside its templates counts, and what it gets wrong is told where it is."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import POD
from tests.inprocess import Result, meshinject
from tests.settings.conftest import VERSION, Exported, as_yaml

VERSIONS = ("--istio-version", VERSION, "--kubernetes-version", "1.33")
LABELLED = POD.replace("{name: p}", "{name: p, labels: {app: batch}}")
ROOT = Path(__file__).parents[2]
BATCH = [{"matchLabels": {"app": "batch"}}]


def inject(config: dict[str, Any], pod: str = POD, *options: str) -> Result:
    exported = Exported()
    exported.config |= config
    Path("cm.yaml").write_text(as_yaml(exported.injector()))
    return meshinject("-", *VERSIONS, "--inject-config-file", "cm.yaml", *options, stdin=pod.encode())


@pytest.mark.parametrize(
    ("config", "pod", "injected"),
    [
        pytest.param({}, POD, True, id="nothing said"),
        pytest.param({"policy": "disabled"}, POD, False, id="policy disabled"),
        pytest.param({"policy": "disabled", "alwaysInjectSelector": BATCH}, LABELLED, True, id="always, a fit"),
        pytest.param({"policy": "disabled", "alwaysInjectSelector": BATCH}, POD, False, id="always, no fit"),
        pytest.param({"neverInjectSelector": BATCH}, LABELLED, False, id="never, a fit"),
        pytest.param({"neverInjectSelector": BATCH}, POD, True, id="never, no fit"),
    ],
)
def test_policy_and_selectors_decide(here: Path, config: dict[str, Any], pod: str, injected: bool) -> None:
    del here
    result = inject(config, pod)
    assert result.code == 0, result.stderr
    assert (b"istio-proxy" in result.stdout) is injected


def test_injected_annotations_are_added(here: Path) -> None:
    del here
    result = inject({"injectedAnnotations": {"a.example/b": "c", "a.example/n": 5}})
    assert b"a.example/b: c" in result.stdout
    assert b'a.example/n: "5"' in result.stdout


def test_default_templates_and_aliases_name_templates(here: Path) -> None:
    del here
    own = {"templates": {**Exported().config["templates"], "extra": "metadata: {labels: {extra: it-is}}"}}
    assert b"extra: it-is" in inject({**own, "defaultTemplates": ["sidecar", "extra"]}).stdout
    aliased = inject({**own, "defaultTemplates": ["both"], "aliases": {"both": ["sidecar", "extra"]}}).stdout
    assert b"extra: it-is" in aliased
    assert b"istio-proxy" in aliased
    assert b"extra: it-is" not in inject(own).stdout


def test_a_configuration_with_templates_has_no_others(here: Path) -> None:
    del here
    gateway = POD.replace("{name: p}", "{name: p, annotations: {inject.istio.io/templates: gateway}}")
    result = inject({"templates": {"sidecar": "metadata: {labels: {a: b}}"}}, gateway)
    assert (result.code, result.stdout) == (3, b"")
    assert "there is no template 'gateway'" in result.stderr


def test_values_of_the_chart_lie_over_those_of_the_configmap(here: Path) -> None:
    (here / "more.yaml").write_text("cni: {enabled: true}\nglobal: {hub: h.example}\n")
    result = inject({}, POD, "--values-file", "more.yaml", "--set", "global.proxy.logLevel=trace")
    assert b"h.example/proxyv2:1.28.1" in result.stdout
    assert b"istio-validation" in result.stdout, "cni.enabled means pilot.cni.enabled"
    assert b"--proxyLogLevel=trace" in result.stdout
    assert b"istio-validation" in inject({}, POD, "--set", "cni.enabled=true").stdout


def test_null_takes_a_default_away(here: Path) -> None:
    del here
    result = meshinject("pod.yaml", *VERSIONS, "--set", "global.proxy.resources.limits=null")
    assert b"limits:" not in result.stdout
    assert b"requests:" in result.stdout


def test_an_own_control_plane_decides_like_an_istiod(here: Path) -> None:
    del here
    versions = ("--istio-version", VERSION, "--kubernetes-version", "1.31")
    exported = Exported()
    Path("cm.yaml").write_text(as_yaml(exported.injector()))
    Path("partial.yaml").write_text("global: {hub: h.example}\n")
    own = meshinject("pod.yaml", *versions, "--inject-config-file", "cm.yaml")
    assert b"restartPolicy: Always" not in own.stdout
    assert b"restartPolicy: Always" in meshinject("pod.yaml", *versions, "--values-file", "partial.yaml").stdout
    assert b"restartPolicy: Always" not in meshinject("pod.yaml", *versions, "--values-file", "cm.yaml").stdout
    flag = meshinject("pod.yaml", *versions, "--inject-config-file", "cm.yaml", "--native-sidecars", "auto")
    assert b"restartPolicy: Always" in flag.stdout


@pytest.mark.parametrize(
    ("settings", "version", "found"),
    [
        pytest.param(("--inject-config-file", "cm.yaml"), "1.27.9", "1.28.1 (the labels of the ConfigMap", id="labels"),
        pytest.param(("--set", "global.tag=1.26.2-distroless"), "1.28.1", "1.26.2-distroless (global.tag", id="tag"),
    ],
)
def test_settings_of_another_version_are_pointed_out(
    here: Path, settings: tuple[str, ...], version: str, found: str
) -> None:
    (here / "cm.yaml").write_text(as_yaml(Exported().injector()))
    result = meshinject("pod.yaml", "--istio-version", version, "--kubernetes-version", "1.33", *settings)
    assert result.code == 0
    assert f"warning[MI405]: the settings are those of Istio {found}" in result.stderr


@pytest.mark.parametrize("version", ["1.28.1", "1.28", "v1.28.1-gke.3"])
def test_settings_of_the_same_version_are_not(here: Path, version: str) -> None:
    tag = "1.28.10" if version == "1.28" else VERSION
    exported = Exported(tag)
    (here / "cm.yaml").write_text(as_yaml(exported.injector()))
    options = ("--istio-version", version, "--kubernetes-version", "1.33", "--inject-config-file", "cm.yaml")
    assert "MI405" not in meshinject("pod.yaml", *options).stderr


def test_a_tag_gives_the_version_where_nothing_else_does(here: Path) -> None:
    del here
    result = meshinject("pod.yaml", "--kubernetes-version", "1.30", "--set", "global.tag=1.22.8-debug", "-v")
    assert "info[MI408]: the Istio version is 1.22.8-debug, by global.tag of the values" in result.stderr
    assert b"proxyv2:1.22.8-debug" in result.stdout
    assert "MI401" not in result.stderr


def test_another_revision_is_pointed_out(here: Path) -> None:
    (here / "cm.yaml").write_text(as_yaml(Exported(revision="blue").injector()))
    result = meshinject("pod.yaml", *VERSIONS, "--inject-config-file", "cm.yaml", "--revision", "green")
    assert "warning[MI406]: the settings are those of revision 'blue', not of 'green'" in result.stderr


@pytest.mark.parametrize(
    ("option", "text", "messages"),
    [
        pytest.param(
            "--values-file",
            "global:\n  hub: 5\n  proxy:\n    privileged: 'yes'\n",
            ["f:2:8: error[MI004]: global.hub is 5; Istio wants text", "f:4:17: error[MI004]: global.proxy.privileged"],
            id="wrong types of values, all at once",
        ),
        pytest.param(
            "--values-file",
            '{"values": "{\\n \\"global\\": {\\"hub\\": 5}}"}',
            ["f:1:12: error[MI004]: global.hub is 5; Istio wants text"],
            id="a wrong type in a text in quotes",
        ),
        pytest.param("--values-file", "a: [\n", ["f:2:1: error[MI004]"], id="values that are no YAML"),
        pytest.param(
            "--values-file", "- a\n", ["f:1:1: error[MI004]: the file is a list"], id="values that are a list"
        ),
        pytest.param(
            "--values-file",
            "a: 1\n---\nb: 2\n",
            ["f:3:1: error[MI004]: a file of values holds one"],
            id="two documents",
        ),
        pytest.param("--values-file", POD, ["f:2:7: error[MI004]: a Pod holds no values"], id="values that are a pod"),
        pytest.param(
            "--values-file",
            "kind: IstioOperator\nspec:\n  values:\n    global: {hub: 5}\n  meshConfig: {trustDomain: 5}\n",
            ["f:4:19: error[MI004]: global.hub", "f:5:29: error[MI004]: trustDomain is 5"],
            id="wrong types in an operator",
        ),
        pytest.param(
            "--mesh-config-file",
            "defaultConfig:\n  statusPort: x\n  drainDuration: 1 day\n",
            ["f:2:15: error[MI004]: defaultConfig.statusPort", "f:3:18: error[MI004]: defaultConfig.drainDuration"],
            id="wrong types of a mesh config",
        ),
        pytest.param(
            "--mesh-config-file",
            "defaultConfig:\n  statusPort: 99999\n",
            ["f:2:15: error[MI004]: the mesh config does not fit: defaultConfig.statusPort: 99999 is not a port"],
            id="what Istio refuses in a mesh config",
        ),
        pytest.param(
            "--mesh-config-file",
            "kind: ConfigMap\ndata:\n  mesh: |-\n    # a comment\n    trustDomain: 5\n",
            ["f:5:18: error[MI004]: trustDomain is 5; Istio wants text"],
            id="a wrong type in a text of its own",
        ),
        pytest.param("--inject-config-file", "", ["f:1:1: error[MI004]: there is no injector"], id="an empty file"),
        pytest.param(
            "--inject-config-file",
            "policy: sometimes\ntemplates:\n  sidecar: 5\n",
            [
                "f:1:9: error[MI004]: policy is the text 'sometimes'; it takes enabled",
                "f:3:12: error[MI004]: templates.sidecar",
            ],
            id="wrong values in a configuration",
        ),
        pytest.param(
            "--inject-config-file",
            "templates:\n  sidecar: |\n    spec:\n      a: {{ nope }}\n  other: |\n    {{ if }}\n",
            [
                "f:4:5: error[MI004]: the injection template 'sidecar' does not parse: template: sidecar:2: function",
                "f:6:5: error[MI004]: the injection template 'other' does not parse",
            ],
            id="templates that do not parse, at their lines",
        ),
        pytest.param(
            "--inject-config-file",
            "policy: enabled\n templates: {}\n",
            ["f:2:11: error[MI004]"],
            id="a configuration that is no YAML",
        ),
        pytest.param("--values-file", None, ["f: error[MI001]: cannot be read"], id="no such file"),
        pytest.param(
            "--set", "global.hub", ["error[MI002]: --set: 'global.hub' has no value"], id="--set without a value"
        ),
        pytest.param(
            "--set", "global.hub=5", ["error[MI004]: --set: global.hub is 5; Istio wants text"], id="--set, wrong type"
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(here: Path, option: str, text: str | None, messages: list[str]) -> None:
    if text is not None and option != "--set":
        (here / "f").write_text(text)
    result = meshinject("pod.yaml", *VERSIONS, option, (text or "") if option == "--set" else "f")
    assert (result.code, result.stdout) == (2, b"")
    for message in messages:
        assert message in result.stderr


def test_a_template_that_fails_names_itself_line_and_column(here: Path) -> None:
    (here / "t").write_text("metadata:\n  labels:\n    a: {{ .ProxyConfig.Image.ImageType }}\n")
    result = meshinject("pod.yaml", *VERSIONS, "--inject-config-file", "t")
    assert (result.code, result.stdout) == (3, b"")
    assert "injection template 'sidecar' fails: template: sidecar:3:" in result.stderr


def test_a_template_that_breaks_the_pod_shows_the_rendered_line(here: Path) -> None:
    (here / "t").write_text('metadata:\n  labels: {{ "{a: [" }}\n')
    result = meshinject("pod.yaml", *VERSIONS, "--inject-config-file", "t")
    assert (result.code, result.stdout) == (3, b"")
    assert re.search(r"injection template 'sidecar' gives no YAML, line \d: .*", result.stderr)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        pytest.param('{{ define "x" }}{{ template "x" }}{{ end }}{{ template "x" }}', "depth", id="recursion"),
        pytest.param("{{ range until 1000000000 }}x{{ end }}", "", id="a loop without end"),
    ],
)
def test_a_template_cannot_run_forever(here: Path, template: str, message: str) -> None:
    (here / "t").write_text(template)
    result = meshinject("pod.yaml", *VERSIONS, "--inject-config-file", "t")
    assert (result.code, result.stdout) == (3, b"")
    assert "MI204" in result.stderr
    assert message in result.stderr


def test_a_template_sees_nothing_of_the_machine(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "hunter2")
    (here / "t").write_text('metadata: {labels: {a: "{{ env "SECRET" "none" }}{{ expandenv "$SECRET" }}"}}\n')
    result = meshinject("pod.yaml", *VERSIONS, "--inject-config-file", "t")
    assert result.code == 0
    assert b"hunter2" not in result.stdout
    assert b"a: none" in result.stdout


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        pytest.param("global: {imagePullSecret: [a]}", "did you mean imagePullSecrets?", id="a letter is missing"),
        pytest.param("global: {proxy: {loglevel: x}}", "did you mean logLevel?", id="the wrong case"),
        pytest.param("global: {somethingElse: 1}\nmore: {a: b}\npilot: {autoscaleMin: 2}", "", id="keys of others"),
        pytest.param(
            "meshConfig: {defaultConfig: {concurency: 2}}", "did you mean concurrency?", id="in the mesh config"
        ),
    ],
)
def test_an_unknown_key_warns_when_a_known_one_is_near(here: Path, text: str, warning: str) -> None:
    (here / "f").write_text(text)
    result = meshinject("pod.yaml", *VERSIONS, "--values-file", "f")
    assert result.code == 0
    assert ("MI407" in result.stderr) is bool(warning)
    assert warning in result.stderr


def test_uninject_takes_the_pull_secrets_of_the_settings_out(here: Path) -> None:
    exported = Exported()
    exported.values["global"]["imagePullSecrets"] = ["of-mesh"]
    (here / "cm.yaml").write_text(as_yaml(exported.injector()))
    injected = meshinject("pod.yaml", *VERSIONS, "--inject-config-file", "cm.yaml").stdout
    assert b"of-mesh" in injected
    assert meshinject("uninject", "-", "--values-file", "cm.yaml", stdin=injected).stdout.decode() == POD


def test_a_run_without_settings_loads_none_of_this() -> None:
    code = (
        "import sys; from meshinject.cli import run; run(['-q', *sys.argv[1:]]);"
        "print(sorted(name for name in sys.modules if name.startswith(('meshinject.settings', 'jsonschema'))))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *VERSIONS], input=POD.encode(), capture_output=True, cwd=ROOT, check=True
    )
    assert result.stdout.splitlines()[-1] == b"[]"
