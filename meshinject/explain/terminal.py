"""An explanation for people at a terminal: a panel a workload, wrapped at words below its label."""

import io
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from meshinject.explain import rows
from meshinject.explain.records import Explained, Explanation, State
from meshinject.explain.rows import Row

_BORDERS = {State.TO_INJECT: "green", State.INJECTED: "cyan", State.LEFT_ALONE: "yellow"}
_STYLES = {"ready": "bold", "warning": "yellow", "note": "dim", "differs": "yellow"}


def render(explanation: Explanation, width: int, *, colour: bool) -> str:
    """The text for a terminal of so many columns, empty without a workload."""
    if not explanation.workloads:
        return ""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as capture:
        console.print(_panel("settings", rows.settings(explanation.settings), "dim"))
        for told in explanation.workloads:
            console.print(_panel(rows.title(told), rows.of(told), _border(told)))
    return capture.get()


def _border(told: Explained) -> str:
    return "red" if told.finishes and not told.finishes.answer else _BORDERS[told.state]


def _panel(title: str, block: list[Row], border: str) -> Panel:
    width = max(len(row.label) for row in block)
    parts: list[RenderableType] = []
    for label, group in groupby(block, key=lambda row: row.label):
        same = list(group)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=width, style="bold", no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(label, _order(same) if label == rows.ORDER else _listed(same, _STYLES.get(label, "")))
        parts.append(grid)
    return Panel(Group(*parts), title=Text(title, style="bold"), title_align="left", border_style=border)


def _listed(same: list[Row], style: str) -> RenderableType:
    """One text as it is; several as a list, so that one is told from the next where they wrap."""
    if len(same) == 1:
        return Text(same[0].text, style=style)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in same:
        grid.add_row("-", Text(row.text, style=style))
    return grid


def _order(containers: list[Row]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in containers:
        style = {"sidecar": "cyan", "init": "dim"}.get(row.cells[1], "")
        grid.add_row(*(Text(cell, style=style) for cell in row.cells))
    return grid
