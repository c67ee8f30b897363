"""What all inputs together say about namespaces, gathered before the first workload is decided on.

A Namespace document may come after its workloads or in another file. Only documents with a value `Namespace` are
parsed; a file is read again when its turn comes, so that a large tree is never in memory as a whole. What can be read
only once (standard input, a named pipe, the shell's `<(command)`) is kept. Files that pass as they are, a chart's
templates and kustomize's patches, define nothing: what they become is not known.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from meshinject import problems
from meshinject.decide.inject import Reason
from meshinject.decide.namespaces import INJECT, INJECTION_LABEL, REVISION_LABEL, Namespaces, defined
from meshinject.files import inputs, repository
from meshinject.files.inputs import Source
from meshinject.frozen import Frozen
from meshinject.reports.findings import Code, Finding, Place
from meshinject.yamltext.nodes import load, parse
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.stream import split

_WORD = "Namespace"
_VALUE = r":\s*(?:[&!|>]\S*\s+)*[\"']?Namespace(?:List)?[\"']?[ \t]*(?:[\r\n,}]|[ \t]#|\Z)"
"""The word as a whole value, whatever its style; descriptions and comments hold it among others."""

Decisions = Mapping[tuple[Reason, str], int]
"""How many workloads the labels of a namespace, or the lack of them, decided on, by reason and namespace."""


class Surroundings(Frozen):
    """What is known before the work begins.

    Attributes:
        namespaces: the namespaces that the inputs define; the last document of a name counts.
        places: where they are defined.
        contradictions: what is odd about namespaces that are defined several times.
        kept: the inputs that cannot be read again.
    """

    namespaces: Namespaces
    places: Mapping[str, Place]
    contradictions: Sequence[Finding]
    kept: Sequence[Source]

    def sources(self, names: Sequence[str]) -> Iterator[Source]:
        """Each named input in the given order, read when it is asked for."""
        kept = {source.name: source for source in self.kept}
        for name in names:
            yield kept.get(name) or inputs.read_one(name)

    def notes(self, decisions: Decisions) -> Iterator[Finding]:
        """What a run that goes by namespaces says of them in the end, each namespace once."""
        yield from self.contradictions
        for (reason, name), count in decisions.items():
            if reason is Reason.NAMESPACE_UNLABELLED:
                yield _silent(name, count, self.places[name])
        unknown = sorted(name for reason, name in decisions if reason is Reason.NAMESPACE_UNKNOWN)
        if unknown:
            yield _unknown(unknown)


def survey(names: Sequence[str]) -> Surroundings:
    """What the named inputs say; what is wrong with one of them is left to the work on it."""
    kept: list[Source] = []
    labels: dict[str, dict[str, str]] = {}
    places: dict[str, Place] = {}
    contradictions: list[Finding] = []
    for source in inputs.read(names):
        if len(names) == 1 or not inputs.is_file(source.name):
            kept.append(source)
        for name, found, place in _namespaces(source):
            if name in labels and _asked(labels[name]) != _asked(found):
                contradictions.append(_contradiction(name, place, places[name]))
            labels[name], places[name] = found, place
    return Surroundings(Namespaces(labels), places, contradictions, kept)


def _namespaces(source: Source) -> Iterator[tuple[str, dict[str, str], Place]]:
    """The namespaces that an input defines, as far as it parses: name, labels and place."""
    if not isinstance(source.text, str) or _WORD not in source.text or repository.is_of_a_tool(source.name):
        return
    for document in split(source.text):
        if not re.search(_VALUE, document.source):
            continue
        try:
            root = load(parse(document))
        except YAMLProblem:  # told when the document is worked on
            continue
        for path, name, labels in defined(root):
            yield name, labels, problems.place(root, (*path, "metadata", "name"), source.path, value=True)


def _asked(labels: Mapping[str, str]) -> tuple[str | None, str | None]:
    return labels.get(INJECTION_LABEL), labels.get(REVISION_LABEL)


def _contradiction(name: str, place: Place, before: Place) -> Finding:
    text = f"Namespace {name}: {before.path}:{before.line} defines it with other labels for injection; these count"
    return Finding(Code.NAMESPACE_TWICE, text, "name only the files of one cluster", place, f"Namespace {name}")


def _silent(name: str, count: int, place: Place) -> Finding:
    left = "its workload is" if count == 1 else f"{count} of its workloads are"
    text = f"Namespace {name} does not ask for injection, so {left} left alone"
    help_ = f'label it {INJECTION_LABEL}: enabled, or a pod {INJECT}: "true"'
    return Finding(Code.NAMESPACE_SILENT, text, help_, place, f"Namespace {name}")


def _unknown(names: Sequence[str]) -> Finding:
    many = len(names) > 1
    text = f"the inputs do not define the namespace{'s' if many else ''} {', '.join(names)}"
    text += f"; {'their' if many else 'its'} workloads are injected as though {'they' if many else 'it'} asked for that"
    return Finding(Code.NAMESPACE_UNKNOWN, text, "name the files with the Namespaces as well")
