"""Every format of the report: one mixed run as goldens, each valid by the published schema of its format."""

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import xmlschema
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from meshinject import __version__
from meshinject.decide.inject import Reason
from meshinject.reports import fingerprints, github, gitlab, junit, sarif, text
from meshinject.reports import json as own
from meshinject.reports.findings import Code, Finding, Place, Severity
from meshinject.reports.report import Report, State, entries

ROOT = Path(__file__).parents[2]
SCHEMAS = Path(__file__).parent / "schemas"
SARIF = jsonschema.Draft7Validator(json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text()))
OWN = jsonschema.Draft202012Validator(json.loads((ROOT / "schemas" / "report.schema.json").read_text()))
JUNIT = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")

ODD = "käse, 100%:x y.yaml"
FINDINGS = [
    Finding(Code.VERSION_ASSUMED, "no version is declared", "declare --istio-version"),
    Finding(Code.INJECTED, "Deployment shop/web takes a native sidecar", "", Place(ODD, 2, 1), "Deployment shop/web"),
    Finding(Code.INJECT_VALUE, "50% off:\nor, not", "a\r\nb", Place(ODD, 8, 34), "Deployment shop/web"),
    Finding(Code.PROBES_LEFT, '<probes> & "more" ü🙂 \x07', "", Place(ODD, 9, 3), "Deployment shop/web"),
    Finding(Code.HOST_NETWORK, "Pod host is skipped: it is on the host's network", "", Place(ODD, 20, 1), "Pod host"),
    Finding(
        Code.DUPLICATE_KEY, "the key 'a' is given twice; the first is on line 7", "leave one", Place("b.yaml", 9, 5)
    ),
    Finding(
        Code.DUPLICATE_KEY, "the key 'a' is given twice; the first is on line 17", "leave one", Place("b.yaml", 19, 5)
    ),
    Finding(Code.BAD_ANNOTATION, "Job fill: not a mode", "it takes NONE", Place("b.yaml", 30, 7), "Job fill"),
    Finding(Code.CHART_TEMPLATE, "the file is a template of a Helm chart", "", Place("chart/templates/a.yaml")),
    Finding(Code.UNREADABLE, "cannot be read: no such file", "", Place("none.yaml")),
]
PATHS = (ODD, "b.yaml", "chart/templates/a.yaml", "none.yaml", "services.yaml")
MIXED = Report(FINDINGS, entries(FINDINGS), PATHS, 3)
NOTHING = Report([], [], ["a.yaml"], 0)
EMPTY = Report([], [], [], 0)
RENDERERS = {"github": github, "sarif": sarif, "junit": junit, "gitlab": gitlab, "json": own}


class Rendered(SingleFileSnapshotExtension):
    """A report as a file of its own, byte for byte; the version of meshinject is no part of it."""

    _write_mode = WriteMode.BINARY
    file_extension = "txt"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(ROOT / "golden" / "reports" / test_location.basename)


def render(form: str, report: Report) -> str:
    return text.render(report.findings) if form == "text" else RENDERERS[form].render(report)


@pytest.mark.parametrize("form", ["text", *RENDERERS])
def test_a_mixed_run(form: str, snapshot: SnapshotAssertion) -> None:
    rendered = render(form, MIXED).replace(f'"{__version__}"', '"VERSION"')
    assert rendered.encode() == snapshot(extension_class=Rendered)


REPORTS = [
    pytest.param(MIXED, id="a mixed run"),
    pytest.param(NOTHING, id="nothing to say"),
    pytest.param(EMPTY, id="no file at all"),
    pytest.param(Report([Finding(Code.USAGE, "what?")], [], [], 2), id="the run itself is wrong"),
    pytest.param(
        Report([Finding(code, code.meaning, "h", Place("f", 1, 1), "Pod p") for code in Code]), id="every code"
    ),
    pytest.param(Report([Finding(code, code.meaning) for code in Code]), id="every code, of the whole run"),
]


