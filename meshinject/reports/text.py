"""Findings for people: `path:line:col: severity[CODE]: text`, then `help:` on a line of its own."""

from collections.abc import Iterable

from meshinject.reports.findings import Finding, Place


def render(findings: Iterable[Finding]) -> str:
    """Every finding in the given order, each line ended."""
    return "".join(_lines(finding) for finding in findings)


def _lines(finding: Finding) -> str:
    text = f"{where(finding.place)}: {finding.severity.value}[{finding.code.code}]: {finding.text}\n"
    return text + f"help: {finding.help}\n" if finding.help else text


def where(place: Place) -> str:
    """The place as editors and terminals link it; the program's own name when there is none."""
    if not place.path:
        return "meshinject"
    if not place.line:
        return place.path
    return f"{place.path}:{place.line}:{place.column}"
