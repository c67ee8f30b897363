"""The command line run in this process: as the user would, without the price of a process a case."""

import io
import sys
from collections.abc import Sequence
from typing import NamedTuple

from meshinject.cli import run


class Result(NamedTuple):
    """What a process would have left behind."""

    code: int
    stdout: bytes
    stderr: str


class _Stream(io.TextIOWrapper):
    """A text stream over memory, as sys.stdout is one over a file."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", newline="")

    def taken(self) -> bytes:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue()


def meshinject(*arguments: str, stdin: bytes = b"") -> Result:
    """Run `meshinject ARGUMENTS` and return what it printed."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = _Stream(), _Stream()
    sys.stdin, sys.stdout, sys.stderr = _Stream(stdin), out, err
    try:
        code = run(arguments)
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    return Result(int(code), out.taken(), err.taken().decode("utf-8"))


def answer(arguments: Sequence[str]) -> tuple[int, bytes, bytes]:
    """The same as a plain tuple of exit code, standard output and standard error."""
    result = meshinject(*arguments)
    return result.code, result.stdout, result.stderr.encode()
