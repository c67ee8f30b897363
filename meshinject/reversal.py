"""What has to be noted of a document's text so that `uninject` gives it back to the byte, and using the notes.

The notes themselves are textnotes.py's; they stand in the note of the first injected workload (injection/keeps.py).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from meshinject.injection import keeps
from meshinject.injection.names import OVERRIDES
from meshinject.injection.parts import annotations
from meshinject.injection.record import is_injected
from meshinject.textnotes import Notes, mend
from meshinject.workloads import Step
from meshinject.yamltext import emit
from meshinject.yamltext.edit import Edit
from meshinject.yamltext.problems import ProofError
from meshinject.yamltext.scalars import plain
from meshinject.yamltext.verify import prove

_PLAIN_SCALAR = re.compile(r"[\w./-]+|\"[^\"\\]*\"|'[^'\\]*'")
_MARK = "  # meshinject: "


def carries_injection(steps: Sequence[Step]) -> bool:
    """Whether any of the workloads was injected before."""
    return any(step.workload.pod is not None and is_injected(step.workload.pod) for step in steps)


def notes(steps: Sequence[Step]) -> Iterator[Notes]:
    """The notes on text that an earlier injection left in a document."""
    for step in steps:
        found = keeps.text_of(step.workload.pod) if step.workload.pod is not None else []
        if found:
            yield found


def with_notes(steps: Sequence[Step], wanted: Any, found: Iterator[Notes] | Sequence[Notes]) -> Any:
    """The wanted document with notes on its text in the first workload that is injected; itself without any."""
    for note in found:
        for step in steps:
            if step.done and step.pod is not None:
                return step._replace(pod=keeps.with_text(step.pod, note)).put_into(wanted)
    return wanted


def knows_the_same(pods: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether pods that read the same also have the same notes, but for what these say of their text."""
    return all(keeps.known(pod) == keeps.known(other) for pod, other in zip(pods, others, strict=True))


def mended(text: str, note: Notes, wanted: Any) -> str:
    """The text with notes carried out, but for those that no longer fit or say otherwise, since the text was edited."""
    new = mend(text, note)
    if _reads_as(new, wanted):
        return new
    fitting: Notes = []
    for each in note:
        if _reads_as(mend(text, [*fitting, each]), wanted):
            fitting.append(each)
    return mend(text, fitting)


def _reads_as(text: str, wanted: Any) -> bool:
    try:
        prove(text, wanted)
    except ProofError:
        return False
    return True


def is_plain(steps: Sequence[Step], edits: Sequence[Edit], source: str) -> bool:
    """Whether edits only add lines and replace scalars, which comes back to the byte without any note.

    What a recipe brings back, or the user's own container in place of a template's, is written afresh: not plain.
    Checking by doing it costs as much as a third of an injection, and most documents are plain.
    """
    pods = [step.pod for step in steps if step.pod is not None]
    if any(keeps.brings_back(pod) or OVERRIDES in annotations(pod) for pod in pods):
        return False
    return all(_is_plain(edit, source) for edit in edits)


def _is_plain(edit: Edit, source: str) -> bool:
    old = source[edit.start : edit.end]
    if old:
        return bool(_PLAIN_SCALAR.fullmatch(old)) and _is_usual(old)
    if edit.text.startswith(_MARK):
        return "\n" not in edit.text
    return edit.text.endswith("\n") and (edit.start == 0 or source[edit.start - 1] == "\n")


def _is_usual(scalar: str) -> bool:
    """Whether a scalar is written as the editor would, or is a string, whose spelling is noted on its line."""
    value = scalar if scalar[0] in "'\"" else plain(scalar)
    return isinstance(value, str) or (value is not None and emit.scalar(value) == scalar)
