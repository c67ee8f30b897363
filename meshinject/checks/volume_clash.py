"""A volume of the pod that bears the name of one of Istio's and holds something else.

Two volumes cannot share a name, so the user's stays and istio-proxy mounts it: maybe on purpose (another root
certificate), maybe by chance. Other sources for the sockets and certificates of workloads are how SPIRE is set up.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject
from meshinject.kubernetes.listkeys import name_of
from meshinject.kubernetes.workload import maps, sublist, submap
from meshinject.reports.findings import Code

_FOR_SPIRE = ("workload-socket", "credential-socket", "workload-certs")
_NOT_SOURCES = ("name",)


def check(subject: Subject) -> Iterator[Remark]:
    """Every volume with another kind of source than Istio's."""
    injected = {name_of(item, "name"): item for item in maps(submap(subject.done.template, "spec"), "volumes")}
    written = sublist(submap(subject.workload.pod, "spec"), "volumes")
    for volume in maps(submap(subject.done.user, "spec"), "volumes"):
        name = str(volume.get("name"))
        mine, theirs = _source(volume), _source(injected.get(name, {}))
        if name in injected and name not in _FOR_SPIRE and mine and mine != theirs:
            text = f"the pod's volume {name!r} ({mine}) takes the place of Istio's ({theirs or 'emptyDir'})"
            at = next((index for index, item in enumerate(written) if name_of(item, "name") == name), None)
            path = subject.in_pod("spec", "volumes") if at is None else subject.in_pod("spec", "volumes", at)
            yield Remark(path, text, "rename it unless istio-proxy shall use it", Code.VOLUME_CLASH)


def _source(volume: dict[str, Any]) -> str:
    return next((key for key, value in volume.items() if key not in _NOT_SOURCES and value is not None), "")
