"""Everything there is to say about one workload."""

from collections.abc import Iterator
from typing import Any

from meshinject import problems
from meshinject.decide import native
from meshinject.explain import differences, effects, jobs, lifecycle, ready, rule, sidecar, startorder
from meshinject.explain.records import Comparison, Effect, Explained, Setting, State
from meshinject.explain.seen import KUBERNETES_RUNS_SIDECARS, Seen, names
from meshinject.injection import parts
from meshinject.injection.job import Job
from meshinject.injection.pod import Injection, uninjected
from meshinject.injection.pod import inject as inject_pod
from meshinject.injection.record import is_injected
from meshinject.kubernetes import owners
from meshinject.kubernetes.kinds import as_text
from meshinject.kubernetes.workload import Workload, submap
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.target import Target
from meshinject.versions import since
from meshinject.workloads import Decided, Step

Pod = dict[str, Any]

_SAID = frozenset((Code.JOB_NEVER_ENDS, Code.EARLY_INIT, Code.INIT_NETWORK, Code.PROXY_NEVER_ENDS, Code.UNINJECTED))
"""What an injection warns of and an explanation says anyway."""
_OF_EXPORTS = frozenset((Code.SERVER_FIELDS,))
"""What matters about a manifest, but not about what a cluster holds."""


def tell(workload: Workload, step: Step, decided: Decided, path: str, target: Target, declared: str) -> Explained:
    """The explanation of a workload.

    It is one of what is there, where it carries an injection or is the pod of a cluster; else of what an injection
    makes of it.

    Args:
        workload: the workload as it is written.
        step: what an injection makes of it.
        decided: the decisions behind that.
        path: the name of the input.
        target: what is injected for.
        declared: the declared versions as a phrase, empty where none are.
    """
    verdict, pod = decided.verdict, workload.pod
    told = Explained(
        kind=workload.kind,
        namespace=_namespace(workload, target),
        name=workload.name,
        place=problems.kind_place(workload, path),
        state=_state(step),
        verdict=rule.of(verdict, workload, path),
        findings=tuple(_findings(workload, step)),
    )
    if pod is None or verdict.reason.code in (Code.PATCH, Code.NO_CONTAINERS):
        return told
    injection = decided.injection
    is_there = told.state is not State.TO_INJECT or (workload.kind == "Pod" and is_live(workload))
    shown = pod if is_there or injection is None else injection.pod
    owner = owners.owner(workload, target.control_plane.version, target.namespace)
    user = injection.user if injection else uninjected(pod, Job(target.control_plane, owner, native=False))
    seen = Seen(shown, names(user), _runs_sidecars(workload, target))
    containers = startorder.of(seen)
    told = told._replace(
        containers=containers,
        ready=ready.of(containers, _status(workload), seen),
        finishes=jobs.of(workload, owner.kind, seen),
    )
    if told.state is State.LEFT_ALONE:
        return told
    kind = decided.kind
    if is_there or kind is None:
        proxy = sidecar.present(seen, target)
    else:
        annotation = problems.place(pod, ("metadata", "annotations", native.ANNOTATION), path)
        proxy = sidecar.to_come(seen, kind, target, annotation)
    return told._replace(
        sidecar=proxy,
        comparison=_comparison(workload, decided, seen, target, declared) if is_there else None,
        start=lifecycle.start(seen, asks_to_hold=injection is not None and injection.holds),
        stop=lifecycle.stop(seen),
        effects=tuple(_effects(workload, injection, owner, path, target)) if injection else (),
    )


def _state(step: Step) -> State:
    workload = step.workload
    if workload.pod is not None and (is_injected(workload.pod) or step.object is not None):
        return State.INJECTED
    return State.TO_INJECT if step.done else State.LEFT_ALONE


def _namespace(workload: Workload, target: Target) -> Setting:
    if workload.namespace:
        source = "metadata.namespace"
    elif as_text(submap(workload.pod, "metadata").get("namespace")):
        source = "metadata.namespace of the pod template"
    elif target.namespace:
        source = "--namespace"
    else:
        source = "not named; what kubectl's context says"
    return Setting("namespace", owners.namespace(workload, target.namespace), source)


def is_live(workload: Workload) -> bool:
    """Whether a workload was read from a cluster: then an API server has let all of it pass."""
    return bool(workload.object.get("status")) and "uid" in workload.meta


def _status(workload: Workload) -> dict[str, Any]:
    """The status of a live pod; that of other kinds says nothing of containers."""
    return submap(workload.object, "status") if workload.kind == "Pod" and is_live(workload) else {}


def _runs_sidecars(workload: Workload, target: Target) -> bool:
    """A live pod that still has the restartPolicy of an init container is in a cluster that runs native sidecars."""
    return is_live(workload) or since(target.kubernetes, KUBERNETES_RUNS_SIDECARS)


def _comparison(workload: Workload, decided: Decided, seen: Seen, target: Target, declared: str) -> Comparison:
    if not declared:
        return Comparison("")
    if decided.injection is None or decided.kind is None:
        return Comparison(declared, None, "an injection leaves it alone and takes out what is there")
    wanted = decided.injection.pod
    become = Seen(wanted, seen.own, since(target.kubernetes, KUBERNETES_RUNS_SIDECARS))
    present = differences.as_far_as(seen.pod, wanted) if is_live(workload) else seen.pod
    reason = sidecar.to_come(become, decided.kind, target).reason
    return Comparison(declared, become.kind, reason, differences.between(present, wanted))


def _effects(
    workload: Workload, injection: Injection, owner: owners.Owner, path: str, target: Target
) -> Iterator[Effect]:
    user = injection.user

    def inject(pod: Pod) -> Pod:
        kind = native.resolve(target.declared, parts.annotations(pod), target.native_decision)
        return inject_pod(pod, Job(target.control_plane, owner, kind.native, marks=False)).pod

    def place(kind: str, key: str) -> Any:
        return problems.place(workload.pod, ("metadata", kind, key), path)

    yield from effects.of(user, injection.pod, inject, place)


def _findings(workload: Workload, step: Step) -> Iterator[Finding]:
    """What looks wrong about it, without what is told anyway and the name that every sentence begins with."""
    unsaid = _SAID | _OF_EXPORTS if is_live(workload) else _SAID
    prefix = f"{problems.name(workload)}: "
    decided = step.decided
    skipped = decided.verdict.reason.code if decided else None
    for finding in step.findings:
        if finding.severity is not Severity.INFO and finding.code not in unsaid and finding.code is not skipped:
            yield finding._replace(text=finding.text.removeprefix(prefix))
