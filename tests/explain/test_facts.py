"""What an explanation says of single facts: READY, start and end, jobs, differences, sources."""

from typing import Any

import pytest
import yaml

from meshinject.explain import differences, jobs, lifecycle, ready, startorder
from meshinject.explain.records import Finishes, Kind, Ready
from meshinject.explain.seen import Seen, names
from meshinject.kubernetes import kinds
from tests.inprocess import meshinject

NATIVE = """
initContainers:
- {name: istio-init}
- name: istio-proxy
  restartPolicy: Always
  startupProbe: {}
  lifecycle: {preStop: {exec: {command: [pilot-agent, request, POST, drain]}}}
- {name: own}
containers: [{name: web}]
"""
WAITS = "{name: istio-proxy, lifecycle: {postStart: {exec: {command: [pilot-agent, wait]}}}}"
LEGACY = """
initContainers: [{name: own}, {name: istio-init}]
containers: [{name: web}, {name: istio-proxy, args: [proxy, sidecar]}]
"""


def seen(spec: str, *, sidecars: bool = True) -> Seen:
    pod = {"spec": yaml.safe_load(spec)}
    return Seen(pod, names(pod), sidecars)


def column(spec: str, status: str = "", *, sidecars: bool = True) -> Ready | None:
    pod = seen(spec, sidecars=sidecars)
    return ready.of(startorder.of(pod), yaml.safe_load(status) or {}, pod)


@pytest.mark.parametrize(
    ("spec", "sidecars", "expected"),
    [
        pytest.param("containers: [{name: a}, {name: b}]", True, "2/2", id="ordinary containers"),
        pytest.param(NATIVE, True, "2/2", id="a native sidecar counts, other init containers do not"),
        pytest.param(LEGACY, True, "2/2", id="a legacy sidecar is an ordinary container"),
        pytest.param(
            "{initContainers: [{name: a, restartPolicy: Always}], containers: [{name: b}]}",
            False,
            "1/1",
            id="no native sidecars before Kubernetes 1.29",
        ),
        pytest.param(
            "{initContainers: [{name: istio-proxy}], containers: [{name: b}]}",
            True,
            "0/1",
            id="a pod that hangs in Init",
        ),
    ],
)
def test_ready_counts_what_kubectl_counts(spec: str, sidecars: bool, expected: str) -> None:
    counted = column(spec, sidecars=sidecars)
    assert counted is not None
    assert (counted.column, counted.now) == (expected, "")


def test_a_refused_pod_and_one_without_containers_have_no_ready_column() -> None:
    assert column(NATIVE, sidecars=False) is None
    assert column("{}") is None


@pytest.mark.parametrize(
    ("status", "now", "waiting"),
    [
        pytest.param(
            "{initContainerStatuses: [{name: istio-proxy, ready: true, started: true, state: {running: {}}}],"
            " containerStatuses: [{name: web, ready: true, state: {running: {}}}]}",
            "2/2",
            (),
            id="all is well",
        ),
        pytest.param(
            "{initContainerStatuses: [{name: istio-proxy, ready: false, started: true, state: {running: {}}}],"
            " containerStatuses: [{name: web, ready: false, state: {waiting: {reason: ImagePullBackOff}}}]}",
            "0/2",
            ("istio-proxy (running, not ready)", "web (ImagePullBackOff)"),
            id="nothing is ready",
        ),
        pytest.param(
            "{initContainerStatuses: [{name: istio-proxy, ready: true, started: false, state: {terminated: {}}}],"
            " containerStatuses: [{name: web, ready: false, state: {terminated: {reason: Completed}}}]}",
            "0/2",
            ("istio-proxy (terminated)", "web (Completed)"),
            id="a job that is done",
        ),
        pytest.param(
            "{phase: Pending}", "0/2", ("istio-proxy (not started)", "web (not started)"), id="nothing has started"
        ),
    ],
)
def test_ready_of_a_live_pod_is_what_its_status_says(status: str, now: str, waiting: tuple[str, ...]) -> None:
    counted = column(NATIVE, status)
    assert counted is not None
    assert (counted.column, counted.now, counted.waiting) == ("2/2", now, waiting)


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        pytest.param(NATIVE, Kind.NATIVE, id="restartable"),
        pytest.param(LEGACY, Kind.LEGACY, id="ordinary"),
        pytest.param("{initContainers: [{name: istio-proxy}]}", Kind.STUCK, id="an init container"),
        pytest.param("{containers: [{name: istio-proxy, args: [proxy, router]}]}", Kind.GATEWAY, id="a router"),
        pytest.param(
            '{containers: [{name: istio-proxy, env: [{name: DISABLE_ENVOY, value: "true"}]}]}',
            Kind.AGENT,
            id="without Envoy",
        ),
        pytest.param("{containers: [{name: web}]}", Kind.NONE, id="none"),
    ],
)
def test_the_kind_of_a_sidecar_is_what_the_pod_holds(spec: str, kind: Kind) -> None:
    assert seen(spec).kind is kind


def started(spec: str, *, asks_to_hold: bool = False) -> str:
    return " ".join(lifecycle.start(seen(spec), asks_to_hold=asks_to_hold))


