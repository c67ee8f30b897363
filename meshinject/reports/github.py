"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

The rules of escaping are those of the runner (actions/toolkit, command.ts): `%`, CR and LF everywhere, `:` and `,` in
properties as well.
"""

from meshinject.reports.findings import Finding, Severity
from meshinject.reports.report import Report

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice", Severity.INFO: "notice"}


def render(report: Report) -> str:
    """A command a finding, each on a line of its own."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    place = finding.place
    properties = {"file": place.path}
    if place.line:
        properties |= {"line": str(place.line), "col": str(place.column)}
    properties["title"] = finding.code.code
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    text = f"{finding.text}\nhelp: {finding.help}" if finding.help else finding.text
    return f"::{_LEVELS[finding.severity]} {listed}::{_message(text)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
