"""`meshinject inject`: the default command."""

import sys
from collections.abc import Mapping
from typing import Any

import typer

from meshinject import run, target
from meshinject.cli import exits, options
from meshinject.files import inputs, output
from meshinject.pipeline import Counts
from meshinject.reports import text as report
from meshinject.reports.findings import Code, Finding, Place, Severity
from meshinject.target import Declaration, Target
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read


def inject(  # noqa: PLR0913, PLR0917  (Typer reads the options from the parameters)
    context: typer.Context,
    files: options.Files = None,
    filenames: options.Filenames = None,
    to: options.Output = None,
    namespace: options.Namespace = "",
    istio_version: options.IstioVersion = "",
    kubernetes_version: options.KubernetesVersion = "",
    native_sidecars: options.NativeSidecars = "",
    revision: options.Revision = "",
    values_file: options.ValuesFile = None,
    mesh_config_file: options.MeshConfigFile = None,
    no_marks: options.NoMarks = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    version: options.Version = False,  # noqa: ARG001  (its callback has printed it)
) -> None:
    """Add Istio sidecars to Kubernetes manifests, offline, and change nothing else."""
    names = [*(filenames or []), *(files or [])]
    if not names and (sys.stdin is None or sys.stdin.isatty()):
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(exits.Exit.USAGE)
    findings: list[Finding] = []
    declaration = Declaration(
        istio_version=istio_version,
        kubernetes_version=kubernetes_version,
        native_sidecars=native_sidecars,
        revision=revision,
        namespace=namespace,
        values=_settings(values_file, findings),
        mesh_config=_settings(mesh_config_file, findings),
        marks=not no_marks,
    )
    if names.count(inputs.STDIN) > 1:
        findings.append(Finding(Code.USAGE, "- (standard input) is named twice; it can be read once"))
    resolved, said = target.resolve(declaration)
    findings += said
    with output.Spool() as spool:
        counts = _run(names or [inputs.STDIN], resolved, findings, spool)
        code = exits.of(findings)
        if code is exits.Exit.DONE:
            _write(spool, to, findings)
            code = exits.of(findings)
    _say(findings, counts if code is exits.Exit.DONE else None, quiet=quiet, verbose=verbose)
    raise typer.Exit(code)


def _settings(path: str | None, findings: list[Finding]) -> Mapping[str, Any] | None:
    """The map in a settings file; what is wrong with the file is a finding."""
    if path is None:
        return None
    (source,) = inputs.read([path])
    if isinstance(source.text, Finding):
        findings.append(source.text)
        return None
    try:
        value = read(source.text)
    except YAMLProblem as problem:
        findings.append(
            Finding(Code.USAGE, problem.message, problem.help, Place(source.path, problem.line, problem.col))
        )
        return None
    if value is None or isinstance(value, dict):
        return value
    findings.append(Finding(Code.USAGE, "settings are a map of names to values", "", Place(source.path, 1, 1)))
    return None


def _run(names: list[str], resolved: Target | None, findings: list[Finding], spool: output.Spool) -> Counts:
    """Inject every input into the spool; what there is to say is added to the findings."""
    counts = Counts()
    if resolved is None:
        return counts
    for result in run.inject(names, resolved):
        findings += result.outcome.findings
        counts = counts.plus(result.outcome.counts)
        spool.add(result.outcome.text)
    return counts


def _write(spool: output.Spool, to: str | None, findings: list[Finding]) -> None:
    if to is None:
        spool.to_stdout()
        return
    try:
        spool.to_file(to)
    except OSError as error:
        findings.append(Finding(Code.UNREADABLE, f"cannot be written: {error.strerror or error}", "", Place(to)))


def _say(findings: list[Finding], counts: Counts | None, *, quiet: bool, verbose: bool) -> None:
    """Print the findings that are asked for and, when all went well, one line of summary."""
    hidden = {Severity.NOTE, Severity.INFO} if quiet else set() if verbose else {Severity.INFO}
    text = report.render(finding for finding in findings if finding.severity not in hidden)
    if counts is not None and not quiet:
        text += f"{counts.injected} injected, {counts.skipped} skipped, {counts.passed} passed through\n"
    if text:
        exits.complain(text.removesuffix("\n"))