@pytest.mark.parametrize("report", REPORTS)
class TestEveryDocumentIsValid:
    def test_sarif_by_its_json_schema(self, report: Report) -> None:
        assert [*SARIF.iter_errors(json.loads(sarif.render(report)))] == []

    def test_junit_by_its_xml_schema(self, report: Report) -> None:
        JUNIT.validate(io.BytesIO(junit.render(report).encode()))

    def test_our_json_by_our_schema(self, report: Report) -> None:
        assert [*OWN.iter_errors(json.loads(own.render(report)))] == []

    def test_gitlab_has_what_gitlab_asks_for_and_no_fingerprint_twice(self, report: Report) -> None:
        issues = json.loads(gitlab.render(report))
        for issue in issues:
            assert set(issue) == {"check_name", "description", "fingerprint", "severity", "location"}
            assert issue["description"].startswith(issue["check_name"] + ": ")
            assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
            assert issue["location"]["path"]
            assert issue["location"]["positions"]["begin"]["line"] >= 1
        assert len({issue["fingerprint"] for issue in issues}) == len(issues) == len(report.findings)

    def test_github_has_a_line_a_finding(self, report: Report) -> None:
        lines = github.render(report).splitlines()
        assert len(lines) == len(report.findings)
        assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)


def test_the_schemas_refuse_what_is_wrong() -> None:
    assert [*SARIF.iter_errors({"version": "2.1.0", "runs": [{"results": []}]})]
    assert [*OWN.iter_errors({})]
    assert not JUNIT.is_valid(io.BytesIO(b"<testsuites><testsuite/></testsuites>"))


def test_github_escapes_what_the_runner_takes_for_syntax() -> None:
    finding = Finding(Code.UNQUOTED, "a%b\r\nc: d, e", "", Place("x%,:\ny.yaml", 3, 4))
    line = github.render(Report([finding]))
    assert line == "::warning file=x%25%2C%3A%0Ay.yaml,line=3,col=4,title=MI501::a%25b%0D%0Ac: d, e\n"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        pytest.param("deploy/web.yaml", "deploy/web.yaml", id="plain"),
        pytest.param("a b/ü%.yaml", "a%20b/%C3%BC%25.yaml", id="blanks, percent and other letters"),
        pytest.param("c:d.yaml", "c%3Ad.yaml", id="a colon is no scheme"),
        pytest.param("<stdin>", "%3Cstdin%3E", id="standard input"),
        pytest.param("/srv/a b.yaml", "file:///srv/a%20b.yaml", id="absolute"),
    ],
)
def test_a_path_as_a_uri(path: str, uri: str) -> None:
    assert sarif.uri(path) == uri


class TestFingerprints:
    WEB = Finding(Code.UNKNOWN_PORT, "port 'htp' is unknown", "", Place("a.yaml", 14, 9), "Deployment web")

    def test_they_stay_when_the_text_above_grows(self) -> None:
        moved = self.WEB._replace(place=Place("a.yaml", 20, 11))
        first = Finding(
            Code.DUPLICATE_KEY, "the key 'a' is given twice; the first is on line 7", "", Place("a.yaml", 9, 1)
        )
        later = first._replace(text=first.text.replace("line 7", "line 13"))
        assert fingerprints.of([self.WEB, first]) == fingerprints.of([moved, later])

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param(WEB._replace(place=Place("b.yaml", 14, 9)), id="another file"),
            pytest.param(WEB._replace(workload="Deployment api"), id="another workload"),
            pytest.param(WEB._replace(code=Code.NAME_CUT), id="another code"),
            pytest.param(WEB._replace(text="port 'grcp' is unknown"), id="another sentence"),
            pytest.param(WEB, id="the same once more"),
        ],
    )
    def test_no_two_are_the_same(self, other: Finding) -> None:
        assert len(set(fingerprints.of([self.WEB, other]))) == 2


class TestSarif:
    def log(self, findings: list[Finding]) -> dict[str, Any]:
        run: dict[str, Any] = json.loads(sarif.render(Report(findings)))["runs"][0]
        return run

    def test_every_code_has_a_rule_with_its_meaning(self) -> None:
        run = self.log([Finding(code, "x", "", Place("f", 1, 1)) for code in Code])
        rules = run["tool"]["driver"]["rules"]
        assert {rule["id"]: rule["shortDescription"]["text"] for rule in rules} == {c.code: c.meaning for c in Code}
        assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])

    def test_a_bad_manifest_is_a_result_of_a_run_that_succeeded(self) -> None:
        run = self.log([Finding(Code.YAML_SYNTAX, "x", "", Place("f", 1, 1))])
        assert run["invocations"][0]["executionSuccessful"] is True

    def test_a_run_that_could_not_work_did_not_succeed(self) -> None:
        run = self.log([Finding(Code.USAGE, "x")])
        assert run["invocations"][0]["executionSuccessful"] is False
        assert run["invocations"][0]["toolExecutionNotifications"][0]["message"] == {"text": "x"}
        assert run["results"] == []


