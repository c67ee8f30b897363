"""What README.md tells to type is what works, and what the gate runs."""

import re
from pathlib import Path

import pytest

from meshinject.cli.app import COMMANDS
from tests.inprocess import meshinject

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
COMMAND_LINES = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)


def test_the_first_command_installs_and_injects_a_manifest_of_the_repository() -> None:
    run = COMMAND_LINES[0].rpartition(" && ")[2]
    assert COMMAND_LINES[0].startswith("python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/meshinject ")
    arguments = run.split()[1:]
    arguments[1] = str(ROOT / arguments[1])
    result = meshinject(*arguments)
    assert result.code == 0
    assert result.stderr == "2 injected, 0 skipped, 1 passed through\n"


def test_the_second_command_is_the_one_that_the_gate_runs() -> None:
    assert COMMAND_LINES[1].endswith(".venv/bin/python -m pytest")
    assert COMMAND_LINES[1] in (ROOT / ".ci" / "run").read_text().splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_every_command_is_explained(command: str) -> None:
    help_text = meshinject(command, "--help").stdout.decode()
    options = set(re.findall(r"--[a-z][a-z-]+", help_text)) - {"--help"}
    assert options
    missing = sorted(option for option in options if option not in README)
    assert not missing, f"README.md does not tell of {missing}"
