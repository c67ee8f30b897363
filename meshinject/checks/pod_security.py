"""A namespace whose pod security standard refuses what Istio puts into the pod.

istio-init needs NET_ADMIN and NET_RAW, which the standards `baseline` and `restricted` do not allow; with the CNI
plugin no container does. `restricted` also wants a seccomp profile, which Istio's containers have only where the
settings or the pod give one, and a user other than root. The user's own containers are the user's to hear about from
the API server. (https://kubernetes.io/docs/concepts/security/pod-security-standards)
"""

from collections.abc import Iterator
from typing import Any

from meshinject.checks.subject import Remark, Subject, listed
from meshinject.injection import parts
from meshinject.injection.names import INIT
from meshinject.kubernetes.workload import maps, sublist, submap
from meshinject.reports.findings import Code

_ENFORCE = "pod-security.kubernetes.io/enforce"
_BASELINE = frozenset(
    (
        *("AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE"),
        *("SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"),
    )
)
_RESTRICTED = frozenset(("NET_BIND_SERVICE",))
_PROFILES = ("RuntimeDefault", "Localhost")
_SECCOMP = "no seccompProfile"


def check(subject: Subject) -> Iterator[Remark]:
    """A namespace of the input that refuses an injected container, with everything it refuses."""
    level = subject.namespace_labels.get(_ENFORCE)
    if level not in ("baseline", "restricted"):
        return
    of_pod = submap(submap(subject.done.pod, "spec"), "securityContext")
    refused: dict[str, list[str]] = {}
    for where in parts.LISTS:
        for injected in maps(submap(subject.done.template, "spec"), where):
            name = str(injected.get("name"))
            container = parts.find(subject.done.pod, where, name) or {}
            own = submap(container, "securityContext")
            why = [*_baseline(own), *(_restricted(own, of_pod) if level == "restricted" else ())]
            if why:
                refused[name] = why
    if refused:
        told = "; ".join(f"{name} ({listed(why)})" for name, why in refused.items())
        text = f"its namespace enforces the pod security standard {level}, which refuses {told}"
        yield Remark(("metadata", "namespace"), text, _help(refused), Code.POD_SECURITY)


def _baseline(own: dict[str, Any]) -> Iterator[str]:
    if own.get("privileged") is True:
        yield "privileged"
    added = [str(name) for name in sublist(submap(own, "capabilities"), "add")]
    yield from (f"adds {name}" for name in added if name not in _BASELINE)
    if submap(own, "seccompProfile").get("type") == "Unconfined":
        yield "seccompProfile Unconfined"


def _restricted(own: dict[str, Any], of_pod: dict[str, Any]) -> Iterator[str]:
    if own.get("allowPrivilegeEscalation") is not False:
        yield "allowPrivilegeEscalation"
    capabilities = submap(own, "capabilities")
    yield from (
        f"adds {name}" for name in sublist(capabilities, "add") if name in _BASELINE and name not in _RESTRICTED
    )
    if "ALL" not in sublist(capabilities, "drop"):
        yield "does not drop ALL"
    either = {**of_pod, **own}
    if either.get("runAsNonRoot") is not True or either.get("runAsUser") == 0:
        yield "runs as root" if either.get("runAsUser") == 0 else "no runAsNonRoot"
    if submap(either, "seccompProfile").get("type") not in _PROFILES:
        yield _SECCOMP


def _help(refused: dict[str, list[str]]) -> str:
    mend = []
    if INIT in refused:
        mend.append("use Istio's CNI plugin: pilot.cni.enabled")
    if any(_SECCOMP in why for why in refused.values()):
        mend.append("give the pod a securityContext.seccompProfile of type RuntimeDefault")
    return "; ".join(mend)
