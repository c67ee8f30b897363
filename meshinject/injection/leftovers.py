"""What an injection writes that looks like the user's own: taken out where it is what an injection would derive.

Another injection writes all of it again, so only `uninject` needs this.
"""

from collections.abc import Collection
from typing import Any

from meshinject.injection import parts, record
from meshinject.injection.defaults import canonical
from meshinject.injection.names import (
    CANONICAL_REVISION,
    DEFAULT_CONTAINER,
    DEFAULT_LOGS_CONTAINER,
    INTERCEPTION_MODE,
    NETWORK_ENV,
    NETWORK_LABEL,
    PROXY,
    REVISION,
    TLS_MODE,
    TUNNEL,
    VALIDATION,
)
from meshinject.injection.record import Record
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import maps, rebuilt, relisted, sublist, submap, with_key, without_key

_LABEL_LENGTH = 63
_NAME_LABELS = ("app.kubernetes.io/name", "app")
_VERSION_LABELS = ("app.kubernetes.io/version", "version")
_ALWAYS_EXCLUDED = "15090,15021"
_SYSCTL = {"name": "net.ipv4.ip_unprivileged_port_start", "value": "0"}
_TRAFFIC = "traffic.sidecar.istio.io/"
_CNI = {
    "-m": INTERCEPTION_MODE,
    "-i": f"{_TRAFFIC}includeOutboundIPRanges",
    "-x": f"{_TRAFFIC}excludeOutboundIPRanges",
    "-b": f"{_TRAFFIC}includeInboundPorts",
    "-d": f"{_TRAFFIC}excludeInboundPorts",
    "-q": f"{_TRAFFIC}includeOutboundPorts",
    "-o": f"{_TRAFFIC}excludeOutboundPorts",
}
"""The flags of istio-validation and the annotations that tell the CNI plugin the same."""


def without(pod: dict[str, Any], found: Record) -> dict[str, Any]:
    """The pod, its containers already the user's, without what looks as an injection writes it in its metadata."""
    annotations, labels = parts.annotations(pod), parts.labels(pod)
    first = next(
        (item.get("name") for item in maps(submap(pod, "spec"), "containers") if item.get("name") != PROXY), None
    )
    written = {REVISION: annotations.get(REVISION), DEFAULT_CONTAINER: first, DEFAULT_LOGS_CONTAINER: first}
    written |= cni(found)
    derived = {
        TLS_MODE: "istio",
        TUNNEL: "http",
        CANONICAL_REVISION: next((labels[key] for key in _VERSION_LABELS if labels.get(key)), "latest"),
        NETWORK_LABEL: parts.env(found.proxy, NETWORK_ENV),
    }
    gone = {key for key, value in written.items() if value is not None and annotations.get(key) == value}
    pod = parts.with_meta(pod, "annotations", lambda old: _less(old, gone))
    gone_labels = {key for key, value in derived.items() if value is not None and labels.get(key) == value}
    return parts.with_meta(pod, "labels", lambda old: _less(old, gone_labels))


def without_settings(pod: dict[str, Any], found: Record, pull_secrets: set[str]) -> dict[str, Any]:
    """The pod without the pull secrets that the settings add, and without the gateway's sysctl."""
    return _without_sysctl(_without_secrets(pod, {*found.listed["imagePullSecrets"]} & pull_secrets), found)


def canonical_names(labels: dict[str, str], names: Collection[str]) -> set[str]:
    """What any release would derive as the canonical name: shortened and trimmed in the ways of each."""
    label = next((labels[key] for key in _NAME_LABELS if labels.get(key)), None)
    derived = names if label is None else [label]
    shortened = {name[:_LABEL_LENGTH] for name in derived}
    return {*derived, *shortened, *(name.removesuffix("-") for name in shortened), *map(canonical, derived)}


def cni(found: Record) -> dict[str, str]:
    """The annotations for the CNI plugin that the init container's flags stand for; none without the plugin."""
    if VALIDATION not in found.listed["initContainers"]:
        return {}
    args = [as_text(arg) for arg in sublist(found.init, "args")]
    given = {flag: args[at + 1] for at, flag in enumerate(args[:-1]) if flag in _CNI}
    if "-d" in given:
        given["-d"] = given["-d"].removeprefix(_ALWAYS_EXCLUDED).removeprefix(",")
    return {_CNI[flag]: value for flag, value in given.items()}


def _without_secrets(pod: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    old = sublist(submap(pod, "spec"), "imagePullSecrets")
    kept = [item for item in old if not (isinstance(item, dict) and item.get("name") in gone)]
    return parts.with_items(pod, "imagePullSecrets", relisted(old, kept)) if old else pod


def _without_sysctl(pod: dict[str, Any], found: Record) -> dict[str, Any]:
    """The gateway's pod may bind low ports; a list with nothing but that is the template's."""
    context = submap(submap(pod, "spec"), "securityContext")
    if not record.is_gateway(found) or [dict(item) for item in maps(context, "sysctls")] != [_SYSCTL]:
        return pod
    return with_key(pod, "spec", with_key(submap(pod, "spec"), "securityContext", without_key(context, "sysctls")))


def _less(old: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    return rebuilt(old, {key: value for key, value in old.items() if key not in gone})
