"""Working on many things at once: a large stream is shared out to forked processes, one a processor.

Forking costs some 20 ms and shares what is loaded already; where it is not to be had (Windows, macOS, a program with
threads) the work is done in this process.
"""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_WORTH_IT = 100
"""How many items make sharing worth its price."""

_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None
"""What the forked processes inherit: the function is a closure, which cannot be sent to another process."""


def each(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The results of a function for all items, in their order; the results must be plain data."""
    workers = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    if len(items) < _WORTH_IT or workers < 2 or threading.active_count() > 1:  # noqa: PLR2004  (one processor)
        return [function(item) for item in items]
    return _shared_out(function, items, workers)


def _shared_out(function: Callable[[Item], Result], items: Sequence[Item], workers: int) -> list[Result]:
    import multiprocessing  # noqa: PLC0415  (only large streams pay for it)

    global _work  # noqa: PLW0603  (see above)
    _work = function, items
    try:
        context = multiprocessing.get_context("fork")
        with context.Pool(workers, _quiet) as pool:
            return pool.map(_one, range(len(items)), chunksize=max(1, len(items) // (workers * 8)))
    finally:
        _work = None


def _one(index: int) -> Any:
    assert _work is not None  # noqa: S101  (set before the fork)
    function, items = _work
    return function(items[index])


def _quiet() -> None:
    """In a forked process: the parent alone answers to Ctrl-C and SIGTERM, and ends its children itself."""
    import signal  # noqa: PLC0415  (as above)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
