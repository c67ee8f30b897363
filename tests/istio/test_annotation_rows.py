"""Every label and annotation of an injection: a good value, a bad one, and both sides of each version range.

Each row goes through the command line: a good value is taken in silence and shows in the pod, a bad one is refused at
its line and column with what the annotation takes, or, where no Istio refuses it, taken with the warning that the row
names.
"""

from typing import Any

import pytest

from meshinject.istio.annotations import BY_KEY, LABELS
from tests.reported.runs import Ran, deployment, inject

SIDECAR, TRAFFIC = "sidecar.istio.io", "traffic.sidecar.istio.io"
READINESS, PROMETHEUS = "readiness.status.sidecar.istio.io", "prometheus.istio.io"
CONFIG, OVERRIDES = "proxy.istio.io/config", "proxy.istio.io/overrides"
NEWEST = "1.31.0"

BOOLEAN = "a boolean: true or false"
PORTS = "port numbers separated by commas"
CIDRS = "CIDR blocks separated by commas, without blanks"
UINT32 = "a whole number from 0 to 4294967295"
INTERFACES = "names of network interfaces separated by commas"
QUANTITY = "a Kubernetes quantity such as 100m or 128Mi"
TARGET_PORT = "give a port of the application, 1 to 65535, that is none of Istio's"


def quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def run(key: str, value: str, istio: str = "1.28.1", kind: str = "annotations", mode: str = "auto") -> Ran:
    text = deployment(**{kind: {key: quoted(value)}})  # type: ignore[arg-type]  # one of its two maps
    return inject(text, f"--native-sidecars={mode}", istio=istio)


GOOD = [
    (f"{SIDECAR}/inject", "true", "sidecar.istio.io/status", ["IST0135"]),
    ("inject.istio.io/templates", "gateway", "[proxy, router", []),
    (CONFIG, "concurrency: 7", '{"concurrency":7}', []),
    (OVERRIDES, '{"containers":[{"name":"istio-proxy","tty":true}]}', "tty: true", []),
    (f"{SIDECAR}/status", "{}", "istio-proxy", []),
    (f"{SIDECAR}/rewriteAppHTTPProbers", "F", "istio-proxy", []),
    (f"{PROMETHEUS}/merge-metrics", "t", "prometheus.io/port", []),
    ("prometheus.io/scrape", "1", "ISTIO_PROMETHEUS_ANNOTATIONS", []),
    ("prometheus.io/port", "8080", '"port":"8080"', []),
    ("prometheus.io/path", "/m", '"path":"/m"', []),
    (f"{SIDECAR}/interceptionMode", "TPROXY", "- TPROXY", []),
    (f"{SIDECAR}/nativeSidecar", "false", "istio-proxy", []),
    (f"{SIDECAR}/proxyImageType", "debug", "proxyv2:1.28.1-debug", []),
    (f"{SIDECAR}/proxyImage", "example.com/proxy:1", "image: example.com/proxy:1", []),
    ("status.sidecar.istio.io/port", "15999", "--debug-port=15999", []),
    (f"{READINESS}/initialDelaySeconds", "33", "initialDelaySeconds: 33", []),
    (f"{READINESS}/periodSeconds", "44", "periodSeconds: 44", []),
    (f"{READINESS}/failureThreshold", "55", "failureThreshold: 55", []),
    (f"{READINESS}/applicationPorts", "any", "istio-proxy", []),
    (f"{TRAFFIC}/includeOutboundIPRanges", "10.0.0.0/8,fd00::/8", "10.0.0.0/8,fd00::/8", []),
    (f"{TRAFFIC}/excludeOutboundIPRanges", "10.9.0.0/16", "- 10.9.0.0/16", []),
    (f"{TRAFFIC}/includeInboundPorts", "8080, 8081", "- 8080, 8081", []),
    (f"{TRAFFIC}/excludeInboundPorts", "8082", "15090,15021,8082,15020", []),
    (f"{TRAFFIC}/includeOutboundPorts", "8083,8084", '- "8083,8084"', []),
    (f"{TRAFFIC}/excludeOutboundPorts", "8085,8086", '- "8085,8086"', []),
    (f"{TRAFFIC}/excludeInterfaces", "net1", "- net1", []),
    (f"{TRAFFIC}/kubevirtInterfaces", "net2", "- net2", ["IST0135"]),
    ("istio.io/reroute-virtual-interfaces", "net3", "- net3", []),
    (f"{SIDECAR}/proxyCPU", "50m", "cpu: 50m", ["MI508"]),
    (f"{SIDECAR}/proxyMemory", "64Mi", "memory: 64Mi", ["MI508"]),
    (f"{SIDECAR}/proxyCPULimit", "3", 'cpu: "3"', ["MI508"]),
    (f"{SIDECAR}/proxyMemoryLimit", "3Gi", "memory: 3Gi", ["MI508"]),
    (f"{SIDECAR}/logLevel", "debug", "--proxyLogLevel=debug", []),
    (f"{SIDECAR}/componentLogLevel", "misc:info", "--proxyComponentLogLevel=misc:info", []),
    (f"{SIDECAR}/agentLogLevel", "default:debug", "--log_output_level=default:debug", []),
    (f"{SIDECAR}/bootstrapOverride", "boot", "name: boot", []),
    (f"{SIDECAR}/userVolume", '{"data":{"emptyDir":{}}}', "name: data", []),
    (f"{SIDECAR}/userVolumeMount", "{}", "istio-proxy", []),
    (f"{SIDECAR}/capNetBindService", "true", "- NET_BIND_SERVICE", []),
    ("k8s.v1.cni.cncf.io/networks", "one, two", "one, two", []),
    ("kubectl.kubernetes.io/default-container", "web", "default-container", []),
    (f"{SIDECAR}/statsInclusionPrefixes", "a,b", "istio-proxy", []),
    (f"{SIDECAR}/discoveryAddress", "any", "istio-proxy", []),
    ("ambient.istio.io/redirection", "any", "istio-proxy", []),
]

