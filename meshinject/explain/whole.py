"""The explanation of a whole run: every workload of every input, and the settings of all."""

from collections.abc import Sequence

from meshinject import run
from meshinject.explain import provenance, stream
from meshinject.explain.records import Explained, Explanation
from meshinject.files.inputs import STDIN
from meshinject.pipeline import Counts, Outcome
from meshinject.reports.findings import Finding
from meshinject.settings.gather import Sources
from meshinject.target import Declaration, Target


def explain(
    names: Sequence[str], declaration: Declaration, target: Target, sources: Sources
) -> tuple[Explanation, list[Finding]]:
    """The explanation of the named inputs, `-` being standard input, and what is wrong with them.

    Files are looked at for themselves, as with `--check`: one that does not parse and is no manifest is passed over.

    Args:
        names: the inputs.
        declaration: what the user declared.
        target: what that resolves to.
        sources: the settings files and assignments that were named.
    """
    declared = provenance.versions(declaration, target)
    workloads: list[Explained] = []

    def tell(text: str, path: str, target: Target) -> Outcome:
        told = stream.of(text, path, target, declared)
        workloads.extend(told.workloads)
        return Outcome(text, told.findings, Counts(done=len(told.workloads)))

    findings = [
        finding
        for _, outcome in run.inject(names, target, in_place=STDIN not in names, work=tell)
        for finding in outcome.findings
    ]
    return Explanation(provenance.of(declaration, target, sources), tuple(workloads)), findings
