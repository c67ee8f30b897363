"""Init containers that run before the mesh although the pod asks to wait for it.

`holdApplicationUntilProxyStarts` holds containers, not init containers: with a legacy sidecar those run while there
is no proxy, so what they send does not go through the mesh and mutual TLS fails.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts
from meshinject.kubernetes.workload import maps, submap
from meshinject.reports.findings import Code

_HELP = "a native sidecar starts before them (Istio 1.27, Kubernetes 1.29: --native-sidecars=true)"


def check(subject: Subject) -> Iterator[Remark]:
    """The user's init containers beside a legacy sidecar that the application waits for."""
    done = subject.done
    proxy = parts.proxy(done.pod)
    if not done.holds or proxy is None or proxy[0] != "containers":
        return
    names = [
        str(item.get("name"))
        for item in maps(submap(done.user, "spec"), "initContainers")
        if parts.find(done.template, "initContainers", str(item.get("name"))) is None
    ]
    if names:
        run = "container {} runs" if len(names) == 1 else "containers {} run"
        text = f"only containers wait for the proxy: the init {run.format(listed(names))} before it"
        yield Remark(subject.container(names[0]), text, _HELP, Code.EARLY_INIT)
