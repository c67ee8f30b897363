import json
from typing import Any

import pytest

from meshinject.injection.errors import PodProblems

PROXY = """
spec:
  containers:
  - {name: app, image: nginx}
  - name: istio-proxy
    image: auto
"""


def overrides(pod: Any) -> Any:
    text = pod["metadata"]["annotations"].get("proxy.istio.io/overrides")
    return text and json.loads(text)


def test_a_pod_without_own_containers_keeps_nothing(inject: Any) -> None:
    assert overrides(inject("spec: {containers: [{name: app, image: nginx}]}")) is None


def test_entries_may_be_written_by_hand(inject: Any, container: Any) -> None:
    kept = json.dumps({"containers": [{"name": "istio-proxy", "env": [{"name": "OWN", "value": "x"}]}]})
    text = json.dumps(
        {
            "metadata": {"annotations": {"proxy.istio.io/overrides": kept}},
            "spec": {"containers": [{"name": "app", "image": "nginx"}]},
        }
    )
    pod = inject(text)
    assert {"name": "OWN", "value": "x"} in container(pod, "istio-proxy")["env"]
    assert overrides(pod)["containers"][0]["env"] == [{"name": "OWN", "value": "x"}]


def test_entries_that_are_no_json_are_a_problem(inject: Any) -> None:
    text = "metadata: {annotations: {proxy.istio.io/overrides: '{'}}\nspec: {containers: [{name: a, image: a}]}"
    with pytest.raises(PodProblems, match="is no JSON object"):
        inject(text)


