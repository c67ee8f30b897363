"""The user's own spelling of text that an injection replaces, noted so that `uninject` gives it back to the byte.

Values come back by the rules of injection/uninject.py and injection/marks.py. How they were written does not: a handler
in flow style, a comment inside of a container that was merged into the injected one, an alias that had to be expanded.
What is missing is found by doing what `uninject` does and comparing; it is kept as pairs of lines as they come back and
lines as they were, in the recipe on the status annotation's line (`"text"`).
"""

from collections.abc import Iterator, Sequence

Notes = list[list[str]]
"""Pairs: lines as `uninject` alone would give them back, and the lines that were there."""

_CONTEXTS = (0, 1, 3, 10, 1000)


def find(given_back: str, original: str) -> Notes:
    """What turns the text that comes back into the original; with as little context as makes it unmistakable."""
    for context in _CONTEXTS:
        notes = list(_hunks(given_back.splitlines(keepends=True), original.splitlines(keepends=True), context))
        if mend(given_back, notes) == original:
            return notes
    return [[given_back, original]]


def mend(text: str, notes: object) -> str:
    """The text with the noted lines put back, but for those that it does not hold any more, since it was edited."""
    done, rest = "", text
    for note in notes if isinstance(notes, list) else ():
        if not isinstance(note, list) or len(note) != 2 or not all(isinstance(part, str) for part in note):  # noqa: PLR2004
            continue
        old, new = note
        at = _find_lines(rest, old)
        if at is not None:
            done, rest = done + rest[:at] + new, rest[at + len(old) :]
    return done + rest


def _find_lines(text: str, lines: str) -> int | None:
    """Where whole lines begin in a text."""
    at = text.find(lines)
    while at > 0 and text[at - 1] not in "\r\n":
        at = text.find(lines, at + 1)
    return at if at >= 0 else None


def _hunks(old: Sequence[str], new: Sequence[str], context: int) -> Iterator[list[str]]:
    import difflib  # noqa: PLC0415  (seldom needed)

    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for group in matcher.get_grouped_opcodes(context):
        _, old_start, _, new_start, _ = group[0]
        _, _, old_end, _, new_end = group[-1]
        yield ["".join(old[old_start:old_end]), "".join(new[new_start:new_end])]
