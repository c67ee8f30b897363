"""What a run has to say as one record, and what became of each workload, which its findings tell."""

from collections.abc import Iterable, Sequence
from enum import Enum

from meshinject.frozen import Frozen
from meshinject.reports.findings import Code, Finding, Place, Severity


class State(Enum):
    """What becomes of a workload; whether that was written is up to the whole run."""

    INJECTED = "injected"
    UNINJECTED = "uninjected"
    SKIPPED = "skipped"
    FAILED = "failed"


_STATES = {
    Code.INJECTED: State.INJECTED,
    Code.TAKEN_OUT: State.UNINJECTED,
    Code.HOST_NETWORK: State.SKIPPED,
    Code.OPTED_OUT: State.SKIPPED,
    Code.IGNORED_NAMESPACE: State.SKIPPED,
    Code.NO_CONTAINERS: State.SKIPPED,
    Code.POLICY: State.SKIPPED,
    Code.NAMESPACE_SILENT: State.SKIPPED,
    Code.PATCH: State.SKIPPED,
    Code.NOT_INJECTED: State.SKIPPED,
}


class Entry(Frozen):
    """What became of one workload of a file.

    Attributes:
        place: where the workload is told of first.
        workload: its name as in findings, such as `Deployment shop/web`.
        state: what became of it.
        reason: the finding that says why it is skipped, empty where it is not.
    """

    place: Place
    workload: str
    state: State
    reason: str = ""


class Report(Frozen):
    """All that a run has to say.

    Attributes:
        findings: those that are asked for, in their order.
        entries: what became of each workload.
        paths: the inputs that were read, in their order.
        exit_code: what the run ends with.
    """

    findings: Sequence[Finding]
    entries: Sequence[Entry] = ()
    paths: Sequence[str] = ()
    exit_code: int = 0


def entries(findings: Iterable[Finding]) -> list[Entry]:
    """What became of each workload that the findings name, INFO included; an error outdoes everything else."""
    found: dict[tuple[str, str], Entry] = {}
    for finding in findings:
        key = finding.place.path, finding.workload
        state = State.FAILED if finding.severity is Severity.ERROR else _STATES.get(finding.code)
        if not finding.workload or state is None:
            continue
        before = found.get(key)
        if before is None or state is State.FAILED:
            reason = finding.text if state is State.SKIPPED else ""
            found[key] = Entry(before.place if before else finding.place, finding.workload, state, reason)
    return list(found.values())
