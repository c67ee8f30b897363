"""Files that cannot be read or written: each has its message and exit code, as a user without root's rights sees it."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import POD
from tests.inprocess import Result, meshinject

NOBODY = 65534
VERSIONS = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33")


@contextmanager
def unprivileged() -> Iterator[None]:
    """As a plain user: root may write whatever the permissions say."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder that a plain user owns and can reach, with one manifest."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.yaml").write_text(POD)
        if os.geteuid() == 0:
            for path in (folder, folder / "a.yaml"):
                os.chown(path, NOBODY, NOBODY)
        monkeypatch.chdir(folder)
        yield folder
        folder.chmod(0o700)


def write(*arguments: str) -> Result:
    meshinject(*VERSIONS, "-q", stdin=POD.encode())  # loads all modules, which a plain user may not be able to read
    with unprivileged():
        return meshinject(*VERSIONS, *arguments)


def test_a_read_only_file_is_not_replaced(work: Path) -> None:
    (work / "a.yaml").chmod(0o444)
    assert write("--write", "a.yaml") == (2, b"", "a.yaml: error[MI001]: cannot be written: Permission denied\n")
    assert (work / "a.yaml").read_text() == POD


def test_a_read_only_folder_takes_no_temporary_file(work: Path) -> None:
    work.chmod(0o555)
    assert write("--write", "a.yaml") == (2, b"", "a.yaml: error[MI001]: cannot be written: Permission denied\n")
    assert (work / "a.yaml").read_text() == POD


def test_an_unreadable_file_is_named_and_nothing_else_is_written(work: Path) -> None:
    shutil.copy2("a.yaml", "b.yaml")
    (work / "b.yaml").chmod(0o000)
    if os.geteuid() == 0:
        os.chown("b.yaml", NOBODY, NOBODY)
    result = write("--write", "a.yaml", "b.yaml")
    assert result == (2, b"", "b.yaml: error[MI001]: cannot be read: Permission denied\n")
    assert (work / "a.yaml").read_text() == POD


def test_an_output_file_in_a_missing_folder(work: Path) -> None:
    result = write("a.yaml", "-o", "none/out.yaml")
    assert result == (2, b"", "none/out.yaml: error[MI001]: cannot be written: No such file or directory\n")
    assert [path.name for path in work.iterdir()] == ["a.yaml"]


def test_a_full_disk_leaves_the_old_file(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = write("--write", "a.yaml")
    assert result == (2, b"", "a.yaml: error[MI001]: cannot be written: No space left on device\n")
    assert (work / "a.yaml").read_text() == POD
    assert [path.name for path in work.iterdir()] == ["a.yaml"]


def test_ten_thousand_files(work: Path) -> None:
    tree = work / "tree"
    tree.mkdir()
    for index in range(10_000):
        (tree / f"{index:05}.yaml").write_text("apiVersion: v1\nkind: Service\nmetadata: {name: s}\n")
    (tree / "05000.yaml").write_text(POD)
    result = meshinject(*VERSIONS, "--write", "tree")
    assert result == (0, b"", "1 injected, 0 skipped, 9999 passed through; 1 file changed\n")
