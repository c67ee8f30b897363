"""How much of the recorded truth a run compares."""

import os

import pytest


@pytest.fixture
def all_cases(request: pytest.FixtureRequest) -> bool:
    """Whether every recorded case is compared, not a spread of them."""
    return bool(request.config.getoption("--all-cases") or os.environ.get("CI"))
