"""What --validate refuses in the fields of a pod: for each rule what breaks it, and what keeps it."""

from typing import Any

import pytest

from meshinject.kubernetes.podfields import violations


def pod(container: Any = None, spec: Any = None, meta: Any = None) -> dict[str, Any]:
    containers = [{"name": "web", "image": "nginx"} | (container or {})]
    return {"metadata": meta or {}, "spec": {"containers": containers} | (spec or {})}


def told(kind: str = "Deployment", **parts: Any) -> list[str]:
    return [violation.text for violation in violations(pod(**parts), kind)]


BROKEN = [
    ("a name in capitals", {"container": {"name": "Web"}}, "'Web' is no name, which takes up to 63 small letters"),
    ("a name that is too long", {"container": {"name": "w" * 64}}, "is no name, which takes up to 63"),
    ("no image", {"container": {"image": ""}}, "container 'web' has no image"),
    (
        "an unknown pull policy",
        {"container": {"imagePullPolicy": "Ever"}},
        "imagePullPolicy is 'Ever'; it takes ",
    ),
    ("a restart policy of an app", {"container": {"restartPolicy": "Always"}}, "only an init container has a restartP"),
    ("port 0", {"container": {"ports": [{"containerPort": 0}]}}, "containerPort is 0, not a number from 1 to 65535"),
    ("a host port too high", {"container": {"ports": [{"containerPort": 1, "hostPort": 65536}]}}, "hostPort is 65536"),
    ("a port's name of digits", {"container": {"ports": [{"containerPort": 1, "name": "80"}]}}, "'80' is no name"),
    ("a port's double dash", {"container": {"ports": [{"containerPort": 1, "name": "a--b"}]}}, "'a--b' is no name"),
    ("an unknown protocol", {"container": {"ports": [{"containerPort": 1, "protocol": "tcp"}]}}, "protocol is 'tcp'"),
    ("a variable with =", {"container": {"env": [{"name": "A=B"}]}}, "'A=B' is no name, which takes printable"),
    ("value and valueFrom", {"container": {"env": [{"name": "A", "value": "b", "valueFrom": {"x": 1}}]}}, "has both"),
    ("a negative period", {"container": {"livenessProbe": {"exec": {"command": ["a"]}, "periodSeconds": -1}}}, "is -1"),
    ("a liveness of two", {"container": {"livenessProbe": {"grpc": {"port": 1}, "successThreshold": 2}}}, "Probe is 1"),
    ("no command", {"container": {"readinessProbe": {"exec": {}}}}, "exec needs a command"),
    ("no quantity", {"container": {"resources": {"limits": {"cpu": "much"}}}}, "'much' is no quantity"),
    ("a negative quantity", {"container": {"resources": {"limits": {"cpu": "-1"}}}}, "-1 is negative"),
    ("an unknown resource", {"container": {"resources": {"limits": {"gpu": 1}}}}, "'gpu' is no resource; it takes cpu"),
    (
        "a request over its limit",
        {"container": {"resources": {"requests": {"memory": "1Gi"}, "limits": {"memory": "1G"}}}},
        "the request 1Gi is over the limit 1G",
    ),
    ("a negative user", {"container": {"securityContext": {"runAsUser": -1}}}, "runAsUser is -1"),
    (
        "privileged without escalation",
        {"container": {"securityContext": {"privileged": True, "allowPrivilegeEscalation": False}}},
        "a privileged container cannot have allowPrivilegeEscalation: false",
    ),
    ("an unknown DNS policy", {"spec": {"dnsPolicy": "Host"}}, "dnsPolicy is 'Host'; it takes ClusterFirst"),
    ("no DNS at all", {"spec": {"dnsPolicy": "None"}}, "dnsPolicy None needs a dnsConfig"),
    ("a host's name with _", {"spec": {"hostname": "a_b"}}, "'a_b' is no hostname, which takes up to 63"),
    ("an account in capitals", {"spec": {"serviceAccountName": "Web"}}, "'Web' is no serviceAccountName"),
    ("no time at all", {"spec": {"activeDeadlineSeconds": 0}}, "activeDeadlineSeconds is 0, not at least 1"),
    ("a config map without a name", {"spec": {"volumes": [{"name": "v", "configMap": {}}]}}, "'v' needs name"),
    ("a secret without a name", {"spec": {"volumes": [{"name": "v", "secret": {}}]}}, "needs secretName"),
    ("a volume in capitals", {"spec": {"volumes": [{"name": "V", "emptyDir": {}}]}}, "'V' is no name"),
    ("an unknown volume", {"container": {"volumeMounts": [{"name": "v", "mountPath": "/"}]}}, "which does not exist"),
    ("a label with two slashes", {"meta": {"labels": {"a/b/c": "d"}}}, "'a/b/c' is no key of labels"),
    ("an annotation that is too long", {"meta": {"annotations": {"a" * 64: "d"}}}, "is no key of annotations"),
    ("a deployment that ends", {"spec": {"restartPolicy": "Never"}}, "is Never; a Deployment takes Always"),
    (
        "an unknown restart policy",
        {"spec": {"restartPolicy": "x"}, "kind": "Pod"},
        "a Pod takes Always or",
    ),
    ("a job that never ends", {"kind": "Job"}, "restartPolicy is Always by default; a Job takes OnFailure or Never"),
]
KEPT = [
    ("the least that a pod is", {}),
    ("a longest name", {"container": {"name": "w" * 63}}),
    ("ports with names", {"container": {"ports": [{"containerPort": 65535, "name": "http-2", "hostPort": 0}]}}),
    ("resources of any kind", {"container": {"resources": {"limits": {"cpu": 1, "hugepages-2Mi": "4Mi", "a/gpu": 1}}}}),
    ("requests as large as limits", {"container": {"resources": {"requests": {"cpu": 1}, "limits": {"cpu": "1000m"}}}}),
    ("a readiness of two", {"container": {"readinessProbe": {"grpc": {"port": 1}, "successThreshold": 2}}}),
    ("variables of any characters", {"container": {"env": [{"name": "a.B-1", "value": ""}]}}),
    ("keys with a domain", {"meta": {"labels": {"example.com/a_b": "c"}, "annotations": {"Example.com/A": "text"}}}),
    ("a DNS of its own", {"spec": {"dnsPolicy": "None", "dnsConfig": {"nameservers": ["10.0.0.1"]}}}),
    ("a job that ends", {"spec": {"restartPolicy": "OnFailure"}, "kind": "CronJob"}),
    (
        "an init container that stays",
        {"spec": {"initContainers": [{"name": "i", "image": "i", "restartPolicy": "Always"}]}},
    ),
]


@pytest.mark.parametrize(("parts", "text"), [pytest.param(*case[1:], id=case[0]) for case in BROKEN])
def test_a_broken_rule_is_told(parts: dict[str, Any], text: str) -> None:
    (said,) = told(**parts)
    assert text in said


@pytest.mark.parametrize("parts", [pytest.param(case[1], id=case[0]) for case in KEPT])
def test_nothing_is_said_of_what_is_right(parts: dict[str, Any]) -> None:
    assert told(**parts) == []


def test_a_volume_may_come_from_a_claim_of_the_workload() -> None:
    mounting = pod({"volumeMounts": [{"name": "data", "mountPath": "/data"}]})
    assert violations(mounting, "StatefulSet", ("data",)) == []
    assert violations(mounting, "StatefulSet") != []
