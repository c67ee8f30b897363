"""What is told, in which form and where: the options of the report, and the report itself.

The report is text on standard error, or on standard output where that is free (`--check` without `--diff`) and nothing
is wrong. In another format it is one whole document, whatever goes wrong: it never shares its stream with plain text,
except for github's lines.
"""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from meshinject.cli import exits
from meshinject.cli.exits import Exit
from meshinject.frozen import Frozen
from meshinject.reports import text
from meshinject.reports.findings import Code, Finding, Place, Severity

FORMATS = ("text", "github", "sarif", "junit", "gitlab", "json")
_OF_LINES = ("text", "github")
"""Formats that plain text may follow in the same stream."""


class Reporting(Frozen):
    """What the command line asks of the report.

    Attributes:
        form: one of FORMATS.
        file: where it goes instead of a standard stream, empty for those.
        strict: whether warnings count as errors do, with an exit code of their own.
        selected: the codes that are told, None for all.
        ignored: the codes that are not told.
    """

    form: str = "text"
    file: str = ""
    strict: bool = False
    selected: frozenset[Code] | None = None
    ignored: frozenset[Code] = frozenset()

    def is_written_to(self, name: str | None) -> bool:
        """Whether a file is the one that the report goes to, under whatever name."""
        return bool(self.file and name) and os.path.realpath(self.file) == os.path.realpath(name or "")

    @property
    def is_document(self) -> bool:
        """Whether somebody waits for a whole document, so that even a crash has to give one."""
        return self.form != "text" or bool(self.file)

    def kept(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings that are told and count; errors, and what --check is for, are always among them."""
        return [finding for finding in findings if _always(finding.code) or self._asked_for(finding)]

    def _asked_for(self, finding: Finding) -> bool:
        """INFO says what became of the workloads, which --verbose alone asks for; only --ignore leaves it out."""
        chosen = self.selected is None or finding.code in self.selected or finding.severity is Severity.INFO
        return chosen and finding.code not in self.ignored

    def holds_back(self, findings: Sequence[Finding]) -> bool:
        """Whether a warning keeps the output back: --strict does, but not for what --check is there to find."""
        return self.strict and any(
            finding.severity is Severity.WARNING and finding.code is not Code.WOULD_CHANGE for finding in findings
        )


def chosen(  # noqa: PLR0913  (an option each)
    findings: list[Finding],
    *,
    form: str = "text",
    file: str | None = None,
    strict: bool = False,
    ignore: Sequence[str] | None = None,
    select: Sequence[str] | None = None,
    taken: Sequence[str | None] = (),
) -> Reporting:
    """The options as one record; what is wrong with them is a finding.

    `taken` holds the files that are named for something else: a report there would replace them.
    """
    if form not in FORMATS:
        from meshinject.nearest import question  # noqa: PLC0415  (only what is unknown needs it)

        listed = ", ".join(FORMATS)
        findings.append(Finding(Code.USAGE, f"--report-format is {form!r}; it takes {listed}", question(form, FORMATS)))
        form = "text"
    if file is not None and (file in {"", "-"} or os.path.isdir(file)):
        findings.append(Finding(Code.USAGE, f"--report-file needs the name of a file; {file!r} is none"))
        file = None
    elif file is not None and not os.path.isdir(os.path.dirname(file) or "."):
        findings.append(Finding(Code.USAGE, f"--report-file: there is no folder {os.path.dirname(file)!r}"))
        file = None
    elif any(Reporting(file=file or "").is_written_to(name) for name in taken):
        said = "--report-file is the name of an input or of the output; the report would replace it"
        findings.append(Finding(Code.USAGE, said))
        file = None
    selected = _codes("--select", select, findings) if select else None
    return Reporting(form, file or "", strict, selected, _codes("--ignore", ignore, findings))


def _always(code: Code) -> bool:
    return code.severity is Severity.ERROR or code is Code.WOULD_CHANGE


def _codes(option: str, given: Sequence[str] | None, findings: list[Finding]) -> frozenset[Code]:
    """The codes that an option names, whole or by what they start with; a name of none is a finding."""
    named: set[Code] = set()
    for word in (part.strip() for item in given or () for part in item.split(",")):
        fitting = [code for code in Code if word and code.code.startswith(word.upper())]
        if not fitting:
            from meshinject.nearest import question  # noqa: PLC0415  (only what is unknown needs it)

            near = question(word, [code.code for code in Code]) or "`meshinject show codes` lists them"
            findings.append(Finding(Code.USAGE, f"{option}: no code is {word!r} or starts so", near))
        elif option == "--ignore" and all(_always(code) for code in fitting):
            what = "what --check is for" if Code.WOULD_CHANGE in fitting else "an error"
            findings.append(Finding(Code.USAGE, f"--ignore: {word} is {what}, which cannot be ignored"))
        named.update(fitting)
    return frozenset(named)


class Telling(Frozen):
    """How much is told, and whether standard output is free for it."""

    reporting: Reporting
    quiet: bool
    verbose: bool
    free: bool


def tell(telling: Telling, findings: Sequence[Finding], paths: Sequence[str], summary: str, code: Exit) -> Exit:
    """Print or write the report, then one line that sums up unless it is empty, and give the exit code.

    Raises:
        OSError: standard output cannot be written.
    """
    reporting = telling.reporting
    kept = reporting.kept(findings)
    line = "" if telling.quiet or not summary else f"{summary}\n"
    if not reporting.is_document:
        _print_text(telling, kept, line, code)
        return code
    document = _document(telling, findings, paths, code)
    if reporting.file:
        failed = _written(document, reporting.file)
        if failed:
            kept.append(failed)
            code = exits.of([*kept], strict=reporting.strict)
    elif telling.free:
        _out(document)
    else:
        _err(document + line if reporting.form in _OF_LINES else document)
        return code
    stopping = [finding for finding in kept if finding.severity is Severity.ERROR]
    _err(text.render(stopping) if stopping else line)
    return code


def _print_text(telling: Telling, kept: Sequence[Finding], line: str, code: Exit) -> None:
    said = _text(telling, _visible(telling, kept))
    if telling.free and code <= Exit.CHANGES:
        _out(said)
        said = ""
    if said or line:
        exits.complain((said + line).removesuffix("\n"))


def _visible(telling: Telling, findings: Sequence[Finding]) -> list[Finding]:
    """What is not too much: -q speaks of text; the other formats are read by programs."""
    hidden = set() if telling.verbose else {Severity.INFO}
    if telling.quiet and telling.reporting.form == "text":
        hidden |= {Severity.NOTE, Severity.INFO}
    return [finding for finding in findings if finding.severity not in hidden]


def _document(telling: Telling, findings: Sequence[Finding], paths: Sequence[str], code: Exit) -> str:
    """The whole report in the format that is asked for."""
    kept = _visible(telling, telling.reporting.kept(findings))
    if telling.reporting.form == "text":
        return _text(telling, kept)
    from meshinject.reports.report import Report, entries  # noqa: PLC0415  (text needs neither)

    report = Report(_relative(kept), entries(_relative(findings)), [_inside(path) for path in paths], code)
    rendered: str = import_module(f"meshinject.reports.{telling.reporting.form}").render(report)
    return rendered


def _text(telling: Telling, findings: Sequence[Finding]) -> str:
    return text.render(findings if telling.verbose else text.summed_up(findings))


def _relative(findings: Sequence[Finding]) -> list[Finding]:
    """Findings with paths that start at the working folder where they are below it: what platforms link to."""
    return [finding._replace(place=finding.place._replace(path=_inside(finding.place.path))) for finding in findings]


def _inside(path: str) -> str:
    folder = os.getcwd().replace(os.sep, "/").rstrip("/") + "/"
    return path.removeprefix(folder)


def _written(document: str, path: str) -> Finding | None:
    """Write the report atomically; why that failed, if it did."""
    from meshinject.files import atomic  # noqa: PLC0415  (few runs write a file)

    try:
        atomic.replace(path, [document.encode(errors="backslashreplace")])
    except OSError as error:
        return Finding(Code.UNREADABLE, f"cannot be written: {error.strerror or error}", "", Place(path))
    return None


def _out(document: str) -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    _bytes(sys.stdout, document)


def _err(document: str) -> None:
    """As `exits.complain`, but the bytes of a document: UTF-8 whatever the locale, no line end translated."""
    try:
        _bytes(sys.stderr, document)
    except (OSError, ValueError, AttributeError):
        return


def _bytes(stream: TextIO, document: str) -> None:
    stream.flush()
    stream.buffer.write(document.encode(errors="backslashreplace"))
    stream.flush()
