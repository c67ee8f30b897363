"""Every folder of golden/explain is explained in the three formats, each a golden beside the others.

An added folder is an added test. `pytest --snapshot-update` renews the goldens; read them before you commit them.
"""

import json
import shlex
from pathlib import Path

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from meshinject.settings import schema
from tests import inprocess
from tests.inprocess import meshinject

GOLDEN = Path(__file__).parents[2] / "golden"
CASES = sorted(folder.name for folder in (GOLDEN / "explain").iterdir())


class Piped(SingleFileSnapshotExtension):
    """What goes into a pipe, with exit code and standard error above it."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(GOLDEN / test_location.basename)


class Shown(Piped):
    """What a terminal of 80 columns shows."""

    file_extension = "terminal"


class Machine(Piped):
    """The JSON."""

    file_extension = "json"


def explain(*options: str) -> inprocess.Result:
    return meshinject("explain", "input.yaml", *shlex.split(Path("arguments").read_text()), *options)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GOLDEN / "explain" / request.param)


@pytest.mark.usefixtures("case")
def test_in_a_pipe(snapshot: SnapshotAssertion) -> None:
    result = explain()
    assert f"exit {result.code}\n{result.stderr}\n{result.stdout.decode()}" == snapshot(extension_class=Piped)


@pytest.mark.usefixtures("case")
def test_on_a_terminal(snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inprocess._Stream, "isatty", lambda _: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = explain().stdout.decode()
    assert max(map(len, shown.splitlines())) <= 80
    assert shown == snapshot(extension_class=Shown)


@pytest.mark.usefixtures("case")
def test_as_json(snapshot: SnapshotAssertion) -> None:
    text = explain("--format", "json").stdout.decode()
    jsonschema.Draft202012Validator(schema.of("explain")).validate(json.loads(text))
    assert text == snapshot(extension_class=Machine)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema.of("explain"))
