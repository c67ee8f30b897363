"""Which files the named inputs mean: a folder stands for the manifests in it, a pattern for what fits it.

As with kubectl a folder means its own files, and with `--recursive` those below it too. Hidden files and folders (.git
among them) are left out, everything is sorted, so that two machines read in the same order.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch

from meshinject.files.inputs import STDIN, reported
from meshinject.frozen import Frozen
from meshinject.reports.findings import Code, Finding, Place

SUFFIXES = (".yaml", ".yml", ".json")
_MAGIC = frozenset("*?[")


class Found(Frozen):
    """The files to read, each once, and what is wrong with the names."""

    names: list[str]
    findings: list[Finding]


def find(names: Sequence[str], *, recursive: bool = False, exclude: Sequence[str] = ()) -> Found:
    """The files that `names` mean, in their order, each once.

    `exclude` holds patterns as a shell has them, `*` spanning `/`; they fit a path or any run of its parts. A file that
    is named itself is read whatever its ending.
    """
    files: dict[str, None] = {}
    findings: list[Finding] = []
    for name in names:
        meant = [name] if name == STDIN or os.path.lexists(name) else _expanded(name)
        for path in meant:
            try:
                found = list(_walk(path, recursive=recursive, exclude=exclude)) if os.path.isdir(path) else [path]
            except OSError as error:
                findings.append(
                    Finding(Code.UNREADABLE, f"cannot be read: {error.strerror}", "", Place(reported(path)))
                )
                continue
            if not found:
                text = f"holds no {', '.join('*' + suffix for suffix in SUFFIXES)}"
                help_text = "" if recursive else "look below it with --recursive"
                findings.append(Finding(Code.NO_FILES, text, help_text, Place(reported(path))))
            files |= dict.fromkeys(file for file in found if not _fits(file, exclude))
    return Found(_each_once(files), findings)


def _each_once(names: Iterable[str]) -> list[str]:
    """The names without those that lead to the same file by a link or another spelling; a file itself beats a link."""
    byfile: dict[str, str] = {}
    for name in names:
        file = name if name == STDIN else os.path.realpath(name)
        if file not in byfile or (os.path.islink(byfile[file]) and not os.path.islink(name)):
            byfile[file] = name
    return list(byfile.values())


def _expanded(name: str) -> list[str]:
    """What a pattern fits that no shell expanded, as on Windows or in quotes; the name itself when nothing does."""
    if not _MAGIC.intersection(name):
        return [name]
    import glob  # noqa: PLC0415  (seldom needed)

    return sorted(glob.glob(name, recursive=True)) or [name]


def _walk(folder: str, *, recursive: bool, exclude: Sequence[str]) -> Iterator[str]:
    """The manifests of a folder, each folder's files before those of its sub-folders."""
    below = []
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.startswith(".") or _fits(entry.path, exclude):
                continue
            if entry.is_dir(follow_symlinks=False):  # a linked folder may lead back to itself
                below.append(entry.path)
            elif entry.name.lower().endswith(SUFFIXES) and entry.is_file():
                yield entry.path
    if recursive:
        for path in below:
            yield from _walk(path, recursive=True, exclude=exclude)


def _fits(path: str, patterns: Sequence[str]) -> bool:
    if not patterns or path == STDIN:
        return False
    parts = os.path.normpath(path).split(os.sep)
    tails = ["/".join(parts[start:stop]) for start in range(len(parts)) for stop in range(start + 1, len(parts) + 1)]
    return any(fnmatch(tail, pattern.rstrip("/")) for pattern in patterns for tail in tails)
