"""Strings in quotes where any reader would take them for something else.

Plain is only what YAML 1.1, YAML 1.2 and Kubernetes all read as that very string: no word for a boolean or null in any
case, nothing that could be a number, a time or a date, no indicators, nothing unprintable.
"""

import re
from functools import lru_cache

from meshinject.yamltext import scalars

_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", ".inf", ".nan", "inf", "nan"))
# What can stand bare: a first character that is no indicator, then nothing that could end the scalar.
_PLAIN = re.compile(
    r"(?:[^\W_]|[/$(^_;]|[-+.][^\s\-.,\[\]{}:?#&*!|>'\"%@`]|--[^\s\-])"
    r"(?:[^\s:#]|:(?=\S)|(?<=\S)#| (?=[^\s#]))*"
)
_FLOW_UNSAFE = re.compile(r"[,\[\]{}?:#]")
# Numbers in any notation, with separators, times and versions that some reader takes for one.
_NUMERIC = re.compile(r"[-+]?\.?[0-9](?:[0-9a-fA-F_.,:xXoO]|[eE][-+])*[-+]?")
_DATE = re.compile(r"[0-9]{4}-[0-9]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
# A raw character a reader may refuse, take for a line break or not show.
_ODD = re.compile(
    "[^\x20-\x7e\xa1-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\ud7ff"
    "\ue000-\ufdff\ufe10-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def string(text: str, flow: bool = False) -> str:
    """Write a string as a YAML scalar on one line."""
    if is_plain(text) and not (flow and _FLOW_UNSAFE.search(text)):
        return text
    if '"' in text and "'" not in text and not _ODD.search(text):
        return f"'{text}'"
    return double(text)


def double(text: str) -> str:
    """Write a string in double quotes, valid in YAML and, but for what JSON cannot hold, in JSON."""
    escaped = re.sub(r'["\\]', lambda found: _ESCAPES[found[0]], text)
    return f'"{_ODD.sub(_escape, escaped)}"'


@lru_cache(maxsize=2048)
def is_plain(text: str) -> bool:
    """Say whether a string can stand without quotes in block style."""
    if not _PLAIN.fullmatch(text) or _ODD.search(text):
        return False
    if text[-1] == ":" or text.lower() in _WORDS:
        return False
    return not (_NUMERIC.fullmatch(text) or _DATE.match(text)) and scalars.plain(text) == text


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return _ESCAPES.get(char) or f"\\u{ord(char):04x}"


def literal(text: str) -> str | None:
    """Give the chomping indicator with which a block scalar holds the text exactly; None when it cannot."""
    if "\n" not in text or not text.strip("\n") or _ODD.search(text.replace("\n", "").replace("\t", "")):
        return None
    body = text.rstrip("\n")
    if any(line[-1:] in (" ", "\t") for line in body.split("\n")):
        return None
    return ("-", "", "+")[min(len(text) - len(body), 2)]
