"""Takes out what kube-inject left in a CronJob: it writes the pods' labels and annotations to the job template.

Such a CronJob has injected containers, but its pod template says nothing of it. The record on the job template is the
pod's own in the wrong place; it is read from there, and the job template gets its own metadata back.
"""

from collections.abc import Collection, Iterable
from typing import Any

from meshinject.injection import record
from meshinject.injection.uninject import uninject
from meshinject.kubernetes.workload import Workload, replace, submap, with_key, without_key

_JOB_TEMPLATE = ("spec", "jobTemplate")


def taken_out(workload: Workload, names: Collection[str], pull_secrets: Iterable[str] = ()) -> Workload:
    """The workload without an injection recorded in the wrong place; the workload itself when it has none.

    `names` and `pull_secrets` are as for `uninject`.
    """
    own_path = workload.path[len(workload.object_path) :]
    pod = workload.pod
    if pod is None or own_path != (*_JOB_TEMPLATE, "spec", "template") or record.is_injected(pod):
        return workload
    job = submap(submap(workload.object, "spec"), "jobTemplate")
    misplaced = {"metadata": job.get("metadata"), "spec": pod.get("spec")}
    if not record.is_injected(misplaced):
        return workload
    out = uninject(misplaced, names, pull_secrets)
    pod = with_key(pod, "spec", out["spec"])
    job = with_key(job, "metadata", out["metadata"]) if out.get("metadata") else without_key(job, "metadata")
    changed: dict[str, Any] = replace(workload.object, _JOB_TEMPLATE, job)
    return workload._replace(object=replace(changed, own_path, pod), pod=pod)
