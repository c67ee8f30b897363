"""The options of the report: where it goes, in which form, and what counts."""

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from meshinject import pipeline
from tests.conftest import POD
from tests.inprocess import Result, meshinject

VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
ODD = POD.replace("{name: p}", '{name: odd, annotations: {sidecar.istio.io/inject: "maybe"}}')
HOST = POD.replace("name: p", "name: host").replace("spec: {", "spec: {hostNetwork: true, ")
BROKEN = "apiVersion: v1\nkind: Pod\nmetadata: [\n"
DOCUMENTS = ("sarif", "junit", "gitlab", "json")
WOULD_CHANGE = b"a.yaml:2:1: warning[MI310]: Pod p is not injected\n"


def inject(*arguments: str) -> Result:
    return meshinject(*arguments, *VERSIONS)


def parsed(form: str, text: str | bytes) -> object:
    return ET.fromstring(text) if form == "junit" else json.loads(text)  # noqa: S314  (our own text)


@pytest.fixture
def files(folder: Path) -> Path:
    for name, text in {"a": POD, "odd": ODD, "host": HOST, "broken": BROKEN}.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


@pytest.mark.usefixtures("files")
class TestWhere:
    @pytest.mark.parametrize("form", DOCUMENTS)
    @pytest.mark.parametrize(
        ("names", "code"),
        [
            pytest.param(["a.yaml"], 0, id="all is well"),
            pytest.param(["a.yaml", "odd.yaml", "host.yaml"], 0, id="warnings and a skip"),
            pytest.param(["a.yaml", "broken.yaml"], 3, id="a broken manifest"),
            pytest.param(["none.yaml"], 2, id="a missing file"),
            pytest.param(["--select", "MI77", "a.yaml"], 2, id="a wrong option"),
        ],
    )
    def test_standard_error_holds_one_whole_document_and_nothing_else(
        self, form: str, names: list[str], code: int
    ) -> None:
        result = inject("--report-format", form, *names)
        assert result.code == code
        assert parsed(form, result.stderr) is not None
        assert bool(result.stdout) is (code == 0)

    @pytest.mark.parametrize("form", DOCUMENTS)
    def test_check_prints_it_and_the_rest_goes_to_standard_error(self, form: str) -> None:
        result = inject("--check", "--report-format", form, "a.yaml")
        assert (result.code, result.stderr) == (1, "1 would change, 0 up to date, 0 skipped, 0 passed through\n")
        assert parsed(form, result.stdout) is not None

    @pytest.mark.parametrize("form", DOCUMENTS)
    def test_check_prints_it_also_when_the_run_fails(self, form: str) -> None:
        result = inject("--check", "--report-format", form, "a.yaml", "broken.yaml")
        assert result.code == 3
        assert parsed(form, result.stdout) is not None
        assert result.stderr.startswith("broken.yaml:4:1: error[MI101]: ")
        assert "would change" not in result.stderr

    @pytest.mark.parametrize("form", ["text", "github", *DOCUMENTS])
    def test_a_file_takes_it_and_leaves_the_errors_and_the_summary(self, form: str) -> None:
        result = inject("--report-format", form, "--report-file", "report", "odd.yaml")
        assert (result.code, result.stderr) == (0, "1 injected, 0 skipped, 0 passed through\n")
        assert "MI502" in Path("report").read_text()
        failed = inject("--report-format", form, "--report-file", "report", "odd.yaml", "broken.yaml")
        assert (failed.code, failed.stdout) == (3, b"")
        assert failed.stderr.startswith("broken.yaml:4:1: error[MI101]: ")
        assert "MI502" not in failed.stderr
        assert "MI101" in Path("report").read_text()
        assert "MI502" in Path("report").read_text()

    def test_nothing_is_beside_the_file_when_it_is_written(self) -> None:
        before = set(os.listdir())
        inject("--report-file", "report", "a.yaml")
        assert set(os.listdir()) - before == {"report"}

    def test_the_report_of_the_last_run_is_no_input(self) -> None:
        os.remove("broken.yaml")
        first = inject("--report-format", "json", "--report-file", "report.json", ".")
        assert inject("--report-format", "json", "--report-file", "report.json", ".") == first
        assert "report.json" not in json.loads(Path("report.json").read_text())["inputs"]

    def test_beside_a_diff_it_goes_to_standard_error(self) -> None:
        result = inject("--check", "--diff", "--report-format", "json", "a.yaml")
        assert result.stdout.startswith(b"--- a/a.yaml")
        assert parsed("json", result.stderr)

    def test_lines_for_github_may_be_followed_by_the_summary(self) -> None:
        result = inject("--report-format", "github", "odd.yaml")
        command, summary = result.stderr.splitlines()
        assert command.startswith("::warning file=odd.yaml,line=3,col=62,title=MI502::Pod odd: ")
        assert summary == "1 injected, 0 skipped, 0 passed through"

    def test_an_absolute_path_below_the_working_folder_is_told_as_a_relative_one(self, files: Path) -> None:
        result = inject("--report-format", "json", str(files / "odd.yaml"))
        report = json.loads(result.stderr)
        assert {report["inputs"][0], report["findings"][0]["path"], report["workloads"][0]["path"]} == {"odd.yaml"}

    @pytest.mark.parametrize("form", DOCUMENTS)
    def test_a_crash_gives_a_document_as_well(self, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def crash(*_: object, **__: object) -> object:
            raise ZeroDivisionError("oops")

        monkeypatch.setattr(pipeline, "uninject", crash)
        result = meshinject("uninject", "--report-format", form, "a.yaml")
        assert (result.code, result.stdout) == (70, b"")
        assert parsed(form, result.stderr) is not None
        assert "ZeroDivisionError: oops" in result.stderr

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            pytest.param(["--report-format", "sarfi"], "did you mean sarif?", id="an unknown form"),
            pytest.param(["--report-file", "no/report"], "there is no folder 'no'", id="no folder"),
            pytest.param(["--report-file", "-"], "'-' is none", id="no name"),
            pytest.param(["--report-file", "."], "'.' is none", id="a folder"),
            pytest.param(["--report-file", "./a.yaml"], "the name of an input or of the output", id="an input"),
            pytest.param(["--report-file", "o", "-o", "o"], "the name of an input or of the output", id="the output"),
        ],
    )
    def test_what_cannot_be_is_told_and_nothing_is_written(self, options: list[str], message: str) -> None:
        before = {name: Path(name).read_text() for name in os.listdir()}
        result = inject(*options, "a.yaml")
        assert (result.code, result.stdout) == (2, b"")
        assert "error[MI002]" in result.stderr
        assert message in result.stderr
        assert {name: Path(name).read_text() for name in os.listdir()} == before


