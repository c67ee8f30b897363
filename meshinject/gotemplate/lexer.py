"""The tokens of a template: Go's lexical rules for text, actions, trim markers and comments.

The whole text is cut at once. A lexical error becomes the last token: the parser reports it only when it gets
there, so an earlier error of grammar comes first, as in Go. Blanks are no tokens; a token knows whether blanks
stood before it.
"""

import re

(
    TEXT,
    LEFT,
    RIGHT,
    FIELD,
    IDENTIFIER,
    VARIABLE,
    STRING,
    NUMBER,
    COMPLEX,
    CHARACTER,
    BOOL,
    LEFT_PAREN,
    RIGHT_PAREN,
    PIPE,
    ASSIGN,
    DECLARE,
    CHAR,
    ERROR,
    EOF,
    # Keywords from here on; Go counts the lone dot among them.
    DOT,
    NIL,
    BLOCK,
    BREAK,
    CONTINUE,
    DEFINE,
    ELSE,
    END,
    IF,
    RANGE,
    TEMPLATE,
    WITH,
) = range(31)


Token = tuple[int, str, int, bool]
"""Kind, text (for an error: the message), where it starts, and whether blanks precede it. Tuples: there are many."""

_BLANKS = " \t\r\n"
_WORDS = {
    "true": BOOL,
    "false": BOOL,
    "nil": NIL,
    "block": BLOCK,
    "break": BREAK,
    "continue": CONTINUE,
    "define": DEFINE,
    "else": ELSE,
    "end": END,
    "if": IF,
    "range": RANGE,
    "template": TEMPLATE,
    "with": WITH,
}
_SIGNS = {"|": PIPE, "(": LEFT_PAREN, ")": RIGHT_PAREN, ":=": DECLARE, "=": ASSIGN, ",": CHAR}

# What may follow a word: anything else is a "bad character".
_STOP = r"(?=[ \t\r\n.,|:()]|\}\}|\Z)"
_TOKEN = re.compile(
    r"[ \t\r\n]*(?:"
    rf"(?:(\.(?![0-9])\w+)|([^\W0-9]\w*)|(\$\w*)|(\.)){_STOP}"
    r"|(\}\}|(?<=[ \t\r\n])-\}\})"
    r'|("(?:[^"\\\n]|\\[^\n])*"|`[^`]*`)'
    r"|(:=|[|(),=])"
    r"|([+-]?[0-9]+)(?![\w.+-]))"
)
_IS_FIELD, _IS_WORD, _IS_VARIABLE, _IS_DOT, _IS_RIGHT, _IS_STRING, _IS_SIGN, _IS_NUMBER = range(1, 9)
_KINDS = {_IS_FIELD: FIELD, _IS_STRING: STRING, _IS_VARIABLE: VARIABLE, _IS_NUMBER: NUMBER, _IS_DOT: DOT}


def lex(text: str) -> list[Token]:
    """The tokens of a template, ended by EOF or by the first lexical error."""
    tokens: list[Token] = []
    pos = 0
    trim = False
    while True:
        left = text.find("{{", pos)
        if left < 0:
            rest = text[pos:].lstrip(_BLANKS) if trim else text[pos:]
            if rest:
                tokens.append((TEXT, rest, len(text) - len(rest), False))
            tokens.append((EOF, "", len(text), False))
            return tokens
        chunk = text[pos:left]
        if trim:
            chunk = chunk.lstrip(_BLANKS)
            pos = left - len(chunk)
        inside = left + 2
        if text.startswith("-", inside) and text[inside + 1 : inside + 2] in _BLANKS and inside + 1 < len(text):
            chunk = chunk.rstrip(_BLANKS)
            inside += 2
        if chunk:
            tokens.append((TEXT, chunk, pos, False))
        if text.startswith("/*", inside):
            pos, trim = _comment(text, inside, tokens)
        else:
            tokens.append((LEFT, "{{", left, False))
            pos, trim = _action(text, inside, tokens)
        if pos < 0:
            return tokens


def _comment(text: str, pos: int, tokens: list[Token]) -> tuple[int, bool]:
    """Skip the comment at `pos`: where text goes on (-1 after an error) and whether its blanks are trimmed."""
    end = text.find("*/", pos + 2)
    if end < 0:
        tokens.append((ERROR, "unclosed comment", pos, False))
        return -1, False
    end += 2
    if text.startswith("}}", end):
        return end + 2, False
    if text[end : end + 1] in _BLANKS and text.startswith("-}}", end + 1):
        return end + 4, True
    tokens.append((ERROR, "comment ends before closing delimiter", pos, False))
    return -1, False


