"""A bound on the size of values that are walked as a whole.

A template can nest a list in itself twice over and so double what printing it takes with each step, or put a map
into itself. Whoever walks a whole value measures it first.
"""

from typing import Any

from meshinject.gotemplate.values import GoError, Pointer, Struct
from meshinject.gotemplate.work import spend

MAX_PARTS = 1_000_000
MAX_NESTING = 250  # what walks values takes several frames of Python's stack for each level
_PER_PART = 500


def measure(value: Any) -> None:
    """Accept a value that is walked in a sane time.

    Raises:
        GoError: it has too many parts, or is nested too deeply (it may contain itself).
    """
    if not isinstance(value, list | dict | Pointer | Struct):
        return
    parts = 0
    level: list[Any] = [value]
    for _ in range(MAX_NESTING):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, list):
                inner += item
            elif isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, Struct):
                inner += [item.get(field.name) for field in item.go_type.order]
            elif isinstance(item, Pointer) and item.target is not None:
                inner.append(item.target)
        if not inner:
            spend(parts * _PER_PART)
            return
        parts += len(inner)
        if parts > MAX_PARTS:
            raise GoError(f"the value has more than {MAX_PARTS} parts")
        level = inner
    raise GoError("the value is nested too deeply")
