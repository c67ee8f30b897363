"""The annotations and labels that steer an injection: what they take, and which releases check them.

Istio refuses a pod when one of the checked annotations is wrong, and reports all of them at once. The table also
holds the annotations that are read but never checked, for help texts and for telling a misspelt key from a foreign
one.
"""

from collections.abc import Iterator, Mapping

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.istio import grammar, proxyconfig
from meshinject.istio.gates import applies
from meshinject.istio.grammar import Check
from meshinject.istio.proto import ConfigError


class Problem(Frozen):
    """An annotation that Istio refuses."""

    key: str
    value: str
    reason: str
    grammar: str
    """What the annotation takes, as a phrase."""


class Annotation(Frozen):
    """One annotation that an injection reads."""

    key: str
    grammar: str
    check: Check | None = None
    checked: str | None = ""
    """The releases that refuse a wrong value (a gate, see `gates`), None when no release does."""
    known: str = ""
    """The releases in which it has an effect."""
    deprecated: str | None = None
    """The releases that call it deprecated, None when none does."""
    instead: str = ""
    """What replaces a deprecated one."""


_BOOLEAN = "a boolean: true or false"
_PORTS = "port numbers separated by commas"
_CIDRS = "CIDR blocks separated by commas, without blanks"
_INTERFACES = "names of network interfaces separated by commas"
_UINT32 = "a whole number from 0 to 4294967295"
_QUANTITY = "a Kubernetes quantity such as 100m or 128Mi"
_TEXT = "any text"
_JSON = "a JSON object or list"

# Before these releases a wrong quantity failed as well, once the rendered pod was read.
_RESOURCES = tuple(
    Annotation(f"sidecar.istio.io/{name}", _QUANTITY, grammar.check_quantity)
    for name in ("proxyCPU", "proxyMemory", "proxyCPULimit", "proxyMemoryLimit")
)
_READINESS = tuple(
    Annotation(f"readiness.status.sidecar.istio.io/{name}", _UINT32, grammar.check_uint32)
    for name in ("initialDelaySeconds", "periodSeconds", "failureThreshold")
)

ANNOTATIONS = (
    Annotation("sidecar.istio.io/inject", "true or false", deprecated="", instead="the label sidecar.istio.io/inject"),
    Annotation("inject.istio.io/templates", "names of templates separated by commas"),
    Annotation("proxy.istio.io/config", "the YAML of a ProxyConfig"),
    Annotation("proxy.istio.io/overrides", _JSON),
    Annotation("sidecar.istio.io/status", _JSON),
    Annotation("sidecar.istio.io/rewriteAppHTTPProbers", _BOOLEAN, grammar.check_boolean, None),
    Annotation("prometheus.istio.io/merge-metrics", _BOOLEAN, grammar.check_boolean),
    Annotation(
        "prometheus.istio.io/scrape-targets",
        "entries of the form PORT[:PATH] separated by commas",
        grammar.check_targets,
        None,
        "since 1.31",
    ),
    Annotation("prometheus.istio.io/secure-port", "a port number", grammar.check_port, None, "since 1.31"),
    Annotation("sidecar.istio.io/interceptionMode", "REDIRECT, TPROXY or NONE", grammar.check_interception),
    Annotation("sidecar.istio.io/nativeSidecar", "true or false", known="since 1.24"),
    Annotation("sidecar.istio.io/proxyImage", "a full image reference", grammar.check_reference, None),
    Annotation("sidecar.istio.io/proxyImageType", "default, debug, distroless or another suffix of the image tag"),
    Annotation("status.sidecar.istio.io/port", "a port number", grammar.check_port),
    *_READINESS,
    Annotation("readiness.status.sidecar.istio.io/applicationPorts", _PORTS),
    Annotation("traffic.sidecar.istio.io/includeOutboundIPRanges", f"{_CIDRS}, or *", grammar.check_cidrs_or_all),
    Annotation("traffic.sidecar.istio.io/excludeOutboundIPRanges", _CIDRS, grammar.check_cidrs),
    Annotation("traffic.sidecar.istio.io/includeInboundPorts", f"{_PORTS}, or *", grammar.check_ports_or_all),
    Annotation("traffic.sidecar.istio.io/excludeInboundPorts", _PORTS, grammar.check_ports),
    Annotation("traffic.sidecar.istio.io/includeOutboundPorts", _PORTS, grammar.check_ports, None),
    Annotation("traffic.sidecar.istio.io/excludeOutboundPorts", _PORTS, grammar.check_ports),
    Annotation("traffic.sidecar.istio.io/excludeInterfaces", _INTERFACES, grammar.check_interfaces, "since 1.30"),
    Annotation(
        "traffic.sidecar.istio.io/kubevirtInterfaces",
        _INTERFACES,
        grammar.check_interfaces,
        "since 1.30",
        deprecated="since 1.25",
        instead="the annotation istio.io/reroute-virtual-interfaces",
    ),
    Annotation(
        "istio.io/reroute-virtual-interfaces", _INTERFACES, grammar.check_interfaces, "since 1.30", "since 1.25"
    ),
    *_RESOURCES,
    Annotation("sidecar.istio.io/enableCoreDump", _BOOLEAN, grammar.check_boolean, "before 1.25", "before 1.24"),
    Annotation("sidecar.istio.io/logLevel", _TEXT),
    Annotation("sidecar.istio.io/componentLogLevel", _TEXT),
    Annotation("sidecar.istio.io/agentLogLevel", _TEXT),
    Annotation("sidecar.istio.io/bootstrapOverride", "the name of a ConfigMap"),
    Annotation("sidecar.istio.io/userVolume", _JSON, grammar.check_json, None),
    Annotation("sidecar.istio.io/userVolumeMount", _JSON, grammar.check_json, None),
    Annotation("sidecar.istio.io/capNetBindService", "true or false", grammar.check_switch, None),
    Annotation("k8s.v1.cni.cncf.io/networks", "names of networks separated by commas, or their JSON list"),
    Annotation("resource.opentelemetry.io/service.namespace", _TEXT, known="since 1.30"),
    Annotation("resource.opentelemetry.io/service.version", _TEXT, known="since 1.30"),
    Annotation("resource.opentelemetry.io/service.instance.id", _TEXT, known="since 1.30"),
)
JSON_OBJECTS = ("sidecar.istio.io/userVolume", "sidecar.istio.io/userVolumeMount")
"""Annotations whose broken JSON makes a template fail."""

