"""One run over all inputs: each is read, recognised and worked on; nothing is written here.

What is none of ours passes byte for byte: a kustomize patch or a Helm chart's template with a note that says so, and,
where files are looked at for themselves, a file that does not parse and does not even look like a manifest.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from meshinject import pipeline
from meshinject.decide.inject import Reason
from meshinject.files import inputs, repository
from meshinject.frozen import Frozen
from meshinject.pipeline import Counts, Outcome
from meshinject.reports.findings import Code, Finding, Place
from meshinject.surroundings import Surroundings, survey
from meshinject.target import Target
from meshinject.workloads import Uninjection

Work = Callable[[str, str], Outcome]
"""From a text and its path to what becomes of it."""

_MANIFEST = r"(?m)^(apiVersion|kind)[ \t]*:|^[ \t]*\{"
_NOT_PARSED = frozenset({Code.YAML_SYNTAX, Code.TAB_INDENT, Code.HELM_TEMPLATE, Code.ENCODING})


class Result(Frozen):
    """What became of one input."""

    source: inputs.Source
    outcome: Outcome


def inject(
    names: Sequence[str],
    target: Target,
    *,
    in_place: bool = False,
    work: Callable[[str, str, Target], Outcome] | None = None,
) -> Iterator[Result]:
    """Inject each named input, `-` being standard input, in the given order.

    `in_place` says that files are looked at for themselves (`--write`, `--check`), not as one stream; `work` does
    something else with each text.
    """
    around = survey(names)
    rules = target.rules._replace(namespaces=around.namespaces)
    aimed, each = target._replace(rules=rules), work or pipeline.inject
    results = _run(around.sources(names), lambda text, path: each(text, path, aimed), in_place=in_place)
    yield from _noted(results, around) if rules.policy == "namespace" else results


def uninject(names: Sequence[str], options: Uninjection, *, in_place: bool = False) -> Iterator[Result]:
    """Take the injection out of each named input; otherwise as `inject`."""
    return _run(inputs.read(names), partial(pipeline.uninject, options=options), in_place=in_place)


def _noted(results: Iterable[Result], around: Surroundings) -> Iterator[Result]:
    """The results, the last one with what the whole run has to say of namespaces."""
    decisions: dict[tuple[Reason, str], int] = {}
    last: Result | None = None
    for result in results:
        if last is not None:
            yield last
        last = result
        for decision in result.outcome.decisions:
            decisions[decision] = decisions.get(decision, 0) + 1
    if last is not None:
        outcome = last.outcome
        yield Result(last.source, outcome._replace(findings=[*outcome.findings, *around.notes(decisions)]))


def _run(sources: Iterable[inputs.Source], work: Work, *, in_place: bool) -> Iterator[Result]:
    for source in sources:
        outcome = _one(source, work)
        yield Result(source, _not_ours(source) if in_place and _is_foreign(source, outcome) else outcome)


def _one(source: inputs.Source, work: Work) -> Outcome:
    if isinstance(source.text, Finding):
        return Outcome("", [source.text], Counts())
    skipped = _of_a_tool(source)
    if skipped is not None:
        return Outcome(source.text, [skipped], Counts(passed=1))
    return work(source.text, source.path)


def _of_a_tool(source: inputs.Source) -> Finding | None:
    """Why a file that looks like a manifest is none: another tool owns it."""
    if source.name == inputs.STDIN:
        return None
    if repository.is_chart_template(source.name):
        text = "the file is a template of a Helm chart; it passes as it is"
        return Finding(
            Code.CHART_TEMPLATE, text, "inject what it renders: helm template . | meshinject", Place(source.path)
        )
    if repository.is_kustomize_patch(source.name):
        text = "a kustomization lists the file as a patch; it passes as it is"
        return Finding(
            Code.PATCH, text, "inject what kustomize builds, or the base that it patches", Place(source.path)
        )
    return None


def _is_foreign(source: inputs.Source, outcome: Outcome) -> bool:
    """Whether a file does not parse and has no apiVersion or kind at the start of a line."""
    unparsed = any(finding.code in _NOT_PARSED for finding in outcome.findings)
    return unparsed and isinstance(source.text, str) and not re.search(_MANIFEST, source.text)


def _not_ours(source: inputs.Source) -> Outcome:
    return Outcome(source.text if isinstance(source.text, str) else "", [], Counts(passed=1))
