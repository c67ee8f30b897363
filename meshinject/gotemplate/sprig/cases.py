"""Sprig's camelcase, snakecase and kebabcase: the rules of the library xstrings for where a word begins.

A word is a run of capitals (its last one belongs to small letters that follow), small letters with at most one
capital before them, digits, punctuation, or connectors (blanks, `-`, `_`; the latter two belong to punctuation that
they follow). Digits stick to the word before them, unless small letters follow: then a connector comes before the
digits (`http2xx` becomes `http_2xx`, `Bld4Floor` becomes `bld4_floor`).
"""

from unicodedata import category

from meshinject.gotemplate.sprig.strings import lower, upper
from meshinject.gotemplate.values import Function

_CONNECTOR, _PUNCTUATION, _CAPITAL, _SMALL, _NUMBER, _OTHER, _END = range(7)
# Letters that form no words: the ideographs of Chinese, Japanese and Korean.
_IDEOGRAPHS = (("\u3400", "\u4d85"), ("\u4e00", "\u9fcc"), ("\U00020000", "\U0002b81d"))


def _kind(char: str) -> int:
    if char in "-_" or char.isspace():
        return _CONNECTOR
    general = category(char)
    if general[0] == "P":
        return _PUNCTUATION
    if general == "Lu":
        return _CAPITAL
    if general[0] == "L" and not any(first <= char <= last for first, last in _IDEOGRAPHS):
        return _SMALL
    return _NUMBER if general[0] == "N" else _OTHER


def _words(text: str) -> list[tuple[int, str]]:
    """The words of a text with their kinds; a capital with small letters counts as a word of capitals."""
    kinds = [_kind(char) for char in text] + [_END]
    words: list[tuple[int, str]] = []
    start = 0
    while start < len(text):
        kind = kinds[start]
        end = start + 1
        while kinds[end] == kind or (kind == _PUNCTUATION and text[end : end + 1] in ("-", "_")):
            end += 1
        if kind == _CAPITAL and kinds[end] == _SMALL:
            if end - start > 1:
                end -= 1
            else:
                while kinds[end] == _SMALL:
                    end += 1
        words.append((kind, text[start:end]))
        start = end
    words.append((_END, ""))
    return words


class _Joiner:
    """Puts the words of a text together in small letters, with one kind of connector."""

    def __init__(self, text: str, connector: str) -> None:
        self.words = _words(text)
        self.connector = connector
        self.parts: list[str] = []
        self.at = 0

    @property
    def kind(self) -> int:
        return self.words[self.at][0]

    def write(self) -> None:
        """Write the word and go on."""
        kind, word = self.words[self.at]
        self.at += 1
        if kind == _CONNECTOR:
            self.parts.append(self.connector * len(word))
        else:
            self.parts.append("".join([lower(char) if _kind(char) == _CAPITAL else char for char in word]))

    def write_mixed(self) -> None:
        """Write the small letters and digits that belong to the digits before them."""
        while self.kind in {_SMALL, _NUMBER}:
            self.write()

    def connect(self) -> None:
        """Write a connector, unless there is one already or none is wanted."""
        if self.kind not in {_CONNECTOR, _PUNCTUATION, _END}:
            self.parts.append(self.connector)

    def run(self) -> str:
        while self.kind != _END:
            before = self.kind
            self.write()
            if before in {_CONNECTOR, _PUNCTUATION}:
                continue
            if before == _NUMBER:
                self.write_mixed()
            elif self.kind == _NUMBER:
                self.number()
            self.connect()
        return "".join(self.parts)

    def number(self) -> None:
        """Write digits that follow a word."""
        if self.words[self.at + 1][0] == _SMALL:
            self.parts.append(self.connector)
        self.write()
        if self.kind == _SMALL:
            self.write_mixed()


def snakecase(text: str) -> str:
    """The words in small letters with underscores."""
    return _Joiner(text, "_").run()


def kebabcase(text: str) -> str:
    """The words in small letters with dashes."""
    return _Joiner(text, "-").run()


def camelcase(text: str) -> str:
    """The words without connectors, each with a capital; of several connectors, and at the ends, some remain."""
    body = text.lstrip("".join({char for char in text if _kind(char) == _CONNECTOR}))
    parts = [text[: len(text) - len(body)]]
    if not body:
        # The library writes the last of nothing but connectors twice.
        return text + text[-1:]
    lowering = body[0].isupper()
    before = upper(body[0])
    for char in body[1:]:
        connector_before, connector = _kind(before) == _CONNECTOR, _kind(char) == _CONNECTOR
        if connector_before and connector:
            parts.append(before)
            before = char
            continue
        if connector_before:
            lowering = char.isupper()
            before = upper(char)
            continue
        parts.append(before)
        if lowering and char.isupper():
            before = lower(char)
        else:
            lowering = False
            before = char
    parts.append(before)
    return "".join(parts)


FUNCTIONS = {
    "camelcase": Function(camelcase, "string"),
    "kebabcase": Function(kebabcase, "string"),
    "snakecase": Function(snakecase, "string"),
}
