"""The sidecar template: what each release and setting puts into a pod."""

from collections.abc import Callable
from typing import Any

import pytest

Overlay = Callable[..., dict[str, Any]]
Find = Callable[[dict[str, Any], str], dict[str, Any]]

CNI = {"istio_cni": {"enabled": True}, "pilot": {"cni": {"enabled": True}}}
TPROXY = {"sidecar.istio.io/interceptionMode": "TPROXY"}


def env(proxy: dict[str, Any]) -> dict[str, Any]:
    return {item["name"]: item.get("value", item.get("valueFrom")) for item in proxy["env"]}


def names(items: list[dict[str, Any]] | None) -> list[str]:
    return [item["name"] for item in items or []]


def after(args: list[str], flag: str) -> list[str]:
    """Every argument that follows a flag."""
    return [args[i + 1] for i, arg in enumerate(args) if arg == flag]


@pytest.mark.parametrize(
    ("version", "present", "absent"),
    [
        pytest.param("1.21.6", ["JWT_POLICY"], ["GODEBUG"], id="JWT_POLICY up to 1.21"),
        pytest.param("1.22.0", [], ["JWT_POLICY"], id="not since 1.22"),
        pytest.param("1.20.3", [], ["COMPLIANCE_POLICY"], id="no compliance policy before 1.20.4"),
        pytest.param("1.20.4", ["COMPLIANCE_POLICY"], [], id="a compliance policy since 1.20.4"),
        pytest.param("1.31.0", ["COMPLIANCE_POLICY", "GODEBUG"], [], id="GODEBUG since 1.31"),
    ],
)
def test_environment_variables_come_and_go(
    overlay: Overlay, container: Find, version: str, present: list[str], absent: list[str]
) -> None:
    pod = overlay(version, values={"pilot": {"env": {"COMPLIANCE_POLICY": "fips-140-3"}}})
    found = env(container(pod, "istio-proxy"))
    assert set(present) <= set(found)
    assert not set(absent) & set(found)


@pytest.mark.parametrize(("version", "divisor"), [("1.28.10", None), ("1.29.0", "1")])
def test_resource_limits_have_a_divisor_since_1_29(
    overlay: Overlay, container: Find, version: str, divisor: str | None
) -> None:
    found = env(container(overlay(version), "istio-proxy"))
    for name in ("ISTIO_CPU_LIMIT", "GOMEMLIMIT", "GOMAXPROCS"):
        assert found[name]["resourceFieldRef"].get("divisor") == divisor


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.24.6", ["net1"]),
        ("1.25.0", ["net1", "br0"]),
        ("1.26.4", ["net1", "br0"]),
        ("1.26.5", ["br0"]),
        ("1.27.1", ["net1", "br0"]),
        ("1.27.2", ["br0"]),
        ("1.28.0", ["br0"]),
    ],
)
def test_rerouted_interfaces_by_patch_release(
    overlay: Overlay, container: Find, version: str, expected: list[str]
) -> None:
    annotations = {
        "traffic.sidecar.istio.io/kubevirtInterfaces": "net1",
        "istio.io/reroute-virtual-interfaces": "br0",
    }
    assert after(container(overlay(version, annotations=annotations), "istio-init")["args"], "-k") == expected


def test_an_empty_interface_annotation_still_gives_the_flag(overlay: Overlay, container: Find) -> None:
    annotations = {"traffic.sidecar.istio.io/kubevirtInterfaces": "", "traffic.sidecar.istio.io/excludeInterfaces": ""}
    args = container(overlay(annotations=annotations), "istio-init")["args"]
    assert (after(args, "-k"), after(args, "-c")) == ([""], [""])


