from typing import Any

import pytest

from meshinject.kubernetes import kinds
from meshinject.kubernetes.workload import replace

POD = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}}


def nested(path: Any, value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


TEMPLATE = ("spec", "template")


@pytest.mark.parametrize(
    ("api_version", "kind", "path"),
    [
        pytest.param("apps/v1", "Deployment", TEMPLATE, id="a Deployment"),
        pytest.param("apps/v1beta2", "StatefulSet", TEMPLATE, id="an old version of apps"),
        pytest.param("extensions/v1beta1", "DaemonSet", TEMPLATE, id="the old group extensions"),
        pytest.param("apps/v1", "ReplicaSet", TEMPLATE, id="a ReplicaSet"),
        pytest.param("batch/v1", "Job", TEMPLATE, id="a Job"),
        pytest.param("batch/v1", "CronJob", ("spec", "jobTemplate", "spec", "template"), id="a CronJob's pod template"),
        pytest.param("batch/v2alpha1", "CronJob", ("spec", "jobTemplate", "spec", "template"), id="an old CronJob"),
        pytest.param("v1", "ReplicationController", TEMPLATE, id="a ReplicationController"),
        pytest.param("apps.openshift.io/v1", "DeploymentConfig", TEMPLATE, id="a DeploymentConfig"),
        pytest.param("v1", "DeploymentConfig", TEMPLATE, id="a DeploymentConfig without a group"),
        pytest.param("argoproj.io/v1alpha1", "Rollout", TEMPLATE, id="an Argo Rollout"),
        pytest.param("apps.kruise.io/v1alpha1", "CloneSet", TEMPLATE, id="a CloneSet of OpenKruise"),
        pytest.param("apps.kruise.io/v1beta1", "StatefulSet", TEMPLATE, id="a StatefulSet of OpenKruise"),
        pytest.param(
            "apps.kruise.io/v1alpha1",
            "AdvancedCronJob",
            ("spec", "template", "broadcastJobTemplate", "spec", "template"),
            id="an AdvancedCronJob of BroadcastJobs",
        ),
        pytest.param(
            "apps.kruise.io/v1alpha1",
            "UnitedDeployment",
            ("spec", "template", "cloneSetTemplate", "spec", "template"),
            id="a UnitedDeployment of CloneSets",
        ),
        pytest.param("v1", "Pod", (), id="a Pod is its own template"),
    ],
)
def test_a_workload_is_found_by_group_and_kind(api_version: Any, kind: Any, path: Any) -> None:
    root = {"apiVersion": api_version, "kind": kind, **nested(path, POD)}
    root.setdefault("metadata", {})
    root["metadata"] = {**root["metadata"], "name": "w", "namespace": "ns"}
    (workload,) = kinds.find(root)
    assert (workload.kind, workload.api_version, workload.name, workload.namespace) == (kind, api_version, "w", "ns")
    assert workload.path == path
    assert workload.pod is not None
    assert workload.pod["spec"] is POD["spec"]


@pytest.mark.parametrize(
    "root",
    [
        pytest.param(
            {"apiVersion": "example.com/v1", "kind": "Deployment", **nested(TEMPLATE, POD)}, id="another group"
        ),
        pytest.param({"apiVersion": "volcano.sh/v1alpha1", "kind": "Job", **nested(TEMPLATE, POD)}, id="Volcano's Job"),
        pytest.param({"apiVersion": "v1", "kind": "Service", "spec": {}}, id="a Service"),
        pytest.param({"kind": "Pod", "spec": POD["spec"]}, id="a Pod without an apiVersion"),
        pytest.param(
            {"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout", "spec": {"workloadRef": {"name": "w"}}},
            id="a Rollout that refers to another workload",
        ),
        pytest.param(["a"], id="a list"),
        pytest.param(None, id="an empty document"),
    ],
)
def test_what_is_no_workload_passes(root: Any) -> None:
    assert kinds.find(root) == []


def test_the_items_of_lists_are_found_with_their_paths() -> None:
    deployment = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"}, **nested(TEMPLATE, POD)}
    inner = {"apiVersion": "v1", "kind": "List", "items": [deployment]}
    root = {"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Service"}, deployment, inner]}
    found = kinds.find(root)
    assert [workload.path for workload in found] == [("items", 1, *TEMPLATE), ("items", 2, "items", 0, *TEMPLATE)]
    assert [workload.object_path for workload in found] == [("items", 1), ("items", 2, "items", 0)]


def test_items_of_a_typed_list_need_no_kind_of_their_own() -> None:
    root = {"apiVersion": "apps/v1", "kind": "DeploymentList", "items": [nested(TEMPLATE, POD)]}
    (workload,) = kinds.find(root)
    assert (workload.kind, workload.api_version) == ("Deployment", "apps/v1")