def stopped(spec: str) -> str:
    return " ".join(lifecycle.stop(seen(spec)))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        pytest.param(NATIVE, "own and web start when istio-proxy has passed its startup probe", id="a startup probe"),
        pytest.param(
            NATIVE.replace("startupProbe: {}", "image: i"),
            "own and web start when istio-proxy runs, ready or not: it has no startup probe.",
            id="no startup probe",
        ),
        pytest.param(
            NATIVE.replace("  startupProbe: {}\n", "").replace("preStop", "postStart").replace("request", "wait"),
            "own and web start when istio-proxy is ready (postStart: pilot-agent wait).",
            id="a hook instead",
        ),
        pytest.param(
            NATIVE.replace("- {name: own}\n", "").replace(
                "- {name: istio-init}", "- {name: own}\n- {name: istio-init}"
            ),
            "own runs before istio-proxy: past the mesh, without mutual TLS. web starts when",
            id="an init container in front",
        ),
        pytest.param(
            NATIVE.replace("- {name: own}\n", "").replace(
                "- {name: istio-init}", "- {name: istio-init}\n- {name: own}"
            ),
            "own has no network: the traffic is redirected already",
            id="an init container in between",
        ),
        pytest.param(LEGACY, "own runs before istio-proxy: past the mesh", id="legacy, init container first"),
        pytest.param(
            LEGACY.replace("{name: own}, {name: istio-init}", "{name: istio-validation}, {name: own}"),
            "own has no network",
            id="legacy with the CNI plugin",
        ),
        pytest.param(
            LEGACY.replace("{name: own}", "{name: own, restartPolicy: Always}"),
            "own starts before istio-proxy and has the mesh only when that is ready.",
            id="legacy beside a native sidecar of the pod's own",
        ),
        pytest.param(LEGACY, "web does not wait for istio-proxy to be ready: requests before that fail", id="no hold"),
        pytest.param(
            "containers: [{name: web}, {name: istio-proxy}]",
            "it may not be there for the first requests",
            id="no hold, nothing redirected",
        ),
        pytest.param(
            f"containers: [{WAITS}, {{name: a}}]",
            "a waits: istio-proxy is first",
            id="hold",
        ),
        pytest.param(
            f"containers: [{{name: a}}, {WAITS}]",
            "a does not wait",
            id="a hook on the last container holds nothing",
        ),
    ],
)
def test_the_start_is_told_by_what_the_pod_holds(spec: str, sentence: str) -> None:
    assert sentence in started(spec)


def test_holding_the_application_adds_nothing_to_a_native_sidecar() -> None:
    assert "adds nothing" in started(NATIVE, asks_to_hold=True)
    assert "adds nothing" not in started(NATIVE)
    assert "adds nothing" not in started(LEGACY, asks_to_hold=True)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        pytest.param(NATIVE, "istio-proxy begins to drain its connections at once", id="native with drain"),
        pytest.param(NATIVE, "SIGTERM goes to web first; istio-proxy gets it when that has ended", id="native"),
        pytest.param(
            NATIVE.replace("{name: own}", "{name: own, restartPolicy: Always}"),
            "own and istio-proxy get it in this order",
            id="native sidecars end in reverse",
        ),
        pytest.param(LEGACY, "web and istio-proxy get SIGTERM at the same time.", id="legacy"),
        pytest.param(
            LEGACY.replace("{name: web}", "{name: web, lifecycle: {preStop: {sleep: {seconds: 5}}}}"),
            "web and istio-proxy get SIGTERM after the preStop hook of each.",
            id="legacy with a hook of the application",
        ),
        pytest.param(LEGACY, "drains for 5s (terminationDrainDuration)", id="Istio's default"),
        pytest.param(
            LEGACY.replace(
                "args: [proxy, sidecar]",
                'env: [{name: PROXY_CONFIG, value: \'{"terminationDrainDuration":"30s"}\'}]',
            ),
            "drains for 30s (terminationDrainDuration)",
            id="a duration of one's own",
        ),
        pytest.param(
            LEGACY.replace("args: [proxy, sidecar]", 'env: [{name: EXIT_ON_ZERO_ACTIVE_CONNECTIONS, value: "true"}]'),
            "drains until no connection is left",
            id="no duration",
        ),
        pytest.param(LEGACY, "What still runs after 30s", id="Kubernetes' grace period"),
        pytest.param(f"{LEGACY}terminationGracePeriodSeconds: 90", "What still runs after 90s", id="one's own"),
        pytest.param(
            LEGACY.replace("args: [proxy, sidecar]", "lifecycle: {preStop: {exec: {command: [sleep, '9']}}}"),
            "istio-proxy first runs its preStop hook: sleep 9.",
            id="a hook of one's own",
        ),
    ],
)
def test_the_end_is_told_by_what_the_pod_holds(spec: str, sentence: str) -> None:
    assert sentence in stopped(spec)


def finishes(spec: str, object_: str, *, sidecars: bool = True, owner: str = "") -> Finishes | None:
    root = yaml.safe_load(object_)
    (workload,) = kinds.find(root)
    return jobs.of(workload, owner, seen(spec, sidecars=sidecars))


