"""Edits as data: each replaces a part of one text; all are made against the same text and joined once."""

from meshinject.frozen import Frozen


class Edit(Frozen):
    """Replace ``text[start:end]`` by ``text``; indexes are into the document's own slice."""

    start: int
    end: int
    text: str


def apply(text: str, edits: list[Edit]) -> str:
    """Give the text with all edits made."""
    parts: list[str] = []
    done = 0
    for edit in edits:
        parts += (text[done : edit.start], edit.text)
        done = edit.end
    parts.append(text[done:])
    return "".join(parts)


def join(text: str, edits: list[Edit]) -> list[Edit]:
    """Sort edits, make one of those that touch, and drop those that change nothing.

    Raises:
        ValueError: two edits overlap.
    """
    joined: list[Edit] = []
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        previous = joined[-1] if joined else None
        if previous is None or edit.start > previous.end:
            joined.append(edit)
        elif edit.start == previous.end:
            added = edit.text
            if edit.start == len(text) and not _break_length(text) and _leaves_line_start(text, previous):
                # Lines appended to a text without a final break come with one, which here is there already.
                added = added.removeprefix("\r").removeprefix("\n")
            joined[-1] = Edit(previous.start, edit.end, previous.text + added)
        else:
            raise ValueError(f"edits overlap: {previous} and {edit}")
    return [edit for edit in joined if text[edit.start : edit.end] != edit.text]


def open_end(text: str, edit: Edit) -> Edit:
    """Change the last edit of a text without a final line break so that there is none after it."""
    if edit.text:
        return Edit(edit.start, edit.end, edit.text[: len(edit.text) - _break_length(edit.text)])
    return Edit(edit.start - _break_length(text[: edit.start]), edit.end, "")


def _leaves_line_start(text: str, edit: Edit) -> bool:
    before = edit.text or text[: edit.start]
    return not before or _break_length(before) > 0


def _break_length(text: str) -> int:
    """Give the length of the line break that a text ends with."""
    if text.endswith("\r\n"):
        return 2
    return int(text.endswith(("\n", "\r", "\x85", "\u2028", "\u2029")))