def test_the_users_fields_win_and_the_rest_is_the_templates(inject: Any, container: Any) -> None:
    pod = inject(
        PROXY + "    env: [{name: CA_ADDR, value: mine}, {name: OWN, value: x}]\n    args: [a]\n    tty: false\n"
    )
    proxy = container(pod, "istio-proxy")
    assert proxy["image"] == "docker.io/istio/proxyv2:1.28.1"
    assert proxy["args"] == ["a"]
    assert {"name": "CA_ADDR", "value": "mine"} in proxy["env"]
    assert {"name": "OWN", "value": "x"} in proxy["env"]
    assert {"name": "POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}} in proxy["env"]


@pytest.mark.parametrize(
    ("native", "where"),
    [pytest.param(True, "initContainers", id="native"), pytest.param(False, "containers", id="legacy")],
)
def test_they_are_kept_under_the_templates_list(inject: Any, native: bool, where: str) -> None:
    pod = inject(PROXY + "    env: [{name: A, value: <b>}]\n", native=native)
    assert overrides(pod) == {where: [{"name": "istio-proxy", "env": [{"name": "A", "value": "<b>"}], "resources": {}}]}
    assert "\\u003cb\\u003e" in pod["metadata"]["annotations"]["proxy.istio.io/overrides"]


@pytest.mark.parametrize("native", [pytest.param(True, id="native"), pytest.param(False, id="legacy")])
def test_a_proxy_among_the_init_containers_is_the_users_too(
    inject: Any, names: Any, container: Any, native: bool
) -> None:
    text = """
spec:
  initContainers: [{name: istio-proxy, image: auto, restartPolicy: Always, env: [{name: A, value: b}]}]
  containers: [{name: app, image: nginx}]
"""
    pod = inject(text, native=native)
    assert (names(pod, "initContainers") + names(pod, "containers")).count("istio-proxy") == 1
    proxy = container(pod, "istio-proxy")
    assert {"name": "A", "value": "b"} in proxy["env"]
    assert proxy.get("restartPolicy") == ("Always" if native else None)


@pytest.mark.parametrize(
    ("own", "handler"),
    [
        pytest.param(
            "preStop: {httpGet: {path: /quit, port: 1}}", {"httpGet": {"path": "/quit", "port": 1}}, id="another"
        ),
        pytest.param("preStop: {sleep: {seconds: 5}}", {"sleep": {"seconds": 5}}, id="a newer kind"),
        pytest.param("preStop: {exec: {command: [x]}}", {"exec": {"command": ["x"]}}, id="the same kind"),
    ],
)
def test_a_users_hook_replaces_the_templates(inject: Any, container: Any, own: str, handler: Any) -> None:
    pod = inject(PROXY + f"    lifecycle: {{{own}}}\n", native=True)
    assert container(pod, "istio-proxy")["lifecycle"] == {"preStop": handler}


def test_a_users_probe_replaces_the_templates_handler(inject: Any, container: Any) -> None:
    pod = inject(PROXY + "    readinessProbe: {exec: {command: [x]}}\n")
    probe = container(pod, "istio-proxy")["readinessProbe"]
    assert "httpGet" not in probe
    assert probe["timeoutSeconds"] == 3


def test_a_users_value_replaces_the_templates_reference(inject: Any, env: Any, container: Any) -> None:
    pod = inject(PROXY + "    env: [{name: HOST_IP, value: 1.2.3.4}]\n")
    assert {"name": "HOST_IP", "value": "1.2.3.4"} in container(pod, "istio-proxy")["env"]
    assert env(container(pod, "istio-proxy"))["HOST_IP"] == "1.2.3.4"


def test_a_users_volume_source_replaces_the_templates(inject: Any) -> None:
    text = "spec: {volumes: [{name: workload-socket, csi: {driver: spiffe}}], containers: [{name: a, image: a}]}"
    volumes = inject(text, "1.24.6")["spec"]["volumes"]
    assert {"name": "workload-socket", "csi": {"driver": "spiffe"}} in volumes


@pytest.mark.parametrize(
    ("version", "uid"),
    [
        pytest.param("1.28.1", "2000", id="the init container follows"),
        pytest.param("1.20.6", "1337", id="which it did not before 1.20.7"),
    ],
)
def test_the_init_container_follows_the_users_uid(inject: Any, container: Any, version: str, uid: str) -> None:
    pod = inject(PROXY + "    securityContext: {runAsUser: 2000}\n", version)
    args = container(pod, "istio-init")["args"]
    assert args[args.index("-u") + 1] == uid


def test_under_tproxy_the_proxy_itself_stays_root(inject: Any, container: Any) -> None:
    text = "metadata: {annotations: {sidecar.istio.io/interceptionMode: TPROXY}}" + PROXY
    pod = inject(text + "    securityContext: {runAsUser: 2000}\n")
    assert container(pod, "istio-proxy")["securityContext"]["runAsUser"] == 0
    args = container(pod, "istio-init")["args"]
    assert args[args.index("-u") + 1] == "2000"


def test_under_cni_the_validation_runs_as_the_user(inject: Any, container: Any) -> None:
    values = {"pilot": {"cni": {"enabled": True}}}
    pod = inject(PROXY + "    securityContext: {runAsUser: 2000, runAsGroup: 0}\n", values=values)
    context = container(pod, "istio-validation")["securityContext"]
    assert (context["runAsUser"], context["runAsGroup"]) == (2000, 0)


@pytest.mark.parametrize(
    ("text", "network", "label"),
    [
        pytest.param("{}", "net", "net", id="the values' network"),
        pytest.param("{labels: {topology.istio.io/network: own}}", "own", "own", id="the pod's own"),
        pytest.param('{labels: {topology.istio.io/network: ""}}', None, "", id="an empty one of its own"),
    ],
)
def test_cluster_and_network_come_last(
    inject: Any, env: Any, container: Any, text: str, network: Any, label: str
) -> None:
    values = {"global": {"network": "net", "multiCluster": {"clusterName": "c1"}}}
    pod = inject(f"metadata: {text}\nspec: {{containers: [{{name: a, image: a}}]}}", values=values)
    proxy = container(pod, "istio-proxy")
    expected = ["ISTIO_META_CLUSTER_ID", "ISTIO_META_NETWORK"] if network else ["ISTIO_META_CLUSTER_ID"]
    assert [each["name"] for each in proxy["env"]][-len(expected) :] == expected
    assert env(proxy)["ISTIO_META_CLUSTER_ID"] == "c1"
    assert pod["metadata"]["labels"]["topology.istio.io/network"] == label