JOB = "{apiVersion: batch/v1, kind: Job, spec: {template: {spec: {}}}}"
CRON = "{apiVersion: batch/v1, kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {}}}}}}"


@pytest.mark.parametrize(
    ("spec", "object_", "answer", "reason"),
    [
        pytest.param(NATIVE, JOB, True, "the pod then shows 0/2 Completed", id="native"),
        pytest.param(LEGACY, JOB, False, "the pod stays at 1/2 NotReady", id="legacy"),
        pytest.param(
            LEGACY.replace("{name: own}", "{name: own, restartPolicy: Always}"),
            JOB,
            False,
            "the pod stays at 2/3 NotReady",
            id="legacy beside a native sidecar of the pod's own",
        ),
        pytest.param(
            LEGACY,
            JOB.replace("spec: {t", "spec: {activeDeadlineSeconds: 600, t"),
            False,
            "(600) fails the job",
            id="deadline",
        ),
        pytest.param(LEGACY, CRON, False, "and so does that of every run", id="CronJob"),
        pytest.param(
            LEGACY, CRON.replace("spec: {j", "spec: {concurrencyPolicy: Replace, j"), False, "replaces it", id="Replace"
        ),
        pytest.param("containers: [{name: a}]", JOB, True, "there is no istio-proxy", id="no proxy"),
        pytest.param(
            "initContainers: [{name: istio-proxy}]\ncontainers: [{name: a}]", JOB, False, "never starts", id="stuck"
        ),
    ],
)
def test_whether_a_job_finishes(spec: str, object_: str, answer: bool, reason: str) -> None:
    told = finishes(spec, object_)
    assert told is not None
    assert told.answer is answer
    assert reason in told.reason


def test_a_pod_of_a_job_is_one_and_others_are_none() -> None:
    pod = "{apiVersion: v1, kind: Pod, spec: {}}"
    assert finishes(LEGACY, pod, owner="Job")
    assert finishes(LEGACY, pod, owner="ReplicaSet") is None


A: dict[str, Any] = {"name": "a", "image": "a:1", "resources": {"limits": {"cpu": "2000m"}}, "env": [{"name": "X"}]}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({}, (), id="nothing"),
        pytest.param({"image": "a:2"}, ("a: image",), id="a field"),
        pytest.param({"env": [{"name": "X"}, {"name": "Y"}]}, ("a: env Y",), id="a variable by its name"),
        pytest.param({"resources": {"limits": {"cpu": "2"}}}, (), id="the same amount"),
        pytest.param({"resources": {"limits": {"cpu": "3"}}}, ("a: resources",), id="another amount"),
        pytest.param({"stdin": None, "args": [], "lifecycle": {}}, (), id="what means nothing"),
        pytest.param({"name": "b"}, ("a: gone", "b: new"), id="another container"),
    ],
)
def test_the_differences_between_two_pods(change: dict[str, Any], told: tuple[str, ...]) -> None:
    old, new = ({"spec": {"containers": [each]}} for each in (A, A | change))
    assert differences.between(old, new) == told


def test_what_an_api_server_adds_is_no_difference() -> None:
    wanted = {"spec": {"containers": [A], "volumes": [{"name": "v", "configMap": {"name": "c"}}]}}
    live = {
        "spec": {
            "nodeName": "n",
            "containers": [{"name": "other"}, A | {"terminationMessagePath": "/dev/termination-log"}],
            "volumes": [{"name": "token"}, {"name": "v", "configMap": {"name": "c", "defaultMode": 420}}],
        }
    }
    assert differences.between(differences.as_far_as(live, wanted), wanted) == ()
    assert differences.between(live, wanted)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        pytest.param((), "istio            1.30.3 (assumed: the newest stable release known)", id="no version"),
        pytest.param((), "kubernetes       1.32 (assumed: the oldest that Istio 1.30.3 supports)", id="nor Kubernetes"),
        pytest.param(
            ("--istio-version", "1.28"),
            "istio            1.28.10 (--istio-version 1.28: its newest known patch)",
            id="a minor",
        ),
        pytest.param(
            ("--set", "global.tag=1.27.3"),
            "istio            1.27.3 (global.tag of the values)",
            id="read from settings",
        ),
        pytest.param(
            ("--set", "pilot.env.ENABLE_NATIVE_SIDECARS=false"),
            "native-sidecars  false (the given values (ENABLE_NATIVE_SIDECARS: false))",
            id="the mode by values",
        ),
        pytest.param(("--revision", "canary"), "revision         canary (--revision)", id="a revision"),
        pytest.param(("--set", "revision=blue"), "revision         blue (the given settings)", id="revision by values"),
        pytest.param(
            ("--set", "global.proxy.autoInject=disabled"), "policy           opt-in (the given settings)", id="policy"
        ),
    ],
)
def test_each_setting_names_its_source(options: tuple[str, ...], line: str) -> None:
    pod = b"apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: a}]}\n"
    assert f"  {line}\n" in meshinject("explain", *options, stdin=pod).stdout.decode()