REFUSED = [
    (f"{PROMETHEUS}/merge-metrics", "yes", "not a boolean", BOOLEAN),
    (f"{SIDECAR}/interceptionMode", "redirect", "not an interception mode", "REDIRECT, TPROXY or NONE"),
    ("status.sidecar.istio.io/port", "", "a port number is missing", "a port number"),
    ("status.sidecar.istio.io/port", "65536", "port 65536 is greater than 65535", "a port number"),
    ("status.sidecar.istio.io/port", "-1", '"-1" is not a port number', "a port number"),
    (f"{READINESS}/initialDelaySeconds", "+1", "not a whole number", UINT32),
    (f"{READINESS}/periodSeconds", "4294967296", "greater than 4294967295", UINT32),
    (f"{READINESS}/failureThreshold", "", "not a whole number", UINT32),
    (f"{TRAFFIC}/includeOutboundIPRanges", "*,10.0.0.0/8", '"*" has no prefix length such as /32', f"{CIDRS}, or *"),
    (
        f"{TRAFFIC}/includeOutboundIPRanges",
        "10.0.0.0/8, 11.0.0.0/8",
        '" 11.0.0.0" is not an IP address',
        f"{CIDRS}, or *",
    ),
    (f"{TRAFFIC}/excludeOutboundIPRanges", "10.0.0.1", '"10.0.0.1" has no prefix length such as /32', CIDRS),
    (f"{TRAFFIC}/excludeOutboundIPRanges", "*", '"*" has no prefix length such as /32', CIDRS),
    (f"{TRAFFIC}/excludeOutboundIPRanges", "fe80::1%eth0/64", '"fe80::1%eth0" is not an IP address', CIDRS),
    (f"{TRAFFIC}/includeInboundPorts", "*,80", '"*" is not a port number', f"{PORTS}, or *"),
    (f"{TRAFFIC}/excludeInboundPorts", "80,", "a port number is missing", PORTS),
    (f"{TRAFFIC}/excludeInboundPorts", "*", '"*" is not a port number', PORTS),
    (f"{TRAFFIC}/excludeOutboundPorts", "80:90", '"80:90" is not a port number', PORTS),
    (f"{SIDECAR}/proxyCPU", "1 m", "not a quantity", QUANTITY),
    (f"{SIDECAR}/proxyMemory", "", "not a quantity", QUANTITY),
    (f"{SIDECAR}/proxyCPULimit", "Mi", "not a quantity", QUANTITY),
    (f"{SIDECAR}/proxyMemoryLimit", "1mm", "not a quantity", QUANTITY),
]
"""What every release refuses: the reason and what the annotation takes."""

