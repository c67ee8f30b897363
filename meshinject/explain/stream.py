"""The explanations of all workloads of one input."""

from meshinject import parallel, problems, workloads
from meshinject.explain import story
from meshinject.explain.records import Explained
from meshinject.frozen import Frozen
from meshinject.kubernetes import kinds
from meshinject.reports.findings import Finding, Severity
from meshinject.target import Target
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import Document, split


class Told(Frozen):
    """What there is to say of an input: its workloads, and what is wrong with it.

    Attributes:
        workloads: the explanations, with the warnings of each in them.
        findings: what is left: errors, and what belongs to no workload.
    """

    workloads: list[Explained]
    findings: list[Finding]


def of(text: str, path: str, target: Target, declared: str) -> Told:
    """Explain every workload of a YAML stream; nothing is raised for what it holds.

    Args:
        text: the stream.
        path: the name that findings give it.
        target: what is injected for.
        declared: the declared versions as a phrase, empty where none are.
    """
    told = parallel.each(lambda document: _document(document, path, target, declared), split(text))
    findings = problems.once_a_file([finding for each in told for finding in each.findings])
    return Told([workload for each in told for workload in each.workloads], findings)


def _document(document: Document, path: str, target: Target, declared: str) -> Told:
    try:
        tree = parse(document)
        root = load(tree)
    except YAMLProblem as problem:
        return Told([], [problems.of_yaml(problem, document, path)])
    found = kinds.find(root, target.kinds)
    findings = [*problems.of_namespaces(root, path), *(problems.of_duplicates(tree, path) if found else ())]
    explained = []
    for workload in found:
        step = workloads.inject(workload, path, target)
        errors = [finding for finding in step.findings if finding.severity is Severity.ERROR]
        findings += errors
        if step.decided is not None and not errors:
            explained.append(story.tell(workload, step, step.decided, path, target, declared))
    return Told(explained, findings)
