"""Taking injections out, and the law of the house: inject(x) = overlay(uninject(x))."""

import json
from itertools import product
from typing import Any

import pytest

WEB = """
metadata:
  labels: {app: web, version: v2}
  annotations: {prometheus.io/port: "9102", prometheus.io/scrape: "true"}
spec:
  volumes: [{name: istio-envoy, emptyDir: {sizeLimit: 5Mi}}, {name: data, emptyDir: {}}]
  initContainers: [{name: migrate, image: m}]
  imagePullSecrets: [{name: mine}]
  containers:
  - name: app
    image: nginx
    ports: [{name: http, containerPort: 8080}]
    livenessProbe: {httpGet: {path: /live, port: 8080, scheme: HTTPS}, periodSeconds: 3}
    readinessProbe: {tcpSocket: {port: 8080}}
    lifecycle: {preStop: {httpGet: {path: /bye, port: 8080}}}
  - {name: istio-proxy, image: auto, env: [{name: OWN, value: x}], resources: {requests: {cpu: 1}}}
"""
GATEWAY = """
metadata: {annotations: {inject.istio.io/templates: gateway}}
spec: {containers: [{name: istio-proxy, image: auto, securityContext: {runAsUser: 0}}]}
"""
AGENT = """
metadata: {annotations: {inject.istio.io/templates: grpc-agent}}
spec:
  containers:
  - {name: one, image: "1", env: [{name: A, value: a}]}
  - {name: two, image: "2"}
"""
PODS = [pytest.param(WEB, id="web"), pytest.param(GATEWAY, id="gateway"), pytest.param(AGENT, id="agent")]
VERSIONS = ("1.20.8", "1.24.6", "1.28.1", "1.31.0")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("native", [pytest.param(True, id="native"), pytest.param(False, id="legacy")])
@pytest.mark.parametrize("text", PODS)
def test_uninject_gives_the_pod_back(inject: Any, text: str, native: bool, version: str) -> None:
    given = inject.pod(text)
    assert json.dumps(inject.out(text, inject(text, version, native=native), version)) == json.dumps(given)


@pytest.mark.parametrize("text", PODS)
def test_what_was_injected_before_does_not_matter(inject: Any, text: str) -> None:
    kinds = [*product(VERSIONS, (True, False))]
    direct = {kind: inject(text, kind[0], native=kind[1]) for kind in kinds}
    for first, second in product(kinds, kinds):
        again = inject(text, second[0], native=second[1], pod=direct[first])
        assert json.dumps(again) == json.dumps(direct[second]), f"{first} and then {second}"


@pytest.mark.parametrize(
    "status",
    [
        pytest.param(None, id="no status"),
        pytest.param("injected", id="a status that is no JSON"),
        pytest.param("[]", id="a status that is no map"),
    ],
)
def test_a_pod_without_a_record_has_nothing_to_take_out(inject: Any, status: str | None) -> None:
    annotations = {} if status is None else {"sidecar.istio.io/status": status}
    text = json.dumps({"metadata": {"annotations": annotations}, "spec": {"containers": [{"name": "istio-proxy"}]}})
    given = inject.pod(text)
    assert inject.out(text, given) is given


def test_what_was_edited_since_is_left_alone(inject: Any, container: Any) -> None:
    pod = inject(WEB)
    pod["metadata"]["annotations"]["prometheus.io/path"] = "/elsewhere"
    container(pod, "app")["livenessProbe"]["httpGet"]["path"] = "/new"
    out = inject.out(WEB, pod)
    assert out["metadata"]["annotations"]["prometheus.io/path"] == "/elsewhere"
    assert container(out, "app")["livenessProbe"]["httpGet"]["path"] == "/new"
    assert container(out, "app")["readinessProbe"] == {"tcpSocket": {"port": 8080}}


