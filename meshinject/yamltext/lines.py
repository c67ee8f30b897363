"""Lines of a text.

libyaml ends a line at LF, CRLF, a lone CR, and YAML 1.1's NEL, LS and PS. Texts are searched in their scan form, where
all of these but CRLF are LF, so that places stay the same and searching is quick. Positions for people count what
editors show as lines: LF, CRLF and CR.
"""

import re


def scan_form(text: str) -> str:
    """Give a text of the same length whose lines end with LF or CRLF only."""
    if text.isascii() and "\r" not in text:
        return text
    if text.count("\r") != text.count("\r\n"):
        text = re.sub("\r(?!\n)", "\n", text)
    return text.replace("\x85", "\n").replace("\u2028", "\n").replace("\u2029", "\n")


def line_start(scan: str, index: int) -> int:
    """Give the index of the first character of the line that holds ``index``, behind a byte order mark."""
    start = scan.rfind("\n", 0, index) + 1
    return 1 if start == 0 and index > 0 and scan[0] == "\ufeff" else start


def line_end(scan: str, index: int) -> int:
    """Give the index of the line break at or after ``index``, or the length of the text."""
    end = scan.find("\n", index)
    if end < 0:
        return len(scan)
    return end - 1 if end > index and scan[end - 1] == "\r" else end


def next_line(scan: str, index: int) -> int:
    """Give the index just after the line break at or after ``index``, or the length of the text."""
    return scan.find("\n", index) + 1 or len(scan)


def has_break(scan: str, start: int, end: int) -> bool:
    """Say whether a line ends between two indexes."""
    return scan.find("\n", start, end) >= 0


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
