"""Findings as SARIF 2.1.0, for code scanning and editors.

What is said of the whole run has no place in a file: it is a notification of the invocation, not a result.
"""

import json
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from meshinject import __version__
from meshinject.reports import fingerprints
from meshinject.reports.findings import Code, Finding, Severity
from meshinject.reports.report import Report

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note", Severity.INFO: "none"}
_OF_THE_RUN = (Code.UNREADABLE, Code.USAGE, Code.SETTINGS, Code.INTERNAL)
"""Errors that kept meshinject from its work; other errors are what its work found out."""


def render(report: Report) -> str:
    """One log with one run."""
    placed = [finding for finding in report.findings if finding.place.path]
    unplaced = [finding for finding in report.findings if not finding.place.path]
    rules, notices = _rules(placed), _rules(unplaced)
    index = {rule["id"]: at for at, rule in enumerate(rules)}
    driver: dict[str, Any] = {"name": "meshinject", "version": __version__, "rules": rules}
    invocation: dict[str, Any] = {
        "executionSuccessful": not any(finding.code in _OF_THE_RUN for finding in report.findings),
        "exitCode": report.exit_code,
    }
    if unplaced:
        driver["notifications"] = notices
        invocation["toolExecutionNotifications"] = [_notification(finding) for finding in unplaced]
    results = [
        _result(finding, index[finding.code.code], print_)
        for finding, print_ in zip(placed, fingerprints.of(placed), strict=True)
    ]
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _rules(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """What the codes that occur mean in general, in the order of the codes."""
    codes = sorted({finding.code for finding in findings}, key=lambda code: code.code)
    return [
        {
            "id": code.code,
            "name": "".join(part.capitalize() for part in code.name.split("_")),
            "shortDescription": {"text": code.meaning},
            "defaultConfiguration": {"level": _LEVELS[code.severity]},
        }
        for code in codes
    ]


def _result(finding: Finding, index: int, fingerprint: str) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(finding.place.path)}}
    if finding.place.line:
        physical["region"] = {"startLine": finding.place.line, "startColumn": finding.place.column}
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.workload:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.workload, "kind": "object"}]
    return {
        "ruleId": finding.code.code,
        "ruleIndex": index,
        "kind": "informational" if finding.severity is Severity.INFO else "fail",
        "level": _LEVELS[finding.severity],
        "message": _message(finding),
        "locations": [location],
        "partialFingerprints": {"meshinject/v1": fingerprint},
    }


def _notification(finding: Finding) -> dict[str, Any]:
    return {
        "descriptor": {"id": finding.code.code},
        "level": _LEVELS[finding.severity],
        "message": _message(finding),
    }


def _message(finding: Finding) -> dict[str, str]:
    return {"text": f"{finding.text}\nhelp: {finding.help}" if finding.help else finding.text}


def uri(path: str) -> str:
    """A path as a URI: relative as it is, with `/`; a `:` is escaped, for the part before one would be a scheme."""
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(path, safe="/", errors="surrogateescape")
