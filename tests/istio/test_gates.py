"""The notation of gates."""

import pytest
from packaging.version import Version

from meshinject.istio.gates import applies


@pytest.mark.parametrize(
    ("gate", "inside", "outside"),
    [
        pytest.param("", ["1.20.0", "1.99.0"], [], id="no gate is every release"),
        pytest.param("since 1.24", ["1.24.0", "1.30.1"], ["1.23.6"], id="a minor and all later"),
        pytest.param("before 1.24", ["1.23.6"], ["1.24.0", "1.31.0"], id="all before a minor"),
        pytest.param(
            "since 1.27.6 1.28.4 1.29",
            ["1.27.6", "1.28.4", "1.29.0", "1.31.0"],
            ["1.26.8", "1.27.5", "1.28.3"],
            id="backports",
        ),
        pytest.param("since 1.22 before 1.24", ["1.22.0", "1.23.6"], ["1.21.6", "1.24.0"], id="a range"),
    ],
)
def test_a_gate_names_releases(gate: str, inside: list[str], outside: list[str]) -> None:
    assert all(applies(gate, Version(version)) for version in inside)
    assert not any(applies(gate, Version(version)) for version in outside)


@pytest.mark.parametrize("gate", ["1.24", "since", "before", "since x", "if 1.24"])
def test_anything_else_is_no_gate(gate: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whichever part is wrong
        applies(gate, Version("1.28.1"))