NEVER_REFUSED = [
    (f"{SIDECAR}/rewriteAppHTTPProbers", "maybe", "MI505", "not a boolean"),
    (f"{TRAFFIC}/includeOutboundPorts", "80:90", "MI505", '"80:90" is not a port number'),
    (f"{SIDECAR}/proxyImage", "proxyv2", "MI505", '"proxyv2" has no slash, so it is ignored'),
    (f"{SIDECAR}/capNetBindService", "yes", "MI505", '"yes" counts as false'),
    (f"{SIDECAR}/inject", "maybe", "MI502", "only true and false count"),
    (f"{SIDECAR}/nativeSidecar", "maybe", "MI503", "counts as true in Istio 1.28.1"),
    (f"{SIDECAR}/status", "{", "", ""),
    (f"{SIDECAR}/proxyImageType", "any-text", "", ""),
    (f"{SIDECAR}/logLevel", "any text", "", ""),
    (f"{READINESS}/applicationPorts", "a,b", "", ""),
    ("prometheus.io/scrape", "maybe", "", ""),
    ("k8s.v1.cni.cncf.io/networks", "[{", "", ""),
]
"""What no release refuses: the warning that it gets, if any."""

OWN_ERRORS = [
    (
        "inject.istio.io/templates",
        "sidecar,",
        "MI203",
        "there is no template ''",
        "templates are gateway, grpc-agent, grpc-simple, sidecar",
    ),
    (
        "inject.istio.io/templates",
        "",
        "MI203",
        "there is no template ''",
        "templates are gateway, grpc-agent, grpc-simple, sidecar",
    ),
    (
        "proxy.istio.io/overrides",
        "[]",
        "IST0125",
        "proxy.istio.io/overrides is no JSON object with lists of containers",
        'it takes {"containers": [...], "initContainers": [...]}',
    ),
    (
        "proxy.istio.io/overrides",
        '{"containers": 1}',
        "IST0125",
        "proxy.istio.io/overrides is no JSON object with lists of containers",
        'it takes {"containers": [...], "initContainers": [...]}',
    ),
    (
        f"{SIDECAR}/userVolume",
        "1",
        "MI204",
        "injection template 'sidecar' fails: ",
        f"the annotation {SIDECAR}/userVolume is neither a JSON object nor a list",
    ),
    (
        f"{SIDECAR}/userVolumeMount",
        "{",
        "MI204",
        "injection template 'sidecar' fails: ",
        f"the annotation {SIDECAR}/userVolumeMount is not JSON: ",
    ),
]

