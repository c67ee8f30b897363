"""What kind of sidecar a pod has or gets, which rule decided, and how to get the other kind."""

import re

from meshinject import versions
from meshinject.decide import native
from meshinject.explain.records import Kind, Sidecar
from meshinject.explain.seen import KUBERNETES_RUNS_SIDECARS, Seen
from meshinject.injection.names import PROXY
from meshinject.kubernetes.kinds import as_text
from meshinject.reports.findings import Place
from meshinject.target import Target
from meshinject.versions import since

_ANNOTATION_SINCE = "1.24"
_PRESENT = {
    Kind.NATIVE: f"{PROXY} is an init container with restartPolicy: Always",
    Kind.LEGACY: f"{PROXY} is an ordinary container",
    Kind.GATEWAY: f"{PROXY} is an ordinary container and itself the application (proxy router)",
    Kind.AGENT: f"{PROXY} is an ordinary container without Envoy",
    Kind.STUCK: f"{PROXY} is an init container that has to end",
    Kind.NONE: f"there is no {PROXY}",
}
_BY_TEMPLATE = "the template decides, not the mode: "
PRESENT = "present"
TEMPLATE = "template"


def present(seen: Seen, target: Target) -> Sidecar:
    """The sidecar that a pod has."""
    kind = seen.kind
    return _sidecar(seen, PRESENT, _PRESENT[kind], _change(kind, None, target))


def to_come(seen: Seen, decision: native.Decision, target: Target, annotation: Place | None = None) -> Sidecar:
    """The sidecar that an injected pod got by a decision; `annotation` is where one for native sidecars is written."""
    kind = seen.kind
    if kind is (Kind.NATIVE if decision.native else Kind.LEGACY):
        told = _sidecar(seen, decision.rule.value, decision.reason, _change(kind, decision, target))
        return told._replace(place=annotation) if annotation and decision.rule is native.Rule.ANNOTATION else told
    return _sidecar(seen, TEMPLATE, _BY_TEMPLATE + _PRESENT[kind], "")


def _sidecar(seen: Seen, rule: str, reason: str, change: str) -> Sidecar:
    image = as_text(seen.proxy.get("image"))
    return Sidecar(seen.kind, rule, reason, Place(), image, _version(image), change)


def _version(image: str) -> str:
    """The release in the tag of an image, empty without one: a digest, `latest`, a build of one's own."""
    tag = re.search(r":([^:/@]+)(?:@.*)?$", image)
    parsed = versions.parse(tag[1]) if tag else None
    return str(parsed) if parsed else ""


def _change(kind: Kind, decision: native.Decision | None, target: Target) -> str:
    """How to get the other kind of sidecar, as far as the versions allow it."""
    if kind not in (Kind.NATIVE, Kind.LEGACY):
        return ""
    istio, kubernetes = target.control_plane.version, target.kubernetes
    if kind is Kind.LEGACY and not since(kubernetes, KUBERNETES_RUNS_SIDECARS):
        return f"native sidecars need Kubernetes {KUBERNETES_RUNS_SIDECARS}"
    other = "false" if kind is Kind.NATIVE else "true"
    if decision is not None and decision.rule is native.Rule.ANNOTATION:
        return f'write "{other}" there (Istio {_ANNOTATION_SINCE} and later read it)'
    for_all = f"--native-sidecars={other} for all pods"
    if not since(istio, _ANNOTATION_SINCE):
        return f"{for_all}; an annotation for one pod is read since Istio {_ANNOTATION_SINCE}"
    return (
        f'{for_all}, the annotation {native.ANNOTATION}: "{other}" for this one (Istio {_ANNOTATION_SINCE} and later)'
    )
