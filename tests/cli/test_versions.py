"""What is said of the declared versions."""

from pathlib import Path

import pytest

from tests.conftest import POD
from tests.inprocess import meshinject

KUBERNETES = ("--kubernetes-version", "1.33")


@pytest.mark.parametrize(
    ("version", "said"),
    [
        pytest.param("1.28.10", "", id="the newest known patch"),
        pytest.param("1.28.99", "Istio 1.28.99 is newer than meshinject, which knows 1.28.10", id="a newer patch"),
        pytest.param("1.31.0", "", id="a release of which a candidate is known"),
        pytest.param("1.31.1", "Istio 1.31.1 is newer than meshinject, which knows 1.31.0-rc.0", id="a patch after it"),
        pytest.param("1.99.0", "Istio 1.99.0 is newer than meshinject; taking the templates of 1.31", id="a new minor"),
    ],
)
def test_a_version_that_is_newer_than_all_known_ones_is_told(folder: Path, version: str, said: str) -> None:
    (folder / "pod.yaml").write_text(POD)
    result = meshinject("pod.yaml", "-q", "--istio-version", version, *KUBERNETES, "--native-sidecars", "true")
    assert result.code == 0
    assert ("MI402" in result.stderr) is bool(said)
    assert said in result.stderr


@pytest.mark.parametrize("option", ["--istio-version", "--kubernetes-version"])
@pytest.mark.parametrize("empty", ["", " "], ids=["empty", "blank"])
def test_an_empty_version_is_not_taken_for_none(folder: Path, option: str, empty: str) -> None:
    (folder / "pod.yaml").write_text(POD)
    result = meshinject("pod.yaml", f"{option}={empty}")
    assert (result.code, result.stdout) == (2, b"")
    assert f"Invalid value for '{option}': it is empty" in result.stderr
