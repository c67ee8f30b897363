"""Who owns a pod, as Istio's templates and envs name it (`.DeploymentMeta`, `.TypeMeta`, ISTIO_META_OWNER).

For everything but a Pod that is the object itself. A Pod that a controller made (`generateName` and a controlling
owner) is traced back by its owner's name, since an injector sees no other object:

| owner | when | becomes |
|---|---|---|
| ReplicaSet | label `pod-template-hash` ends its name | the Deployment of the name in front |
| ReplicaSet | since 1.22, label `rollouts-pod-template-hash` ends its name | the Rollout of the name in front |
| ReplicationController | label `deploymentconfig` | the DeploymentConfig that the label names |
| Job | its name ends in `-` and 8 to 10 digits | the CronJob of the name in front |

Istio 1.20 does not trace: a Pod is its own owner.
"""

import re
from typing import Any

from packaging.version import Version

from meshinject.frozen import Frozen
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import Workload, maps, submap
from meshinject.versions import since

_TRACING_CHANGED = ("1.20", "1.21", "1.22")


class Owner(Frozen):
    """The workload that a pod belongs to.

    Attributes:
        name: its name; the pod's own where nothing else is known, possibly "".
        namespace: its namespace, "" where none is known.
        kind: its kind.
        api_version: its apiVersion.
        meta: the whole metadata behind it, which templates see up to Istio 1.21.
        names: what any release would call it.
    """

    name: str
    namespace: str
    kind: str
    api_version: str
    meta: dict[str, Any]
    names: frozenset[str]


def namespace(workload: Workload, fallback: str) -> str:
    """The namespace a workload's pods run in: the workload's own, else the pod template's, else the given one."""
    return workload.namespace or as_text(submap(workload.pod, "metadata").get("namespace")) or fallback


def owner(workload: Workload, version: Version, default_namespace: str = "") -> Owner:
    """The owner of a workload's pods for an Istio release."""
    found = _owner(workload, version, default_namespace)
    if workload.kind != "Pod":
        return found
    return found._replace(names=frozenset(_owner(workload, Version(each), "").name for each in _TRACING_CHANGED))


def _owner(workload: Workload, version: Version, default_namespace: str) -> Owner:
    meta = workload.meta
    name, where = as_text(meta.get("name")), namespace(workload, default_namespace)
    own = Owner(name, where, workload.kind, workload.api_version, meta, frozenset({name}))
    if workload.kind != "Pod" or workload.path != workload.object_path or not since(version, "1.21"):
        return own
    controller = next((ref for ref in maps(meta, "ownerReferences") if ref.get("controller") is True), None)
    if controller is None or not as_text(meta.get("generateName")):
        return own._replace(kind="Pod", api_version="v1")
    traced = _traced(own, controller, string_map(meta.get("labels")), version)
    return traced._replace(name=traced.name or own.name)


def _traced(own: Owner, controller: dict[str, Any], labels: dict[str, str], version: Version) -> Owner:
    kind, name = as_text(controller.get("kind")), as_text(controller.get("name"))
    direct = own._replace(name=name, kind=kind, api_version=as_text(controller.get("apiVersion")))
    if kind == "ReplicaSet":
        if base := _before_hash(name, labels.get("pod-template-hash", "")):
            return direct._replace(name=base, kind="Deployment")
        base = _before_hash(name, labels.get("rollouts-pod-template-hash", ""))
        if base and since(version, "1.22"):
            return direct._replace(name=base, kind="Rollout", api_version="v1alpha1")
    elif kind == "ReplicationController" and labels.get("deploymentconfig"):
        return direct._replace(name=labels["deploymentconfig"], kind="DeploymentConfig")
    elif kind == "Job" and (found := re.fullmatch(r"(.+)-[0-9]{8,10}", name)):
        api_version = "batch/v1" if since(version, "1.22") else "batch/v1beta1"
        return direct._replace(name=found[1], kind="CronJob", api_version=api_version)
    return direct


def _before_hash(name: str, template_hash: str) -> str:
    suffix = f"-{template_hash}"
    return name.removesuffix(suffix) if template_hash and name.endswith(suffix) else ""