def _action(text: str, pos: int, tokens: list[Token]) -> tuple[int, bool]:
    """Cut the action whose inside starts at `pos`: where text goes on (-1: an error), whether blanks are trimmed."""
    match = _TOKEN.match
    append = tokens.append
    words = _WORDS
    kinds = _KINDS
    depth = 0
    while True:
        found = match(text, pos)
        if found is None:
            token = _unusual(text, pos)
            append(token)
            if token[0] == ERROR:
                return -1, False
            pos = token[2] + len(token[1])
            continue
        which = found.lastindex or 0
        start = found.start(which)
        value = found[which]
        if which == _IS_RIGHT:
            if depth:
                append((ERROR, "unclosed left paren", start, False))
                return -1, False
            append((RIGHT, "}}", start, start != pos))
            return found.end(), value == "-}}"
        if which == _IS_WORD:
            append((words.get(value, IDENTIFIER), value, start, start != pos))
        elif which == _IS_SIGN:
            if value == "(":
                depth += 1
            elif value == ")":
                depth -= 1
                if depth < 0:
                    append((ERROR, "unexpected right paren", start, False))
                    return -1, False
            append((_SIGNS[value], value, start, start != pos))
        else:
            append((kinds[which], value, start, start != pos))
        pos = found.end()


def _unusual(text: str, pos: int) -> Token:
    """The token that the common pattern does not know: a rare number, a character, a sign, or an error."""
    start = pos
    while text[start : start + 1] in _BLANKS and start < len(text):
        start += 1
    spaced = start != pos
    char = text[start : start + 1]
    if not char:
        return (ERROR, "unclosed action", start, False)
    if char in "+-0123456789" or (char == "." and text[start + 1 : start + 2] in "0123456789"):
        return _number(text, start, spaced)
    if char == "'" and (found := re.compile(_CHARACTER).match(text, start)):
        return (CHARACTER, found[0], start, spaced)
    if char in _COMPLAINTS:
        return (ERROR, _COMPLAINTS[char], start, False)
    if char in "$." or _is_word(char):
        end = start + 1
        while end < len(text) and _is_word(text[end]):
            end += 1
        return (ERROR, f"bad character {_unicode(text[end])}", start, False)
    if " " < char <= "~":
        return (CHAR, char, start, spaced)
    return (ERROR, f"unrecognized character in action: {_unicode(char)}", start, False)


_COMPLAINTS = {
    "'": "unterminated character constant",
    '"': "unterminated quoted string",
    "`": "unterminated raw quoted string",
    ":": "expected :=",
}
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n])*'"
_NUMBER = (
    r"[+-]?(?:0[xX][0-9a-fA-F_]*\.?[0-9a-fA-F_]*(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*\.?[0-7_]*|0[bB][01_]*\.?[01_]*"
    r"|[0-9_]*\.?[0-9_]*(?:[eE][+-]?[0-9_]*)?)i?"
)


def _number(text: str, start: int, spaced: bool) -> Token:
    """The number at `start`, in any of Go's forms; only its outline is checked here, its value by the parser."""
    end = _number_end(text, start)
    if end < 0:
        return (ERROR, f"bad number syntax: {_quoted(text[start:-end])}", start, False)
    if text[end : end + 1] not in ("+", "-"):
        return (NUMBER, text[start:end], start, spaced)
    end = _number_end(text, end)
    if end < 0 or text[end - 1] != "i":
        return (ERROR, f"bad number syntax: {_quoted(text[start : abs(end)])}", start, False)
    return (COMPLEX, text[start:end], start, spaced)


def _number_end(text: str, start: int) -> int:
    """Where the number ends; when a letter or digit is stuck to it, the negated end with that letter included."""
    found = re.compile(_NUMBER).match(text, start)
    end = found.end() if found else start
    if end < len(text) and _is_word(text[end]):
        return -(end + 1)
    return end


def _is_word(char: str) -> bool:
    return char == "_" or char.isalnum()


def _quoted(text: str) -> str:
    from meshinject.gotemplate.quoting import quote  # noqa: PLC0415 - only an error needs it

    return quote(text)


def _unicode(char: str) -> str:
    """A character as Go's %#U shows it."""
    shown = f"U+{ord(char):04X}"
    return f"{shown} '{char}'" if char.isprintable() else shown