@pytest.mark.parametrize("version", ["1.25.3", "1.25.4", "1.26.1", "1.26.2"])
def test_transparent_interception_needs_root_and_net_admin(overlay: Overlay, container: Find, version: str) -> None:
    proxy = container(overlay(version, annotations=TPROXY), "istio-proxy")
    assert proxy["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "privileged": False,
        "capabilities": {"add": ["NET_ADMIN"], "drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
        "runAsGroup": 1337,
        "runAsNonRoot": False,
        "runAsUser": 0,
    }


@pytest.mark.parametrize(
    ("annotations", "added", "privileged"),
    [
        pytest.param({}, None, False, id="nothing"),
        pytest.param({"sidecar.istio.io/capNetBindService": "true"}, ["NET_BIND_SERVICE"], False, id="low ports"),
        pytest.param(
            TPROXY | {"sidecar.istio.io/capNetBindService": "true"},
            ["NET_ADMIN", "NET_BIND_SERVICE"],
            False,
            id="both",
        ),
        pytest.param(
            {
                "sidecar.istio.io/capNetBindService": "true",
                "proxy.istio.io/config": "proxyMetadata: {IPTABLES_TRACE_LOGGING: 'true'}",
            },
            ["NET_ADMIN"],
            True,
            id="tracing of iptables",
        ),
    ],
)
def test_capabilities_of_the_proxy(
    overlay: Overlay, container: Find, annotations: dict[str, str], added: list[str] | None, privileged: bool
) -> None:
    context = container(overlay(annotations=annotations), "istio-proxy")["securityContext"]
    assert context["capabilities"].get("add") == added
    assert context["privileged"] is privileged


@pytest.mark.parametrize("native", [False, True])
def test_the_place_of_the_proxy(overlay: Overlay, native: bool) -> None:
    spec = overlay(native=native)["spec"]
    assert names(spec["initContainers"]) == (["istio-init", "istio-proxy"] if native else ["istio-init"])
    assert names(spec.get("containers")) == ([] if native else ["istio-proxy"])
    assert ("containers" in spec) is not native


@pytest.mark.parametrize("version", ["1.20.8", "1.25.5", "1.26.0", "1.31.0"])
def test_without_interception_no_init_container_is_named(overlay: Overlay, version: str) -> None:
    spec = overlay(version, annotations={"sidecar.istio.io/interceptionMode": "NONE"})["spec"]
    assert "initContainers" not in spec
    native = overlay(version, annotations={"sidecar.istio.io/interceptionMode": "NONE"}, native=True)["spec"]
    assert names(native["initContainers"]) == ["istio-proxy"]


@pytest.mark.parametrize(
    ("version", "annotation", "native", "expected"),
    [
        pytest.param("1.23.6", "true", False, False, id="no annotation before 1.24"),
        pytest.param("1.24.0", "true", False, True, id="true asks for it"),
        pytest.param("1.26.8", "maybe", True, False, id="up to 1.26 anything else says no"),
        pytest.param("1.26.8", "", True, False, id="even nothing"),
        pytest.param("1.27.0", "maybe", False, True, id="since 1.27 anything but false says yes"),
        pytest.param("1.27.0", "", True, True, id="and nothing says nothing"),
        pytest.param("1.27.0", "false", True, False, id="false says no"),
    ],
)
def test_the_annotation_for_native_sidecars(
    overlay: Overlay, version: str, annotation: str, native: bool, expected: bool
) -> None:
    pod = overlay(version, annotations={"sidecar.istio.io/nativeSidecar": annotation}, native=native)
    assert ("istio-proxy" in names(pod["spec"]["initContainers"])) is expected


@pytest.mark.parametrize(
    ("version", "native", "hold", "values", "expected"),
    [
        pytest.param("1.28.1", False, False, {}, None, id="none"),
        pytest.param("1.28.1", False, True, {}, "postStart", id="the application waits"),
        pytest.param("1.28.1", True, False, {}, "preStop", id="a native sidecar drains"),
        pytest.param("1.28.1", True, True, {}, "preStop", id="a native sidecar holds nothing"),
        pytest.param("1.20.8", True, False, {}, None, id="no draining before 1.21"),
        pytest.param("1.20.8", True, True, {}, "postStart", id="but holding"),
        pytest.param(
            "1.28.1",
            True,
            True,
            {"global": {"proxy": {"lifecycle": {"preStop": {"exec": {"command": ["sleep", "5"]}}}}}},
            "sleep",
            id="the values' own beats both",
        ),
    ],
)
def test_lifecycle_hooks(  # noqa: PLR0913 - one row of the table
    *,
    overlay: Overlay,
    container: Find,
    version: str,
    native: bool,
    hold: bool,
    values: dict[str, Any],
    expected: str | None,
) -> None:
    annotations = {"proxy.istio.io/config": "holdApplicationUntilProxyStarts: true"} if hold else {}
    lifecycle = container(overlay(version, values=values, annotations=annotations, native=native), "istio-proxy").get(
        "lifecycle"
    )
    if expected is None:
        assert lifecycle is None
    elif expected == "sleep":
        assert lifecycle == {"preStop": {"exec": {"command": ["sleep", "5"]}}}
    else:
        assert list(lifecycle or {}) == [expected]


def test_the_drain_uses_the_status_port(overlay: Overlay, container: Find) -> None:
    pod = overlay(annotations={"status.sidecar.istio.io/port": "0"}, native=True)
    command = container(pod, "istio-proxy")["lifecycle"]["preStop"]["exec"]["command"]
    assert command == ["pilot-agent", "request", "--debug-port=0", "POST", "drain"]
    assert "readinessProbe" not in container(pod, "istio-proxy")


@pytest.mark.parametrize(
    ("version", "config", "expected"),
    [
        pytest.param("1.21.6", {"istio_cni": {"enabled": True}}, True, id="istio_cni up to 1.21"),
        pytest.param("1.21.6", {"pilot": {"cni": {"enabled": True}}}, False, id="not pilot.cni"),
        pytest.param("1.23.6", {"istio_cni": {"enabled": True}}, True, id="either in 1.22 and 1.23"),
        pytest.param("1.23.6", {"pilot": {"cni": {"enabled": True}}}, True, id="or the other"),
        pytest.param("1.24.0", {"istio_cni": {"enabled": True}}, False, id="not istio_cni since 1.24"),
        pytest.param("1.24.0", {"cni": {"enabled": True}}, True, id="but cni"),
    ],
)
def test_the_cni_plugin_is_seen(overlay: Overlay, version: str, config: dict[str, Any], expected: bool) -> None:
    init = names(overlay(version, values=config)["spec"]["initContainers"])
    assert init == ["istio-validation" if expected else "istio-init"]


def test_with_the_cni_plugin_the_init_container_only_validates(overlay: Overlay, container: Find) -> None:
    validation = container(
        overlay(values=CNI | {"global": {"proxy_init": {"forceApplyIptables": True}}}), "istio-validation"
    )
    assert validation["args"][-2:] == ["--run-validation", "--skip-rule-apply"]
    assert validation["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "privileged": False,
        "capabilities": {"drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
        "runAsGroup": 1337,
        "runAsNonRoot": True,
        "runAsUser": 1337,
    }


@pytest.mark.parametrize(("version", "handed_over"), [("1.24.6", False), ("1.25.0", True)])
def test_an_empty_list_of_ports_is_handed_to_the_plugin_since_1_25(
    overlay: Overlay, version: str, handed_over: bool
) -> None:
    key = "traffic.sidecar.istio.io/includeInboundPorts"
    assert (key in overlay(version, values=CNI, annotations={key: ""})["metadata"]["annotations"]) is handed_over


def test_the_plugin_gets_the_interception_in_annotations(overlay: Overlay) -> None:
    annotations = {
        "traffic.sidecar.istio.io/excludeInterfaces": "eth1",
        "traffic.sidecar.istio.io/excludeOutboundPorts": "25",
        "k8s.v1.cni.cncf.io/networks": '[{"name": "a"}]',
    }
    values = {"pilot": {"cni": {"enabled": True, "provider": "multus"}}}
    assert overlay(values=values, annotations=annotations)["metadata"]["annotations"] == {
        "istio.io/rev": "default",
        "kubectl.kubernetes.io/default-container": "app",
        "kubectl.kubernetes.io/default-logs-container": "app",
        "k8s.v1.cni.cncf.io/networks": '[{"name": "a"}, {"name": "istio-cni", "namespace": "default"}]',
        "sidecar.istio.io/interceptionMode": "REDIRECT",
        "traffic.sidecar.istio.io/includeOutboundIPRanges": "*",
        "traffic.sidecar.istio.io/includeInboundPorts": "*",
        "traffic.sidecar.istio.io/excludeInboundPorts": "15020",
        "traffic.sidecar.istio.io/excludeOutboundPorts": "25",
        "traffic.sidecar.istio.io/excludeInterfaces": "eth1",
    }


@pytest.mark.parametrize(
    ("values", "annotations", "expected"),
    [
        pytest.param({}, {}, "15090,15021,15020", id="the status port is excluded"),
        pytest.param({}, {"status.sidecar.istio.io/port": "0"}, "15090,15021", id="unless it is 0"),
        pytest.param(
            {},
            {"traffic.sidecar.istio.io/excludeInboundPorts": "1, 2,"},
            "15090,15021,1,2,15020",
            id="behind the pod's own",
        ),
        pytest.param(
            {"global": {"proxy": {"excludeInboundPorts": 9999}}}, {}, "15090,15021,9999,15020", id="or the values'"
        ),
    ],
)
def test_excluded_ports(
    overlay: Overlay, container: Find, values: dict[str, Any], annotations: dict[str, str], expected: str
) -> None:
    args = container(overlay(values=values, annotations=annotations), "istio-init")["args"]
    assert after(args, "-d") == [expected]


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        pytest.param(
            {},
            {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"cpu": "2000m", "memory": "1024Mi"}},
            id="the values'",
        ),
        pytest.param({"sidecar.istio.io/proxyCPU": "50m"}, {"requests": {"cpu": "50m"}}, id="one annotation hides all"),
        pytest.param(
            {"sidecar.istio.io/proxyMemoryLimit": "1e9", "sidecar.istio.io/proxyCPULimit": "2"},
            {"limits": {"cpu": "2", "memory": "1e9"}},
            id="as text",
        ),
    ],
)
def test_resources(overlay: Overlay, container: Find, annotations: dict[str, str], expected: dict[str, Any]) -> None:
    pod = overlay(annotations=annotations)
    assert container(pod, "istio-proxy")["resources"] == expected
    assert container(pod, "istio-init")["resources"] == expected


