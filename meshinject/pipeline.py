"""The whole job on one stream of YAML: the way of a manifest, a step a line.

    stream -> nodes -> workloads -> decide -> injection -> edits, text, proof

`inject` never raises for what an input holds: all that is wrong with any document is a finding, and the text only
changes when nothing is wrong. This is also the Python API:

    >>> target, findings = meshinject.target.resolve(Declaration(istio_version="1.28.1", kubernetes_version="1.33"))
    >>> outcome = meshinject.pipeline.inject(text, "app.yaml", target)
    >>> outcome.text
"""

from collections.abc import Callable
from typing import Any

from meshinject import changes, parallel, problems, reversal, textnotes, workloads
from meshinject.changes import Change
from meshinject.decide.inject import Reason
from meshinject.frozen import Frozen
from meshinject.kubernetes import kinds
from meshinject.kubernetes.kinds import Kind
from meshinject.kubernetes.listkeys import listkey
from meshinject.kubernetes.workload import Workload
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.target import Target
from meshinject.workloads import Step, Uninjection
from meshinject.yamltext.model import Tree
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import ProofError, YAMLProblem
from meshinject.yamltext.rewrite import Rewritten, rewritten
from meshinject.yamltext.scalars import same
from meshinject.yamltext.stream import Document, split


class Counts(Frozen):
    """How many workloads were worked on and skipped, and how many other objects passed through."""

    done: int = 0
    skipped: int = 0
    passed: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Both together."""
        return Counts(*(one + two for one, two in zip(self, other, strict=True)))


class Outcome(Frozen):
    """What became of a text.

    Attributes:
        text: the new text, the old one where something is wrong.
        findings: what there is to say.
        counts: how many workloads were worked on.
        changes: which of them change.
        decisions: the reason and the namespace, once for each workload that the namespace decided on.
    """

    text: str
    findings: list[Finding]
    counts: Counts
    changes: list[Change] = []  # noqa: RUF012  (never changed in place)
    decisions: list[tuple[Reason, str]] = []  # noqa: RUF012  (as well)

    @property
    def failed(self) -> bool:
        """Whether anything is wrong, so that nothing may be written."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


class _Work(Frozen):
    """What is done with every workload of a document, and with the text that comes of it.

    Attributes:
        path: the name of the input in findings.
        added: kinds that a user adds.
        step: what is done with one workload.
        finish: what is done with the document's new text.
        remarks: whether it is told what looks wrong beside the workloads.
    """

    path: str
    added: tuple[Kind, ...]
    step: Callable[[Workload], Step]
    finish: Callable[["_Edited"], str]
    remarks: bool = False


class _Edited(Frozen):
    """A document with what became of it so far."""

    tree: Tree
    steps: list[Step]
    wanted: Any
    rewritten: Rewritten


def inject(text: str, path: str, target: Target) -> Outcome:
    """Inject every workload of a YAML stream; `path` is the name that findings give it."""
    undo = _uninjecting(path, Uninjection(target.namespace, target.kinds, workloads.pull_secrets(target)))

    def finish(edited: _Edited) -> str:
        return _reversible(edited, work, undo) if target.marks else edited.rewritten.text

    work = _Work(path, target.kinds, lambda workload: workloads.inject(workload, path, target), finish, remarks=True)
    return _stream(text, work)


def uninject(text: str, path: str, options: Uninjection) -> Outcome:
    """Take the injection out of every workload of a YAML stream."""
    return _stream(text, _uninjecting(path, options))


def _uninjecting(path: str, options: Uninjection) -> _Work:
    return _Work(path, options.added, lambda workload: workloads.uninject(workload, path, options), _mended)


def _stream(text: str, work: _Work) -> Outcome:
    """Work on every document of a stream by itself, so that everything wrong with any of them is told at once."""
    outcomes = parallel.each(lambda document: _document(document, work), split(text))
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    counts = Counts()
    for outcome in outcomes:
        counts = counts.plus(outcome.counts)
    changed = [change for outcome in outcomes for change in outcome.changes]
    decisions = [decision for outcome in outcomes for decision in outcome.decisions]
    new = "".join(outcome.text for outcome in outcomes)
    return Outcome(new, problems.once_a_file(findings), counts, changed, decisions)


