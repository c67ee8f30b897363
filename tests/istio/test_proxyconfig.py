"""Merging of proxy configurations and the text of PROXY_CONFIG."""

import json
from typing import Any

import pytest
from packaging.version import Version

from meshinject.istio import proto, proxyconfig

V128, V120 = Version("1.28.1"), Version("1.20.8")


def text(config: str, version: Version = V128, mesh: dict[str, Any] | None = None) -> str:
    """PROXY_CONFIG of a pod with this annotation in a mesh whose defaultConfig has these fields."""
    base = proxyconfig.merge(proxyconfig.defaults(version), proxyconfig.decode(mesh or {}, version))
    merged = proxyconfig.effective({"defaultConfig": base}, {proxyconfig.ANNOTATION: config}, version)
    return proxyconfig.text(merged, version)


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        pytest.param("", "{}", id="nothing differs from the defaults"),
        pytest.param("configPath: ./etc/istio/proxy", "{}", id="a default that is spelled out"),
        pytest.param("configPath: /etc/istio/proxy", '{"configPath":"/etc/istio/proxy"}', id="a path without the dot"),
        pytest.param("concurrency: 0", '{"concurrency":0}', id="a wrapper that is zero"),
        pytest.param("statNameLength: 0", "{}", id="a scalar that is zero"),
        pytest.param("controlPlaneAuthPolicy: NONE", "{}", id="an enumeration that is zero"),
        pytest.param("drainDuration: 1m", '{"drainDuration":"60s"}', id="a duration"),
        pytest.param("tracing: {}", '{"tracing":{}}', id="a message that is empty"),
        pytest.param(
            "tracingServiceName: APP_LABEL_AND_NAMESPACE",
            '{"tracingServiceName":"APP_LABEL_AND_NAMESPACE"}',
            id="a member of a one-of that is zero",
        ),
        pytest.param(
            "{serviceCluster: shop, tracingServiceName: CANONICAL_NAME_ONLY}",
            '{"tracingServiceName":"CANONICAL_NAME_ONLY"}',
            id="the last member of a one-of wins",
        ),
        pytest.param(
            "proxyMetadata: {Z: '1', A: <2>}",
            '{"proxyMetadata":{"A":"\\u003c2\\u003e","Z":"1"}}',
            id="sorted keys and escaped brackets",
        ),
        pytest.param(
            "tracing: {sampling: 12.5, zipkin: {address: 'a:1'}, customTags: {c: {literal: {value: v}}}}",
            '{"tracing":{"zipkin":{"address":"a:1"},"customTags":{"c":{"literal":{"value":"v"}}},"sampling":12.5}}',
            id="fields in the order of their declaration",
        ),
        pytest.param("tracing: {sampling: 100.0}", '{"tracing":{"sampling":100}}', id="a float without a fraction"),
        pytest.param("proxy_admin_port: '15100'", '{"proxyAdminPort":15100}', id="proto names and decimal text"),
        pytest.param(
            "{statusPort: 15099, status_port: 1}", '{"statusPort":15099}', id="the JSON name beats the proto name"
        ),
        pytest.param("statusPort: null", "{}", id="null keeps"),
        pytest.param("noSuchField: 1", "{}", id="an unknown field"),
        pytest.param(
            "readinessProbe: {httpGet: {path: /r, port: 9}, failureThreshold: 3}",
            '{"readinessProbe":{"failureThreshold":3,"httpGet":{"path":"/r","port":9}}}',
            id="a probe",
        ),
        pytest.param("tracing: {sampling: 0.0000001}", '{"tracing":{"sampling":1e-7}}', id="a very small float"),
        pytest.param(
            "tracing: {stackdriver: {maxNumberOfAttributes: 5}}",
            '{"tracing":{"stackdriver":{"maxNumberOfAttributes":"5"}}}',
            id="a 64-bit integer is text",
        ),
    ],
)
def test_proxy_config_holds_what_differs(config: str, expected: str) -> None:
    assert text(config) == expected


def test_the_whole_configuration_prints_in_order() -> None:
    config = """
      configPath: /etc/istio/proxy
      tracingServiceName: APP_LABEL_AND_NAMESPACE
      drainDuration: 60s
      discoveryAddress: foo.bar:15012
      customConfigFile: /c
      concurrency: 0
      proxyBootstrapTemplatePath: /t
      interceptionMode: TPROXY
      tracing:
        zipkin: {address: "a.b:1"}
        customTags: {c: {literal: {value: v}}, a: {header: {name: h}}}
        maxPathTagLength: 5
        sampling: 1.5
      proxyMetadata: {A: <2>, Z: "1"}
      statusPort: 15099
      image: {imageType: distroless}
      proxyHeaders: {server: {value: s}, requestId: {disabled: true}}
    """
    assert text(config) == (
        '{"configPath":"/etc/istio/proxy","tracingServiceName":"APP_LABEL_AND_NAMESPACE","drainDuration":"60s",'
        '"discoveryAddress":"foo.bar:15012","customConfigFile":"/c","concurrency":0,"proxyBootstrapTemplatePath":"/t",'
        '"interceptionMode":"TPROXY","tracing":{"zipkin":{"address":"a.b:1"},"customTags":{"a":{"header":{"name":"h"}},'
        '"c":{"literal":{"value":"v"}}},"maxPathTagLength":5,"sampling":1.5},"proxyMetadata":{"A":"\\u003c2\\u003e",'
        '"Z":"1"},"statusPort":15099,"image":{"imageType":"distroless"},"proxyHeaders":{"requestId":{"disabled":true},'
        '"server":{"value":"s"}}}'
    )


