"""Init containers without a network: with the CNI plugin and a legacy sidecar.

The plugin redirects the pod's traffic before any container starts, and a legacy proxy starts after the init
containers, so nobody takes what they send. (Without the plugin istio-init comes last among them, and they send past the
mesh.) Whether they send anything is not to be seen; user 1337 is let past, and so are excluded addresses.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts
from meshinject.injection.names import VALIDATION
from meshinject.kubernetes.workload import maps, submap
from meshinject.reports.findings import Code

_PROXY_USER = 1337
_HELP = (
    "a native sidecar starts before them (Istio 1.27, Kubernetes 1.29: --native-sidecars=true); else let them run as "
    "user 1337 or exclude their addresses"
)
_EXCLUDING = (
    "traffic.sidecar.istio.io/excludeOutboundIPRanges",
    "traffic.sidecar.istio.io/excludeOutboundPorts",
    "traffic.sidecar.istio.io/includeOutboundIPRanges",
)


def check(subject: Subject) -> Iterator[Remark]:
    """The user's init containers between the plugin and a legacy proxy."""
    done = subject.done
    proxy = parts.proxy(done.pod)
    redirecting = parts.find(done.pod, "initContainers", VALIDATION)
    if proxy is None or proxy[0] != "containers" or redirecting is None or done.holds or _excludes(subject):
        return
    spec = submap(done.user, "spec")
    of_pod = submap(spec, "securityContext").get("runAsUser")
    names = [
        str(item.get("name"))
        for item in maps(spec, "initContainers")
        if parts.find(done.template, "initContainers", str(item.get("name"))) is None
        and submap(item, "securityContext").get("runAsUser", of_pod) != _PROXY_USER
    ]
    if names:
        who = "container {} runs" if len(names) == 1 else "containers {} run"
        text = f"the init {who.format(listed(names))} without a network: redirected by the CNI plugin, before the proxy"
        yield Remark(subject.container(names[0]), text, _HELP, Code.INIT_NETWORK)


def _excludes(subject: Subject) -> bool:
    return any(key in subject.annotations for key in _EXCLUDING)