@pytest.mark.usefixtures("files")
class TestHowMuch:
    def test_a_clean_manifest_is_one_line(self) -> None:
        assert inject("a.yaml").stderr == "1 injected, 0 skipped, 0 passed through\n"

    @pytest.mark.parametrize(
        "options", [["-q"], ["-q", "--report-format", "github"], ["-q", "--report-file", "report"]]
    )
    def test_and_quietly_none(self, options: list[str]) -> None:
        assert inject(*options, "a.yaml").stderr == ""

    @pytest.mark.parametrize(
        ("options", "codes"),
        [
            pytest.param([], ["MI301"], id="notes and above"),
            pytest.param(["-q"], ["MI301"], id="also quietly"),
            pytest.param(["-v"], ["MI300", "MI301"], id="with INFO when verbose"),
        ],
    )
    def test_of_a_document(self, options: list[str], codes: list[str]) -> None:
        report = json.loads(inject("--report-format", "json", *options, "a.yaml", "host.yaml").stderr)
        assert [finding["code"] for finding in report["findings"]] == codes
        assert [entry["state"] for entry in report["workloads"]] == ["injected", "skipped"]

    def test_uninject_tells_of_every_workload(self, folder: Path) -> None:
        (folder / "done.yaml").write_bytes(inject("-q", "a.yaml").stdout)
        result = meshinject("uninject", "-v", "--report-format", "json", "done.yaml", "a.yaml")
        report = json.loads(result.stderr)
        assert [finding["code"] for finding in report["findings"]] == ["MI311", "MI312"]
        assert [entry["state"] for entry in report["workloads"]] == ["uninjected", "skipped"]

    def test_a_note_that_many_files_share_is_told_once(self, folder: Path) -> None:
        templates = folder / "chart" / "templates"
        templates.mkdir(parents=True)
        (folder / "chart" / "Chart.yaml").write_text("name: c\n")
        for at in range(5):
            (templates / f"{at}.yaml").write_text(POD)
        result = inject("-R", "chart")
        assert result.stderr.count("MI309") == 1
        assert "chart/templates/0.yaml: note[MI309]: " in result.stderr
        assert "(and 4 more files; -v lists them)\n" in result.stderr
        assert inject("-v", "-R", "chart").stderr.count("MI309") == 5

    def test_nothing_is_called_done_when_the_run_fails(self) -> None:
        said = inject("-v", "a.yaml", "broken.yaml").stderr
        assert "info[MI300]: Pod p takes a native sidecar: " in said
        assert "injected, " not in said


