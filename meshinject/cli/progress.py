"""A progress bar on standard error, for people only: on a terminal, and when a run takes longer than a second."""

import sys
import time
from collections.abc import Iterable, Iterator

from meshinject.run import Result

_PATIENCE = 1.0
"""Seconds until a bar appears."""


def shown(results: Iterable[Result], total: int) -> Iterator[Result]:
    """The results as they come, with a bar above them when they take long; `total` is how many there will be."""
    if total < 2 or not sys.stderr.isatty():  # noqa: PLR2004  (one file has no progress to show)
        yield from results
        return
    start = time.monotonic()
    waiting = iter(results)
    for done, result in enumerate(waiting, start=1):
        yield result
        if time.monotonic() - start > _PATIENCE:
            yield from _with_bar(waiting, done, total)


def _with_bar(waiting: Iterator[Result], done: int, total: int) -> Iterator[Result]:
    from rich.console import Console  # noqa: PLC0415  (only long runs pay for rich)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("meshinject", total=total, completed=done)
        for result in waiting:
            yield result
            progress.advance(task)
