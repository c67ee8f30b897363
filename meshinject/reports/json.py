"""Findings as JSON of our own, for scripts; `schemas/report.schema.json` describes it."""

import json
from typing import Any

from meshinject import __version__
from meshinject.reports.findings import Finding, Place
from meshinject.reports.report import Entry, Report

_FORMAT = 1
"""Grows when a reader of the older form could not read the newer one."""


def render(report: Report) -> str:
    """One object; a place in no file has the path null, one of a whole file the line null."""
    shown = {
        "format": _FORMAT,
        "version": __version__,
        "exitCode": report.exit_code,
        "inputs": list(report.paths),
        "workloads": [_entry(entry) for entry in report.entries],
        "findings": [_finding(finding) for finding in report.findings],
    }
    return json.dumps(shown, indent=1, ensure_ascii=False) + "\n"


def _entry(entry: Entry) -> dict[str, Any]:
    shown = {"workload": entry.workload, "state": entry.state.value, "reason": entry.reason or None}
    return shown | _place(entry.place)


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code.code,
        "severity": finding.severity.value,
        "message": finding.text,
        "help": finding.help or None,
        "workload": finding.workload or None,
    } | _place(finding.place)


def _place(place: Place) -> dict[str, Any]:
    return {"path": place.path or None, "line": place.line or None, "column": place.column or None}
