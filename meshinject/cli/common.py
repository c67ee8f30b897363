"""What commands have in common: their inputs and their settings files."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from meshinject.cli.delivery import Mode
from meshinject.cli.exits import Exit
from meshinject.files import discover
from meshinject.files.inputs import STDIN
from meshinject.kubernetes import kinds as known
from meshinject.kubernetes.kinds import Kind
from meshinject.nearest import question
from meshinject.reports.findings import Code, Finding, Severity

if TYPE_CHECKING:
    from meshinject.settings.gather import Settings


def inputs(
    context: typer.Context,
    given: Sequence[str],
    mode: Mode,
    findings: list[Finding],
    recursive: bool,
    exclude: Sequence[str] | None,
) -> list[str]:
    """The files to read; without any, standard input when something is piped into it, else help and exit code 2."""
    names = list(given) or [STDIN]
    findings += mode.conflicts(names)
    if not given and (sys.stdin is None or sys.stdin.isatty()):
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(Exit.USAGE)
    found = discover.find(names, recursive=recursive, exclude=exclude or ())
    findings += found.findings
    # A report of an earlier run that lies among the manifests is none of them.
    return [name for name in found.names if not mode.reporting.is_written_to(name)]


def settings(  # noqa: PLR0913  (an option each)
    findings: list[Finding],
    *,
    values_files: Sequence[str] | None = None,
    assignments: Sequence[str] | None = None,
    mesh_config_file: str | None = None,
    inject_config_file: str | None = None,
    manifests: str | None = None,
    revision: str = "",
) -> "Settings | None":
    """The settings in the files and assignments that were named, None without any; what is wrong is a finding."""
    if not any((values_files, assignments, mesh_config_file, inject_config_file, manifests)):
        return None
    from meshinject.settings.gather import Sources, gather  # noqa: PLC0415  (a run without settings does not load them)

    sources = Sources(
        values_files=values_files or (),
        assignments=assignments or (),
        mesh_config_file=mesh_config_file or "",
        inject_config_file=inject_config_file or "",
        manifests=manifests or "",
    )
    gathered, said = gather(sources, revision)
    findings += said
    return gathered


def kinds(findings: list[Finding], given: Sequence[str] | None) -> tuple[Kind, ...]:
    """The kinds that a user adds; one that is written wrongly is a finding."""
    added = []
    for text in given or ():
        try:
            added.append(known.parse(text))
        except known.KindError as error:
            findings.append(Finding(Code.USAGE, f"--kind: {error}"))
    return tuple(added)


def skipped_kinds(findings: list[Finding], given: Sequence[str] | None, added: tuple[Kind, ...]) -> tuple[str, ...]:
    """The kinds that a user leaves alone, as they call themselves; one that is none is a finding."""
    skipped = []
    for text in (part for item in given or () for part in item.split(",")):
        kind = known.named(text, added)
        if kind:
            skipped.append(kind)
        else:
            names = known.names(added)
            help_ = question(text, names) or f"it knows {', '.join(names)}"
            findings.append(Finding(Code.USAGE, f"--skip-kinds: {text.strip()!r} is no kind that makes pods", help_))
    return tuple(skipped)


def pull_secrets(given: "Settings | None") -> tuple[str, ...]:
    """The pull secrets that the given values add to every pod."""
    listed = (((given and given.values) or {}).get("global") or {}).get("imagePullSecrets") or ()
    return tuple(str(name) for name in listed)


def failed(findings: Sequence[Finding]) -> bool:
    """Whether anything is wrong already, before an input is read."""
    return any(finding.severity is Severity.ERROR for finding in findings)
