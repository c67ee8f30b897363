"""Which workloads a run would change, and why: what `--check` tells."""

from collections.abc import Sequence
from typing import Any

from meshinject import problems
from meshinject.frozen import Frozen
from meshinject.injection import parts
from meshinject.injection.record import is_injected
from meshinject.kubernetes.workload import Workload
from meshinject.reports.findings import Place
from meshinject.yamltext.lines import position
from meshinject.yamltext.stream import Document


class Change(Frozen):
    """A workload that would change: which, why, and where the change begins."""

    workload: str
    why: str
    place: Place


def find(document: Document, text: str, pairs: Sequence[tuple[Workload, dict[str, Any]]], path: str) -> list[Change]:
    """The workloads of a document that change when it becomes `text`; `pairs` holds each with its wanted pod."""
    changed = [pair for pair in pairs if pair[0].pod != pair[1]] or pairs  # none: only the spelling changes
    begin = _first_difference(document, text, path)
    found: list[Change] = []
    for workload, wanted in changed:
        carries_proxy = parts.proxy(workload.pod or {}) is not None
        at = begin if carries_proxy and not found else problems.kind_place(workload, path)
        found.append(Change(problems.name(workload), _why(workload.pod or {}, wanted), at))
    return found


def _why(present: dict[str, Any], wanted: dict[str, Any]) -> str:
    if not is_injected(wanted):
        return "carries an injection"
    if not is_injected(present):
        return "is not injected"
    old, new = parts.proxy(present), parts.proxy(wanted)
    if old is None or new is None:
        return "is not as an injection makes it"
    if old[0] != new[0]:
        kind = {"containers": "legacy", "initContainers": "native"}
        return f"has a {kind[old[0]]} sidecar, not a {kind[new[0]]} one"
    images = old[1].get("image"), new[1].get("image")
    if images[0] != images[1]:
        return f"has the proxy {images[0]}, not {images[1]}"
    return "is not as an injection makes it"


def _first_difference(document: Document, text: str, path: str) -> Place:
    source = document.source
    same = next((index for index, pair in enumerate(zip(source, text, strict=False)) if pair[0] != pair[1]), None)
    line, column = position(source, min(len(source), len(text)) if same is None else same)
    return Place(path, document.line + line, column + 1)
