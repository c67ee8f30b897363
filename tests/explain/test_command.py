"""meshinject explain as a command: what it reads, where it prints, and with what it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import POD
from tests.inprocess import meshinject

ROOT = Path(__file__).parents[2]
VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n"


def workloads(*arguments: str, stdin: bytes = b"") -> list[str]:
    result = meshinject("explain", *arguments, *VERSIONS, "--format", "json", stdin=stdin)
    assert result.code == 0, result.stderr
    return [f"{told['kind']} {told['name']}" for told in json.loads(result.stdout)["workloads"]]


def test_standard_input_is_read_without_arguments() -> None:
    assert workloads(stdin=POD.encode()) == ["Pod p"]


def test_every_document_of_every_file_is_explained_in_order(folder: Path) -> None:
    (folder / "a.yaml").write_text(f"{POD}---\n{SERVICE}---\n{POD.replace('name: p', 'name: q')}")
    (folder / "b.yaml").write_text(POD.replace("name: p", "name: r"))
    assert workloads("b.yaml", "a.yaml") == ["Pod r", "Pod p", "Pod q"]


def test_a_folder_is_read_with_all_below_it(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "a.yaml").write_text(POD)
    (folder / "other.yaml").write_text("no: {manifest\n")
    assert workloads("-R", ".") == ["Pod p"]
    assert workloads("-R", ".", "--exclude", "below") == []


def test_a_namespace_of_another_file_counts(folder: Path) -> None:
    (folder / "a.yaml").write_text(POD.replace("name: p", "name: p, namespace: shop"))
    (folder / "b.yaml").write_text(
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {istio-injection: disabled}}\n"
    )
    result = meshinject("explain", "a.yaml", "b.yaml", *VERSIONS, "--policy", "namespace")
    assert "[namespace-disabled]" in result.stdout.decode()


@pytest.mark.parametrize("text", [pytest.param("", id="nothing"), pytest.param(SERVICE, id="no workload")])
def test_an_input_without_workloads_gives_no_text_and_a_note(text: str) -> None:
    result = meshinject("explain", *VERSIONS, stdin=text.encode())
    assert (result.code, result.stdout) == (0, b"")
    assert result.stderr == "meshinject: note[MI005]: the input holds no workload\n"
    assert meshinject("explain", "-q", *VERSIONS, stdin=text.encode()).stderr == ""
    assert workloads(stdin=text.encode()) == []


@pytest.mark.parametrize(
    ("text", "options", "code", "said"),
    [
        pytest.param("kind: Pod\n  bad: [\n", (), 3, "error[MI101]", id="bad YAML"),
        pytest.param(POD.replace("[{name: a, image: a}]", "web"), (), 3, "error[MI106]", id="a wrong type"),
        pytest.param(
            POD.replace("name: p", "name: p, annotations: {sidecar.istio.io/interceptionMode: X}"),
            (),
            3,
            "error[IST0125]",
            id="an annotation that Istio refuses",
        ),
        pytest.param(POD, ("--format", "xml"), 2, "it takes text or json", id="an unknown format"),
        pytest.param(POD, ("--native-sidecars", "maybe"), 2, "--native-sidecars is 'maybe'", id="an unknown mode"),
        pytest.param(POD, ("--values-file", "missing"), 2, "missing: error[MI001]", id="a missing settings file"),
    ],
)
def test_an_error_leaves_standard_output_empty(text: str, options: tuple[str, ...], code: int, said: str) -> None:
    result = meshinject("explain", "-", *VERSIONS, *options, stdin=f"{POD}---\n{text}".encode())
    assert (result.code, result.stdout) == (code, b"")
    assert said in result.stderr


def test_a_missing_file_is_an_error() -> None:
    result = meshinject("explain", "nowhere.yaml", *VERSIONS)
    assert (result.code, result.stdout) == (2, b"")


def test_warnings_are_part_of_the_explanation_and_fail_nothing() -> None:
    pod = POD.replace("name: p", 'name: p, annotations: {sidecar.istio.io/proxyCPU: "1"}')
    result = meshinject("explain", *VERSIONS, stdin=pod.encode())
    assert (result.code, result.stderr) == (0, "")
    assert "  warning     <stdin>:3:62 [MI508] sidecar.istio.io/proxyCPU replaces" in result.stdout.decode()


def test_nothing_is_written(folder: Path) -> None:
    (folder / "a.yaml").write_text(POD)
    before = os.stat("a.yaml")
    meshinject("explain", "a.yaml", *VERSIONS)
    assert os.stat("a.yaml") == before
    assert os.listdir() == ["a.yaml"]


def test_many_documents_are_explained_as_one_is() -> None:
    one = meshinject("explain", *VERSIONS, stdin=POD.encode()).stdout.decode().partition("\nPod")[2]
    many = meshinject("explain", *VERSIONS, stdin=f"---\n{POD}".encode() * 150).stdout.decode()
    assert many.count("\nPod p (<stdin>:") == 150
    assert one.partition("\n")[2].strip() in many


def test_a_process_on_a_terminal_gets_panels_in_colour_as_wide_as_it_is() -> None:
    shown = _on_a_terminal({"COLUMNS": "70"})
    assert "╭─" in shown
    assert "\x1b[" in shown
    assert "\x1b[" not in _on_a_terminal({"COLUMNS": "70", "NO_COLOR": "1"})
    assert max(map(len, _on_a_terminal({"COLUMNS": "70", "NO_COLOR": "1"}).splitlines())) == 70
    assert _on_a_terminal({"TERM": "dumb"}).startswith("settings\n")
    assert _on_a_terminal({}, "--format", "text").startswith("settings\n")


def _on_a_terminal(environment: dict[str, str], *options: str) -> str:
    leader, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "meshinject", "explain", "golden/demo/shop.yaml", *VERSIONS, *options],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(leader, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    assert process.wait(30) == 0
    return shown.decode().replace("\r\n", "\n")


def test_the_sample_of_the_readme_is_what_is_printed() -> None:
    sample = (ROOT / "README.md").read_text().partition("| grep -A 20 Job\n")[2].partition("```")[0]
    shown = meshinject("explain", str(ROOT / "golden/demo/shop.yaml"), *VERSIONS).stdout.decode()
    assert sample.partition("\n")[2]
    assert shown.partition("\nJob ")[2].partition("\n")[2] == sample.partition("\n")[2]
