"""The proxy configuration of a pod, from the mesh and `proxy.istio.io/config`, and its text PROXY_CONFIG.

Istio merges in layers: what its binary holds, the mesh config's `defaultConfig`, the annotation. In each step a field
that is given replaces the old one as a whole, lists and messages too; only `proxyMetadata` is a union, and
`proxyHeaders` keeps five of its parts. PROXY_CONFIG is the result without what equals the binary's own defaults.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from packaging.version import Version

from meshinject import versions
from meshinject.istio import proto
from meshinject.istio.duration import SECOND
from meshinject.istio.proto import ConfigError, Message, Problem
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read

ANNOTATION = "proxy.istio.io/config"

# Left out of PROXY_CONFIG when equal to the default of the binary; other fields have no default but their zero value.
_STRIPPED = (
    "configPath",
    "binaryPath",
    "controlPlaneAuthPolicy",
    "serviceCluster",
    "drainDuration",
    "terminationDrainDuration",
    "discoveryAddress",
    "proxyAdminPort",
    "statNameLength",
    "statusPort",
)
_KEPT_HEADERS = ("forwardedClientCert", "requestId", "attemptCount", "server", "envoyDebugHeaders")
_ONE_OF = ("serviceCluster", "tracingServiceName")


@cache
def _defaults(version: Version) -> Message:
    config: Message = {
        "configPath": "./etc/istio/proxy",
        "binaryPath": "/usr/local/bin/envoy",
        "serviceCluster": "istio-proxy",
        "drainDuration": 45 * SECOND,
        "discoveryAddress": "istiod.istio-system.svc:15012",
        "proxyAdminPort": 15000,
        "controlPlaneAuthPolicy": "MUTUAL_TLS",
        "statNameLength": 189,
        "statusPort": 15020,
        "terminationDrainDuration": 5 * SECOND,
    }
    if not versions.since(version, "1.22"):
        config["tracing"] = {"zipkin": {"address": "zipkin.istio-system:9411"}}
    return config


def defaults(version: Version) -> Message:
    """The proxy configuration that Istio's binary starts from."""
    return dict(_defaults(version))


def decode(value: Any, version: Version) -> Message:
    """Reads a YAML value as a ProxyConfig.

    Raises:
        ConfigError: fields have the wrong type.
    """
    return proto.decode(value, "ProxyConfig", version)


def merge(base: Message, overlay: Message) -> Message:
    """`overlay` merged over `base` as Istio merges proxy configurations; neither is changed."""
    merged = base | overlay
    if any(name in overlay for name in _ONE_OF):
        for name in _ONE_OF:
            if name not in overlay:
                merged.pop(name, None)
    if "proxyMetadata" in base and "proxyMetadata" in overlay:
        merged["proxyMetadata"] = base["proxyMetadata"] | overlay["proxyMetadata"]
    if "proxyHeaders" in base and "proxyHeaders" in overlay:
        headers, old = dict(overlay["proxyHeaders"]), base["proxyHeaders"]
        for name in _KEPT_HEADERS:
            if name in old and headers.get(name) in (None, "UNDEFINED"):
                headers[name] = old[name]
        merged["proxyHeaders"] = headers
    return merged


def from_annotation(text: str, version: Version) -> Message:
    """Reads the text of a `proxy.istio.io/config` annotation, YAML or JSON.

    Raises:
        ConfigError: the text is no YAML, no map, or has fields of the wrong type.
    """
    try:
        value = read(text)
    except YAMLProblem as problem:
        raise ConfigError([Problem("", f"not YAML: {problem}")]) from problem
    return decode(value, version)


def effective(mesh: Message, annotations: Mapping[str, str], version: Version) -> Message:
    """The proxy configuration of a pod with these annotations in a mesh with this mesh config.

    Raises:
        ConfigError: the `proxy.istio.io/config` annotation does not fit; `check` says what Istio would refuse besides.
    """
    config: Message = mesh.get("defaultConfig") or defaults(version)
    if ANNOTATION in annotations:
        return merge(config, from_annotation(annotations[ANNOTATION], version))
    return config


def stripped(config: Message, version: Version) -> Message:
    """`config` without the fields that equal the binary's defaults."""
    base = _defaults(version)
    kept = {name: value for name, value in config.items() if name not in _STRIPPED or not _equal(value, base.get(name))}
    if (
        kept.get("tracing") is not None
        and "tracing" in base
        and _same_tracing(kept["tracing"], base["tracing"], version)
    ):
        del kept["tracing"]
    return kept


def _equal(value: Any, default: Any) -> bool:
    return type(value) is type(default) and value == default


def _same_tracing(one: Message, other: Message, version: Version) -> bool:
    """Messages are equal when they print equal: a zero that was written out counts as unset."""
    return bool(proto.to_json(one, "Tracing", version) == proto.to_json(other, "Tracing", version))


def text(config: Message, version: Version) -> str:
    """The value of PROXY_CONFIG: compact JSON of what differs from the defaults, `{}` when nothing does."""
    return proto.json_text(proto.to_json(stripped(config, version), "ProxyConfig", version))


def status_port(config: Message) -> int:
    """The port of the agent's health and metrics endpoint."""
    return int(config.get("statusPort") or 0)


def holds_application(config: Message) -> bool:
    """Whether the application's containers wait until the proxy is ready."""
    return bool(config.get("holdApplicationUntilProxyStarts"))


def interception_mode(config: Message) -> str:
    """REDIRECT, TPROXY or NONE."""
    return str(config.get("interceptionMode", "REDIRECT"))
