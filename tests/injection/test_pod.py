from typing import Any

import pytest

from meshinject.injection.errors import PodProblems
from meshinject.reports.findings import Code

SPEC = "spec: {containers: [{name: a, image: a}]}"
WEB = """
metadata: {labels: {app: web}}
spec:
  containers:
  - {name: app, image: nginx}
"""
TWO_TEMPLATES = {
    "sidecarInjectorWebhook": {
        "templates": {
            "extra": "spec:\n  containers:\n  - name: istio-proxy\n    env:\n    - {name: MORE, value: '1'}\n"
        },
        "defaultTemplates": ["sidecar", "extra"],
    }
}


def problems(inject: Any, text: str, version: str = "1.28.1", **settings: Any) -> Any:
    with pytest.raises(PodProblems) as caught:
        inject(text, version, **settings)
    return caught.value.problems


def test_a_legacy_sidecar_is_a_container(inject: Any, names: Any) -> None:
    pod = inject(WEB)
    assert names(pod, "initContainers") == ["istio-init"]
    assert names(pod, "containers") == ["app", "istio-proxy"]


def test_a_native_sidecar_is_an_init_container_that_restarts(inject: Any, names: Any, container: Any) -> None:
    pod = inject(WEB, native=True)
    assert names(pod, "initContainers") == ["istio-init", "istio-proxy"]
    assert names(pod, "containers") == ["app"]
    assert container(pod, "istio-proxy")["restartPolicy"] == "Always"


def test_what_does_not_change_stays_the_same_object(inject: Any) -> None:
    given = inject.pod(WEB)
    done = inject(WEB, pod=given)
    assert done["spec"]["containers"][0] is given["spec"]["containers"][0]
    assert done["metadata"]["labels"].node is given["metadata"]["labels"].node
    assert [*given["spec"]] == ["containers"]


def test_injecting_twice_is_injecting_once(inject: Any) -> None:
    once = inject(WEB)
    assert inject(WEB, pod=once) == once


@pytest.mark.parametrize("native", [pytest.param(True, id="native"), pytest.param(False, id="legacy")])
def test_a_later_template_cannot_make_a_second_proxy(inject: Any, names: Any, container: Any, native: bool) -> None:
    pod = inject(WEB, native=native, values=TWO_TEMPLATES)
    where = "initContainers" if native else "containers"
    assert (names(pod, "initContainers") + names(pod, "containers")).count("istio-proxy") == 1
    assert {"name": "MORE", "value": "1"} in container(pod, "istio-proxy")["env"]
    assert "istio-proxy" in names(pod, where)
    assert ('"containers":null' in pod["metadata"]["annotations"]["sidecar.istio.io/status"]) is native


