"""Rendering: what templates see besides the pod, and what is said when one fails."""

from typing import Any

import pytest

from meshinject.injection import render
from meshinject.injection.errors import PodProblem
from meshinject.istio import controlplane, proxyconfig
from meshinject.kubernetes.owners import Owner
from meshinject.reports.findings import Code

POD: dict[str, Any] = {"metadata": {"name": "p", "annotations": {}}, "spec": {"containers": [{"name": "app"}]}}
OWNER = Owner("reviews", "shop", "Deployment", "apps/v1", {"labels": {"a": "b"}}, frozenset())


def run(
    text: str,
    version: str = "1.28.1",
    *,
    pod: dict[str, Any] | None = None,
    values: dict[str, Any] | None = None,
    native: bool = False,
) -> dict[str, Any]:
    given = (values or {}) | {"sidecarInjectorWebhook": {"templates": {"own": text}}}
    control = controlplane.embedded(version, given, revision="canary")
    config = proxyconfig.effective(control.mesh, {}, control.version)
    return render.render("own", control, render.view(control, pod or POD, OWNER, config, native=native))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (".TypeMeta.Kind", "Deployment"),
        (".TypeMeta.APIVersion", "apps/v1"),
        (".DeploymentMeta.Name", "reviews"),
        (".DeploymentMeta", "shop/reviews"),
        (".ObjectMeta.Name", "p"),
        ("(index .Spec.Containers 0).Name", "app"),
        (".Revision", "canary"),
        (".ProxyUID", "1337"),
        ("printf `%T` .ProxyGID", "int64"),
        ("printf `%T` .Values.global.proxy.statusPort", "float64"),
        (".ProxyImage", "docker.io/istio/proxyv2:1.28.1"),
        (".InboundTrafficPolicyMode", "passthrough"),
        (".MeshConfig.DefaultConfig.StatusPort", "15020"),
        (".NativeSidecars", "false"),
        (".CompliancePolicy", "fips"),
        ("env `COMPLIANCE_POLICY` ``", "fips"),
        ("env `ENABLE_NATIVE_SIDECARS` ``", "false"),
    ],
)
def test_a_template_sees(expression: str, expected: str) -> None:
    values = {"pilot": {"env": {"COMPLIANCE_POLICY": "fips"}}}
    assert run(f"x: {{{{ print ({expression}) | quote }}}}", values=values) == {"x": expected}


@pytest.mark.parametrize(
    ("field", "first", "before"),
    [
        ("NativeSidecars", "1.27.0", "1.26.8"),
        ("ProxyInitImage", "1.31.0", "1.30.3"),
        ("InboundTrafficPolicyMode", "1.22.0", "1.21.6"),
    ],
)
def test_a_field_exists_since_a_release(field: str, first: str, before: str) -> None:
    text = f"x: {{{{ .{field} }}}}"
    assert "x" in run(text, first)
    with pytest.raises(PodProblem, match=field):
        run(text, before)


def test_the_owners_whole_metadata_were_seen_before_1_22() -> None:
    assert run("x: {{ .DeploymentMeta.Labels.a }}", "1.21.6") == {"x": "b"}
    with pytest.raises(PodProblem, match="Labels"):
        run("x: {{ .DeploymentMeta.Labels.a }}", "1.22.0")


@pytest.mark.parametrize("text", ["", "{{ if false }}x{{ end }}", "# nothing\n", "null"])
def test_a_template_may_give_nothing(text: str) -> None:
    assert run(text) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("{{ if }}", "own", id="a text that does not parse"),
        pytest.param("a: b\nx: {{ nope . }}", "own:2", id="an unknown function, with its line"),
        pytest.param("a: b\nx: {{ .Nope }}", "own:2:6", id="an unknown field, with its place"),
        pytest.param("a: b\n c: [", "'c: ['", id="broken YAML, with the line that came out"),
        pytest.param("- a", "map", id="YAML that is no map"),
        pytest.param("a: b\n---\nc: d\n", "one document", id="two documents"),
    ],
)
def test_a_template_that_fails_is_named(text: str, said: str) -> None:
    with pytest.raises(PodProblem) as raised:
        run(text)
    assert "'own'" in raised.value.message
    assert said in raised.value.message
    assert raised.value.code is Code.TEMPLATE_FAILED


def test_a_failure_points_at_the_annotation_behind_it() -> None:
    pod = {"metadata": {"annotations": {"sidecar.istio.io/userVolume": "{"}}, "spec": POD["spec"]}
    with pytest.raises(PodProblem) as raised:
        run("{{ range fromJSON (index .ObjectMeta.Annotations `sidecar.istio.io/userVolume`) }}{{ end }}", pod=pod)
    assert raised.value.path == ("metadata", "annotations", "sidecar.istio.io/userVolume")
    assert "not JSON" in raised.value.help
