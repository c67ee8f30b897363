"""Findings as a code quality report of GitLab, which shows description, severity and place in a merge request.

GitLab shows no check_name, so the description starts with the code. It needs a path and a line of every issue: what
is said of the whole run is at the folder, what is said of a whole file at its first line.
"""

import json
from typing import Any

from meshinject.reports import fingerprints
from meshinject.reports.findings import Finding, Severity
from meshinject.reports.report import Report

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "minor", Severity.INFO: "info"}


def render(report: Report) -> str:
    """One JSON array, an object a finding."""
    prints = fingerprints.of(report.findings)
    issues = [_issue(finding, print_) for finding, print_ in zip(report.findings, prints, strict=True)]
    return json.dumps(issues, indent=1, ensure_ascii=False) + "\n"


def _issue(finding: Finding, fingerprint: str) -> dict[str, Any]:
    place = finding.place
    help_ = f" ({finding.help})" if finding.help else ""
    begin = {"line": max(place.line, 1), "column": max(place.column, 1)}
    return {
        "check_name": finding.code.code,
        "description": f"{finding.code.code}: {finding.text}{help_}",
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": place.path or ".", "positions": {"begin": begin, "end": begin}},
    }
