"""Fixtures that every test may use."""

from pathlib import Path

import pytest

from meshinject.files import repository

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: a}]}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder; what is known of earlier ones is forgotten."""
    repository._patches_of.cache_clear()
    repository._exists.cache_clear()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-cases", action="store_true", help="compare every recorded answer of kube-inject")
    parser.addoption("--kills", default="20", help="how often the crash test kills the process")
