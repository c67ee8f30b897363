"""Where the results of a run go: standard output or a file, back into the inputs, into a diff, or nowhere but a report.

    (nothing)        the manifests, as one stream, to standard output or `--output FILE`
    --write          back into each file that changes
    --check          nothing; exit 1 when anything would change
    --diff           a unified diff; with --check also exit 1

All or nothing: when anything is wrong with any input, nothing is written and standard output is empty.
"""

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from meshinject.changes import Change
from meshinject.cli import exits
from meshinject.cli.exits import Exit
from meshinject.cli.reporting import Reporting, Telling, tell
from meshinject.files import inputs, output
from meshinject.frozen import Frozen
from meshinject.pipeline import Counts
from meshinject.reports.diff import unified
from meshinject.reports.findings import Code, Finding, Place
from meshinject.run import Result

if TYPE_CHECKING:  # imported where they are needed: few runs do
    from meshinject.files.inplace import Rewriting


class Mode(Frozen):
    """What the command line asks for."""

    to: str | None = None
    write: bool = False
    check: bool = False
    diff: bool = False
    quiet: bool = False
    verbose: bool = False
    reporting: Reporting = Reporting()

    @property
    def in_place(self) -> bool:
        """Whether files are looked at for themselves, so that what is none of ours is passed over in silence."""
        return self.write or self.check or self.diff

    def conflicts(self, names: Iterable[str]) -> list[Finding]:
        """Options that contradict each other."""
        names = list(names)
        found = []
        if self.write and inputs.STDIN in names:
            found.append("--write needs files; standard input cannot be written back")
        if self.write and (self.check or self.diff):
            found.append("--write changes files; --check and --diff only show what would change")
        if self.to is not None and self.in_place:
            found.append("--output is for the manifests; it goes with none of --write, --check and --diff")
        if names.count(inputs.STDIN) > 1:
            found.append("- (standard input) is named twice; it can be read once")
        return [Finding(Code.USAGE, text) for text in found]

    def drift(self, said: Iterable[Finding]) -> list[Finding]:
        """A warning when files are kept or judged by a version that nobody declared: it changes with meshinject."""
        if not (self.write or self.check) or all(finding.code is not Code.VERSION_ASSUMED for finding in said):
            return []
        text = "the versions are not declared in full, so the result changes with the next meshinject"
        return [Finding(Code.VERSION_UNPINNED, text, "declare --istio-version and --kubernetes-version")]


class _Tally:
    """What a run has come to so far."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings
        self.paths: list[str] = []
        self.counts = Counts()
        self.changed = 0
        self.files = ""

    def add(self, result: Result, mode: Mode) -> None:
        """Count one result and take what it says."""
        outcome = result.outcome
        self.paths.append(result.source.path)
        self.findings += outcome.findings
        self.counts = self.counts.plus(outcome.counts)
        self.changed += len(outcome.changes)
        if mode.check:
            self.findings += (_would_change(change) for change in outcome.changes)

    def summary(self, mode: Mode, verb: str) -> str:
        """The one line that a run ends with."""
        done = f"{self.counts.done} {verb}"
        if mode.check or mode.diff:
            done = f"{self.changed} would change, {max(self.counts.done - self.changed, 0)} up to date"
        return f"{done}, {self.counts.skipped} skipped, {self.counts.passed} passed through{self.files}"


def deliver(results: Iterable[Result], findings: list[Finding], mode: Mode, verb: str) -> Exit:
    """Work through the results, put them where they belong, say what there is to say, and give the exit code.

    Raises:
        OSError: standard output cannot be written.
    """
    tally = _Tally(findings)
    trouble: Exception | None = None
    try:
        _work(results, tally, mode)
    except BrokenPipeError:
        raise
    except Exception as error:
        if not mode.reporting.is_document:
            raise
        trouble = error
        findings.append(exits.trouble(error))
    reporting = mode.reporting
    kept = reporting.kept(findings)
    code = exits.of(kept, strict=reporting.strict)
    summary = tally.summary(mode, verb) if code <= Exit.CHANGES else ""
    if summary and reporting.holds_back(kept):
        summary = "nothing is written: with --strict warnings count"
    if isinstance(trouble, OSError):
        exits.silence_stdout()
    telling = Telling(reporting, mode.quiet, mode.verbose, mode.check and not mode.diff)
    return tell(telling, findings, tally.paths, summary, code)


def _work(results: Iterable[Result], tally: _Tally, mode: Mode) -> None:
    """Put the results where they belong, unless anything keeps them back."""
    with output.Spool() as spool:
        rewriting = _rewriting() if mode.write else None
        for result in results:
            source, outcome = result
            tally.add(result, mode)
            if rewriting and isinstance(source.text, str):
                rewriting.add(source, outcome.text)
            elif mode.diff and isinstance(source.text, str):
                spool.write(unified(source.text, outcome.text, source.path, colour=mode.to is None and _colours()))
            elif not mode.in_place:
                spool.add(outcome.text)
        kept = mode.reporting.kept(tally.findings)
        if exits.of(kept) <= Exit.CHANGES and not mode.reporting.holds_back(kept):
            tally.findings += rewriting.replace_all() if rewriting else _print(spool, mode.to)
        if rewriting:
            tally.files = f"; {rewriting.count} file{'' if rewriting.count == 1 else 's'} changed"


def _rewriting() -> "Rewriting":
    from meshinject.files.inplace import Rewriting  # noqa: PLC0415

    return Rewriting()


def _would_change(change: Change) -> Finding:
    return Finding(Code.WOULD_CHANGE, f"{change.workload} {change.why}", "", change.place, change.workload)


def _print(spool: output.Spool, to: str | None) -> list[Finding]:
    if to is None:
        spool.to_stdout()
        return []
    try:
        spool.to_file(to)
    except OSError as error:
        return [
            Finding(Code.UNREADABLE, f"cannot be written: {error.strerror or error}", "", Place(inputs.reported(to)))
        ]
    return []


def _colours() -> bool:
    """Whether standard output takes colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
