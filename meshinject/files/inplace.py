"""Changing the inputs themselves: only once everything went well, only those that change, each one whole."""

from typing import NamedTuple

from meshinject.files import atomic
from meshinject.files.inputs import Source
from meshinject.reports.findings import Code, Finding, Place


class _Planned(NamedTuple):
    source: Source
    old: bytes
    new: bytes


class Rewriting:
    """The files that a run changes."""

    def __init__(self) -> None:
        self._planned: list[_Planned] = []
        self.count = 0
        """How many files were changed."""

    def add(self, source: Source, new: str) -> None:
        """Plan to give a file its new text; a file that stays as it is is not touched, its time stamp stands."""
        if isinstance(source.text, str) and source.text != new:
            self._planned.append(_Planned(source, source.text.encode(), new.encode()))

    def replace_all(self) -> list[Finding]:
        """Change the planned files, and say which could not be."""
        return [problem for planned in self._planned if (problem := self._replace(planned))]

    def _replace(self, planned: _Planned) -> Finding | None:
        source = planned.source
        try:
            with open(source.name, "rb") as file:
                if file.read() != planned.old:
                    text = "was changed by somebody else meanwhile; it is left as it is"
                    return Finding(Code.UNREADABLE, text, "run meshinject again", Place(source.path))
            atomic.replace(source.name, [planned.new])
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            return Finding(Code.UNREADABLE, text, "", Place(source.path))
        self.count += 1
        return None
