"""What is read: the files that were named, and `-` for standard input, once."""

import os
import sys
from collections.abc import Iterator, Sequence

from meshinject.files.decode import decode
from meshinject.frozen import Frozen
from meshinject.nearest import question
from meshinject.reports.findings import Code, Finding, Place

STDIN = "-"
STDIN_NAME = "<stdin>"


class Source(Frozen):
    """One input: its name as given, the path as it is reported, and its text or what is wrong with it."""

    name: str
    path: str
    text: str | Finding


def read(names: Sequence[str]) -> Iterator[Source]:
    """Each named input in the given order, read when it is asked for."""
    for name in names:
        yield read_one(name)


def read_one(name: str) -> Source:
    """One named input."""
    path = reported(name)
    data = _bytes(name, path)
    return Source(name, path, decode(data, path) if isinstance(data, bytes) else data)


def is_file(name: str) -> bool:
    """Whether an input can be read twice: neither standard input nor a pipe."""
    return name != STDIN and os.path.isfile(name)


def reported(name: str) -> str:
    """The path of an input as findings and diffs give it: with `/` on every system and without `./`."""
    return STDIN_NAME if name == STDIN else os.path.normpath(name).replace(os.sep, "/")


def _bytes(name: str, path: str) -> bytes | Finding:
    try:
        if name == STDIN:
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:
            return file.read()
    except IsADirectoryError:
        return Finding(Code.UNREADABLE, "is a folder, not a file", "", Place(path))
    except FileNotFoundError as error:
        return Finding(Code.UNREADABLE, f"cannot be read: {error.strerror}", _neighbour(name), Place(path))
    except OSError as error:
        return Finding(Code.UNREADABLE, f"cannot be read: {error.strerror}", "", Place(path))
    except ValueError as error:  # a NUL in the name
        return Finding(Code.UNREADABLE, f"cannot be read: {error}", "", Place(path))


def _neighbour(name: str) -> str:
    """The file beside a missing one that is called nearly so, as a question."""
    folder, base = os.path.split(name)
    try:
        return question(base, sorted(os.listdir(folder or ".")))
    except OSError:  # the folder is missing as well, which the finding says
        return ""
