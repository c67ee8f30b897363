"""Findings as JUnit's XML: a suite a file, a test a workload, which errors and warnings fail.

What is said of a file and not of a workload fails a test that is called like the file; a file of which there is
nothing to say has one test, which passes, and so has a run without files.
"""

from collections import defaultdict
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from meshinject.reports import text
from meshinject.reports.findings import Finding, Severity
from meshinject.reports.report import Entry, Report, State

_FAILING = (Severity.ERROR, Severity.WARNING)
_RUN = "meshinject"


def render(report: Report) -> str:
    """One document; the XML has no time, so that the same findings give the same bytes."""
    suites = Element("testsuites", name=_RUN)
    for path, tests in _tests(report).items():
        _suite(suites, path, tests)
    for total in ("tests", "failures", "errors"):
        suites.set(total, str(sum(int(suite.get(total, "0")) for suite in suites)))
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}\n'


class _Told:
    """What there is to say of one workload, or of a file where it is of none."""

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.failing: list[Finding] = []


_Tests = defaultdict[str, _Told]


def _tests(report: Report) -> dict[str, _Tests]:
    """The tests of each file by their workload, in the order in which they are told of; the run itself has no path."""
    files: dict[str, _Tests] = {path: defaultdict(_Told) for path in report.paths}
    for entry in report.entries:
        files.setdefault(entry.place.path, defaultdict(_Told))[entry.workload].entry = entry
    for finding in report.findings:
        if finding.severity in _FAILING:
            files.setdefault(finding.place.path, defaultdict(_Told))[finding.workload].failing.append(finding)
    return files or {"": defaultdict(_Told)}


def _suite(suites: Element, path: str, tests: _Tests) -> None:
    named = _clean(path or _RUN)
    suite = SubElement(suites, "testsuite", name=named)
    for workload in tests or [""]:
        _test(suite, named, workload, tests[workload])
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase[failure]"))))
    suite.set("errors", "0")
    suite.set("skipped", str(len(suite.findall("testcase[skipped]"))))


def _test(suite: Element, path: str, workload: str, told: _Told) -> None:
    test = SubElement(suite, "testcase", name=_clean(workload) or path, classname=path)
    for finding in told.failing:
        failure = SubElement(test, "failure", type=finding.code.code, message=_clean(finding.text))
        failure.text = _clean(text.render([finding]))
    if told.entry and told.entry.state is State.SKIPPED and not told.failing:
        SubElement(test, "skipped", message=_clean(told.entry.reason))


def _clean(value: str) -> str:
    """Text as XML 1.0 can hold it (section 2.2): other characters cannot even be escaped."""
    return "".join(each if each in "\t\n\r" or _is_char(ord(each)) else "\ufffd" for each in value)


def _is_char(code: int) -> bool:
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000  # noqa: PLR2004