@pytest.mark.usefixtures("files")
class TestStrict:
    def test_a_warning_keeps_everything_back(self) -> None:
        result = inject("--strict", "odd.yaml", "a.yaml")
        assert (result.code, result.stdout) == (1, b"")
        assert result.stderr.startswith("odd.yaml:3:62: warning[MI502]: ")
        assert result.stderr.endswith("\nnothing is written: with --strict warnings count\n")

    def test_files_stay(self) -> None:
        assert inject("--strict", "--write", "odd.yaml", "a.yaml").code == 1
        assert (Path("a.yaml").read_text(), Path("odd.yaml").read_text()) == (POD, ODD)
        assert inject("--strict", "-o", "out.yaml", "odd.yaml").code == 1
        assert not Path("out.yaml").exists()

    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param(["a.yaml"], id="all is well"),
            pytest.param(["host.yaml"], id="a skip"),
            pytest.param(["--ignore", "MI502", "odd.yaml"], id="a warning that is ignored"),
            pytest.param(["--select", "MI9", "odd.yaml"], id="a warning that is not selected"),
        ],
    )
    def test_what_is_no_warning_passes(self, arguments: list[str]) -> None:
        strict, plain = inject("--strict", *arguments), inject(*arguments)
        assert strict == plain
        assert (strict.code, bool(strict.stdout)) == (0, True)

    def test_an_error_is_still_an_error(self) -> None:
        assert inject("--strict", "odd.yaml", "broken.yaml").code == 3

    def test_what_check_finds_is_told_as_ever(self) -> None:
        assert inject("--strict", "--check", "a.yaml") == inject("--check", "a.yaml")
        assert inject("--strict", "--check", "--diff", "a.yaml") == inject("--check", "--diff", "a.yaml")

    def test_the_report_of_a_check_is_printed(self) -> None:
        result = inject("--strict", "--check", "odd.yaml")
        assert result.code == 1
        assert b"warning[MI502]" in result.stdout

    def test_a_document_tells_of_the_exit_code(self) -> None:
        assert json.loads(inject("--strict", "--report-format", "json", "odd.yaml").stderr)["exitCode"] == 1

    def test_uninject_takes_it_too(self, folder: Path) -> None:
        (folder / "twice.yaml").write_text("%YAML 1.1\n---\n" + POD)
        assert meshinject("uninject", "--strict", "twice.yaml").code == 1
        assert meshinject("uninject", "--strict", "--ignore", "MI108", "twice.yaml").code == 0


@pytest.mark.usefixtures("files")
class TestSelectAndIgnore:
    ALL = ("odd.yaml", "host.yaml")

    @pytest.mark.parametrize(
        ("options", "codes"),
        [
            pytest.param([], {"MI502", "MI301"}, id="neither"),
            pytest.param(["--ignore", "MI502"], {"MI301"}, id="a code"),
            pytest.param(["--ignore", "mi5"], {"MI301"}, id="the start of codes, in any case"),
            pytest.param(["--ignore", "MI301,MI502"], set(), id="a list"),
            pytest.param(["--ignore", "MI301", "--ignore", "MI502"], set(), id="given twice"),
            pytest.param(["--select", "MI5"], {"MI502"}, id="selected"),
            pytest.param(["--select", "MI", "--ignore", "MI3"], {"MI502"}, id="selected but ignored"),
            pytest.param(["--select", "IST"], set(), id="nothing of that"),
        ],
    )
    def test_what_is_told(self, options: list[str], codes: set[str]) -> None:
        report = json.loads(inject("--report-format", "json", *options, *self.ALL).stderr)
        assert {finding["code"] for finding in report["findings"]} == codes
        assert [entry["state"] for entry in report["workloads"]] == ["injected", "skipped"]

    @pytest.mark.parametrize("options", [["--select", "MI5"], ["--ignore", "MI1,MI3"], ["--ignore", "MI"]])
    def test_errors_and_what_check_finds_are_always_told(self, options: list[str]) -> None:
        assert inject("--check", *options, "a.yaml")[:2] == (1, WOULD_CHANGE)
        failed = inject(*options, "broken.yaml")
        assert failed.code == 3
        assert "error[MI101]" in failed.stderr

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            pytest.param(["--ignore", "MI101"], "MI101 is an error, which cannot be ignored", id="an error"),
            pytest.param(["--ignore", "MI310"], "MI310 is what --check is for, which cannot be ignored", id="drift"),
            pytest.param(["--ignore", "IST01077"], "did you mean IST0107?", id="a mistyped code"),
            pytest.param(["--select", "MI7"], "--select: no code is 'MI7' or starts so", id="no code starts so"),
            pytest.param(["--select", "MI5,"], "--select: no code is '' or starts so", id="an empty one"),
        ],
    )
    def test_what_cannot_be_is_a_usage_error(self, options: list[str], message: str) -> None:
        result = inject(*options, "a.yaml")
        assert (result.code, result.stdout) == (2, b"")
        assert message in result.stderr


@pytest.mark.skipif(os.geteuid() == 0 and not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_report_that_cannot_be_written_is_an_error(files: Path) -> None:
    del files
    result = inject("--report-file", "/dev/full", "odd.yaml")
    assert result.code == 2
    assert result.stderr == "/dev/full: error[MI001]: cannot be written: No space left on device\n"
