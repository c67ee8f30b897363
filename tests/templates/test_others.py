"""The templates gateway, grpc-agent and grpc-simple."""

from collections.abc import Callable
from typing import Any

import pytest

Overlay = Callable[..., dict[str, Any]]
Find = Callable[[dict[str, Any], str], dict[str, Any]]

SYSCTL = {"sysctls": [{"name": "net.ipv4.ip_unprivileged_port_start", "value": "0"}]}
DEFAULTS = {"kubectl.kubernetes.io/default-container", "kubectl.kubernetes.io/default-logs-container"}


def names(items: list[dict[str, Any]] | None) -> list[str]:
    return [item["name"] for item in items or []]


@pytest.mark.parametrize(
    ("version", "values", "expected"),
    [
        pytest.param("1.20.2", {}, None, id="none before 1.20.3"),
        pytest.param("1.20.3", {}, SYSCTL, id="low ports"),
        pytest.param("1.21.3", {"gateways": {"securityContext": {"fsGroup": 1}}}, SYSCTL, id="no values before 1.21.4"),
        pytest.param("1.21.4", {"gateways": {"securityContext": {"fsGroup": 1}}}, {"fsGroup": 1}, id="values since"),
        pytest.param("1.22.1", {"gateways": {"securityContext": {"fsGroup": 1}}}, SYSCTL, id="nor before 1.22.2"),
        pytest.param("1.31.0", {}, SYSCTL, id="low ports still"),
    ],
)
def test_the_pods_security_context_of_a_gateway(
    overlay: Overlay, version: str, values: dict[str, Any], expected: dict[str, Any] | None
) -> None:
    assert overlay(version, "gateway", values=values)["spec"].get("securityContext") == expected


@pytest.mark.parametrize(
    ("version", "containers", "written"),
    [
        pytest.param("1.23.5", ["app"], True, id="one container, overwritten, before 1.23.6"),
        pytest.param("1.23.5", ["app", "b"], False, id="not with two"),
        pytest.param("1.23.6", ["app", "b"], True, id="the first of many since 1.23.6"),
        pytest.param("1.24.3", ["app", "b"], False, id="not in 1.24.3"),
        pytest.param("1.24.4", ["app", "b"], True, id="but 1.24.4"),
        pytest.param("1.25.0", ["istio-proxy"], False, id="never the proxy"),
    ],
)
def test_the_default_container_of_a_gateway(
    overlay: Overlay, version: str, containers: list[str], written: bool
) -> None:
    spec = {"containers": [{"name": name} for name in containers]}
    annotations = overlay(version, "gateway", spec=spec)["metadata"]["annotations"]
    assert (set(annotations) >= DEFAULTS) is written


@pytest.mark.parametrize(("version", "kept"), [("1.23.5", False), ("1.23.6", True)])
def test_a_given_default_container_is_kept_since_1_23_6(overlay: Overlay, version: str, kept: bool) -> None:
    given = dict.fromkeys(DEFAULTS, "own")
    annotations = overlay(version, "gateway", annotations=given)["metadata"]["annotations"]
    assert (not set(annotations) & DEFAULTS) is kept


@pytest.mark.parametrize(
    ("version", "value", "expected"),
    [
        pytest.param("1.22.8", "proxyv2", "docker.io/istio/proxyv2:1.22.8", id="ignored beside a plain name"),
        pytest.param("1.22.8", "r/p:1", "own/p:1", id="taken beside a full reference"),
        pytest.param("1.23.0", "proxyv2", "own/p:1", id="always taken since 1.23"),
    ],
)
def test_the_image_annotation_of_a_gateway(
    overlay: Overlay, container: Find, version: str, value: str, expected: str
) -> None:
    pod = overlay(
        version,
        "gateway",
        values={"global": {"proxy": {"image": value}}},
        annotations={"sidecar.istio.io/proxyImage": "own/p:1"},
    )
    assert container(pod, "istio-proxy")["image"] == expected


@pytest.mark.parametrize(("version", "present"), [("1.26.8", False), ("1.27.0", True)])
def test_a_bootstrap_override_of_a_gateway_since_1_27(
    overlay: Overlay, container: Find, version: str, present: bool
) -> None:
    pod = overlay(version, "gateway", annotations={"sidecar.istio.io/bootstrapOverride": "cm"})
    proxy = container(pod, "istio-proxy")
    assert ("ISTIO_BOOTSTRAP_OVERRIDE" in names(proxy["env"])) is present
    assert ("custom-bootstrap-volume" in names(proxy["volumeMounts"])) is present
    assert ("custom-bootstrap-volume" in names(pod["spec"]["volumes"])) is present


