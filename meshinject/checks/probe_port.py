"""A probe or hook with a port name that its container lacks.

Istio points it at the agent all the same but does not tell the agent what to ask, which answers "Prober does not
exist": the pod never gets ready.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts, probes
from meshinject.kubernetes.workload import submap
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """Handlers with an unknown port name that were pointed at the agent."""
    for name, handler in probes.unknown_ports(subject.done.user, subject.job.control_plane.version):
        if not _is_rewritten(subject.done.pod, name, handler):
            continue
        port = handler.value[handler.kind]["port"]
        text = f"the {handler.keys[-1]} of container {name!r} names the port {port!r}, which is none of its ports"
        help_text = (
            f"write it as a number: {port}" if port.isascii() and port.isdigit() else "name the port or use its number"
        )
        yield Remark(subject.container(name, *handler.keys, handler.kind, "port"), text, help_text, Code.UNKNOWN_PORT)


def _is_rewritten(pod: dict[str, object], name: str, handler: probes.Handler) -> bool:
    value: object = next((found for where in parts.LISTS if (found := parts.find(pod, where, name)) is not None), {})
    for key in handler.keys:
        value = submap(value, key)
    return submap(value, "httpGet").get("path") == handler.url
