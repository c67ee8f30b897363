"""Every folder of golden/cases is one run of the command line; what it printed and said is kept beside it as a golden.

An added folder is an added test. `pytest --snapshot-update` renews the goldens; read them before you commit them.
"""

import shlex
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from tests.inprocess import meshinject

GOLDEN = Path(__file__).parents[2] / "golden"
CASES = sorted(folder.name for folder in (GOLDEN / "cases").iterdir())
VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")


class Printed(SingleFileSnapshotExtension):
    """Standard output as a file of its own, byte for byte."""

    _write_mode = WriteMode.BINARY
    file_extension = "yaml"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(GOLDEN / test_location.basename)


class Said(Printed):
    """Exit code and standard error."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.mark.parametrize("case", CASES)
def test_case(case: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = GOLDEN / "cases" / case
    (manifest,) = (file.name for file in folder.glob("input.*"))
    options = folder / "arguments"
    arguments = shlex.split(options.read_text()) if options.exists() else []
    monkeypatch.chdir(folder)
    result = meshinject("-f", manifest, *VERSIONS, *arguments)
    assert f"exit {result.code}\n{result.stderr}" == snapshot(extension_class=Said)
    assert result.stdout == snapshot(extension_class=Printed)