@pytest.mark.parametrize("version", ["1.20.8", "1.28.1"])
def test_null_resources_are_left_out_in_every_release(overlay: Overlay, container: Find, version: str) -> None:
    values = {"global": {"proxy": {"resources": {"limits": {"cpu": None}, "requests": None}}}}
    resources = container(overlay(version, values=values), "istio-proxy")["resources"]
    assert resources == {"limits": {"memory": "1024Mi"}}


@pytest.mark.parametrize(
    ("labels", "owner_name", "expected"),
    [
        pytest.param({}, "reviews", "reviews", id="the owner"),
        pytest.param({"app": "a"}, "reviews", "a", id="the label app"),
        pytest.param({"app": "a", "app.kubernetes.io/name": "b"}, "reviews", "b", id="the recommended label"),
        pytest.param({"app": "a", "service.istio.io/canonical-name": "c"}, "reviews", "c", id="the label itself"),
        pytest.param({}, "x" * 62 + "-yz", "x" * 62, id="cut, no dash at the end"),
        pytest.param({"app": ""}, "reviews", "reviews", id="an empty label is none"),
    ],
)
@pytest.mark.parametrize("template", ["sidecar", "gateway", "grpc-agent"])
@pytest.mark.parametrize("version", ["1.20.8", "1.28.1", "1.31.0"])
def test_the_canonical_name(
    overlay: Overlay, template: str, version: str, labels: dict[str, str], owner_name: str, expected: str
) -> None:
    from meshinject.kubernetes.owners import Owner  # noqa: PLC0415

    owner = Owner(owner_name, "", "Deployment", "apps/v1", {}, frozenset())
    found = overlay(version, template, labels=labels, owner=owner)["metadata"]["labels"]
    assert found["service.istio.io/canonical-name"] == expected


