"""The command line: parses and prints, no more. The work is in run.py and pipeline.py, the exit codes in exits.py."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

_COLLECT_AFTER = 200_000
"""Objects made until garbage is looked for: a single manifest never gets there, a large stream does not pile up."""


def main() -> NoReturn:
    """The console script `meshinject`.

    The common case is one file and a process that has to start and end fast. So garbage is hardly looked for, and the
    process ends at once when all is flushed: taking the interpreter down politely costs as much as an injection.
    """
    gc.set_threshold(_COLLECT_AFTER)
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        _flush(stream)
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run the command line in this process and return its exit code; nothing is raised, whatever happens."""
    from meshinject.cli import app, exits  # noqa: PLC0415  (Ctrl-C while Typer loads must end cleanly as well)

    return exits.guard(lambda: app.dispatch(list(arguments)))


def _flush(stream: object) -> None:
    """Flush a standard stream; one that is closed or broken has been dealt with by then (see exits.guard)."""
    try:
        stream.flush()  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return
