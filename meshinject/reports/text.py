"""Findings for people: `path:line:col: severity[CODE]: text`, then `help:` on a line of its own."""

from collections.abc import Iterable, Sequence

from meshinject.reports.findings import Finding, Place, Severity

_A_FEW = 3
"""How many files may get the same note before one line stands for all of them."""


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


def summed_up(findings: Sequence[Finding]) -> list[Finding]:
    """The findings with a note that more than a few whole files share, such as a chart's templates, told once."""
    alike: dict[tuple[object, ...], int] = {}
    for finding in findings:
        if _is_of_a_file(finding):
            alike[_sort(finding)] = alike.get(_sort(finding), 0) + 1
    kept, told = [], set()
    for finding in findings:
        sort = _sort(finding)
        count = alike.get(sort, 0) if _is_of_a_file(finding) else 0
        if count <= _A_FEW:
            kept.append(finding)
        elif sort not in told:
            told.add(sort)
            kept.append(finding._replace(text=f"{finding.text} (and {count - 1} more files; -v lists them)"))
    return kept


def _is_of_a_file(finding: Finding) -> bool:
    return finding.severity is Severity.NOTE and bool(finding.place.path) and not finding.place.line


def _sort(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.text, finding.help