def test_a_container_that_was_added_since_stays(inject: Any, names: Any) -> None:
    pod = inject(WEB)
    pod["spec"]["containers"].append({"name": "new", "image": "n"})
    assert names(inject.out(WEB, pod), "containers") == ["app", "new", "istio-proxy"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("not json", id="overrides that are no JSON"),
        pytest.param('{"containers": [{"image": "a"}]}', id="an entry without a name"),
    ],
)
def test_broken_overrides_count_as_none(inject: Any, names: Any, text: str) -> None:
    pod = inject(WEB)
    pod["metadata"]["annotations"]["proxy.istio.io/overrides"] = text
    assert names(inject.out(WEB, pod), "containers") == ["app"]


def test_pull_secrets_that_the_settings_add_go(inject: Any, names: Any) -> None:
    values = {"global": {"imagePullSecrets": ["ours"]}}
    pod = inject(WEB, values=values)
    assert names(pod, "imagePullSecrets") == ["ours", "mine"]
    assert names(inject.out(WEB, pod, values=values), "imagePullSecrets") == ["mine"]
    assert names(inject(WEB, values=values, pod=pod), "imagePullSecrets") == ["ours", "mine"]


def test_annotations_for_the_cni_go_where_they_are_what_the_settings_give(inject: Any) -> None:
    values = {"pilot": {"cni": {"enabled": True}}}
    text = "spec: {containers: [{name: a, image: a}]}"
    pod = inject(text, values=values)
    assert pod["metadata"]["annotations"]["traffic.sidecar.istio.io/excludeInboundPorts"] == "15020"
    assert inject.out(text, pod, values=values) == inject.pod(text)
    pod["metadata"]["annotations"]["sidecar.istio.io/interceptionMode"] = "NONE"
    out = inject.out(text, pod, values=values)
    assert out["metadata"]["annotations"] == {"sidecar.istio.io/interceptionMode": "NONE"}


def test_the_gateways_sysctl_goes_and_the_users_stays(inject: Any) -> None:
    assert "securityContext" in inject(GATEWAY)["spec"]
    assert "securityContext" not in inject.out(GATEWAY, inject(GATEWAY))["spec"]
    text = GATEWAY.replace("spec: {", "spec: {securityContext: {fsGroup: 1}, ")
    assert inject.out(text, inject(text))["spec"]["securityContext"] == {"fsGroup": 1}


def test_scrape_targets_come_back(inject: Any) -> None:
    key = "prometheus.istio.io/scrape-targets"
    text = json.dumps(
        {"metadata": {"annotations": {key: "9102, 9103:/stats"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}}
    )
    pod = inject(text, "1.31.0")
    assert key not in pod["metadata"]["annotations"]
    assert inject.out(text, pod, "1.31.0")["metadata"]["annotations"] == {key: "9102, 9103:/stats"}


def test_volumes_of_an_annotation_go_as_a_whole(inject: Any, names: Any) -> None:
    volumes = json.dumps({"mine": {"hostPath": {"path": "/x"}}})
    text = json.dumps(
        {
            "metadata": {"annotations": {"sidecar.istio.io/userVolume": volumes}},
            "spec": {"containers": [{"name": "a", "image": "a"}]},
        }
    )
    pod = inject(text)
    assert "mine" in names(pod, "volumes")
    assert "volumes" not in inject.out(text, pod)["spec"]


def test_the_canonical_name_of_another_release_goes(inject: Any) -> None:
    name = "a" * 62 + "-b"
    text = f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}}}\nspec: {{template: {{spec: {SPEC}}}}}"
    pod = inject(text)
    pod["metadata"]["labels"]["service.istio.io/canonical-name"] = name
    assert "metadata" not in inject.out(text, pod)
    pod["metadata"]["labels"]["service.istio.io/canonical-name"] = "mine"
    assert inject.out(text, pod)["metadata"]["labels"] == {"service.istio.io/canonical-name": "mine"}


SPEC = "{containers: [{name: a, image: a}]}"