GATES: list[tuple[str, str, list[tuple[str, list[str], str]]]] = [
    (
        f"{SIDECAR}/inject",
        "maybe",
        [("1.26.8", ["MI502", "MI302"], "!istio-proxy"), ("1.27.0", ["MI502"], "istio-proxy")],
    ),
    (f"{SIDECAR}/inject", "YES", [("1.26.8", ["MI502"], "istio-proxy"), ("1.27.0", ["MI502"], "istio-proxy")]),
    (f"{SIDECAR}/nativeSidecar", "false", [("1.23.6", ["MI503"], "restartPolicy"), ("1.24.0", [], "!restartPolicy")]),
    (
        f"{SIDECAR}/nativeSidecar",
        "odd",
        [("1.26.8", ["MI503"], "!restartPolicy"), ("1.27.0", ["MI503"], "restartPolicy")],
    ),
    (f"{SIDECAR}/nativeSidecar", "", [("1.26.8", ["MI503"], "!restartPolicy"), ("1.27.0", ["MI503"], "restartPolicy")]),
    (f"{PROMETHEUS}/scrape-targets", "8080:/m", [("1.30.3", ["MI517"], '!targets":'), ("1.31.0", [], '"targets":')]),
    (f"{PROMETHEUS}/scrape-targets", "abc", [("1.30.3", ["MI517"], "istio-proxy"), ("1.31.0", ["IST0125"], "")]),
    (
        f"{PROMETHEUS}/scrape-targets",
        ":/m",
        [("1.30.3", ["MI517"], "istio-proxy"), ("1.31.0", ["MI505"], "istio-proxy")],
    ),
    (f"{PROMETHEUS}/secure-port", "15091", [("1.30.3", ["MI517"], "istio-proxy"), ("1.31.0", [], "istio-proxy")]),
    (f"{PROMETHEUS}/secure-port", "any", [("1.30.3", ["MI517"], "istio-proxy"), ("1.31.0", ["MI505"], "istio-proxy")]),
    ("prometheus.io/port", "any", [("1.30.3", [], '"port":"any"'), ("1.31.0", ["IST0125"], "")]),
    ("prometheus.io/port", "15020", [("1.30.3", [], "istio-proxy"), ("1.31.0", [], "istio-proxy")]),
    ("prometheus.io/port", "15090", [("1.30.3", [], '"port":"15090"'), ("1.31.0", ["IST0125"], "")]),
    (f"{TRAFFIC}/excludeInterfaces", "1net", [("1.29.6", ["MI505"], "- 1net"), ("1.30.0", ["IST0125"], "")]),
    (f"{TRAFFIC}/excludeInterfaces", "a,,b", [("1.29.6", ["MI505"], "- a,,b"), ("1.30.0", ["IST0125"], "")]),
    (
        f"{TRAFFIC}/kubevirtInterfaces",
        "abcdefghijklmnop",
        [
            ("1.24.6", ["MI505"], "- abcdefghijklmnop"),
            ("1.29.6", ["MI505", "IST0135"], "- abcdefghijklmnop"),
            ("1.30.0", ["IST0125"], ""),
        ],
    ),
    (f"{TRAFFIC}/kubevirtInterfaces", "net1", [("1.24.6", [], "- net1"), ("1.25.0", ["IST0135"], "- net1")]),
    ("istio.io/reroute-virtual-interfaces", "net1", [("1.24.6", ["MI517"], "!- net1"), ("1.25.0", [], "- net1")]),
    (
        "istio.io/reroute-virtual-interfaces",
        "1",
        [("1.24.6", ["MI517"], "istio-proxy"), ("1.29.6", ["MI505"], "istio-proxy"), ("1.30.0", ["IST0125"], "")],
    ),
    (
        f"{SIDECAR}/enableCoreDump",
        "true",
        [
            ("1.23.6", [], "enable-core-dump"),
            ("1.24.0", ["MI517"], "!enable-core-dump"),
            ("1.25.0", ["MI517"], "!enable-core-dump"),
        ],
    ),
    (
        f"{SIDECAR}/enableCoreDump",
        "maybe",
        [("1.23.6", ["IST0125"], ""), ("1.24.6", ["IST0125"], ""), ("1.25.0", ["MI517"], "istio-proxy")],
    ),
    (
        f"{SIDECAR}/proxyCPU",
        "lots",
        [
            ("1.27.5", ["IST0125"], ""),
            ("1.27.6", ["IST0125"], ""),
            ("1.28.3", ["IST0125"], ""),
            ("1.28.4", ["IST0125"], ""),
        ],
    ),
]
"""A value in releases on both sides of a change: the findings, and a text that the output has or, with `!`, lacks."""

