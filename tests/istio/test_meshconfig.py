"""The layers of the mesh configuration."""

from typing import Any

import pytest
from packaging.version import Version

from meshinject.istio import meshconfig, values
from meshinject.istio.proto import ConfigError

V128, V121 = Version("1.28.1"), Version("1.21.6")


def chart(version: Version, overlay: dict[str, Any]) -> dict[str, Any]:
    return meshconfig.from_values(values.layered(version, str(version), overlay))


def test_the_chart_writes_the_address_of_its_control_plane() -> None:
    written = chart(V128, {"revision": "canary", "global": {"istioNamespace": "mesh"}})
    assert written["defaultConfig"] == {"discoveryAddress": "istiod-canary.mesh.svc:15012"}
    assert written["rootNamespace"] == "mesh"
    assert meshconfig.is_complete(written)


@pytest.mark.parametrize(
    ("version", "overlay", "field", "written"),
    [
        pytest.param(V128, {"global": {"meshID": "m"}}, "meshId", "m", id="the mesh ID"),
        pytest.param(V128, {"global": {"variant": "debug"}}, "image", {"imageType": "debug"}, id="the image variant"),
        pytest.param(V128, {}, "tracing", None, id="no tracer by default"),
        pytest.param(
            V121, {}, "tracing", {"zipkin": {"address": "zipkin.istio-system:9411"}}, id="zipkin by default before 1.22"
        ),
        pytest.param(
            V128,
            {"global": {"proxy": {"tracer": "zipkin"}, "tracer": {"zipkin": {"address": "jaeger:9411"}}}},
            "tracing",
            {"zipkin": {"address": "jaeger:9411"}},
            id="the address of the tracer",
        ),
        pytest.param(
            V128,
            {"global": {"proxy": {"tracer": "datadog"}}},
            "tracing",
            {"datadog": {"address": "$(HOST_IP):8126"}},
            id="the tracer on the host",
        ),
    ],
)
def test_the_chart_derives_the_proxy_configuration(
    version: Version, overlay: dict[str, Any], field: str, written: Any
) -> None:
    assert chart(version, overlay)["defaultConfig"].get(field) == written


def test_fields_replace_but_some_merge() -> None:
    mesh = meshconfig.load(
        [
            {"trustDomainAliases": ["b"], "defaultProviders": {"metrics": ["prometheus"]}, "localityLbSetting": {}},
            {
                "trustDomainAliases": ["a", "b"],
                "defaultProviders": {"tracing": ["x"]},
                "extensionProviders": [{"name": "otel", "opentelemetry": {"service": "s", "port": 4317}}],
                "defaultConfig": {"proxyMetadata": {"A": "1"}},
            },
        ],
        V128,
    )
    assert mesh["trustDomainAliases"] == ["a", "b"]
    assert mesh["defaultProviders"] == {"metrics": ["prometheus"], "tracing": ["x"]}
    assert [provider["name"] for provider in mesh["extensionProviders"]] == [
        "prometheus",
        "stackdriver",
        "envoy",
        "otel",
    ]
    assert mesh["localityLbSetting"] == {}
    assert mesh["defaultConfig"]["proxyMetadata"] == {"A": "1"}
    assert mesh["defaultConfig"]["statusPort"] == 15020


@pytest.mark.parametrize("layer", [{}, {"noSuchField": 1}, {"trustDomain": None}])
def test_nothing_given_means_the_defaults(layer: dict[str, Any]) -> None:
    assert meshconfig.load([layer], V128) == meshconfig.defaults(V128)


@pytest.mark.parametrize(
    ("layer", "field"),
    [
        ({"proxyListenPort": 0}, "proxyListenPort"),
        ({"proxyListenPort": "x"}, "proxyListenPort"),
        ({"connectTimeout": "2h"}, "connectTimeout"),
        ({"protocolDetectionTimeout": "1us"}, "protocolDetectionTimeout"),
        ({"trustDomain": "a_b"}, "trustDomain"),
        ({"trustDomainAliases": [""]}, "trustDomainAliases"),
        ({"defaultConfig": {"statusPort": 0}}, "defaultConfig.statusPort"),
        ({"defaultConfig": []}, "defaultConfig"),
        ({"enablePrometheusMerge": "yes"}, "enablePrometheusMerge"),
        ({"inboundTrafficPolicy": {"mode": "OTHER"}}, "inboundTrafficPolicy.mode"),
    ],
)
def test_what_istio_refuses_is_named(layer: dict[str, Any], field: str) -> None:
    with pytest.raises(ConfigError) as raised:
        meshconfig.load([layer], V128)
    assert [problem.field for problem in raised.value.problems] == [field]


def test_the_questions_of_an_injection() -> None:
    mesh = meshconfig.load([{"enablePrometheusMerge": False, "inboundTrafficPolicy": {"mode": "LOCALHOST"}}], V128)
    assert not meshconfig.prometheus_merge(mesh)
    assert meshconfig.inbound_localhost(mesh)
    assert meshconfig.prometheus_merge(meshconfig.defaults(V128))
    assert not meshconfig.inbound_localhost(meshconfig.defaults(V128))