FOREIGN = (
    "k8s.v1.cni.cncf.io/networks",
    "resource.opentelemetry.io/service.namespace",
    "resource.opentelemetry.io/service.version",
    "resource.opentelemetry.io/service.instance.id",
)
"""Annotations of others, which Istio reads as well."""

BETA = ("sidecar.istio.io/inject", "proxy.istio.io/config")
"""Annotations of pods that Istio's reference calls beta; all its others are alpha."""

WRITTEN = ("sidecar.istio.io/status", "proxy.istio.io/overrides")
"""Annotations that an injection writes for itself."""

BY_KEY: Mapping[str, Annotation] = {annotation.key: annotation for annotation in ANNOTATIONS}

LABELS: Mapping[str, str] = {
    "sidecar.istio.io/inject": "",
    "istio.io/rev": "",
    "networking.istio.io/tunnel": "",
    "security.istio.io/tlsMode": "",
    "service.istio.io/canonical-name": "",
    "service.istio.io/canonical-revision": "",
    "service.istio.io/workload-name": "since 1.25",
    "topology.istio.io/network": "",
}
"""The labels of Istio that an injection reads, with the releases that do (a gate)."""


def check(annotations: Mapping[str, str], version: Version) -> list[Problem]:
    """All annotations of a pod that Istio `version` refuses, in the order of the pod."""
    return [problem for problem, refused in _problems(annotations, version) if refused]


def doubtful(annotations: Mapping[str, str], version: Version) -> list[Problem]:
    """All annotations of a pod that do not fit their grammar though Istio `version` takes or ignores them."""
    return [problem for problem, refused in _problems(annotations, version) if not refused]


def _problems(annotations: Mapping[str, str], version: Version) -> Iterator[tuple[Problem, bool]]:
    for key, value in annotations.items():
        annotation = BY_KEY.get(key)
        if annotation is None:
            continue
        if key == proxyconfig.ANNOTATION:
            for reason in _proxy_config(value, version):
                yield Problem(key, value, reason, annotation.grammar), True
        elif annotation.check is not None and (misfit := annotation.check(value)):
            # A release may go on checking what has no effect any more, as 1.24 does with enableCoreDump.
            refused = annotation.checked is not None and applies(annotation.checked, version)
            if refused or applies(annotation.known, version):
                yield Problem(key, value, misfit, annotation.grammar), refused


def _proxy_config(value: str, version: Version) -> list[str]:
    from meshinject.istio import proxycheck  # noqa: PLC0415 - most pods have no such annotation

    try:
        given = proxyconfig.from_annotation(value, version)
    except ConfigError as error:
        return [str(problem) for problem in error.problems]
    # Istio checks the annotation on top of the binary's defaults, whatever the mesh says.
    return [
        str(problem)
        for problem in proxycheck.problems(proxyconfig.merge(proxyconfig.defaults(version), given), version)
    ]
