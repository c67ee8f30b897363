"""The command line: parses and prints, no more. The work is in pipeline.py, the exit codes in exits.py."""

import sys
from collections.abc import Sequence
from typing import NoReturn


def main() -> NoReturn:
    """The console script `meshinject`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the command line in this process and return its exit code; nothing is raised, whatever happens."""
    from meshinject.cli import app, exits  # noqa: PLC0415 (Ctrl-C while Typer loads must end cleanly as well)

    return exits.guard(lambda: app.dispatch(list(arguments)))
