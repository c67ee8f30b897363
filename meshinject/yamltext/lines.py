r"""Lines of a text as libyaml counts them: LF, CRLF, a lone CR, and YAML 1.1's NEL, LS and PS end a line.

Positions for people count only what editors show as lines: LF, CRLF and CR.
"""

import re

BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_RARE_BREAKS = "\r\x85\u2028\u2029"


def line_start(text: str, index: int) -> int:
    """Give the index of the first character of the line that holds ``index``, behind a byte order mark."""
    start = text.rfind("\n", 0, index) + 1
    for char in _RARE_BREAKS:
        at = text.rfind(char, start, index) + 1
        if at > start and not (at == index and char == "\r" and text[index : index + 1] == "\n"):
            start = at
    return 1 if start == 0 and index > 0 and text[0] == "\ufeff" else start


def line_end(text: str, index: int) -> int:
    """Give the index of the line break at or after ``index``, or the length of the text."""
    found = BREAK.search(text, index)
    return found.start() if found else len(text)


def next_line(text: str, index: int) -> int:
    """Give the index just after the line break at or after ``index``, or the length of the text."""
    found = BREAK.search(text, index)
    return found.end() if found else len(text)


def newlines(text: str, start: int, end: int) -> int:
    """Count the line ends an editor shows between two indexes."""
    count = text.count("\n", start, end)
    if "\r" in text:
        count += text.count("\r", start, end) - text.count("\r\n", start, end)
    return count


def position(text: str, index: int) -> tuple[int, int]:
    """Give line and column of an index, both from 0; a byte order mark has no width."""
    start = max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1
    column = index - start
    if start == 0 and index > 0 and text[0] == "\ufeff":
        column -= 1
    return newlines(text, 0, start), column