@pytest.mark.parametrize(
    ("version", "values", "annotations", "proxy", "init"),
    [
        pytest.param(
            "1.28.1", {}, {}, "docker.io/istio/proxyv2:1.28.1", "docker.io/istio/proxyv2:1.28.1", id="default"
        ),
        pytest.param(
            "1.30.3",
            {},
            {},
            "registry.istio.io/release/proxyv2:1.30.3",
            "registry.istio.io/release/proxyv2:1.30.3",
            id="the new registry",
        ),
        pytest.param(
            "1.28.1", {}, {"sidecar.istio.io/proxyImage": "r/p:1"}, "r/p:1", "r/p:1", id="an annotation sets both"
        ),
        pytest.param(
            "1.28.1",
            {},
            {"sidecar.istio.io/proxyImage": "plain"},
            "docker.io/istio/proxyv2:1.28.1",
            "docker.io/istio/proxyv2:1.28.1",
            id="a plain name in it does not count",
        ),
        pytest.param(
            "1.28.1",
            {"global": {"proxy": {"image": "r/p:1"}}},
            {},
            "r/p:1",
            "r/p:1",
            id="a full reference for the proxy serves the init container",
        ),
        pytest.param(
            "1.28.1",
            {"global": {"proxy": {"image": "r/p:1"}, "proxy_init": {"image": "r/i:1"}}},
            {},
            "r/p:1",
            "r/i:1",
            id="unless that has its own",
        ),
        pytest.param(
            "1.28.1",
            {"global": {"proxy_init": {"image": "init"}}},
            {},
            "docker.io/istio/proxyv2:1.28.1",
            "docker.io/istio/proxyv2:1.28.1",
            id="a name for the init container counts not before 1.31",
        ),
        pytest.param(
            "1.31.0",
            {"global": {"hub": "h", "tag": "t", "proxy_init": {"image": "init"}}},
            {},
            "h/proxyv2:t",
            "h/init:t",
            id="but since",
        ),
        pytest.param(
            "1.28.1",
            {"global": {"variant": "distroless"}},
            {"sidecar.istio.io/proxyImageType": "debug"},
            "docker.io/istio/proxyv2:1.28.1-debug",
            "docker.io/istio/proxyv2:1.28.1-debug",
            id="an image type",
        ),
    ],
)
def test_images(  # noqa: PLR0913 - one row of the table
    *,
    overlay: Overlay,
    container: Find,
    version: str,
    values: dict[str, Any],
    annotations: dict[str, str],
    proxy: str,
    init: str,
) -> None:
    pod = overlay(version, values=values, annotations=annotations)
    assert container(pod, "istio-proxy")["image"] == proxy
    assert container(pod, "istio-init")["image"] == init


