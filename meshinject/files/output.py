"""What is written: the whole result or nothing, so that `meshinject ... | kubectl apply -f -` never applies half of it.

Texts are collected while the inputs are worked through and go out at the end. Up to 8 MB stay in memory, more
spools to a temporary file.
"""

import errno
import sys
from collections.abc import Iterable
from functools import partial
from typing import IO, BinaryIO, Self

SPOOL_BYTES = 8 * 1024 * 1024


class Spool:
    """The output in the making: texts of several inputs, joined as one YAML stream."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._file: IO[bytes] | None = None
        self._tail = ""
        self._first = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, text: str) -> None:
        """Append the text of one input, parted from the one before by exactly one `---`."""
        if not text:
            return
        separated = text if self._first else separator(self._tail, text) + text.removeprefix("\ufeff")
        self._first = False
        self._tail = separated[-_TAIL:]
        self.write(separated)

    def write(self, text: str) -> None:
        """Append text as it is."""
        data = text.encode("utf-8")
        self._size += len(data)
        if self._file is None and self._size > SPOOL_BYTES:
            import tempfile  # noqa: PLC0415 (only large outputs pay for it)

            self._file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by __exit__)
            self._file.writelines(self._parts)
            self._parts.clear()
        if self._file is None:
            self._parts.append(data)
        else:
            self._file.write(data)

    def to_stdout(self) -> None:
        """Print everything, as bytes: no newline is translated, on Windows neither.

        Raises:
            OSError: standard output is closed or full.
        """
        if sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        out = sys.stdout.buffer
        if self._file is None:
            chunks: Iterable[bytes] = self._parts
        else:
            self._file.seek(0)
            chunks = iter(partial(self._file.read, _CHUNK), b"")
        for chunk in chunks:
            _write_all(out, chunk)
        out.flush()

    def to_file(self, path: str) -> None:
        """Put everything into `path`, atomically; it may be one of the inputs.

        Raises:
            OSError: the file cannot be written.
        """
        from meshinject.files import atomic  # noqa: PLC0415  (most output goes to standard output)

        if self._file is None:
            atomic.replace(path, self._parts)
        else:
            self._file.seek(0)
            atomic.replace(path, self._file)


def _write_all(out: BinaryIO, data: bytes) -> None:
    """Write every byte: where PYTHONUNBUFFERED makes standard output raw, one write may take a part of them only."""
    left = memoryview(data)
    while left:
        left = left[out.write(left) :]


_TAIL = 4096
_CHUNK = 1024 * 1024


def separator(before: str, after: str) -> str:
    """What parts two YAML texts: nothing where one of them brings the `---`, a line break where the first ends without.

    A text that starts with a directive (`%YAML`) needs the document end mark `...` before it (YAML 1.2, section 9.2).
    """
    start = after.removeprefix("\ufeff")
    newline = "\r\n" if "\r\n" in after[:_TAIL] else "\n"
    ended = "" if before.endswith(("\n", "\r")) else newline
    if start.startswith("%"):
        return f"{ended}...{newline}"
    last_line = before.rstrip("\r\n").rpartition("\n")[2].rstrip()
    if _is_marker(_first_line(start)) or (last_line == "---" and not ended):
        return ended
    return f"{ended}---{newline}"


def _first_line(text: str) -> str:
    """The first line that is neither blank nor a comment."""
    return next((line for line in text[:_TAIL].splitlines() if line.strip() and not line.lstrip().startswith("#")), "")


def _is_marker(line: str) -> bool:
    return line == "---" or line.startswith(("--- ", "---\t"))