OPEN_TELEMETRY = ("service.namespace", "service.version", "service.instance.id")

LABEL_ROWS: list[tuple[str, str, list[tuple[str, list[str], str]]]] = [
    (f"{SIDECAR}/inject", "false", [("1.20.8", ["MI302"], "!istio-proxy"), (NEWEST, ["MI302"], "!istio-proxy")]),
    (f"{SIDECAR}/inject", "no", [("1.26.8", ["MI502", "MI302"], "!istio-proxy"), ("1.27.0", ["MI502"], "istio-proxy")]),
    ("istio.io/rev", "default", [("1.20.8", [], "istio-proxy"), (NEWEST, [], "istio-proxy")]),
    ("istio.io/rev", "other", [("1.20.8", ["MI515"], "istio-proxy"), (NEWEST, ["MI515"], "istio-proxy")]),
    ("networking.istio.io/tunnel", "http", [("1.20.8", [], "istio-proxy"), (NEWEST, [], "istio-proxy")]),
    (
        "security.istio.io/tlsMode",
        "disabled",
        [("1.20.8", [], "tlsMode: 'disabled'"), (NEWEST, [], "tlsMode: 'disabled'")],
    ),
    (
        "service.istio.io/canonical-name",
        "own",
        [("1.20.8", [], "!canonical-name: web"), (NEWEST, [], "!canonical-name: web")],
    ),
    ("service.istio.io/canonical-revision", "own", [("1.20.8", [], "!: latest"), (NEWEST, [], "!: latest")]),
    ("service.istio.io/workload-name", "own", [("1.24.6", ["MI517"], "!value: own"), ("1.25.0", [], "value: own")]),
    ("topology.istio.io/network", "net", [("1.20.8", [], "value: net"), (NEWEST, [], "value: net")]),
    (
        "app.kubernetes.io/name",
        "other",
        [("1.20.8", [], "canonical-name: other"), (NEWEST, [], "canonical-name: other")],
    ),
    ("app", "other", [("1.20.8", [], "canonical-name: other"), (NEWEST, [], "canonical-name: other")]),
    ("version", "v7", [("1.20.8", [], "canonical-revision: v7"), (NEWEST, [], "canonical-revision: v7")]),
    (
        "app.kubernetes.io/version",
        "v7",
        [("1.20.8", [], "canonical-revision: v7"), (NEWEST, [], "canonical-revision: v7")],
    ),
]


def ids(rows: list[Any]) -> list[Any]:
    return [pytest.param(*row, id=f"{row[0]}={row[1]}") for row in rows]


@pytest.mark.parametrize(("key", "value", "shows", "codes"), ids(GOOD))
def test_a_good_value_is_taken_and_shows(key: str, value: str, shows: str, codes: list[str]) -> None:
    ran = run(key, value, mode="false" if key == OVERRIDES else "auto")
    assert (ran.code, ran.codes) == (0, codes)
    assert shows in ran.text


@pytest.mark.parametrize("istio", ["1.20.8", "1.28.1", NEWEST])
@pytest.mark.parametrize(("key", "value", "reason", "takes"), ids(REFUSED))
def test_a_bad_value_is_refused_at_its_place_with_what_it_takes(
    key: str, value: str, reason: str, takes: str, istio: str
) -> None:
    ran = run(key, value, istio)
    assert (ran.code, ran.text, ran.codes) == (3, "", ["IST0125"])
    place = f"<stdin>:9:{11 + len(key)}"
    assert f"{place}: error[IST0125]: Deployment web: {key}: {reason}\nhelp: it takes {takes}\n" in ran.said


@pytest.mark.parametrize(("key", "value", "code", "reason"), ids(NEVER_REFUSED))
def test_a_bad_value_that_no_istio_refuses_is_taken(key: str, value: str, code: str, reason: str) -> None:
    ran = run(key, value)
    assert (ran.code, ran.codes) == (0, [code] if code else [])
    if code:
        assert f"warning[{code}]: Deployment web: {key}" in ran.said
        assert ran.said.startswith("<stdin>:9:")
        assert reason in ran.said


