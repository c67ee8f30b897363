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
_FIRST_PLANE = 0xFFFF
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


@lru_cache(maxsize=2048)
def string(text: str, flow: bool = False) -> str:
    """Write a string as a YAML scalar on one line."""
    if is_plain(text) and not (flow and _FLOW_UNSAFE.search(text)):
        return text
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return double(text)


def double(text: str) -> str:
    """Write a string in double quotes, valid in YAML and, but for what JSON cannot hold, in JSON."""
    return f'"{"".join(map(_escape, text))}"' if not _is_bare(text) else f'"{text}"'


def is_plain(text: str) -> bool:
    """Say whether a string can stand without quotes in block style."""
    if not _PLAIN.fullmatch(text) or not text.isprintable():
        return False
    if text[-1] == ":" or text.lower() in _WORDS:
        return False
    return not (_NUMERIC.fullmatch(text) or _DATE.match(text)) and scalars.plain(text) == text


def _is_bare(text: str) -> bool:
    return text.isprintable() and '"' not in text and "\\" not in text


def _escape(char: str) -> str:
    # YAML escapes what is beyond the first plane in a way that JSON does not know; raw, both read it.
    if char in _ESCAPES:
        return _ESCAPES[char]
    return char if char.isprintable() or ord(char) > _FIRST_PLANE else f"\\u{ord(char):04x}"


def literal(text: str) -> str | None:
    """Give the chomping indicator with which a block scalar holds the text exactly; None when it cannot."""
    if "\n" not in text or not text.strip("\n") or not text.replace("\n", "").replace("\t", "").isprintable():
        return None
    body = text.rstrip("\n")
    if any(line[-1:] in (" ", "\t") for line in body.split("\n")):
        return None
    return ("-", "", "+")[min(len(text) - len(body), 2)]
