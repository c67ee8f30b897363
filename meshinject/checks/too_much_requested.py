"""A container of Istio that requests more than its limit: the API server refuses the pod.

The four resource annotations, the values and a user's istio-proxy each set a part; together they may not fit. What is
wrong about the user's own containers is the user's to hear from the API server.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import PROXY
from meshinject.kubernetes import quantity
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import Path, maps, submap
from meshinject.reports.findings import Code

_ANNOTATIONS = {
    "cpu": ("sidecar.istio.io/proxyCPU", "sidecar.istio.io/proxyCPULimit"),
    "memory": ("sidecar.istio.io/proxyMemory", "sidecar.istio.io/proxyMemoryLimit"),
}


def check(subject: Subject) -> Iterator[Remark]:
    """The first injected container of which that is true, resource by resource."""
    for where in parts.LISTS:
        for injected in maps(submap(subject.done.template, "spec"), where):
            name = str(injected.get("name"))
            found = [*_excesses(parts.find(subject.done.pod, where, name) or {})]
            for resource, request, limit in found:
                text = f"container {name!r} requests {resource} {request}, over its limit {limit}: no pod can be made"
                yield Remark(_path(subject, name, resource), text, "request less, or raise the limit", Code.INVALID_POD)
            if found:
                return


def _excesses(container: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    resources = submap(container, "resources")
    limits = submap(resources, "limits")
    for resource, amount in submap(resources, "requests").items():
        request, limit = as_text(amount), as_text(limits.get(resource))
        if limit and quantity.exceeds(request, limit):
            yield resource, request, limit


def _path(subject: Subject, name: str, resource: str) -> Path:
    """The annotation that asks for it, else the user's container, else the workload as a whole."""
    annotations = [key for key in _ANNOTATIONS.get(resource, ()) if key in subject.annotations]
    if annotations:
        return subject.annotation(annotations[0])
    own = any(parts.find(subject.done.user, where, name) for where in parts.LISTS)
    return subject.container(name, "resources") if own or name == PROXY else ()
