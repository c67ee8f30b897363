from typing import Any

from meshinject.injection.misplaced import taken_out
from meshinject.kubernetes import kinds

CRONJOB = """
apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  jobTemplate:
    metadata: {labels: {mine: x}}
    spec: {template: {metadata: {labels: {app: tick}}, spec: {containers: [{name: a, image: a}]}}}
"""


def cronjob(template: Any, job_metadata: Any) -> Any:
    job = {"metadata": job_metadata, "spec": {"template": template}}
    root = {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "tick"}, "spec": {"jobTemplate": job}}
    (workload,) = kinds.find(root)
    return workload


def test_a_record_on_the_job_template_is_taken_out(inject: Any) -> None:
    pod = inject(CRONJOB)
    labels = {"mine": "x", "security.istio.io/tlsMode": "istio"}
    annotations = pod["metadata"]["annotations"]
    found = cronjob({"spec": pod["spec"]}, {"labels": labels, "annotations": annotations})
    out = taken_out(found, {"tick"})
    template = out.object["spec"]["jobTemplate"]
    assert template["metadata"] == {"labels": {"mine": "x"}}
    assert template["spec"]["template"] == {"spec": {"containers": [{"name": "a", "image": "a"}]}}
    assert out.pod is template["spec"]["template"]


def test_metadata_that_only_the_injection_made_goes(inject: Any) -> None:
    pod = inject(CRONJOB)
    out = taken_out(cronjob({"spec": pod["spec"]}, {"annotations": pod["metadata"]["annotations"]}), {"tick"})
    assert [*out.object["spec"]["jobTemplate"]] == ["spec"]


def test_a_cronjob_without_such_a_record_stays(inject: Any) -> None:
    plain = cronjob({"spec": {"containers": []}}, None)
    assert taken_out(plain, {"tick"}) is plain
    right = cronjob(inject(CRONJOB), {"labels": {"mine": "x"}})
    assert taken_out(right, {"tick"}) is right