def test_a_workload_without_a_template_is_found_without_a_pod() -> None:
    (deployment,) = kinds.find({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {}})
    (controller,) = kinds.find({"apiVersion": "v1", "kind": "ReplicationController", "spec": {}})
    assert deployment.pod is None
    assert not deployment.required
    assert controller.required


def test_a_pod_may_have_a_generated_name() -> None:
    (workload,) = kinds.find({"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "p-"}, "spec": {}})
    assert workload.name == "p-"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "argoproj.io/*/Workflow=spec.template",
            kinds.Kind("argoproj.io", "*", "Workflow", (("spec", "template"),)),
            id="any version",
        ),
        pytest.param("core/v1/Foo=.", kinds.Kind("", "v1", "Foo", ((),)), id="the object itself, in the core group"),
        pytest.param(
            "jobset.x-k8s.io/v1/JobSet=spec.replicatedJobs[*].template.spec.template",
            kinds.Kind(
                "jobset.x-k8s.io", "v1", "JobSet", (("spec", "replicatedJobs", "*", "template", "spec", "template"),)
            ),
            id="every item of a list",
        ),
    ],
)
def test_a_user_may_add_a_kind(text: Any, expected: Any) -> None:
    assert kinds.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("Rollout=spec.template", "a/b/C", "a/b/=x", "a/b/C=", "a/b/C=x..y"),
        *("a/b/C=x[0]", "a/b/c/D=x", "A B/v1/C=x"),
    ],
)
def test_a_kind_in_another_form_is_refused(text: Any) -> None:
    with pytest.raises(kinds.KindError, match="GROUP/VERSION/KIND=PATH"):
        kinds.parse(text)


def test_an_added_kind_finds_every_item_and_wins_over_the_built_in_one() -> None:
    added = (kinds.parse("example.com/v1/Group=spec.members[*].template"), kinds.parse("apps/*/Deployment=spec.pod"))
    root = {
        "apiVersion": "example.com/v1",
        "kind": "Group",
        "spec": {"members": [{"template": POD}, {"template": POD}]},
    }
    assert [workload.path for workload in kinds.find(root, added)] == [
        ("spec", "members", 0, "template"),
        ("spec", "members", 1, "template"),
    ]
    own = {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"pod": POD, "template": {}}}
    assert [workload.path for workload in kinds.find(own, added)] == [("spec", "pod")]
    assert kinds.find({**root, "apiVersion": "example.com/v2"}, added) == []


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        pytest.param({"kind": "Foo", **nested(TEMPLATE, POD)}, TEMPLATE, id="an unknown kind with a pod template"),
        pytest.param({"kind": "Foo", "spec": {}}, None, id="an unknown kind without one"),
        pytest.param({"apiVersion": "apps/v1", "kind": "Deployment", **nested(TEMPLATE, POD)}, None, id="a known kind"),
    ],
)
def test_a_pod_template_of_an_unknown_kind_is_noticed(root: Any, expected: Any) -> None:
    assert kinds.untouched_template(root) == expected


def test_replacing_a_pod_copies_only_the_way_to_it() -> None:
    root: dict[str, Any] = {"kind": "List", "items": [{"spec": {"template": POD, "other": {}}}, {"spec": {}}]}
    changed = replace(root, ("items", 0, "spec", "template"), {"new": True})
    assert changed["items"][0]["spec"]["template"] == {"new": True}
    assert changed["items"][0]["spec"]["other"] is root["items"][0]["spec"]["other"]
    assert changed["items"][1] is root["items"][1]
    assert root["items"][0]["spec"]["template"] is POD


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        pytest.param({"apiVersion": "v1", "kind": "Service"}, True, id="an object"),
        pytest.param({"kind": "Service"}, False, id="no apiVersion"),
        pytest.param("text", False, id="a scalar"),
    ],
)
def test_a_kubernetes_object_has_a_version_and_a_kind(root: Any, expected: Any) -> None:
    assert kinds.is_kubernetes(root) is expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("CronJob", "CronJob", id="as it is"),
        pytest.param(" cronjobs ", "CronJob", id="in small letters, in the plural"),
        pytest.param("cj", "CronJob", id="by its short name"),
        pytest.param("worker", "Worker", id="an added one"),
        pytest.param("service", None, id="one that makes no pods"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_kind_is_meant_in_any_spelling_of_kubectl(text: str, kind: str | None) -> None:
    assert kinds.named(text, (kinds.parse("example.com/*/Worker=spec.template"),)) == kind


def test_every_short_name_means_a_kind_that_is_known() -> None:
    for short, kind in kinds.SHORT.items():
        assert kind in kinds.names()
        assert kinds.named(short.upper()) == kind
