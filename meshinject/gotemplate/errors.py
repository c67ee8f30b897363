"""The one error that compiling or executing a template raises, worded as Go words it."""


class TemplateError(Exception):
    """A template that does not parse, or whose execution stopped.

    `str()` gives Go's whole sentence: `template: NAME:LINE: TEXT` for a template that does not parse, and
    `template: NAME:LINE:COL: executing "TEMPLATE" at <EXPRESSION>: TEXT` for one that failed while it ran.

    Attributes:
        phase: `parse` or `exec`.
        name: the name given to the text when it was compiled.
        line: 1-based line in the template's text.
        col: byte in the line, counted from 0 as Go does; None in the phase `parse`, where Go knows none.
        message: the bare reason, without the place.
        written: what the template had written before it failed; empty in the phase `parse`.
    """

    def __init__(self, phase: str, name: str, line: int, col: int | None, message: str, place: str = "") -> None:
        where = f"{name}:{line}" if col is None else f"{name}:{line}:{col}"
        super().__init__(f"template: {where}: {place}{message}")
        self.phase = phase
        self.name = name
        self.line = line
        self.col = col
        self.message = message
        self.written = ""