def _document(document: Document, work: _Work) -> Outcome:
    """One document: read, work on its workloads, write what they became into the text and prove it."""
    path = work.path
    try:
        tree = parse(document)
        root = load(tree)
    except YAMLProblem as problem:
        return Outcome(document.source, [problems.of_yaml(problem, document, path)], Counts())
    found = kinds.find(root, work.added)
    remarks = [*problems.of_document(root, path, work.added)] if work.remarks else []
    if not found:
        passed = _passed(document, path, tree, root)
        return passed._replace(findings=[*passed.findings, *remarks])
    steps = [work.step(workload) for workload in found]
    findings = [*problems.of_directives(document, path), *problems.of_duplicates(tree, path), *remarks]
    findings += [finding for step in steps for finding in step.findings]
    done = sum(step.done for step in steps)
    verdicts = [step.decided.verdict for step in steps if step.decided is not None]
    decisions = [(verdict.reason, verdict.namespace) for verdict in verdicts if verdict.namespace]
    counts = Counts(done, len(steps) - done, _others(root, found))
    outcome = Outcome(document.source, findings, counts, decisions=decisions)
    if outcome.failed:
        return outcome
    wanted = root
    for step in steps:
        wanted = step.put_into(wanted)
    try:
        edited = rewritten(tree, wanted, listkey)
        text = work.finish(_Edited(tree, steps, wanted, edited))
    except ProofError as error:
        return outcome._replace(findings=[*findings, problems.of_proof(error, document, path)])
    if text == document.source:
        return outcome
    pairs = [(workload, step.pod) for workload, step in zip(found, steps, strict=True) if step.pod is not None]
    return outcome._replace(text=text, changes=changes.find(document, edited.edits, pairs, path))


def _mended(edited: _Edited) -> str:
    """The text without an injection, with what was noted of its spelling put back."""
    text = edited.rewritten.text
    for note in reversal.notes(edited.steps):
        text = reversal.mended(text, note, edited.wanted)
    return text


def _reversible(edited: _Edited, work: _Work, undo: _Work) -> str:
    """The injected text, with notes where taking the injection out again would not give every byte back.

    A document that carries an injection already is injected anew from what it was before, when anything changes: so
    the result is that of a first injection, to the byte. Where notes have no room that may lose what the user wrote as
    an injection would, and reads differently; then the injection in its place stands. A text that reads as the result
    does stays as it is.
    """
    source = edited.tree.text
    kept = reversal.with_notes(edited.steps, edited.wanted, reversal.notes(edited.steps))
    text = edited.rewritten.text if kept is edited.wanted else rewritten(edited.tree, kept, listkey).text
    if text == source:
        return text
    if reversal.carries_injection(edited.steps):
        before = _document_of(source, undo)
        again = None if before.failed or before.text == source else _document_of(before.text, work)
        if again is None or again.failed:
            return text
        value, present = _read(again.text), load(edited.tree)
        if not same(value, kept):
            return text
        pods = ([workload.pod for workload in kinds.find(root, work.added)] for root in (present, value))
        return source if same(value, present) and reversal.knows_the_same(*pods) else again.text
    if reversal.is_plain(edited.steps, edited.rewritten.edits, source):
        return text
    back = _document_of(text, undo)
    if back.failed or back.text == source:
        return text
    noted = reversal.with_notes(edited.steps, edited.wanted, [textnotes.find(back.text, source)])
    return rewritten(edited.tree, noted, listkey).text


def _read(text: str) -> Any:
    return load(parse(Document(text, 0, len(text), 1, 0)))


def _document_of(text: str, work: _Work) -> Outcome:
    return _document(Document(text, 0, len(text), 1, 0), work)


def _passed(document: Document, path: str, tree: Tree, root: Any) -> Outcome:
    """A document without workloads: its bytes."""
    other = problems.of_other_kind(root, path)
    findings = [other] if other else []
    if tree.duplicates and kinds.is_kubernetes(root):
        findings += problems.of_duplicates(tree, path, Code.DUPLICATE_ELSEWHERE)
    return Outcome(document.source, findings, Counts(passed=0 if root is None else 1))


def _others(root: Any, workloads: list[Workload]) -> int:
    """How many items of a list are no workloads."""
    items = {workload.object_path[:2] for workload in workloads}
    return 0 if () in items else len(root["items"]) - len(items)
