"""A dnsPolicy with which the proxy may not find the control plane.

istio-proxy connects to `istiod.istio-system.svc`, a name that only the cluster's DNS knows. With `None` the pod names
its own servers; one with an address that is not public may well be the cluster's.
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject
from meshinject.kubernetes.workload import sublist, submap
from meshinject.reports.findings import Code

_WHY = {
    "ClusterFirstWithHostNet": "it is for pods on the host's network, which are never injected",
    "None": "without the cluster's DNS in dnsConfig istio-proxy does not find the control plane",
}


def check(subject: Subject) -> Iterator[Remark]:
    """Any policy but ClusterFirst, which is the default."""
    spec = submap(subject.done.user, "spec")
    policy = spec.get("dnsPolicy")
    if policy == "None" and any(map(_is_private, sublist(submap(spec, "dnsConfig"), "nameservers"))):
        return
    if isinstance(policy, str) and policy not in ("", "ClusterFirst"):
        why = _WHY.get(policy, "istio-proxy does not find the control plane without the cluster's DNS")
        text = f"dnsPolicy is {policy}: {why}"
        yield Remark(subject.in_pod("spec", "dnsPolicy"), text, "use ClusterFirst", Code.DNS_POLICY)


def _is_private(address: Any) -> bool:
    import ipaddress  # noqa: PLC0415 - seldom needed

    try:
        return ipaddress.ip_address(str(address)).is_private
    except ValueError:
        return False
