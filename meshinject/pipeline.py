"""The whole job on one stream of YAML: the way of a manifest, a step a line.

    stream -> nodes -> workloads -> decide -> injection -> edits, text, proof

`inject` never raises for what an input holds: all that is wrong with any document is a finding, and the text only
changes when nothing is wrong. This is also the Python API:

    >>> target, findings = meshinject.target.resolve(Declaration(istio_version="1.28.1", kubernetes_version="1.33"))
    >>> outcome = meshinject.pipeline.inject(text, "app.yaml", target)
    >>> outcome.text
"""

from typing import Any, NamedTuple

from meshinject import problems
from meshinject.decide import inject as decision
from meshinject.decide import native
from meshinject.injection.errors import PodProblems
from meshinject.injection.job import Job
from meshinject.injection.pod import inject as inject_pod
from meshinject.injection.pod import refused_although_skipped
from meshinject.injection.record import is_injected
from meshinject.injection.uninject import uninject
from meshinject.kubernetes import kinds, owners
from meshinject.kubernetes.listkeys import listkey
from meshinject.kubernetes.text import string_map
from meshinject.kubernetes.workload import Workload, replace, submap
from meshinject.reports.findings import Finding, Severity
from meshinject.target import Target
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import ProofError, YAMLProblem
from meshinject.yamltext.rewrite import rewrite
from meshinject.yamltext.stream import Document, split


class Counts(NamedTuple):
    """How many workloads were injected and skipped, and how many other objects passed through."""

    injected: int = 0
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

    @property
    def failed(self) -> bool:
        """Whether anything is wrong, so that nothing may be written."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


class _Step(NamedTuple):
    """What became of one workload: its new pod, or None when it stays."""

    pod: dict[str, Any] | None
    findings: list[Finding]
    injected: bool


def inject(text: str, path: str, target: Target) -> Outcome:
    """Inject every workload of a YAML stream; `path` is the name that findings give it."""
    outcomes = [_document(document, path, target) for document in split(text)]
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    counts = Counts()
    for outcome in outcomes:
        counts = counts.plus(outcome.counts)
    return Outcome("".join(outcome.text for outcome in outcomes), problems.once_a_file(findings), counts)


def _document(document: Document, path: str, target: Target) -> Outcome:
    try:
        tree = parse(document)
        root = load(tree)
    except YAMLProblem as problem:
        return Outcome(document.source, [problems.of_yaml(problem, document, path)], Counts())
    workloads = kinds.find(root, target.kinds)
    if not workloads:
        return _passed(document, path, root)
    steps = [_workload(workload, path, target) for workload in workloads]
    findings = problems.of_duplicates(tree, path) + [finding for step in steps for finding in step.findings]
    injected = sum(step.injected for step in steps)
    counts = Counts(injected, len(steps) - injected, _others(root, workloads))
    outcome = Outcome(document.source, findings, counts)
    if outcome.failed:
        return outcome
    wanted = root
    for workload, step in zip(workloads, steps, strict=True):
        if step.pod is not None:
            wanted = replace(wanted, workload.path, step.pod)
    try:
        return outcome._replace(text=rewrite(tree, wanted, listkey))
    except ProofError as error:
        return outcome._replace(findings=[*findings, problems.of_proof(error, document, path)])


def _passed(document: Document, path: str, root: Any) -> Outcome:
    """A document without workloads: its bytes."""
    other = problems.of_other_kind(root, path)
    return Outcome(document.source, [other] if other else [], Counts(passed=0 if root is None else 1))


def _others(root: Any, workloads: list[Workload]) -> int:
    """How many items of a list are no workloads."""
    items = {workload.object_path[:2] for workload in workloads}
    return 0 if () in items else len(root["items"]) - len(items)


def _workload(workload: Workload, path: str, target: Target) -> _Step:
    """Decide on one workload and inject it."""
    findings = [*problems.of_shape(workload, path), *problems.of_metadata(workload, path)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return _Step(None, findings, injected=False)
    verdict = decision.decide(workload, owners.namespace(workload, target.namespace), target.rules)
    findings += problems.of_verdict(verdict, workload, path)
    if workload.pod is None:
        return _Step(None, findings, injected=False)
    owner = owners.owner(workload, target.control_plane.version, target.namespace)
    if not verdict.inject:
        return _left_alone(workload, workload.pod, Job(target.control_plane, owner, native=False), findings, path)
    annotations = string_map(submap(workload.pod, "metadata").get("annotations"))
    try:
        kind = native.resolve(target.native, annotations, target.native_decision)
        findings += problems.of_native(kind, annotations, workload, path, target)
        job = Job(target.control_plane, owner, native=kind.native, marks=target.marks)
        return _Step(inject_pod(workload.pod, job), findings, injected=True)
    except native.NativeError as error:
        return _Step(None, [*findings, problems.of_native_error(error, workload, path)], injected=False)
    except PodProblems as error:
        return _Step(None, [*findings, *problems.of_pod(error.problems, workload, path)], injected=False)


def _left_alone(workload: Workload, pod: dict[str, Any], job: Job, findings: list[Finding], path: str) -> _Step:
    """A workload that is skipped; when it carries an injection it is given back as it was before."""
    findings += problems.of_pod(refused_although_skipped(pod, job), workload, path)
    if not is_injected(pod):
        return _Step(None, findings, injected=False)
    return _Step(uninject(pod, job.owner.name), [*findings, problems.of_uninjected(workload, path)], injected=False)
