"""Fixtures of the tests of reports."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def settings(tmp_path: Path) -> Callable[[str], str]:
    """Makes an option of values: the text of a values file becomes `--values-file=...`."""

    def option(text: str) -> str:
        file = tmp_path / "values.yaml"
        file.write_text(text, encoding="utf-8")
        return f"--values-file={file}"

    return option
