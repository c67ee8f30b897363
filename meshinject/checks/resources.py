"""One resource annotation drops all resources of the settings.

Istio's templates take requests and limits from the four annotations as soon as one of them is there, and nothing from
the values any more: `proxyCPU` alone leaves no memory request and no limits.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import submap
from meshinject.reports.findings import Code

_FIELDS = {
    "sidecar.istio.io/proxyCPU": ("requests", "cpu"),
    "sidecar.istio.io/proxyMemory": ("requests", "memory"),
    "sidecar.istio.io/proxyCPULimit": ("limits", "cpu"),
    "sidecar.istio.io/proxyMemoryLimit": ("limits", "memory"),
}


def check(subject: Subject) -> Iterator[Remark]:
    """The resources that istio-proxy loses, where a template follows the annotations."""
    annotations = subject.annotations
    given = [key for key in _FIELDS if key in annotations]
    if not given:
        return
    rendered, has = _resources(subject.done.template), _resources(subject.done.pod)
    if not all(_at(rendered, _FIELDS[key]) == annotations[key] for key in given):
        return
    settings = submap(submap(submap(subject.job.control_plane.values, "global"), "proxy"), "resources")
    lost = [
        (kind, name)
        for kind in ("requests", "limits")
        for name in submap(settings, kind)
        if _at(has, (kind, name)) is None
    ]
    if lost:
        gone = listed([f"{kind}.{name} ({as_text(settings[kind][name])})" for kind, name in lost])
        text = f"{given[0]} replaces all resources of the settings: istio-proxy loses {gone}"
        others = [key for key, field in _FIELDS.items() if field in lost]
        yield Remark(
            subject.annotation(given[0]), text, f"set {listed(others)} too" if others else "", Code.RESOURCES_LOST
        )


def _resources(pod: dict[str, Any]) -> dict[str, Any]:
    found = parts.proxy(pod)
    return submap(found[1], "resources") if found else {}


def _at(resources: dict[str, Any], field: tuple[str, str]) -> Any:
    return submap(resources, field[0]).get(field[1])
