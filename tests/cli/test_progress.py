"""The bar shows on a terminal, late, and never takes a result away."""

import io
import sys

import pytest

from meshinject.cli import progress
from meshinject.files.inputs import Source
from meshinject.pipeline import Counts, Outcome
from meshinject.run import Result

RESULTS = [Result(Source(name, name, ""), Outcome("", [], Counts())) for name in "abc"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stderr", "patience", "shows"),
    [
        pytest.param(Terminal(), -1.0, True, id="a long run on a terminal"),
        pytest.param(Terminal(), 60.0, False, id="a short run on a terminal"),
        pytest.param(io.StringIO(), -1.0, False, id="a long run in a pipe"),
    ],
)
def test_all_results_come_with_or_without_a_bar(
    stderr: io.StringIO, patience: float, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(progress, "_PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")
    assert list(progress.shown(iter(RESULTS), len(RESULTS))) == RESULTS
    assert ("meshinject" in stderr.getvalue()) is shows
