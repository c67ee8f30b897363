"""Which workloads a run would change, why, and where: what `--check` tells.

The place is the cause, where that is known (cause.py), else the first line that an injection would write otherwise. A
note is named only where nothing else differs, since the notes follow from the rest.
"""

from collections.abc import Sequence
from typing import Any

from meshinject import problems
from meshinject.frozen import Frozen
from meshinject.injection.names import STATUS
from meshinject.injection.record import is_injected
from meshinject.kubernetes.workload import Workload
from meshinject.reports.findings import Place
from meshinject.yamltext.edit import Edit
from meshinject.yamltext.lines import position
from meshinject.yamltext.marks import MARK
from meshinject.yamltext.model import Map
from meshinject.yamltext.stream import Document


class Change(Frozen):
    """A workload that would change: which, why, and where the change begins."""

    workload: str
    why: str
    place: Place


def find(
    document: Document, edits: Sequence[Edit], pairs: Sequence[tuple[Workload, dict[str, Any]]], path: str
) -> list[Change]:
    """The workloads of a document that change; `pairs` holds each with its wanted pod, `edits` make all of them."""
    found: list[Change] = []
    only_notes: list[Change] = []
    starts = sorted(_start(workload) for workload, _ in pairs)
    for workload, wanted in pairs:
        start = _start(workload)
        end = next((each for each in starts if each > start), len(document.source) + 1)
        mine = [edit for edit in edits if start <= edit.start < end]
        text = [edit for edit in mine if not _is_note(document.source, edit)]
        if text or workload.pod != wanted:
            found.append(_change(document, workload, wanted, text or mine, path))
        elif mine:
            from meshinject import cause  # noqa: PLC0415  (as below)

            why, keys, _ = cause.of_notes(workload.pod or {})
            at = problems.place(workload.pod, keys, path, value=True) if keys else _place(document, mine[0], path)
            (found if keys else only_notes).append(Change(problems.name(workload), why, at))
    return found or only_notes


def _change(document: Document, workload: Workload, wanted: dict[str, Any], edits: Sequence[Edit], path: str) -> Change:
    pod, name = workload.pod or {}, problems.name(workload)
    first = _place(document, edits[0], path) if edits else problems.kind_place(workload, path)
    if not is_injected(wanted):
        return Change(name, "carries an injection", first)
    from meshinject import cause  # noqa: PLC0415  (most are injected for the first time, or up to date)

    if not cause.carries_traces(pod):
        return Change(name, "is not injected", problems.kind_place(workload, path))
    why, keys, is_key = cause.find(pod, wanted)
    if keys:
        return Change(name, why, problems.place(pod, keys, path, value=not is_key))
    missing = [edit for edit in edits if STATUS in edit.text] if cause.lacks_status(pod) else []
    return Change(name, why, _place(document, missing[0], path) if missing else first)


def _place(document: Document, edit: Edit, path: str) -> Place:
    line, column = position(document.source, edit.start + _same(document.source, edit))
    return Place(path, document.line + line, column + 1)


def _same(source: str, edit: Edit) -> int:
    """How many characters of its text an edit leaves as they are before the first that it changes."""
    old, new = source[edit.start : edit.end], edit.text
    differs = (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    return next(differs, min(len(old), len(new)))


def _is_note(source: str, edit: Edit) -> bool:
    """Whether an edit changes nothing but a note."""
    same = _same(source, edit)
    index = edit.start + same
    line = source[source.rfind("\n", 0, index) + 1 : index]
    rest = (edit.text[same:] or source[index : edit.end]).lstrip(" ")
    return MARK in line or rest.startswith(MARK)


def _start(workload: Workload) -> int:
    """Where the text of a workload begins; at the document's start where that is not known."""
    node = workload.object.node if isinstance(workload.object, Map) else None
    return 0 if node is None else node.start
