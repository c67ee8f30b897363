from typing import Any

import pytest
from packaging.version import Version

from meshinject.kubernetes import kinds, owners


def pod(labels: Any = None, owner: Any = None, generated: Any = True) -> Any:
    meta = {"name": "p", "labels": labels or {}}
    if generated:
        meta["generateName"] = "p-"
    if owner:
        kind, name, api_version = owner
        meta["ownerReferences"] = [{"kind": kind, "name": name, "apiVersion": api_version, "controller": True}]
    (workload,) = kinds.find({"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": {}})
    return workload


@pytest.mark.parametrize(
    ("workload", "version", "expected"),
    [
        pytest.param(pod(), "1.28.1", ("p", "Pod", "v1"), id="a lone pod owns itself"),
        pytest.param(
            pod({"pod-template-hash": "5d4"}, ("ReplicaSet", "web-5d4", "apps/v1")),
            "1.28.1",
            ("web", "Deployment", "apps/v1"),
            id="a ReplicaSet with the hash of a Deployment",
        ),
        pytest.param(
            pod({"pod-template-hash": "5d4"}, ("ReplicaSet", "web", "apps/v1")),
            "1.28.1",
            ("web", "ReplicaSet", "apps/v1"),
            id="a ReplicaSet with another name",
        ),
        pytest.param(
            pod({"rollouts-pod-template-hash": "5d4"}, ("ReplicaSet", "web-5d4", "apps/v1")),
            "1.22.0",
            ("web", "Rollout", "v1alpha1"),
            id="a ReplicaSet of a Rollout",
        ),
        pytest.param(
            pod({"rollouts-pod-template-hash": "5d4"}, ("ReplicaSet", "web-5d4", "apps/v1")),
            "1.21.6",
            ("web-5d4", "ReplicaSet", "apps/v1"),
            id="which releases before 1.22 do not know",
        ),
        pytest.param(
            pod({"deploymentconfig": "dc"}, ("ReplicationController", "dc-1", "v1")),
            "1.28.1",
            ("dc", "DeploymentConfig", "v1"),
            id="a ReplicationController of a DeploymentConfig",
        ),
        pytest.param(
            pod(None, ("Job", "tick-28212345", "batch/v1")),
            "1.28.1",
            ("tick", "CronJob", "batch/v1"),
            id="a Job with the time of a CronJob",
        ),
        pytest.param(
            pod(None, ("Job", "tick-28212345", "batch/v1")),
            "1.21.0",
            ("tick", "CronJob", "batch/v1beta1"),
            id="which was a beta for Istio before 1.22",
        ),
        pytest.param(
            pod(None, ("Job", "tick-1", "batch/v1")), "1.28.1", ("tick-1", "Job", "batch/v1"), id="a Job of its own"
        ),
        pytest.param(
            pod(None, ("Job", "tick-1", "batch/v1"), generated=False),
            "1.28.1",
            ("p", "Pod", "v1"),
            id="an owner counts only with a generated name",
        ),
        pytest.param(
            pod(None, ("Job", "tick-1", "batch/v1")), "1.20.8", ("p", "Pod", "v1"), id="Istio 1.20 does not trace"
        ),
    ],
)
def test_the_owner_of_a_pod(workload: Any, version: Any, expected: Any) -> None:
    found = owners.owner(workload, Version(version))
    assert (found.name, found.kind, found.api_version) == expected


@pytest.mark.parametrize(
    ("own", "template", "fallback", "expected"),
    [
        pytest.param("a", "b", "c", "a", id="the workload's own"),
        pytest.param(None, "b", "c", "b", id="else the pod template's"),
        pytest.param(None, None, "c", "c", id="else the given one"),
        pytest.param(None, None, "", "", id="else none"),
    ],
)
def test_the_namespace_of_a_workload(own: Any, template: Any, fallback: Any, expected: Any) -> None:
    root = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "w", "namespace": own},
        "spec": {"template": {"metadata": {"namespace": template}}},
    }
    (workload,) = kinds.find(root)
    assert owners.owner(workload, Version("1.28.1"), fallback).namespace == expected
