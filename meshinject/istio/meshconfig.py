"""The mesh configuration: what Istio's binary holds, what the chart writes into its ConfigMap, and a user's own on top.

Each layer replaces the fields it gives as a whole, except `defaultConfig` (merged as proxy configurations are),
`defaultProviders` (field by field), `extensionProviders` (by name) and `trustDomainAliases` (a union).
"""

from collections.abc import Mapping
from typing import Any

from packaging.version import Version

from meshinject.istio import proto, proxycheck, proxyconfig
from meshinject.istio.duration import SECOND
from meshinject.istio.proto import ConfigError, Message
from meshinject.istio.values import lookup, text

_EVERYWHERE = ["*"]


def defaults(version: Version) -> Message:
    """The mesh configuration that Istio's binary starts from."""
    return {
        "proxyListenPort": 15001,
        "proxyInboundListenPort": 15006,
        "connectTimeout": 10 * SECOND,
        "protocolDetectionTimeout": 0,
        "ingressClass": "istio",
        "ingressService": "istio-ingressgateway",
        "ingressControllerMode": "STRICT",
        "enableTracing": True,
        "defaultConfig": proxyconfig.defaults(version),
        "outboundTrafficPolicy": {"mode": "ALLOW_ANY"},
        "inboundTrafficPolicy": {"mode": "PASSTHROUGH"},
        "enableAutoMtls": True,
        "trustDomain": "cluster.local",
        "trustDomainAliases": [],
        "defaultServiceExportTo": _EVERYWHERE,
        "defaultVirtualServiceExportTo": _EVERYWHERE,
        "defaultDestinationRuleExportTo": _EVERYWHERE,
        "rootNamespace": "istio-system",
        "localityLbSetting": {"enabled": True},
        "dnsRefreshRate": 60 * SECOND,
        "enablePrometheusMerge": True,
        "extensionProviders": [
            {"name": "prometheus", "prometheus": {}},
            {"name": "stackdriver", "stackdriver": {}},
            {"name": "envoy", "envoyFileAccessLog": {"path": "/dev/stdout"}},
        ],
        "defaultProviders": {},
    }


def from_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """What the chart writes into the mesh configuration for these values, apart from `meshConfig`; not decoded."""
    namespace = text(lookup(values, "global.istioNamespace")) or "istio-system"
    revision = text(lookup(values, "revision"))
    proxy: dict[str, Any] = {
        "discoveryAddress": f"istiod{'-' + revision if revision else ''}.{namespace}.svc:15012",
    }
    if mesh_id := text(lookup(values, "global.meshID")):
        proxy["meshId"] = mesh_id
    if variant := text(lookup(values, "global.proxy.variant")) or text(lookup(values, "global.variant")):
        proxy["image"] = {"imageType": variant}
    if tracing := _tracing(values, namespace):
        proxy["tracing"] = tracing
    return {
        "trustDomain": "cluster.local",
        "rootNamespace": namespace,
        "defaultProviders": {"metrics": ["prometheus"]},
        "enablePrometheusMerge": True,
        "defaultConfig": proxy,
    }


def _tracing(values: Mapping[str, Any], namespace: str) -> dict[str, Any]:
    """The tracer that the values name, at its address in `global.tracer` or at the one Istio installs."""
    tracer = text(lookup(values, "global.proxy.tracer"))
    settings = lookup(values, f"global.tracer.{tracer}")
    settings = settings if isinstance(settings, Mapping) else {}
    if tracer == "zipkin":
        return {"zipkin": {"address": text(settings.get("address")) or f"zipkin.{namespace}:9411"}}
    if tracer == "datadog":
        return {"datadog": {"address": text(settings.get("address")) or "$(HOST_IP):8126"}}
    if tracer == "lightstep" and settings.get("address"):
        return {"lightstep": {key: text(settings.get(key)) for key in ("address", "accessToken")}}
    return {}


def is_complete(given: Mapping[str, Any]) -> bool:
    """Whether a mesh config is a whole one of the chart's making: the chart always writes the discovery address."""
    return bool(lookup(given, "defaultConfig.discoveryAddress"))


def load(layers: list[Mapping[str, Any]], version: Version) -> Message:
    """The mesh configuration of undecoded layers over the binary's defaults, the last one winning.

    Raises:
        ConfigError: a layer has fields of the wrong type, or Istio would refuse the outcome.
    """
    mesh = defaults(version)
    for layer in layers:
        mesh = merge(mesh, proto.decode(layer, "MeshConfig", version))
    if problems := proxycheck.mesh_problems(mesh, version):
        raise ConfigError(problems)
    return mesh


def as_written(mesh: Message, version: Version) -> dict[str, Any]:
    """The mesh configuration as JSON that reads back as the same, zero values included."""
    written: dict[str, Any] = proto.to_json(mesh, "MeshConfig", version, zeros=True)
    return written


def merge(base: Message, overlay: Message) -> Message:
    """`overlay` merged over `base` as Istio merges mesh configurations; neither is changed."""
    merged = base | overlay
    if "defaultConfig" in base and "defaultConfig" in overlay:
        merged["defaultConfig"] = proxyconfig.merge(base["defaultConfig"], overlay["defaultConfig"])
    if "defaultProviders" in base and "defaultProviders" in overlay:
        merged["defaultProviders"] = base["defaultProviders"] | overlay["defaultProviders"]
    if "extensionProviders" in base and "extensionProviders" in overlay:
        providers = {provider.get("name"): provider for provider in base["extensionProviders"]}
        providers |= {provider.get("name"): provider for provider in overlay["extensionProviders"]}
        merged["extensionProviders"] = list(providers.values())
    if base.get("trustDomainAliases") and "trustDomainAliases" in overlay:
        merged["trustDomainAliases"] = sorted({*base["trustDomainAliases"], *overlay["trustDomainAliases"]})
    return merged


def prometheus_merge(mesh: Message) -> bool:
    """Whether the proxy's and the application's metrics are merged unless a pod says otherwise."""
    return bool(mesh.get("enablePrometheusMerge", True))


def inbound_localhost(mesh: Message) -> bool:
    """Whether inbound traffic reaches the application on localhost instead of the pod's address."""
    return bool((mesh.get("inboundTrafficPolicy") or {}).get("mode") == "LOCALHOST")
