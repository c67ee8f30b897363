"""A file is replaced whole: the old content or the new, its mode kept, a link followed, nothing left beside it."""

import os
from pathlib import Path

import pytest

from meshinject.files import atomic


def test_a_new_file_is_made(tmp_path: Path) -> None:
    atomic.replace(str(tmp_path / "new.yaml"), [b"new\n"])
    assert (tmp_path / "new.yaml").read_bytes() == b"new\n"
    assert os.listdir(tmp_path) == ["new.yaml"]


def test_content_changes_and_the_mode_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"old\n")
    file.chmod(0o640)
    atomic.replace(str(file), [b"new\n"])
    assert file.read_bytes() == b"new\n"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "a.yaml", tmp_path / "link.yaml"
    file.write_bytes(b"old\n")
    link.symlink_to(file)
    atomic.replace(str(link), [b"new\n"])
    assert link.is_symlink()
    assert file.read_bytes() == b"new\n"


def test_a_failed_rename_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"old\n")

    def full(_source: str, _target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        atomic.replace(str(file), [b"new\n"])
    assert file.read_bytes() == b"old\n"
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        atomic.replace(str(tmp_path / "none" / "a.yaml"), [b"new\n"])


def test_a_device_is_written_to_and_not_replaced() -> None:
    atomic.replace(os.devnull, [b"new\n"])
    assert Path(os.devnull).is_char_device()
