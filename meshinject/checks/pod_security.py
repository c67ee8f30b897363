"""A namespace whose pod security standard refuses the init container that redirects the traffic.

istio-init needs NET_ADMIN and NET_RAW, which the standards `baseline` and `restricted` do not allow; with the CNI
plugin the pod needs neither.
"""

from collections.abc import Iterator

from meshinject.checks.subject import Remark, Subject
from meshinject.injection import parts
from meshinject.injection.names import INIT
from meshinject.kubernetes.workload import sublist, submap
from meshinject.reports.findings import Code

_ENFORCE = "pod-security.kubernetes.io/enforce"


def check(subject: Subject) -> Iterator[Remark]:
    """A namespace of the input that refuses the pod's istio-init."""
    level = subject.namespace_labels.get(_ENFORCE)
    init = parts.find(subject.done.pod, "initContainers", INIT)
    added = sublist(submap(submap(init, "securityContext"), "capabilities"), "add")
    if level in ("baseline", "restricted") and "NET_ADMIN" in added:
        text = f"its namespace enforces the pod security standard {level}, which refuses {INIT} with NET_ADMIN"
        yield Remark(("metadata", "namespace"), text, "use Istio's CNI plugin: pilot.cni.enabled", Code.POD_SECURITY)
