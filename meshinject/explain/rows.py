"""An explanation as labelled lines, which the text for pipes and the one for terminals lay out each in its way."""

from collections.abc import Iterator, Sequence

from meshinject.checks.subject import listed
from meshinject.explain.records import (
    Comparison,
    Container,
    Effect,
    Explained,
    Finishes,
    Kind,
    Ready,
    Setting,
    Sidecar,
    State,
    Verdict,
)
from meshinject.frozen import Frozen
from meshinject.reports.findings import Finding, Place
from meshinject.reports.text import where

_DOES = {
    (State.TO_INJECT, True): "takes it",
    (State.INJECTED, True): "does it anew",
    (State.INJECTED, False): "takes it out",
}
ORDER = "order"
"""The label of the containers, one a line."""
_SHOWN = 3
"""How many changes an annotation is told to make; of more, how many there are."""


class Row(Frozen):
    """A label and what there is to say under it, in one line; containers also in cells."""

    label: str
    text: str
    cells: tuple[str, ...] = ()


def of(explained: Explained) -> list[Row]:
    """The rows of a workload, all but its title."""
    return list(_rows(explained))


def settings(given: Sequence[Setting]) -> list[Row]:
    """The rows of the settings of a run."""
    return [Row(setting.name, f"{setting.value} ({setting.source})") for setting in given]


def title(explained: Explained) -> str:
    """The workload and where it is."""
    return f"{explained.title} ({where(explained.place)})"


def _rows(told: Explained) -> Iterator[Row]:
    yield from _of_verdict(told.state, told.verdict)
    if told.sidecar:
        yield from _of_sidecar(told.sidecar)
    if told.comparison and told.sidecar:
        yield from _of_comparison(told.comparison, told.sidecar.kind)
    if told.ready:
        yield Row("ready", _ready(told.ready))
    widths = [
        max((len(cell) for cell in column), default=0) for column in zip(*map(_cells, told.containers), strict=True)
    ]
    for number, container in enumerate(told.containers, start=1):
        cells = (str(number), *_cells(container))
        padded = (cell.ljust(width) for cell, width in zip(cells[1:], widths, strict=True))
        yield Row(ORDER, f"{number:<2} {'  '.join(padded)}".rstrip(), cells)
    yield from (Row("start", sentence) for sentence in told.start)
    yield from (Row("stop", sentence) for sentence in told.stop)
    if told.finishes:
        yield Row("job", _finishes(told.finishes))
    yield Row("namespace", _setting(told.namespace))
    yield from (Row(effect.kind, _effect(effect)) for effect in told.effects)
    yield from (Row(finding.severity.value, _finding(finding)) for finding in told.findings)


def _of_verdict(state: State, verdict: Verdict) -> Iterator[Row]:
    why = f"{verdict.reason}{_at(verdict.place)} [{verdict.rule}]"
    if state is State.LEFT_ALONE:
        yield Row("injected", f"no: {why}")
    else:
        now = "already; an injection" if state is State.INJECTED else "not yet; an injection"
        does = _DOES[state, verdict.inject]
        yield Row("injected", f"{now} {does}: {why}")
    if verdict.change:
        yield Row("change", verdict.change)


def _of_sidecar(sidecar: Sidecar) -> Iterator[Row]:
    yield Row("sidecar", f"{sidecar.kind.value}: {sidecar.reason}{_at(sidecar.place)} [{sidecar.rule}]")
    if sidecar.change:
        yield Row("change", sidecar.change)
    if sidecar.image:
        yield Row("image", sidecar.image)


def _of_comparison(comparison: Comparison, present: Kind) -> Iterator[Row]:
    if not comparison.declared:
        yield Row("declared", "nothing to compare with: give --istio-version and --kubernetes-version")
        return
    if comparison.kind is None:
        yield Row("declared", f"{comparison.declared}: {comparison.reason}")
        return
    kind = "the same kind" if comparison.kind is present else comparison.kind.value
    yield Row("declared", f"{comparison.declared} gives {kind}: {comparison.reason}")
    for difference in comparison.differences:
        yield Row("differs", difference)
    if not comparison.differences:
        yield Row("differs", "nothing")


def _cells(container: Container) -> tuple[str, ...]:
    return container.runs.value, container.name, container.part


def _ready(ready: Ready) -> str:
    text = f"{ready.column} = {' + '.join(ready.counted)}" if ready.counted else ready.column
    if ready.uncounted:
        does = "runs to its end and does" if len(ready.uncounted) == 1 else "run to their end and do"
        text += f"; {listed([*ready.uncounted])} {does} not count"
    if ready.now:
        text += f"; now {ready.now}"
    return text + (f": {', '.join(ready.waiting)}" if ready.waiting else "")


def _finishes(finishes: Finishes) -> str:
    return f"{'finishes' if finishes.answer else 'never finishes'}: {finishes.reason}"


def _setting(setting: Setting) -> str:
    return f"{setting.value} ({setting.source})" if setting.value else setting.source


def _effect(effect: Effect) -> str:
    value = "" if "\n" in effect.value else f": {effect.value}"
    more = len(effect.changes) - _SHOWN
    changes = "; ".join(effect.changes[:_SHOWN]) + (f"; and {more} more" if more > 0 else "")
    return f"{effect.key}{value} ({where(effect.place)}) changes {changes}"


def _finding(finding: Finding) -> str:
    at = f"{where(finding.place)} " if finding.place.path else ""
    text = f"{at}[{finding.code.code}] {finding.text}"
    return f"{text}; {finding.help}" if finding.help else text


def _at(place: Place) -> str:
    """Where what decided is written, behind the sentence that says what it is."""
    return f", {where(place)}" if place.line else ""