@pytest.mark.parametrize(("version", "present"), [("1.23.6", True), ("1.24.0", False)])
def test_core_dumps_until_1_24(overlay: Overlay, container: Find, version: str, present: bool) -> None:
    pod = overlay(version, annotations={"sidecar.istio.io/enableCoreDump": "true"})
    assert ("enable-core-dump" in names(pod["spec"]["initContainers"])) is present
    assert container(pod, "istio-proxy")["securityContext"]["readOnlyRootFilesystem"] is not present


@pytest.mark.parametrize(
    ("version", "values", "source"),
    [
        pytest.param(
            "1.25.5", {"env": {"ENABLE_CLUSTER_TRUST_BUNDLE_API": True}}, "istio-ca-root-cert", id="not before 1.26"
        ),
        pytest.param("1.26.0", {"env": {"ENABLE_CLUSTER_TRUST_BUNDLE_API": True}}, "root-cert", id="as boolean"),
        pytest.param("1.28.1", {"env": {"ENABLE_CLUSTER_TRUST_BUNDLE_API": "true"}}, "root-cert", id="as text"),
        pytest.param("1.28.1", {"env": {"ENABLE_CLUSTER_TRUST_BUNDLE_API": "false"}}, "istio-ca-root-cert", id="off"),
        pytest.param(
            "1.26.8", {"global": {"trustBundleName": "own"}}, "istio-ca-root-cert", id="a name not before 1.27"
        ),
        pytest.param("1.27.0", {"global": {"trustBundleName": "own"}}, "own", id="a name for the ConfigMap"),
        pytest.param(
            "1.26.3",
            {"global": {"trustBundleName": "own"}, "env": {"ENABLE_CLUSTER_TRUST_BUNDLE_API": True}},
            "own",
            id="a name for the bundle",
        ),
    ],
)
@pytest.mark.parametrize("template", ["sidecar", "gateway", "grpc-agent"])
def test_the_root_certificate(
    overlay: Overlay, template: str, version: str, values: dict[str, Any], source: str
) -> None:
    volumes = {item["name"]: item for item in overlay(version, template, values=values)["spec"]["volumes"]}
    volume = volumes["istiod-ca-cert"]
    if "configMap" in volume:
        assert volume["configMap"] == {"name": source}
    else:
        bundle = {"name": f"istio.io:istiod-ca:{source}", "path": "root-cert.pem"}
        assert volume["projected"] == {"sources": [{"clusterTrustBundle": bundle}]}


