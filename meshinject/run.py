"""One run over all inputs: each is read, recognised and injected; nothing is written here.

A file that is a kustomize patch or a Helm chart's template passes byte for byte, with a note that says so.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meshinject import pipeline
from meshinject.files import inputs, repository
from meshinject.pipeline import Counts, Outcome
from meshinject.reports.findings import Code, Finding, Place
from meshinject.target import Target


class Result(NamedTuple):
    """What became of one input."""

    source: inputs.Source
    outcome: Outcome


def inject(names: Sequence[str], target: Target) -> Iterator[Result]:
    """Inject each named input, `-` being standard input, in the given order."""
    for source in inputs.read(names):
        yield Result(source, _one(source, target))


def _one(source: inputs.Source, target: Target) -> Outcome:
    if isinstance(source.text, Finding):
        return Outcome("", [source.text], Counts())
    skipped = _foreign(source)
    if skipped is not None:
        return Outcome(source.text, [skipped], Counts(passed=1))
    return pipeline.inject(source.text, source.path, target)


def _foreign(source: inputs.Source) -> Finding | None:
    """Why a file that looks like a manifest is none of ours."""
    if source.path == inputs.STDIN_NAME:
        return None
    if repository.is_chart_template(source.path):
        text = "the file is a template of a Helm chart; it passes as it is"
        return Finding(
            Code.CHART_TEMPLATE, text, "inject what it renders: helm template . | meshinject", Place(source.path)
        )
    if repository.is_kustomize_patch(source.path):
        text = "a kustomization lists the file as a patch; it passes as it is"
        return Finding(
            Code.PATCH, text, "inject what kustomize builds, or the base that it patches", Place(source.path)
        )
    return None