@pytest.mark.parametrize(("key", "value", "code", "text", "mend"), ids(OWN_ERRORS))
def test_what_fails_in_a_way_of_its_own(key: str, value: str, code: str, text: str, mend: str) -> None:
    ran = run(key, value)
    assert (ran.code, ran.text) == (3, "")
    assert ran.said.startswith(f"<stdin>:9:{11 + len(key)}: error[{code}]: Deployment web: {text}")
    assert f"\nhelp: {mend}" in ran.said


@pytest.mark.parametrize(
    ("kind", "key", "value", "istio", "codes", "shows"),
    [
        pytest.param(kind, key, value, *side, id=f"{key}={value} in {side[0]}")
        for kind, rows in (("annotations", GATES), ("labels", LABEL_ROWS))
        for key, value, sides in rows
        for side in sides
    ],
)
def test_both_sides_of_a_change(kind: str, key: str, value: str, istio: str, codes: list[str], shows: str) -> None:
    mode = "true" if key.endswith("nativeSidecar") else "false"
    ran = run(key, value, istio, kind, mode)
    assert ran.codes == codes
    assert ran.code == (3 if "IST0125" in codes else 0)
    if shows.startswith("!"):
        assert shows[1:] not in ran.text
    else:
        assert shows in ran.text


@pytest.mark.parametrize(("istio", "shown"), [("1.29.6", False), ("1.30.0", True)])
@pytest.mark.parametrize("name", OPEN_TELEMETRY)
def test_attributes_of_open_telemetry_are_read_since_1_30(name: str, istio: str, shown: bool) -> None:
    provider = "meshConfig.extensionProviders[0]"
    mesh = f"{provider}.name=a,{provider}.opentelemetry.service=a.b,{provider}.opentelemetry.port=4317"
    if shown:
        mesh += f",{provider}.opentelemetry.serviceAttributeEnrichment=OTEL_SEMANTIC_CONVENTIONS"
    text = deployment(annotations={f"resource.opentelemetry.io/{name}": "seven"})
    ran = inject(text, "--set", mesh, istio=istio)
    assert ran.codes == []
    assert (f"{name}=seven" in ran.env.get("OTEL_RESOURCE_ATTRIBUTES", "")) is shown


def test_the_rows_cover_every_key() -> None:
    tested = {f"resource.opentelemetry.io/{name}" for name in OPEN_TELEMETRY}
    tested |= {row[0] for rows in (GOOD, REFUSED, NEVER_REFUSED, OWN_ERRORS, GATES) for row in rows}
    assert set(BY_KEY) <= tested
    assert set(LABELS) <= {row[0] for row in LABEL_ROWS}


