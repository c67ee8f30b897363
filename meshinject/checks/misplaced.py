"""Istio's labels and annotations where nothing reads them: on the workload instead of its pod template.

Only the pod's own metadata counts. `sidecar.istio.io/inject: "false"` on a Deployment itself does not keep its pods
out of the mesh; istioctl kube-inject reads those of a CronJob from `spec.jobTemplate.metadata`, which never reach a
pod either. A `podAnnotations` or `podLabels` is a value of some Helm charts, no field of Kubernetes. A key that the
pod has as well is fine: common labels go everywhere. `istio-injection` is a label of namespaces, which is told where it
says the opposite of what happens.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark
from meshinject.injection import parts
from meshinject.istio.annotations import BY_KEY, FOREIGN
from meshinject.kubernetes.workload import Path, Workload, dotted, submap
from meshinject.reports.findings import Code

_LABELS = ("sidecar.istio.io/inject",)
_OF_NAMESPACES = "istio-injection"
_STRAYS = (("podLabels", "labels"), ("podAnnotations", "annotations"))


def check(workload: Workload, user: dict[str, Any], *, injected: bool) -> Iterator[Remark]:
    """Istio's keys that the pod lacks and that something around it has, and a namespace's label on either."""
    inside = workload.path[len(workload.object_path) :]
    known = {*parts.labels(user), *parts.annotations(user)}
    for path, kind, given in (*_around(workload.object, inside), *_strays(workload.object, inside)):
        for key in given:
            if key in known or key not in (_LABELS if kind == "labels" else BY_KEY) or key in FOREIGN:
                continue
            shown = ".".join(map(str, path))
            text = f"the {kind[:-1]} {key} is in {shown} of the {workload.kind}, where Istio does not read it"
            yield Remark((*path, key), text, f"move it to {dotted((*inside, 'metadata', kind))}", Code.MISPLACED)
    wish, switch = ("disabled", "false") if injected else ("enabled", "true")
    for path, _, given in (*_around(workload.object, inside), *_own(user, inside)):
        if given.get(_OF_NAMESPACES) == wish:
            text = f"Istio reads {_OF_NAMESPACES}: {wish} only as a label of namespaces"
            mend = f'use the label sidecar.istio.io/inject: "{switch}" of the pod'
            yield Remark((*path, _OF_NAMESPACES), text, mend, Code.MISPLACED)


def _around(holder: Any, inside: Path) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Labels and annotations of every object on the way to the pod, the pod itself left out."""
    for depth, step in enumerate(inside):
        for kind in ("labels", "annotations"):
            yield (*inside[:depth], "metadata", kind), kind, submap(submap(holder, "metadata"), kind)
        holder = holder[step]


def _own(user: dict[str, Any], inside: Path) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Labels and annotations of the pod."""
    for kind, given in (("labels", parts.labels(user)), ("annotations", parts.annotations(user))):
        yield (*inside, "metadata", kind), kind, given


def _strays(holder: Any, inside: Path) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """`podLabels` and `podAnnotations` on the way to the pod and right below it."""
    for depth in range(len(inside) + 1):
        at = inside[:depth]
        for name, kind in _STRAYS:
            yield (*at, name), kind, submap(holder, name)
        holder = holder[inside[depth]] if depth < len(inside) else holder
    for below in ("metadata", "spec"):
        for name, kind in _STRAYS:
            yield (*inside, below, name), kind, submap(submap(holder, below), name)
