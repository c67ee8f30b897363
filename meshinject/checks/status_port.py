"""A status port of 0 turns the agent's endpoint off, so that nobody could answer the application's probes there.

istioctl kube-inject points them at port 0, which the API server refuses; here they stay as they are. The kubelet then
talks to the application itself, which fails where only mutual TLS is allowed.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts, probes
from meshinject.injection.names import PROXY, STATUS_PORT
from meshinject.injection.pod import rewrites_probes
from meshinject.kubernetes.workload import maps, submap
from meshinject.reports.findings import Code


def check(subject: Subject) -> Iterator[Remark]:
    """Containers with probes that would go through the agent if it had a port."""
    port = subject.annotations.get(STATUS_PORT, "").strip()
    user = subject.done.user
    if not port or port.strip("0") or parts.proxy(subject.done.pod) is None or not rewrites_probes(user, subject.job):
        return
    spec, version = submap(user, "spec"), subject.job.control_plane.version
    probed = [
        str(container.get("name"))
        for container in maps(spec, "initContainers") + maps(spec, "containers")
        if container.get("name") != PROXY and any(probes.handlers(container, version))
    ]
    if probed:
        text = f"{STATUS_PORT} is 0, so nothing answers probes for {listed(probed)}; they are not rewritten"
        yield Remark(subject.annotation(STATUS_PORT), text, "give the agent a port, or use exec", Code.PROBES_LEFT)