PROXY_CONFIG = [
    ("configPath: ''", "configPath: must be set"),
    ("binaryPath: ''", "binaryPath: must be set"),
    ("serviceCluster: ''", "serviceCluster: must be set, or tracingServiceName"),
    ("drainDuration: 0s", "drainDuration: must be at least 1ms"),
    ("drainDuration: 1500ms", "drainDuration: must be whole seconds"),
    ("discoveryAddress: istiod", 'discoveryAddress: "istiod" is not of the form host:port'),
    ("discoveryAddress: 'istiod:0'", 'discoveryAddress: "istiod:0" has no port from 1 to 65535'),
    ("discoveryAddress: 'a_b:1'", 'discoveryAddress: "a_b" is neither a host name nor an IP address'),
    ("tracing: {lightstep: {address: 'a:1'}}", "tracing.lightstep.accessToken: must be set"),
    ("tracing: {lightstep: {accessToken: a}}", 'tracing.lightstep.address: "" is not of the form host:port'),
    ("tracing: {zipkin: {address: a}}", 'tracing.zipkin.address: "a" is not of the form host:port'),
    ("tracing: {datadog: {address: '$(HOST_IP)$(HOST_IP):1'}}", "tracing.datadog.address: "),
    ("tracing: {tlsSettings: {mode: MUTUAL}}", "tracing.tlsSettings.clientCertificate: must be set for mode MUTUAL"),
    ("tracing: {customTags: {a: null}}", "tracing.customTags.a: must not be null"),
    ("statsdUdpAddress: a", 'statsdUdpAddress: "a" is not of the form host:port'),
    ("envoyMetricsServiceAddress: a", 'envoyMetricsServiceAddress: "a" is not of the form host:port'),
    ("envoyMetricsService: {address: a}", 'envoyMetricsService.address: "a" is not of the form host:port'),
    ("envoyAccessLogService: {address: a}", 'envoyAccessLogService.address: "a" is not of the form host:port'),
    ("proxyAdminPort: 0", "proxyAdminPort: 0 is not a port from 1 to 65535"),
    ("statusPort: 65536", "statusPort: 65536 is not a port from 1 to 65535"),
    ("controlPlaneAuthPolicy: INHERIT", "controlPlaneAuthPolicy: INHERIT is neither NONE nor MUTUAL_TLS"),
    ("privateKeyProvider: {}", "privateKeyProvider: a provider must be set: cryptomb or qat"),
    (
        "privateKeyProvider: {cryptomb: {pollDelay: 0s}}",
        "privateKeyProvider.cryptomb.pollDelay: must be set and not zero",
    ),
    ("concurrency: many", "concurrency: expected a whole number"),
    ("- a", "expected"),
    ("a: b: c", "not YAML: "),
]
TAKEN = [
    "drainDuration: 7s",
    "discoveryAddress: 'istiod.mesh.svc:15012'",
    "discoveryAddress: '[fd00::1]:15012'",
    "tracing: {zipkin: {address: '$(HOST_IP):9411'}}",
    "tracing: {lightstep: {address: 'a:1', accessToken: b}}",
    "tracing: {tlsSettings: {mode: MUTUAL, clientCertificate: /a, privateKey: /b}, zipkin: {address: 'a:1'}}",
    "statsdUdpAddress: 'a:8125'",
    "envoyMetricsServiceAddress: ''",
    "proxyAdminPort: 65535",
    "controlPlaneAuthPolicy: NONE",
    "privateKeyProvider: {qat: {pollDelay: 1ms}}",
    "terminationDrainDuration: 1ms",
    "concurrency: -1",
    "image: {imageType: anything}",
    "proxyMetadata: {ISTIO_META_DNS_AUTO_ALLOCATE: 'true'}",
]


@pytest.mark.parametrize("istio", ["1.20.8", NEWEST])
@pytest.mark.parametrize(("value", "reason"), [pytest.param(*row, id=row[0]) for row in PROXY_CONFIG])
def test_a_bad_proxy_config_is_refused_with_its_field(value: str, reason: str, istio: str) -> None:
    ran = run(CONFIG, value, istio)
    assert (ran.code, ran.text) == (3, "")
    assert f"<stdin>:9:{11 + len(CONFIG)}: error[MI202]: Deployment web: {CONFIG}: {reason}" in ran.said
    assert "\nhelp: it takes the YAML of a ProxyConfig\n" in ran.said


@pytest.mark.parametrize("istio", ["1.20.8", NEWEST])
@pytest.mark.parametrize("value", TAKEN)
def test_a_good_proxy_config_is_taken(value: str, istio: str) -> None:
    ran = run(CONFIG, value, istio)
    assert (ran.code, ran.codes) == (0, [])


@pytest.mark.parametrize(("istio", "code"), [("1.21.6", 3), ("1.22.0", 0)])
def test_a_drain_may_last_longer_than_an_hour_since_1_22(istio: str, code: int) -> None:
    assert run(CONFIG, "drainDuration: 2h", istio).code == code


def test_a_status_port_of_zero_is_refused_in_the_config_and_taken_as_annotation() -> None:
    assert run(CONFIG, "statusPort: 0").code == 3
    assert run("status.sidecar.istio.io/port", "0").code == 0
