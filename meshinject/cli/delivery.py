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
from meshinject.files import inputs, output
from meshinject.frozen import Frozen
from meshinject.pipeline import Counts
from meshinject.reports import text as report
from meshinject.reports.diff import unified
from meshinject.reports.findings import Code, Finding, Place, Severity
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


def deliver(results: Iterable[Result], findings: list[Finding], mode: Mode, verb: str) -> Exit:
    """Work through the results, put them where they belong, say what there is to say, and give the exit code.

    Raises:
        OSError: standard output cannot be written.
    """
    counts, changed = Counts(), 0
    with output.Spool() as spool:
        rewriting = _rewriting() if mode.write else None
        for source, outcome in results:
            findings += outcome.findings
            counts = counts.plus(outcome.counts)
            changed += len(outcome.changes)
            if mode.check:
                findings += (_would_change(change) for change in outcome.changes)
            if rewriting and isinstance(source.text, str):
                rewriting.add(source, outcome.text)
            elif mode.diff and isinstance(source.text, str):
                spool.write(unified(source.text, outcome.text, source.path, colour=mode.to is None and _colours()))
            elif not mode.in_place:
                spool.add(outcome.text)
        if exits.of(findings) <= Exit.CHANGES:
            findings += rewriting.replace_all() if rewriting else _print(spool, mode.to)
    code = exits.of(findings)
    done = f"{counts.done} {verb}"
    if mode.check or mode.diff:
        done = f"{changed} would change, {max(counts.done - changed, 0)} up to date"
    summary = f"{done}, {counts.skipped} skipped, {counts.passed} passed through"
    if rewriting:
        summary += f"; {rewriting.count} file{'' if rewriting.count == 1 else 's'} changed"
    _say(findings, summary if code <= Exit.CHANGES else "", mode)
    return code


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


def _say(findings: list[Finding], summary: str, mode: Mode) -> None:
    """Print the findings that are asked for and, when all went well, one line of summary.

    The report is what `--check` makes, so it goes to standard output when no diff is there and nothing is wrong.
    """
    hidden = {Severity.NOTE, Severity.INFO} if mode.quiet else set() if mode.verbose else {Severity.INFO}
    text = report.render(finding for finding in findings if finding.severity not in hidden)
    if summary and mode.check and not mode.diff:
        sys.stdout.write(text)
        sys.stdout.flush()
        text = ""
    if summary and not mode.quiet:
        text += summary + "\n"
    if text:
        exits.complain(text.removesuffix("\n"))


def _colours() -> bool:
    """Whether standard output takes colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
