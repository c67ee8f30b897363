"""What the API server refuses in the fields of a pod, whoever wrote them; `--validate` asks for it.

The rules that an injection itself can break are in `podrules`, those of containers in `containerfields`. No schema
holds them (https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1).
"""

from collections.abc import Iterator
from typing import Any

from meshinject.kubernetes import containerfields, names, podrules
from meshinject.kubernetes.names import Form
from meshinject.kubernetes.podrules import Violation
from meshinject.kubernetes.text import as_string
from meshinject.kubernetes.workload import Path, maps, submap

_RESTART = ("Always", "OnFailure", "Never")
_RESTART_OF = {
    **dict.fromkeys(("Job", "CronJob"), ("OnFailure", "Never")),
    **dict.fromkeys(("Deployment", "DaemonSet", "ReplicaSet", "StatefulSet", "ReplicationController"), ("Always",)),
}
"""Jobs have to end, and the pods of other workloads must not."""
_DNS = ("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None")
_NAMES: dict[str, Form] = {
    "hostname": names.LABEL,
    "subdomain": names.LABEL,
    "serviceAccountName": names.SUBDOMAIN,
    "priorityClassName": names.SUBDOMAIN,
    "runtimeClassName": names.SUBDOMAIN,
}
_NAMED_SOURCES = {"configMap": "name", "secret": "secretName", "persistentVolumeClaim": "claimName"}


def violations(pod: dict[str, Any], kind: str, claims: tuple[str, ...] = ()) -> list[Violation]:
    """Every rule that a pod of a workload of this kind breaks; `claims` are volumes that the workload adds itself."""
    spec = submap(pod, "spec")
    return [
        *podrules.violations(pod, claims),
        *_keys(submap(pod, "metadata")),
        *_pod(spec, kind),
        *_volumes(spec),
        *containerfields.violations(spec),
    ]


def _keys(meta: dict[str, Any]) -> Iterator[Violation]:
    for kind in ("labels", "annotations"):
        for key in submap(meta, kind):
            # An annotation's key is lowered before it is looked at, a label's is not.
            if not names.KEY.fits(key.lower() if kind == "annotations" else key):
                yield Violation(("metadata", kind, key), f"{key!r} is no key of {kind}, which takes {names.KEY.takes}")


def _pod(spec: dict[str, Any], kind: str) -> Iterator[Violation]:
    policy = spec.get("restartPolicy")
    wanted = _RESTART_OF.get(kind, _RESTART)
    if policy not in wanted and (policy is not None or "Always" not in wanted):
        given = f"is {as_string(policy)}" if policy is not None else "is Always by default"
        yield Violation(("spec", "restartPolicy"), f"restartPolicy {given}; a {kind} takes {' or '.join(wanted)}")
    dns = spec.get("dnsPolicy")
    if dns is not None and dns not in _DNS:
        yield Violation(("spec", "dnsPolicy"), f"dnsPolicy is {dns!r}; it takes {', '.join(_DNS)}")
    if dns == "None" and not spec.get("dnsConfig"):
        yield Violation(("spec", "dnsPolicy"), "dnsPolicy None needs a dnsConfig")
    for key, form in _NAMES.items():
        yield from names.misnamed(spec, ("spec",), key, form)
    deadline = spec.get("activeDeadlineSeconds")
    if isinstance(deadline, int) and deadline < 1:
        yield Violation(("spec", "activeDeadlineSeconds"), f"activeDeadlineSeconds is {deadline}, not at least 1")


def _volumes(spec: dict[str, Any]) -> Iterator[Violation]:
    for index, volume in enumerate(maps(spec, "volumes")):
        path: Path = ("spec", "volumes", index)
        yield from names.misnamed(volume, path, "name", names.LABEL)
        for source, key in _NAMED_SOURCES.items():
            if isinstance(volume.get(source), dict) and not volume[source].get(key):
                yield Violation((*path, source), f"the {source} of volume {volume.get('name')!r} needs {key}")