@pytest.mark.parametrize(
    ("version", "expected"),
    [("1.26.8", None), ("1.27.0", "istio-ca-crl"), ("1.28.1", "istio-ca-crl"), ("1.29.0", "own")],
)
def test_the_revocation_list(overlay: Overlay, container: Find, version: str, expected: str | None) -> None:
    pod = overlay(version, values={"pilot": {"crlConfigMapName": "own"}})
    volumes = {item["name"]: item for item in pod["spec"]["volumes"]}
    mounts = names(container(pod, "istio-proxy")["volumeMounts"])
    assert ("istio-ca-crl" in mounts) is (expected is not None)
    assert volumes.get("istio-ca-crl", {}).get("configMap", {}).get("name") == expected


@pytest.mark.parametrize(
    ("volume", "mount"),
    [
        pytest.param(
            '{"b": {"emptyDir": {}}, "a": {"configMap": {"name": "m"}}}',
            '{"a": {"mountPath": "/a", "readOnly": true}}',
            id="objects by name, sorted",
        ),
        pytest.param(
            '[{"name": "a", "configMap": {"name": "m"}}, {"name": "b", "emptyDir": {}}]',
            '[{"mountPath": "/a", "name": "a", "readOnly": true}]',
            id="lists of items with names",
        ),
    ],
)
@pytest.mark.parametrize("template", ["sidecar", "grpc-agent"])
def test_volumes_of_the_user(overlay: Overlay, container: Find, template: str, volume: str, mount: str) -> None:
    annotations = {"sidecar.istio.io/userVolume": volume, "sidecar.istio.io/userVolumeMount": mount}
    pod = overlay(template=template, annotations=annotations)
    assert pod["spec"]["volumes"][-2:] == [{"name": "a", "configMap": {"name": "m"}}, {"name": "b", "emptyDir": {}}]
    mounts = container(pod, "istio-proxy")["volumeMounts"]
    assert mounts[-1] == {"name": "a", "mountPath": "/a", "readOnly": True}


def test_texts_with_quotes_and_backslashes_survive(overlay: Overlay, container: Find) -> None:
    odd = 'say "\\n" é\u200b\n'
    pod = overlay(
        mesh={"defaultConfig": {"proxyMetadata": {"ODD": odd}}}, annotations={"sidecar.istio.io/logLevel": odd}
    )
    proxy = container(pod, "istio-proxy")
    assert env(proxy)["ODD"] == odd
    assert f"--proxyLogLevel={odd}" in proxy["args"]


