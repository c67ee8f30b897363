"""The whole job on one stream of YAML: the way of a manifest, a step a line.

    stream -> nodes -> workloads -> decide -> injection -> edits, text, proof

`inject` never raises for what an input holds: all that is wrong with any document is a finding, and the text only
changes when nothing is wrong. This is also the Python API:

    >>> target, findings = meshinject.target.resolve(Declaration(istio_version="1.28.1", kubernetes_version="1.33"))
    >>> outcome = meshinject.pipeline.inject(text, "app.yaml", target)
    >>> outcome.text
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from packaging.version import Version

from meshinject import changes, checks, problems
from meshinject.changes import Change
from meshinject.checks.subject import Subject
from meshinject.decide import inject as decision
from meshinject.decide import native
from meshinject.injection.errors import PodProblems
from meshinject.injection.job import Job
from meshinject.injection.pod import Injection, refused_although_skipped, uninjected
from meshinject.injection.pod import inject as inject_pod
from meshinject.injection.record import is_injected
from meshinject.injection.uninject import uninject as uninject_pod
from meshinject.kubernetes import kinds, owners
from meshinject.kubernetes.kinds import Kind
from meshinject.kubernetes.listkeys import listkey
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import Workload, replace, submap
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.target import Target
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import ProofError, YAMLProblem
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import Document, split


class Counts(NamedTuple):
    """How many workloads were worked on and skipped, and how many other objects passed through."""

    done: int = 0
    skipped: int = 0
    passed: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Both together."""
        return Counts(*(one + two for one, two in zip(self, other, strict=True)))


