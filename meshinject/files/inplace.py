"""Changing the inputs themselves: only once everything went well, only those that change, each one whole."""

from meshinject.files import atomic
from meshinject.files.inputs import Source
from meshinject.frozen import Frozen
from meshinject.reports.findings import Code, Finding, Place


class _Planned(Frozen):
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
        """Change the planned files, none when one of them is not what was read, and say which could not be."""
        changed = [problem for planned in self._planned if (problem := _changed_meanwhile(planned))]
        return changed or [problem for planned in self._planned if (problem := self._replace(planned))]

    def _replace(self, planned: _Planned) -> Finding | None:
        try:
            atomic.replace(planned.source.name, [planned.new])
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            return Finding(Code.UNREADABLE, text, "", Place(planned.source.path))
        self.count += 1
        return None


def _changed_meanwhile(planned: _Planned) -> Finding | None:
    place = Place(planned.source.path)
    try:
        with open(planned.source.name, "rb") as file:
            if file.read() == planned.old:
                return None
    except OSError as error:
        return Finding(Code.UNREADABLE, f"cannot be read again: {error.strerror or error}", "", place)
    text = "was changed by somebody else meanwhile; nothing is written"
    return Finding(Code.UNREADABLE, text, "run meshinject again", place)