def test_numbers_in_annotations_are_decimal(overlay: Overlay, container: Find) -> None:
    annotations = {"readiness.status.sidecar.istio.io/periodSeconds": "010"}
    values = {"global": {"proxy": {"readinessFailureThreshold": 1000000}}}
    probe = container(overlay(values=values, annotations=annotations), "istio-proxy")["readinessProbe"]
    assert (probe["periodSeconds"], probe["failureThreshold"]) == (10, 1000000)


@pytest.mark.parametrize(
    ("version", "values", "expected"),
    [
        ("1.27.9", {"global": {"proxy": {"seccompProfile": {"type": "RuntimeDefault"}}}}, None),
        ("1.28.0", {"global": {"proxy": {"seccompProfile": {"type": "RuntimeDefault"}}}}, {"type": "RuntimeDefault"}),
        ("1.28.0", {}, None),
    ],
)
def test_a_seccomp_profile_since_1_28(
    overlay: Overlay, container: Find, version: str, values: dict[str, Any], expected: dict[str, str] | None
) -> None:
    pod = overlay(version, values=values)
    assert container(pod, "istio-proxy")["securityContext"].get("seccompProfile") == expected
    assert container(pod, "istio-init")["securityContext"].get("seccompProfile") == expected


def test_the_order_of_the_environment(overlay: Overlay, container: Find) -> None:
    pod = overlay(
        "1.31.0",
        values={
            "global": {"network": "n", "proxy": {"tracer": "datadog"}},
            "pilot": {"env": {"COMPLIANCE_POLICY": "fips-140-3"}},
        },
        mesh={
            "inboundTrafficPolicy": {"mode": "LOCALHOST"},
            "defaultConfig": {"proxyMetadata": {"B": "1", "A": "2"}},
            "extensionProviders": [
                {"name": "o", "opentelemetry": {"serviceAttributeEnrichment": "OTEL_SEMANTIC_CONVENTIONS"}}
            ],
        },
        annotations={
            "sidecar.istio.io/bootstrapOverride": "cm",
            "apm.datadoghq.com/env": '{"DD_ENV": "prod", "DD_A": 1}',
        },
    )
    assert names(container(pod, "istio-proxy")["env"]) == [
        "REWRITE_PROBE_LEGACY_LOCALHOST_DESTINATION",
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
        "ISTIO_META_APP_CONTAINERS",
        "GOMEMLIMIT",
        "GOMAXPROCS",
        "COMPLIANCE_POLICY",
        "GODEBUG",
        "ISTIO_META_CLUSTER_ID",
        "ISTIO_META_NODE_NAME",
        "ISTIO_META_INTERCEPTION_MODE",
        "ISTIO_META_NETWORK",
        "ISTIO_META_WORKLOAD_NAME",
        "ISTIO_META_OWNER",
        "ISTIO_BOOTSTRAP_OVERRIDE",
        "ISTIO_META_MESH_ID",
        "TRUST_DOMAIN",
        "DD_A",
        "DD_ENV",
        "OTEL_RESOURCE_ATTRIBUTES",
        "A",
        "B",
    ]


def test_the_ports_of_all_containers_are_listed(overlay: Overlay, container: Find) -> None:
    spec = {
        "containers": [
            {"name": "app", "ports": [{"containerPort": 80, "name": "http"}, {"containerPort": 81}]},
            {"name": "istio-proxy", "ports": [{"containerPort": 1, "protocol": "TCP"}]},
        ]
    }
    proxy = container(overlay(spec=spec), "istio-proxy")
    assert env(proxy)["ISTIO_META_POD_PORTS"] == (
        '[\n    {"name":"http","containerPort":80}\n    ,{"containerPort":81}\n'
        '    ,{"containerPort":1,"protocol":"TCP"}\n]'
    )
    assert env(proxy)["ISTIO_META_APP_CONTAINERS"] == "app"
    assert env(container(overlay(), "istio-proxy"))["ISTIO_META_POD_PORTS"] == "[\n]"