class Outcome(NamedTuple):
    """What became of a text: the new text (the old one where something is wrong), what there is to say, the counts."""

    text: str
    findings: list[Finding]
    counts: Counts
    changes: list[Change] = []  # noqa: RUF012  (never changed in place)

    @property
    def failed(self) -> bool:
        """Whether anything is wrong, so that nothing may be written."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


class Uninjection(NamedTuple):
    """What taking injections out needs to know.

    Attributes:
        namespace: that of workloads which name none.
        added: kinds that a user adds.
        pull_secrets: the pull secrets that the settings add to every pod (`global.imagePullSecrets`).
    """

    namespace: str = ""
    added: tuple[Kind, ...] = ()
    pull_secrets: tuple[str, ...] = ()


_TRACING = Version("1.22")
"""A release that traces a pod to its owner; which one does not matter, `Owner.names` holds what any says."""


class Step(NamedTuple):
    """What became of one workload: its new pod, None when it stays; what there is to say; whether it was worked on."""

    pod: dict[str, Any] | None
    findings: list[Finding]
    done: bool


def inject(text: str, path: str, target: Target) -> Outcome:
    """Inject every workload of a YAML stream; `path` is the name that findings give it."""
    return _stream(text, path, target.kinds, lambda workload: _inject(workload, path, target))


def uninject(text: str, path: str, options: Uninjection) -> Outcome:
    """Take the injection out of every workload of a YAML stream."""
    return _stream(text, path, options.added, lambda workload: _uninject(workload, path, options))


def _stream(text: str, path: str, added: tuple[Kind, ...], work: Callable[[Workload], Step]) -> Outcome:
    """Work on every document of a stream by itself, so that everything wrong with any of them is told at once."""
    outcomes = [_document(document, path, added, work) for document in split(text)]
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    counts = Counts()
    for outcome in outcomes:
        counts = counts.plus(outcome.counts)
    changes = [change for outcome in outcomes for change in outcome.changes]
    new = "".join(outcome.text for outcome in outcomes)
    return Outcome(new, problems.once_a_file(findings), counts, changes)


def _document(document: Document, path: str, added: tuple[Kind, ...], work: Callable[[Workload], Step]) -> Outcome:
    """One document: read, work on its workloads, write what they became into the text and prove it."""
    try:
        tree = parse(document)
        root = load(tree)
    except YAMLProblem as problem:
        return Outcome(document.source, [problems.of_yaml(problem, document, path)], Counts())
    workloads = kinds.find(root, added)
    if not workloads:
        return _passed(document, path, root)
    steps = [work(workload) for workload in workloads]
    findings = [*problems.of_directives(document, path), *problems.of_duplicates(tree, path)]
    findings += [finding for step in steps for finding in step.findings]
    done = sum(step.done for step in steps)
    outcome = Outcome(document.source, findings, Counts(done, len(steps) - done, _others(root, workloads)))
    if outcome.failed:
        return outcome
    wanted = root
    for workload, step in zip(workloads, steps, strict=True):
        if step.pod is not None:
            wanted = replace(wanted, workload.path, step.pod)
    try:
        text = rewrite(tree, wanted, listkey)
    except ProofError as error:
        return outcome._replace(findings=[*findings, problems.of_proof(error, document, path)])
    if text == document.source:
        return outcome
    pairs = [(workload, step.pod) for workload, step in zip(workloads, steps, strict=True) if step.pod is not None]
    return outcome._replace(text=text, changes=changes.find(document, text, pairs, path))


def _passed(document: Document, path: str, root: Any) -> Outcome:
    """A document without workloads: its bytes."""
    other = problems.of_other_kind(root, path)
    return Outcome(document.source, [other] if other else [], Counts(passed=0 if root is None else 1))


def _others(root: Any, workloads: list[Workload]) -> int:
    """How many items of a list are no workloads."""
    items = {workload.object_path[:2] for workload in workloads}
    return 0 if () in items else len(root["items"]) - len(items)


def _inject(workload: Workload, path: str, target: Target) -> Step:
    """Decide on one workload and inject it."""
    findings = [*problems.of_shape(workload, path), *problems.of_metadata(workload, path)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Step(None, findings, done=False)
    verdict = decision.decide(workload, owners.namespace(workload, target.namespace), target.rules)
    findings += problems.of_verdict(verdict, workload, path)
    if workload.pod is None:
        return Step(None, findings, done=False)
    owner = owners.owner(workload, target.control_plane.version, target.namespace)
    if verdict.reason.code is Code.POLICY:
        findings += problems.of_checks(checks.of_workload(workload, workload.pod), workload, path)
    if not verdict.inject:
        return _left_alone(workload, workload.pod, Job(target.control_plane, owner, native=False), findings, path)
    annotations = string_map(submap(workload.pod, "metadata").get("annotations"))
    try:
        kind = native.resolve(target.declared, annotations, target.native_decision)
        findings += problems.of_native(kind, annotations, workload, path, target)
        job = Job(target.control_plane, owner, native=kind.native, marks=target.marks)
        done = inject_pod(workload.pod, job)
        subject = _subject(workload, done, job, target)
        return Step(done.pod, [*findings, *problems.of_checks(checks.run(subject), workload, path)], done=True)
    except native.NativeError as error:
        return Step(None, [*findings, problems.of_native_error(error, workload, path)], done=False)
    except PodProblems as error:
        return Step(None, [*findings, *problems.of_pod(error.problems, workload, path)], done=False)


def _subject(workload: Workload, done: Injection, job: Job, target: Target) -> Subject:
    """What the checks look at."""
    namespace = target.rules.namespaces.labels.get(owners.namespace(workload, target.namespace) or "default", {})
    return Subject(workload, done, job, tuple(target.rules.revisions), namespace)


def _left_alone(workload: Workload, pod: dict[str, Any], job: Job, findings: list[Finding], path: str) -> Step:
    """A workload that is skipped; when it carries an injection it is given back as it was before."""
    findings += problems.of_pod(refused_although_skipped(pod, job), workload, path)
    if not is_injected(pod):
        return Step(None, findings, done=False)
    return Step(uninjected(pod, job), [*findings, problems.of_uninjected(workload, path)], done=False)


def _uninject(workload: Workload, path: str, options: Uninjection) -> Step:
    """Take the injection out of one workload, if it carries one."""
    findings = [*problems.of_shape(workload, path)]
    failed = any(finding.severity is Severity.ERROR for finding in findings)
    if failed or workload.pod is None or not is_injected(workload.pod):
        return Step(None, findings, done=False)
    owner = owners.owner(workload, _TRACING, options.namespace)
    return Step(uninject_pod(workload.pod, owner.names, options.pull_secrets), findings, done=True)
