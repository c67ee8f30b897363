"""Default values of Istio's chart as its injector sees them, and how a user's values are laid over them.

Istio copies a part of the chart's values into the injector's ConfigMap; its templates read only those. One table
holds them for all releases: a row is a path, its default, and the releases that have it (see `gates`). Rows that
nothing in a pod depends on (`global.waypoint` and such) are left out.

A user's values come in the shape of the chart. From 1.24 on the chart takes `pilot.X` and `X` for the same thing,
`pilot.X` winning, and the injector's `pilot.cni` and `pilot.env` are filled from them; we do so for every release,
since `pilot.env` is also where a user sets istiod's environment. Null takes a default away, as in Helm.
"""

from collections.abc import Mapping
from typing import Any

from packaging.version import Version

from meshinject.istio import releases
from meshinject.istio.gates import applies

Values = dict[str, Any]

_DEFAULTS: tuple[tuple[str, Any, str], ...] = (
    ("revision", "", ""),
    ("global.istioNamespace", "istio-system", ""),
    ("global.variant", "", ""),
    ("global.imagePullPolicy", "", ""),
    ("global.imagePullSecrets", [], ""),
    ("global.logAsJson", False, ""),
    ("global.logging.level", "default:info", ""),
    ("global.caAddress", "", ""),
    ("global.caName", "", ""),
    ("global.pilotCertProvider", "istiod", ""),
    ("global.jwtPolicy", "third-party-jwt", "before 1.22"),
    ("global.meshID", "", ""),
    ("global.network", "", ""),
    ("global.multiCluster.clusterName", "", ""),
    ("global.mountMtlsCerts", False, ""),
    ("global.sds.token.aud", "istio-ca", ""),
    ("global.sts.servicePort", 0, ""),
    ("global.nativeNftables", False, "since 1.27"),
    ("global.proxy.autoInject", "enabled", ""),
    ("global.proxy.image", "proxyv2", ""),
    ("global.proxy.clusterDomain", "cluster.local", ""),
    ("global.proxy.logLevel", "warning", ""),
    ("global.proxy.componentLogLevel", "misc:error", ""),
    ("global.proxy.enableCoreDump", False, "before 1.24"),
    ("global.proxy.includeIPRanges", "*", ""),
    ("global.proxy.excludeIPRanges", "", ""),
    ("global.proxy.includeInboundPorts", "*", ""),
    ("global.proxy.excludeInboundPorts", "", ""),
    ("global.proxy.includeOutboundPorts", "", ""),
    ("global.proxy.excludeOutboundPorts", "", ""),
    ("global.proxy.privileged", False, ""),
    ("global.proxy.readinessInitialDelaySeconds", 0, ""),
    ("global.proxy.readinessPeriodSeconds", 15, ""),
    ("global.proxy.readinessFailureThreshold", 4, ""),
    ("global.proxy.startupProbe.enabled", True, ""),
    ("global.proxy.startupProbe.failureThreshold", 600, ""),
    ("global.proxy.resources.requests.cpu", "100m", ""),
    ("global.proxy.resources.requests.memory", "128Mi", ""),
    ("global.proxy.resources.limits.cpu", "2000m", ""),
    ("global.proxy.resources.limits.memory", "1024Mi", ""),
    ("global.proxy.statusPort", 15020, ""),
    ("global.proxy.tracer", "zipkin", "before 1.22"),
    ("global.proxy.tracer", "none", "since 1.22"),
    ("global.proxy.outlierLogPath", "", "since 1.23"),
    ("global.proxy.seccompProfile", {}, "since 1.28"),
    ("global.proxy_init.image", "proxyv2", ""),
    ("global.proxy_init.forceApplyIptables", False, "since 1.24"),
    ("istio_cni.enabled", False, "before 1.24"),
    ("istio_cni.chained", True, "before 1.24"),
    ("istio_cni.provider", "default", "since 1.22 before 1.24"),
    ("pilot.cni.enabled", False, "since 1.22"),
    ("pilot.cni.provider", "default", "since 1.22"),
    ("pilot.env", {}, "since 1.26"),
    ("gateways.securityContext", {}, "since 1.20.8 1.21.4 1.22.2 1.23"),
    ("gateways.seccompProfile", {}, "since 1.23"),
    ("sidecarInjectorWebhook.alwaysInjectSelector", [], ""),
    ("sidecarInjectorWebhook.defaultTemplates", [], ""),
    ("sidecarInjectorWebhook.enableNamespacesByDefault", False, ""),
    ("sidecarInjectorWebhook.injectedAnnotations", {}, ""),
    ("sidecarInjectorWebhook.neverInjectSelector", [], ""),
    ("sidecarInjectorWebhook.rewriteAppHTTPProbe", True, ""),
    ("sidecarInjectorWebhook.templates", {}, ""),
)

_MULTUS = {"cni": {"enabled": True, "provider": "multus"}}

