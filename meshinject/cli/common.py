"""What commands have in common: their inputs and their settings files."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from meshinject.cli.delivery import Mode
from meshinject.cli.exits import Exit
from meshinject.files import discover
from meshinject.files.inputs import STDIN, read_one
from meshinject.reports.findings import Code, Finding, Place, Severity
from meshinject.yamltext.problems import YAMLProblem
from meshinject.yamltext.read import read


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
    return found.names


def settings(path: str | None, findings: list[Finding]) -> Mapping[str, Any] | None:
    """The map in a settings file; what is wrong with the file is a finding."""
    if path is None:
        return None
    source = read_one(path)
    if isinstance(source.text, Finding):
        findings.append(source.text)
        return None
    try:
        value = read(source.text)
    except YAMLProblem as problem:
        at = Place(source.path, problem.line, problem.col)
        findings.append(Finding(Code.USAGE, problem.message, problem.help, at))
        return None
    if value is None or isinstance(value, dict):
        return value
    findings.append(Finding(Code.USAGE, "settings are a map of names to values", "", Place(source.path, 1, 1)))
    return None


def pull_secrets(values: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The pull secrets that the given values add to every pod."""
    listed = ((values or {}).get("global") or {}).get("imagePullSecrets") or ()
    return tuple(str(name) for name in listed)


def failed(findings: Sequence[Finding]) -> bool:
    """Whether anything is wrong already, before an input is read."""
    return any(finding.severity is Severity.ERROR for finding in findings)
