"""Which annotations a release refuses, and which it takes though they are odd."""

import pytest
from packaging.version import Version

from meshinject.istio import annotations


def refused(key: str, value: str, version: str) -> bool:
    return bool(annotations.check({key: value}, Version(version)))


def test_all_problems_are_reported_at_once() -> None:
    found = annotations.check(
        {
            "status.sidecar.istio.io/port": "x",
            "app": "fine",
            "sidecar.istio.io/interceptionMode": "MAGIC",
            "proxy.istio.io/config": "{concurrency: many, statusPort: [1]}",
        },
        Version("1.28.1"),
    )
    assert [problem.key for problem in found] == [
        "status.sidecar.istio.io/port",
        "sidecar.istio.io/interceptionMode",
        "proxy.istio.io/config",
        "proxy.istio.io/config",
    ]
    assert found[1].grammar == "REDIRECT, TPROXY or NONE"


def test_good_annotations_give_nothing() -> None:
    good = {
        "status.sidecar.istio.io/port": "0",
        "traffic.sidecar.istio.io/includeInboundPorts": "*",
        "sidecar.istio.io/proxyCPU": "100m",
        "proxy.istio.io/config": "concurrency: 2",
        "sidecar.istio.io/userVolume": "[]",
    }
    assert annotations.check(good, Version("1.28.1")) == []
    assert annotations.doubtful(good, Version("1.28.1")) == []


@pytest.mark.parametrize(
    ("key", "value", "refusing", "taking"),
    [
        pytest.param("sidecar.istio.io/enableCoreDump", "maybe", "1.24.6", "1.25.0", id="core dumps up to 1.24"),
        pytest.param(
            "traffic.sidecar.istio.io/excludeInterfaces", "1eth", "1.30.0", "1.29.6", id="interfaces since 1.30"
        ),
        pytest.param("istio.io/reroute-virtual-interfaces", "1eth", "1.30.0", "1.29.6", id="rerouting since 1.30"),
    ],
)
def test_some_are_checked_in_some_releases_only(key: str, value: str, refusing: str, taking: str) -> None:
    assert refused(key, value, refusing)
    assert not refused(key, value, taking)


@pytest.mark.parametrize("version", ["1.20.8", "1.28.1", "1.31.0"])
def test_a_broken_quantity_is_refused_in_every_release(version: str) -> None:
    assert refused("sidecar.istio.io/proxyMemoryLimit", "lots", version)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("traffic.sidecar.istio.io/includeOutboundPorts", "x"),
        ("sidecar.istio.io/rewriteAppHTTPProbers", "maybe"),
        ("sidecar.istio.io/userVolumeMount", "{"),
    ],
)
def test_what_istio_takes_is_doubtful_and_not_refused(key: str, value: str) -> None:
    assert not refused(key, value, "1.28.1")
    assert [problem.key for problem in annotations.doubtful({key: value}, Version("1.28.1"))] == [key]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("{concurrency: 2", id="no YAML"),
        pytest.param("[]", id="no map"),
        pytest.param("interceptionMode: MAGIC", id="an unknown name of an enumeration"),
        pytest.param("proxyMetadata: {A: true}", id="a value that is no text"),
        pytest.param("statusPort: 0", id="port 0"),
        pytest.param("drainDuration: 1500ms", id="a part of a second"),
        pytest.param("drainDuration: 0s", id="no duration"),
        pytest.param("configPath: ''", id="an empty path"),
        pytest.param("discoveryAddress: istiod", id="an address without a port"),
        pytest.param("controlPlaneAuthPolicy: INHERIT", id="an inherited policy"),
        pytest.param("tracing: {zipkin: {address: jaeger}}", id="a tracer without a port"),
        pytest.param("tracing: {lightstep: {address: 'a:1'}}", id="a tracer without its token"),
        pytest.param("privateKeyProvider: {cryptomb: {}}", id="a provider without its delay"),
        pytest.param("tracing: {customTags: {a: null}}", id="a tag that is null"),
        pytest.param(
            "tracing: {zipkin: {address: 'a:1'}, tlsSettings: {mode: MUTUAL}}", id="TLS without a certificate"
        ),
    ],
)
def test_a_bad_proxy_config_is_refused(value: str) -> None:
    assert refused("proxy.istio.io/config", value, "1.28.1")


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("", id="empty"),
        pytest.param("noSuchField: true", id="an unknown field"),
        pytest.param('{"concurrency": "2", "status_port": 15022}', id="decimal text and proto names"),
        pytest.param("concurrency: -1", id="any concurrency"),
        pytest.param("image: {imageType: anything}", id="any image type"),
        pytest.param("tracing: {datadog: {address: '$(HOST_IP):8126'}}", id="the address of the host"),
        pytest.param("discoveryAddress: '[fd00::1]:15012'", id="an IPv6 address"),
        pytest.param("terminationDrainDuration: 1ms", id="any termination drain duration"),
    ],
)
def test_a_good_proxy_config_is_taken(value: str) -> None:
    assert not refused("proxy.istio.io/config", value, "1.28.1")


def test_the_length_of_a_drain_was_limited_before_1_22() -> None:
    assert refused("proxy.istio.io/config", "drainDuration: 2h", "1.21.6")
    assert not refused("proxy.istio.io/config", "drainDuration: 2h", "1.22.0")