@pytest.mark.parametrize(
    ("text", "path", "code"),
    [
        pytest.param(
            "metadata: {annotations: {sidecar.istio.io/interceptionMode: x}}\n" + SPEC,
            ("metadata", "annotations", "sidecar.istio.io/interceptionMode"),
            Code.BAD_ANNOTATION,
            id="an annotation that Istio refuses",
        ),
        pytest.param(
            'metadata: {annotations: {proxy.istio.io/config: "concurrency: x"}}\n' + SPEC,
            ("metadata", "annotations", "proxy.istio.io/config"),
            Code.BAD_PROXY_CONFIG,
            id="a proxy configuration of the wrong type",
        ),
        pytest.param(
            "metadata: {annotations: {inject.istio.io/templates: spire}}\nspec: {containers: [{name: a, image: a}]}",
            ("metadata", "annotations", "inject.istio.io/templates"),
            Code.UNKNOWN_TEMPLATE,
            id="a template that does not exist",
        ),
        pytest.param(
            "spec: {containers: [{name: a, image: a, ports: [{containerPort: x}]}]}",
            ("spec", "containers", 0, "ports", 0, "containerPort"),
            Code.WRONG_TYPE,
            id="a field of the wrong type",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(inject: Any, text: str, path: Any, code: Code) -> None:
    (problem,) = problems(inject, text)
    assert (problem.path, problem.code) == (path, code)


def test_all_refused_annotations_are_told_at_once(inject: Any) -> None:
    text = """
metadata:
  annotations:
    traffic.sidecar.istio.io/excludeInboundPorts: a
    status.sidecar.istio.io/port: b
spec: {containers: [{name: a, image: a}]}
"""
    assert [problem.path[-1] for problem in problems(inject, text)] == [
        "traffic.sidecar.istio.io/excludeInboundPorts",
        "status.sidecar.istio.io/port",
    ]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        pytest.param("metadata: {annotations: {a: true}}", "metadata.annotations.a must be a string", id="a boolean"),
        pytest.param("spec: {containers: [{image: a}]}", "does not contain declared merge key", id="no name"),
        pytest.param("spec: {containers: {}}", "spec.containers must be a list", id="another type"),
    ],
)
def test_a_template_that_makes_no_pod_is_told(inject: Any, template: str, said: str) -> None:
    values = {"sidecarInjectorWebhook": {"templates": {"own": template}, "defaultTemplates": ["own"]}}
    (problem,) = problems(inject, WEB, values=values)
    assert problem.code is Code.TEMPLATE_FAILED
    assert said in problem.message


def test_a_result_that_the_api_server_refuses_is_told(inject: Any) -> None:
    template = "spec: {containers: [{name: app, volumeMounts: [{name: gone, mountPath: /m}]}]}"
    values = {"sidecarInjectorWebhook": {"templates": {"own": template}, "defaultTemplates": ["own"]}}
    (problem,) = problems(inject, WEB, values=values)
    assert problem.code is Code.INVALID_POD
    assert "'gone', which does not exist" in problem.message


def test_a_pod_of_nothing_but_the_proxy_cannot_be_native(inject: Any, names: Any) -> None:
    text = "spec: {containers: [{name: istio-proxy, image: auto}]}"
    (problem,) = problems(inject, text, native=True)
    assert problem.code is Code.INVALID_POD
    assert names(inject(text), "containers") == ["istio-proxy"]


def test_interception_mode_none_keeps_the_users_init_containers(inject: Any, names: Any) -> None:
    text = """
metadata: {annotations: {sidecar.istio.io/interceptionMode: NONE}}
spec: {initContainers: [{name: migrate, image: m}], containers: [{name: a, image: a}]}
"""
    assert names(inject(text, "1.24.6"), "initContainers") == ["migrate"]


def test_annotations_of_the_configuration_are_set_last(inject: Any) -> None:
    values = {"sidecarInjectorWebhook": {"injectedAnnotations": {"b": "2", "a": "1"}}}
    assert [*inject(WEB, values=values)["metadata"]["annotations"]][-3:] == ["sidecar.istio.io/status", "a", "b"]


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        pytest.param({}, "app", id="by default the proxy is last"),
        pytest.param(
            {"values": {"global": {"proxy": {"holdApplicationUntilProxyStarts": True}}}},
            "istio-proxy",
            id="values hold",
        ),
        pytest.param(
            {"mesh": {"defaultConfig": {"holdApplicationUntilProxyStarts": True}}}, "istio-proxy", id="the mesh holds"
        ),
    ],
)
def test_an_application_that_waits_comes_after_the_proxy(inject: Any, names: Any, settings: Any, first: str) -> None:
    assert names(inject(WEB, **settings), "containers")[0] == first


def test_a_volume_without_a_source_gets_one_and_a_users_does_not(inject: Any) -> None:
    pod = inject("spec: {volumes: [{name: mine}], containers: [{name: a, image: a}]}")
    by_name = {volume["name"]: volume for volume in pod["spec"]["volumes"]}
    assert by_name["workload-socket"] == {"name": "workload-socket", "emptyDir": {}}
    assert by_name["mine"] == {"name": "mine"}


@pytest.mark.parametrize("version", ["1.20.8", "1.28.1"])
def test_a_long_name_makes_a_valid_label(inject: Any, version: str) -> None:
    name = "a" * 62 + "-bcd"
    text = f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}}}\nspec: {{template: {WEB_FLOW}}}"
    assert inject(text, version)["metadata"]["labels"]["service.istio.io/canonical-name"] == "a" * 62


WEB_FLOW = "{spec: {containers: [{name: app, image: nginx}]}}"