def test_the_zipkin_tracer_was_a_default_before_1_22() -> None:
    zipkin = "tracing: {zipkin: {address: 'zipkin.istio-system:9411'}}"
    assert text(zipkin, V120) == "{}"
    assert json.loads(text(zipkin)) == {"tracing": {"zipkin": {"address": "zipkin.istio-system:9411"}}}
    assert text("tracing: {}", V120) == '{"tracing":{}}'


@pytest.mark.parametrize(
    ("config", "first"),
    [
        ("proxyHeaders: {setCurrentClientCertDetails: {uri: true}}", "1.24.0"),
        ("proxyHeaders: {preserveHttp1HeaderCase: true}", "1.25.0"),
        ("proxyHeaders: {xForwardedHost: {enabled: true}}", "1.28.0"),
        ("fileFlushInterval: 1s", "1.29.0"),
    ],
)
def test_an_older_release_drops_what_it_does_not_know(config: str, first: str) -> None:
    before = Version(f"1.{int(first.split('.')[1]) - 1}.9")
    outer = config.partition(":")[0]
    assert text(config, before) in ("{}", f'{{"{outer}":{{}}}}')
    assert text(config, Version(first)) not in ("{}", f'{{"{outer}":{{}}}}')


@pytest.mark.parametrize(
    ("mesh", "config", "merged"),
    [
        pytest.param(
            {"proxyMetadata": {"A": "1", "B": "2"}},
            "proxyMetadata: {B: '3'}",
            {"proxyMetadata": {"A": "1", "B": "3"}},
            id="metadata are a union",
        ),
        pytest.param(
            {"tracing": {"sampling": 5.0, "zipkin": {"address": "a:1"}}},
            "tracing: {sampling: 1}",
            {"tracing": {"sampling": 1}},
            id="a message replaces the old one",
        ),
        pytest.param(
            {"proxyHeaders": {"server": {"value": "a"}, "xForwardedHost": {"enabled": True}}},
            "proxyHeaders: {requestId: {disabled: true}}",
            {"proxyHeaders": {"requestId": {"disabled": True}, "server": {"value": "a"}}},
            id="some parts of the headers are kept",
        ),
        pytest.param(
            {"serviceCluster": "shop"},
            "tracingServiceName: CANONICAL_NAME_ONLY",
            {"tracingServiceName": "CANONICAL_NAME_ONLY"},
            id="one member of a one-of replaces the other",
        ),
        pytest.param(
            {"extraStatTags": ["a"]}, "extraStatTags: [b]", {"extraStatTags": ["b"]}, id="a list replaces the old one"
        ),
    ],
)
def test_an_annotation_merges_with_the_mesh(mesh: dict[str, Any], config: str, merged: dict[str, Any]) -> None:
    assert json.loads(text(config, mesh=mesh)) == merged


def test_merging_changes_neither_side() -> None:
    base, overlay = {"proxyMetadata": {"A": "1"}}, {"proxyMetadata": {"B": "2"}}
    proxyconfig.merge(base, overlay)
    assert (base, overlay) == ({"proxyMetadata": {"A": "1"}}, {"proxyMetadata": {"B": "2"}})


def test_every_field_of_the_wrong_type_is_named() -> None:
    with pytest.raises(proto.ConfigError) as raised:
        proxyconfig.from_annotation("{concurrency: x, tracing: {customTags: {a: {header: 1}}}, extraStatTags: 1}", V128)
    assert [problem.field for problem in raised.value.problems] == [
        "concurrency",
        "tracing.customTags.a.header",
        "extraStatTags",
    ]


@pytest.mark.parametrize(
    ("config", "fits"),
    [
        ("statusPort: 15.0", True),
        ("statusPort: 15.5", False),
        ("statusPort: 99999999999", False),
        ("statusPort: true", False),
        ("holdApplicationUntilProxyStarts: 'true'", False),
        ("interceptionMode: 1", True),
        ("interceptionMode: tproxy", False),
        ("drainDuration: 5", False),
        ("meshId: 5", False),
        ("extraStatTags: [1]", False),
        ("tracing: {sampling: '12.5'}", True),
        ("tracing: {sampling: much}", False),
        ("runtimeValues: [a]", False),
    ],
)
def test_types_are_converted_only_where_jsonpb_does(config: str, fits: bool) -> None:
    if fits:
        assert proxyconfig.from_annotation(config, V128)
    else:
        with pytest.raises(proto.ConfigError):
            proxyconfig.from_annotation(config, V128)


def test_without_an_annotation_the_mesh_decides() -> None:
    mesh = {"defaultConfig": {"statusPort": 15021, "interceptionMode": "TPROXY"}}
    config = proxyconfig.effective(mesh, {}, V128)
    assert (proxyconfig.status_port(config), proxyconfig.interception_mode(config)) == (15021, "TPROXY")
    assert proxyconfig.holds_application(config) is False
