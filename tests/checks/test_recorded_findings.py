"""What is said about every recorded input, native and legacy, as one golden: a false alarm would show here.

`pytest --snapshot-update tests/checks` renews it; read every line that changed before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from tests.inprocess import meshinject
from tests.reported.runs import inject

GOLDEN = Path(__file__).parents[2] / "golden"
INPUTS = GOLDEN / "kube_inject" / "inputs"
VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")


class Said(SingleFileSnapshotExtension):
    """One text file beside the other goldens."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(GOLDEN / test_location.basename)


def said(case: str, native: str) -> str:
    result = meshinject("-f", f"{case}.yaml", *VERSIONS, "--native-sidecars", native)
    return f"exit {result.code}\n{result.stderr}"


def report() -> Iterator[str]:
    for case in sorted(file.stem for file in INPUTS.glob("*.yaml")):
        native, legacy = said(case, "true"), said(case, "false")
        yield f"== {case}\n{native}"
        if legacy != native:
            yield f"-- legacy\n{legacy}"


def test_the_findings_of_every_recorded_input(snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(INPUTS)
    assert "\n".join(report()) == snapshot(extension_class=Said)


@pytest.mark.parametrize("native", ["true", "false"])
def test_a_second_run_over_what_was_injected_tells_the_same(native: str) -> None:
    differing = []
    for file in sorted(INPUTS.glob("*.yaml")):
        first = inject(file.read_bytes(), f"--native-sidecars={native}")
        if first.code == 0:
            again = inject(first.text, f"--native-sidecars={native}")
            differing += [file.stem] if _sentences(first.said) != _sentences(again.said) else []
    assert differing == []


def _sentences(said: str) -> list[str]:
    return sorted(line.partition(": ")[2] for line in said.splitlines() if line.startswith("<stdin>:"))
