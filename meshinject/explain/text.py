"""An explanation for pipes: a line a fact, its label in front, so that `grep` finds it."""

from collections.abc import Iterator, Sequence

from meshinject.explain import rows
from meshinject.explain.records import Explanation
from meshinject.explain.rows import Row


def render(explanation: Explanation) -> str:
    """The text, empty without a workload."""
    if not explanation.workloads:
        return ""
    blocks = [("settings", rows.settings(explanation.settings))]
    blocks += [(rows.title(told), rows.of(told)) for told in explanation.workloads]
    return "\n".join("".join(_lines(title, block)) for title, block in blocks)


def _lines(title: str, block: Sequence[Row]) -> Iterator[str]:
    yield f"{title}\n"
    width = max(len(row.label) for row in block)
    for row in block:
        yield f"  {row.label.ljust(width)}  {row.text}\n"