class TestJunit:
    def suites(self, report: Report) -> dict[str, ET.Element]:
        root = ET.fromstring(junit.render(report))  # noqa: S314  (our own text)
        return {suite.get("name", ""): suite for suite in root}

    def test_a_workload_fails_once_for_each_error_and_warning(self) -> None:
        suite = self.suites(MIXED)[ODD]
        web, host = suite.findall("testcase")
        assert (web.get("name"), [each.get("type") for each in web]) == ("Deployment shop/web", ["MI502", "MI504"])
        assert (host.get("name"), [each.tag for each in host]) == ("Pod host", ["skipped"])
        assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("2", "1", "1")

    @pytest.mark.parametrize(
        ("report", "name"),
        [pytest.param(NOTHING, "a.yaml", id="a file"), pytest.param(EMPTY, "meshinject", id="a run without files")],
    )
    def test_what_is_clean_has_one_test_that_passes(self, report: Report, name: str) -> None:
        (test,) = self.suites(report)[name].findall("testcase")
        assert (test.get("name"), len(test)) == (name, 0)


class TestEntries:
    def state(self, *codes: Code) -> list[State]:
        return [entry.state for entry in entries(Finding(code, "t", "", Place("f", 1, 1), "Pod p") for code in codes)]

    @pytest.mark.parametrize(
        ("codes", "states"),
        [
            pytest.param([Code.INJECTED, Code.INJECT_VALUE], [State.INJECTED], id="injected with a warning"),
            pytest.param([Code.INJECTED, Code.INVALID_POD], [State.FAILED], id="an error outdoes it"),
            pytest.param([Code.INVALID_POD, Code.OPTED_OUT], [State.FAILED], id="also an earlier one"),
            pytest.param([Code.TAKEN_OUT], [State.UNINJECTED], id="taken out"),
            pytest.param([Code.NOT_INJECTED], [State.SKIPPED], id="nothing to take out"),
            pytest.param([Code.UNKNOWN_PORT], [], id="a warning alone tells nothing"),
        ],
    )
    def test_what_became_of_a_workload(self, codes: list[Code], states: list[State]) -> None:
        assert self.state(*codes) == states

    @pytest.mark.parametrize("reason", [reason for reason in Reason if reason.code], ids=lambda reason: reason.name)
    def test_every_reason_to_skip_is_known(self, reason: Reason) -> None:
        assert reason.code
        assert self.state(reason.code) == [State.SKIPPED]

    def test_workloads_of_one_name_in_two_files_are_two(self) -> None:
        found = [Finding(Code.INJECTED, "t", "", Place(path, 1, 1), "Pod p") for path in ("a", "b")]
        assert [entry.place.path for entry in entries(found)] == ["a", "b"]


class TestSummedUp:
    def notes(self, count: int, code: Code = Code.CHART_TEMPLATE, line: int = 0) -> list[Finding]:
        return [Finding(code, "it passes", "h", Place(f"{at}.yaml", line, line)) for at in range(count)]

    def test_a_few_stay(self) -> None:
        assert text.summed_up(self.notes(3)) == self.notes(3)

    def test_more_are_told_once(self) -> None:
        (told,) = text.summed_up(self.notes(12))
        assert text.render([told]) == "0.yaml: note[MI309]: it passes (and 11 more files; -v lists them)\nhelp: h\n"

    @pytest.mark.parametrize(
        ("code", "line"),
        [
            pytest.param(Code.NO_FILES, 0, id="warnings"),
            pytest.param(Code.CHART_TEMPLATE, 3, id="what is at a line"),
        ],
    )
    def test_the_rest_is_told_in_full(self, code: Code, line: int) -> None:
        assert text.summed_up(self.notes(9, code, line)) == self.notes(9, code, line)


def test_severities_have_a_word_in_every_format() -> None:
    for module in (github, sarif):
        assert set(module._LEVELS) == {*Severity}
    assert set(gitlab._SEVERITIES) == {*Severity}