def test_a_gateway_is_never_native_and_redirects_nothing(overlay: Overlay, container: Find) -> None:
    pod = overlay(template="gateway", native=True)
    proxy = container(pod, "istio-proxy")
    assert "initContainers" not in pod["spec"]
    assert proxy["args"][:2] == ["proxy", "router"]
    assert not {"restartPolicy", "resources", "startupProbe", "lifecycle"} & set(proxy)
    assert proxy["securityContext"] == {"runAsUser": 1337, "runAsGroup": 1337}


def test_a_gateway_reads_no_readiness_annotations(overlay: Overlay, container: Find) -> None:
    annotations = {"readiness.status.sidecar.istio.io/periodSeconds": "3", "status.sidecar.istio.io/port": "0"}
    probe = container(overlay(template="gateway", annotations=annotations), "istio-proxy")["readinessProbe"]
    assert probe["periodSeconds"] == 15


def test_the_order_of_a_gateways_environment(overlay: Overlay, container: Find) -> None:
    assert names(container(overlay(template="gateway"), "istio-proxy")["env"]) == [
        "PILOT_CERT_PROVIDER",
        "CA_ADDR",
        "POD_NAME",
        "POD_NAMESPACE",
        "INSTANCE_IP",
        "SERVICE_ACCOUNT",
        "HOST_IP",
        "ISTIO_CPU_LIMIT",
        "PROXY_CONFIG",
        "ISTIO_META_POD_PORTS",
        "GOMEMLIMIT",
        "GOMAXPROCS",
        "ISTIO_META_APP_CONTAINERS",
        "ISTIO_META_CLUSTER_ID",
        "ISTIO_META_NODE_NAME",
        "ISTIO_META_INTERCEPTION_MODE",
        "ISTIO_META_WORKLOAD_NAME",
        "ISTIO_META_OWNER",
        "ISTIO_META_MESH_ID",
        "TRUST_DOMAIN",
    ]


def test_the_agent_for_grpc_prepares_every_application_container(overlay: Overlay, container: Find) -> None:
    pod = overlay(template="grpc-agent", spec={"containers": [{"name": "a"}, {"name": "istio-proxy"}, {"name": "b"}]})
    assert names(pod["spec"]["containers"]) == ["istio-proxy", "a", "b"]
    assert container(pod, "b") == {
        "name": "b",
        "env": [
            {"name": "GRPC_XDS_EXPERIMENTAL_SECURITY_SUPPORT", "value": "true"},
            {"name": "GRPC_XDS_BOOTSTRAP", "value": "/etc/istio/proxy/grpc-bootstrap.json"},
        ],
        "volumeMounts": [
            {"mountPath": "/var/lib/istio/data", "name": "istio-data"},
            {"mountPath": "/etc/istio/proxy", "name": "istio-xds"},
            {"mountPath": "/var/run/secrets/workload-spiffe-credentials", "name": "workload-certs"},
        ],
    }
    assert pod["metadata"]["annotations"]["sidecar.istio.io/rewriteAppHTTPProbers"] == "false"


def test_without_a_status_port_the_grpc_agent_has_only_the_users_mounts(overlay: Overlay, container: Find) -> None:
    off = {"status.sidecar.istio.io/port": "0"}
    proxy = container(overlay(template="grpc-agent", annotations=off), "istio-proxy")
    assert not {"readinessProbe", "resources", "volumeMounts"} & set(proxy)
    mount = {"sidecar.istio.io/userVolumeMount": '{"x": {"mountPath": "/x"}}'}
    proxy = container(overlay(template="grpc-agent", annotations=off | mount), "istio-proxy")
    assert proxy["volumeMounts"] == [{"name": "x", "mountPath": "/x"}]


def test_proxyless_grpc_without_an_agent(overlay: Overlay) -> None:
    pod = overlay(template="grpc-simple", values={"global": {"istioNamespace": "mesh"}})
    (init,) = pod["spec"]["initContainers"]
    assert (init["name"], init["image"], init["command"][:2]) == ("grpc-bootstrap-init", "busybox:1.28", ["sh", "-c"])
    assert init["env"][-1] == {"name": "ISTIO_NAMESPACE", "value": "mesh"}
    assert 'dns:///istiod.${ISTIO_NAMESPACE}.svc:15010"' in init["command"][2]
    assert names(pod["spec"]["containers"][0]["env"]) == [
        "GRPC_XDS_BOOTSTRAP",
        "GRPC_GO_LOG_VERBOSITY_LEVEL",
        "GRPC_GO_LOG_SEVERITY_LEVEL",
    ]
    assert pod["spec"]["volumes"] == [{"name": "grpc-io-proxyless-bootstrap", "emptyDir": {}}]


@pytest.mark.parametrize("version", ["1.20.0", "1.31.0"])
def test_grpc_simple_is_the_same_in_every_release(overlay: Overlay, version: str) -> None:
    assert overlay(version, "grpc-simple") == overlay("1.28.1", "grpc-simple")
