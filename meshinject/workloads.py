"""What is done with one workload: decided on and injected, or its injection taken out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from packaging.version import Version

from meshinject import checks, problems
from meshinject.checks.subject import Subject
from meshinject.decide import inject as decision
from meshinject.decide import native
from meshinject.frozen import Frozen
from meshinject.injection import misplaced
from meshinject.injection.errors import PodProblems
from meshinject.injection.job import Job
from meshinject.injection.pod import Injection, refused_although_skipped, uninjected
from meshinject.injection.pod import inject as inject_pod
from meshinject.injection.record import is_injected
from meshinject.injection.uninject import uninject as uninject_pod
from meshinject.kubernetes import owners
from meshinject.kubernetes.kinds import Kind, as_text
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import Workload, maps, replace, sublist, submap
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.target import Target

if TYPE_CHECKING:  # only --validate loads them
    from meshinject.kubernetes.schemas import Schemas


class Uninjection(Frozen):
    """What taking injections out needs to know.

    Attributes:
        namespace: that of workloads which name none.
        added: kinds that a user adds.
        pull_secrets: the pull secrets that the settings add to every pod (`global.imagePullSecrets`).
        skip_kinds: kinds that are left alone.
    """

    namespace: str = ""
    added: tuple[Kind, ...] = ()
    pull_secrets: tuple[str, ...] = ()
    skip_kinds: tuple[str, ...] = ()


_TRACING = Version("1.22")
"""A release that traces a pod to its owner; which one does not matter, `Owner.names` holds what any says."""


_CLAIMS = "volumeClaimTemplates"
"""Where a StatefulSet defines volumes of its pods."""


class Decided(Frozen):
    """What was decided about a workload, and what came of it.

    Attributes:
        verdict: whether it is injected, and why.
        kind: native or legacy, and why; None where it is not injected.
        injection: what the injection made of the pod; None where it is not injected.
    """

    verdict: decision.Verdict
    kind: native.Decision | None = None
    injection: Injection | None = None


class Step(Frozen):
    """What became of a workload.

    Attributes:
        workload: the workload as it was found.
        pod: its new pod, None when that stays.
        findings: what there is to say.
        done: whether it was injected, or its injection taken out.
        object: the whole object, where more of it changes than the pod.
        decided: the decisions behind it, where an injection was asked for and it came to that.
    """

    workload: Workload
    pod: dict[str, Any] | None
    findings: list[Finding]
    done: bool
    object: dict[str, Any] | None = None
    decided: Decided | None = None

    def put_into(self, root: Any) -> Any:
        """The document with what became of the workload."""
        if self.object is not None:
            root = replace(root, self.workload.object_path, self.object)
        return root if self.pod is None else replace(root, self.workload.path, self.pod)


def pull_secrets(target: Target) -> tuple[str, ...]:
    """The pull secrets that the settings add to every pod."""
    names = sublist(submap(target.control_plane.values, "global"), "imagePullSecrets")
    return tuple(as_text(name) for name in names)


def inject(workload: Workload, path: str, target: Target) -> Step:
    """Decide on one workload and inject it."""
    findings = [*problems.of_shape(workload, path), *problems.of_metadata(workload, path)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Step(workload, None, findings, done=False)
    verdict = decision.decide(workload, owners.namespace(workload, target.namespace), target.rules)
    findings += problems.of_verdict(verdict, workload, path)
    decided = Decided(verdict)
    if workload.pod is None:
        return Step(workload, None, findings, done=False, decided=decided)
    owner = owners.owner(workload, target.control_plane.version, target.namespace)
    if verdict.reason.code is Code.POLICY:
        findings += problems.of_checks(checks.of_workload(workload, workload.pod, injected=False), workload, path)
    if not verdict.inject:
        if verdict.reason.code is not Code.PATCH:
            findings += problems.of_checks(checks.of_skipped(workload, workload.pod), workload, path)
        job = Job(target.control_plane, owner, native=False)
        return _left_alone(workload, workload.pod, job, findings, path)._replace(decided=decided)
    annotations = string_map(submap(workload.pod, "metadata").get("annotations"))
    try:
        kind = native.resolve(target.declared, annotations, target.native_decision)
        findings += problems.of_native(kind, annotations, workload, path, target)
        job = Job(target.control_plane, owner, native=kind.native, marks=target.marks)
        clean = misplaced.taken_out(workload, owner.names, pull_secrets(target))
        done = inject_pod(clean.pod or {}, job)
        findings += problems.of_checks(checks.run(_subject(clean, done, job, target)), workload, path)
        decided = Decided(verdict, kind, done)
        whole = None if clean is workload else clean.object
        if target.schemas is not None:
            findings += _refused(clean, done.pod, target.schemas, path)
        return Step(workload, done.pod, findings, done=True, object=whole, decided=decided)
    except native.NativeError as error:
        return Step(workload, None, [*findings, problems.of_native_error(error, workload, path)], done=False)
    except PodProblems as error:
        return Step(workload, None, [*findings, *problems.of_pod(error.problems, workload, path)], done=False)


def _subject(workload: Workload, done: Injection, job: Job, target: Target) -> Subject:
    """What the checks look at."""
    namespace = target.rules.namespaces.labels.get(owners.namespace(workload, target.namespace) or "default", {})
    return Subject(workload, done, job, tuple(target.rules.names.revisions), namespace)


def _refused(workload: Workload, pod: dict[str, Any], schemas: "Schemas", path: str) -> Iterator[Finding]:
    """What the API server would refuse in an injected workload."""
    from meshinject.kubernetes import podfields  # noqa: PLC0415  (only --validate needs them)

    inside = workload.path[len(workload.object_path) :]
    wanted = replace(workload.object, inside, pod)
    found = schemas.check(workload, wanted, pod)
    said = {violation.path for violation in found}
    claims = tuple(as_text(submap(claim, "metadata").get("name")) for claim in maps(submap(wanted, "spec"), _CLAIMS))
    rules = podfields.violations(pod, workload.kind, claims)
    found += [rule._replace(path=(*inside, *rule.path)) for rule in rules if (*inside, *rule.path) not in said]
    yield from problems.of_violations(found, wanted, workload, path)


def _left_alone(workload: Workload, pod: dict[str, Any], job: Job, findings: list[Finding], path: str) -> Step:
    """A workload that is skipped; when it carries an injection it is given back as it was before."""
    findings += problems.of_pod(refused_although_skipped(pod, job), workload, path)
    if not is_injected(pod):
        return Step(workload, None, findings, done=False)
    return Step(workload, uninjected(pod, job), [*findings, problems.of_uninjected(workload, path)], done=False)


def uninject(workload: Workload, path: str, options: Uninjection) -> Step:
    """Take the injection out of one workload, if it carries one."""
    if workload.kind in options.skip_kinds:
        skipped = decision.Verdict(inject=False, reason=decision.Reason.KIND_SKIPPED)
        return Step(workload, None, [*problems.of_verdict(skipped, workload, path)], done=False)
    findings = [*problems.of_shape(workload, path)]
    failed = any(finding.severity is Severity.ERROR for finding in findings)
    if failed or workload.pod is None:
        return Step(workload, None, findings, done=False)
    owner = owners.owner(workload, _TRACING, options.namespace)
    clean = misplaced.taken_out(workload, owner.names, options.pull_secrets)
    injected = clean is not workload or is_injected(workload.pod)
    findings.append(problems.of_uninjection(workload, path, done=injected))
    if clean is not workload:
        return Step(workload, clean.pod, findings, done=True, object=clean.object)
    if not injected:
        return Step(workload, None, findings, done=False)
    return Step(workload, uninject_pod(workload.pod, owner.names, options.pull_secrets), findings, done=True)
