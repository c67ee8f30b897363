"""From the options of a command to what they mean.

An option is read by the name of its parameter, which is the same in every command: commands that share an option take
it alike, and a command without it gets its default.
"""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from meshinject.cli import reporting
from meshinject.cli.delivery import Mode
from meshinject.cli.exits import Exit
from meshinject.files import discover
from meshinject.files.inputs import STDIN
from meshinject.kubernetes import kinds as known
from meshinject.kubernetes.kinds import Kind
from meshinject.nearest import question
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.target import Declaration

if TYPE_CHECKING:
    from meshinject.settings.gather import Settings, Sources


def mode(context: typer.Context, findings: list[Finding]) -> Mode:
    """Where results and report go; what contradicts is a finding."""
    given = context.params.get
    report = reporting.chosen(
        findings,
        form=given("report_format") or "text",
        file=given("report_file"),
        strict=bool(given("strict")),
        select=given("select"),
        ignore=given("ignore"),
        taken=[*_named(context), given("to")],
    )
    return Mode(
        to=given("to"),
        write=bool(given("write")),
        check=bool(given("check")),
        diff=bool(given("diff")),
        quiet=bool(given("quiet")),
        verbose=bool(given("verbose")),
        reporting=report,
    )


def inputs(context: typer.Context, mode: Mode, findings: list[Finding]) -> list[str]:
    """The files to read; without any, standard input when something is piped into it, else help and exit code 2."""
    given = _named(context)
    names = given or [STDIN]
    findings += mode.conflicts(names)
    if not given and (sys.stdin is None or sys.stdin.isatty()):
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(Exit.USAGE)
    exclude = context.params.get("exclude") or ()
    found = discover.find(names, recursive=bool(context.params.get("recursive")), exclude=exclude)
    findings += found.findings
    # A report of an earlier run that lies among the manifests is none of them.
    return [name for name in found.names if not mode.reporting.is_written_to(name)]


def _named(context: typer.Context) -> list[str]:
    return [*(context.params.get("filenames") or ()), *(context.params.get("files") or ())]


def declaration(context: typer.Context, findings: list[Finding]) -> Declaration:
    """What is declared; what is wrong with it is a finding."""
    given = context.params.get
    added = kinds(context, findings)
    return Declaration(
        istio_version=given("istio_version") or "",
        kubernetes_version=given("kubernetes_version") or "",
        native_sidecars=given("native_sidecars") or "",
        revision=given("revision") or "",
        namespace=given("namespace") or "",
        settings=settings(context, findings),
        marks=not given("no_marks"),
        validate=bool(given("validate")),
        kinds=added,
        policy=given("policy") or "",
        revision_tags=tuple(given("revision_tags") or ()),
        skip_kinds=skipped_kinds(context, findings, added),
    )


def settings(context: typer.Context, findings: list[Finding]) -> "Settings | None":
    """The settings in the files and assignments that were named, None without any; what is wrong is a finding."""
    named = ("values_files", "assignments", "mesh_config_file", "inject_config_file", "istio_manifests")
    if not any(context.params.get(name) for name in named):
        return None
    from meshinject.settings.gather import gather  # noqa: PLC0415  (a run without settings does not load them)

    gathered, said = gather(sources(context), context.params.get("revision") or "")
    findings += said
    return gathered


def sources(context: typer.Context) -> "Sources":
    """The files and assignments that were named."""
    from meshinject.settings.gather import Sources  # noqa: PLC0415  (as above)

    given = context.params.get
    return Sources(
        values_files=given("values_files") or (),
        assignments=given("assignments") or (),
        mesh_config_file=given("mesh_config_file") or "",
        inject_config_file=given("inject_config_file") or "",
        manifests=given("istio_manifests") or "",
    )


def kinds(context: typer.Context, findings: list[Finding]) -> tuple[Kind, ...]:
    """The kinds that a user adds; one that is written wrongly is a finding."""
    added = []
    for text in context.params.get("kinds") or ():
        try:
            added.append(known.parse(text))
        except known.KindError as error:
            findings.append(Finding(Code.USAGE, f"--kind: {error}"))
    return tuple(added)


def skipped_kinds(context: typer.Context, findings: list[Finding], added: tuple[Kind, ...]) -> tuple[str, ...]:
    """The kinds that a user leaves alone, as they call themselves; one that is none is a finding."""
    skipped = []
    for text in (part for item in context.params.get("skip_kinds") or () for part in item.split(",")):
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
