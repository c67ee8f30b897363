"""Why a text is not JSON, in the words of Go's encoding/json."""

from meshinject.gotemplate.quoting import escape

_BLANKS = " \t\r\n"
_END = "unexpected end of JSON input"
_LITERALS = {"t": "true", "f": "false", "n": "null"}


class _ProblemError(Exception):
    """The complaint, once found."""


def complaint(text: str) -> str:
    """The error Go gives for a text that is not JSON."""
    # Go looks at bytes, and shows each of them as a character.
    text = text.encode("utf-8", "surrogateescape").decode("latin-1")
    try:
        end = _Scanner(text).document()
    except _ProblemError as problem:
        return str(problem)
    return f"invalid character {_shown(text[end])} after top-level value" if end < len(text) else _END


def _shown(char: str) -> str:
    if char == "'":
        return "'\\''"
    if char == '"':
        return "'\"'"
    return f"'{escape(char, chr(39))}'"


class _Scanner:
    """Walks the text as Go's scanner does."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def document(self) -> int:
        """Read one value; where the next character stands."""
        self.blanks()
        self.value()
        self.blanks()
        return self.at

    def blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _BLANKS:
            self.at += 1

    def peek(self, within: str = "") -> str:
        """The next character; `within` is what a blank would be wrong in, for Go tries one at the end."""
        if self.at >= len(self.text):
            raise _ProblemError(f"invalid character ' ' {within}" if within else _END)
        return self.text[self.at]

    def refuse(self, context: str) -> _ProblemError:
        return _ProblemError(f"invalid character {_shown(self.peek(context))} {context}")

    def value(self) -> None:
        char = self.peek()
        if char == "{":
            self.object()
        elif char == "[":
            self.array()
        elif char == '"':
            self.string()
        elif char in "-0123456789":
            self.number()
        elif char in _LITERALS:
            self.literal(_LITERALS[char])
        else:
            raise self.refuse("looking for beginning of value")

    def object(self) -> None:
        self.at += 1
        self.blanks()
        if self.peek() == "}":
            self.at += 1
            return
        while True:
            if self.peek() != '"':
                raise self.refuse("looking for beginning of object key string")
            self.string()
            self.blanks()
            if self.peek() != ":":
                raise self.refuse("after object key")
            self.at += 1
            self.blanks()
            self.value()
            self.blanks()
            char = self.peek()
            if char not in ",}":
                raise self.refuse("after object key:value pair")
            self.at += 1
            if char == "}":
                return
            self.blanks()

    def array(self) -> None:
        self.at += 1
        self.blanks()
        if self.peek() == "]":
            self.at += 1
            return
        while True:
            self.value()
            self.blanks()
            char = self.peek()
            if char not in ",]":
                raise self.refuse("after array element")
            self.at += 1
            if char == "]":
                return
            self.blanks()

    def string(self) -> None:
        self.at += 1
        while (char := self.peek()) != '"':
            if char < " ":
                raise self.refuse("in string literal")
            self.at += 1
            if char == "\\":
                self.escape()
        self.at += 1

    def escape(self) -> None:
        char = self.peek("in string escape code")
        if char not in '"\\/bfnrtu':
            raise self.refuse("in string escape code")
        self.at += 1
        if char == "u":
            for _ in range(4):
                context = "in \\u hexadecimal character escape"
                if self.peek(context) not in "0123456789abcdefABCDEF":
                    raise self.refuse(context)
                self.at += 1

    def digits(self, context: str) -> None:
        if not "0" <= self.peek(context) <= "9":
            raise self.refuse(context)
        while self.at < len(self.text) and "0" <= self.text[self.at] <= "9":
            self.at += 1

    def number(self) -> None:
        if self.peek() == "-":
            self.at += 1
        if self.at < len(self.text) and self.text[self.at] == "0":
            self.at += 1
        else:
            self.digits("in numeric literal")
        if self.text[self.at : self.at + 1] == ".":
            self.at += 1
            self.digits("after decimal point in numeric literal")
        if self.text[self.at : self.at + 1] in ("e", "E"):
            self.at += 1
            if self.peek("in exponent of numeric literal") in "+-":
                self.at += 1
            self.digits("in exponent of numeric literal")

    def literal(self, word: str) -> None:
        for expected in word:
            context = f"in literal {word} (expecting {_shown(expected)})"
            if self.peek(context) != expected:
                raise self.refuse(context)
            self.at += 1