# What the chart's profile and platform files change for an injected pod: key of the values, its text, the overlay,
# releases. The compatibility files turn native sidecars off and no more; `decide.native` knows that rule.
_OVERLAYS: tuple[tuple[str, str, Values, str], ...] = (
    (
        "profile",
        "demo",
        {"global": {"proxy": {"resources": {"requests": {"cpu": "10m", "memory": "40Mi"}}}}},
        "since 1.21",
    ),
    (
        "profile",
        "ambient",
        {"meshConfig": {"defaultConfig": {"proxyMetadata": {"ISTIO_META_ENABLE_HBONE": "true"}}}},
        "since 1.21",
    ),
    (
        "profile",
        "preview",
        {"meshConfig": {"defaultConfig": {"proxyMetadata": {"ISTIO_META_DNS_CAPTURE": "true"}}}},
        "since 1.21",
    ),
    ("profile", "openshift", {"istio_cni": {"enabled": True, "chained": False}}, "since 1.21 before 1.22"),
    ("profile", "openshift", {"pilot": _MULTUS}, "since 1.22 before 1.24"),
    ("global.platform", "openshift", {"pilot": _MULTUS}, "since 1.24"),
)

_ALWAYS_THERE = (
    "global.proxy.startupProbe",
    "global.proxy_init",
    "global.logging",
    "global.sts",
    "global.sds.token",
    "global.multiCluster",
    "sidecarInjectorWebhook",
)

# Under these keys charts of some releases hold their own defaults, so a whole values.yaml may be given as the user's
# values.
_CHART_DEFAULTS = ("defaults", "_internal_defaults_do_not_set")
_ALSO_UNDER_PILOT = ("cni", "env")


def merge(base: Mapping[str, Any], overlay: Mapping[str, Any]) -> Values:
    """`overlay` laid over `base` as Helm does it: maps merge, null takes a key away, everything else replaces.

    Neither argument is changed. No null is left in what came from the overlay.
    """
    merged = dict(base)
    for key, value in overlay.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            below = merged.get(key)
            merged[key] = merge(below if isinstance(below, Mapping) else {}, value)
        else:
            merged[key] = without_nulls(value)
    return merged


def without_nulls(value: Any) -> Any:
    """`value` without null leaves; a map or list that this empties goes as well, one that was empty stays.

    Istio drops them so from 1.28.6 and 1.29.1 on; in older releases a null reached the pod as a broken quantity.
    """
    if isinstance(value, Mapping):
        kept = {key: below for key, item in value.items() if (below := without_nulls(item)) is not None}
        return kept if kept or not value else None
    if isinstance(value, list):
        items = [below for item in value if (below := without_nulls(item)) is not None]
        return items if items or not value else None
    return value


def lookup(values: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, or None where a key is missing or a parent is no map."""
    found: Any = values
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def text(value: Any) -> str:
    """A value as the text of an environment variable: `pilot.env` may hold booleans and numbers; missing is empty."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def environment(values: Mapping[str, Any], name: str) -> str:
    """Istiod's environment variable `name` as the values set it (`pilot.env.NAME`), empty when they do not."""
    return text(lookup(values, f"pilot.env.{name}"))


def defaults(version: Version, tag: str) -> Values:
    """The injector's values of an installation that sets nothing, with images tagged `tag`."""
    values: Values = {}
    for path, default, gate in (*_DEFAULTS, ("global.hub", releases.nearest(version).hub, ""), ("global.tag", tag, "")):
        if applies(gate, version):
            *parents, last = path.split(".")
            target = values
            for parent in parents:
                target = target.setdefault(parent, {})
            target[last] = default.copy() if isinstance(default, dict | list) else default
    return values


def layered(version: Version, tag: str, overlay: Mapping[str, Any]) -> Values:
    """The defaults with the chart's own overlays (profile, platform) and the user's chart values on top.

    An image without hub or tag is no image: where the user takes one away, the default stays.
    """
    layers = [layer for key in _CHART_DEFAULTS if isinstance(layer := overlay.get(key), Mapping)]
    layers.append({key: value for key, value in overlay.items() if key not in _CHART_DEFAULTS})
    values = defaults(version, tag)
    images = {key: values["global"][key] for key in ("hub", "tag")}
    for layer in [*_chart_overlays(version, layers), *layers]:
        at_top = {key: layer[key] for key in _ALSO_UNDER_PILOT if isinstance(layer.get(key), Mapping)}
        rest = {key: value for key, value in layer.items() if key not in at_top}
        values = merge(merge(values, {"pilot": at_top} if at_top else {}), rest)
    merged = values.get("global")
    if isinstance(merged, dict):
        merged.update({key: default for key, default in images.items() if not text(merged.get(key))})
    return values


def is_complete(given: Mapping[str, Any]) -> bool:
    """Whether these values are an injector's own, from its ConfigMap, and not a user's choice among the chart's values.

    They have every map that the templates walk through; defaults laid below would bring back what the installation
    took out.
    """
    return all(isinstance(lookup(given, path), Mapping) for path in _ALWAYS_THERE)


def _chart_overlays(version: Version, layers: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The overlays that the user's choice of profile and platform brings, in the chart's order."""
    return [
        overlay
        for path, choice, overlay, gate in _OVERLAYS
        if applies(gate, version) and choice in {text(lookup(layer, path)) for layer in layers}
    ]
