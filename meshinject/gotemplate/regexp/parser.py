"""The syntax of RE2 as Go reads it, errors included."""

from typing import NoReturn

from meshinject.gotemplate.regexp.nodes import (
    BEGIN_LINE,
    BEGIN_TEXT,
    END_LINE,
    END_TEXT,
    LAST,
    NO_WORD,
    WORD,
    Assert,
    Chars,
    Choice,
    Concat,
    Group,
    Node,
    Range,
    Repeat,
    property_name,
)
from meshinject.gotemplate.values import GoError

MAX_REPEAT = 1000
MAX_NESTING = 150  # Go allows 1000; here each level takes several frames of Python's stack

_DIGITS: list[Range] = [(0x30, 0x39)]
_SPACES: list[Range] = [(0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20)]
_WORDS: list[Range] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]
_PERL = {"d": _DIGITS, "s": _SPACES, "w": _WORDS}
_POSIX: dict[str, list[Range]] = {
    "alnum": [(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
    "alpha": [(0x41, 0x5A), (0x61, 0x7A)],
    "ascii": [(0, 0x7F)],
    "blank": [(0x09, 0x09), (0x20, 0x20)],
    "cntrl": [(0, 0x1F), (0x7F, 0x7F)],
    "digit": _DIGITS,
    "graph": [(0x21, 0x7E)],
    "lower": [(0x61, 0x7A)],
    "print": [(0x20, 0x7E)],
    "punct": [(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
    "space": [(0x09, 0x0D), (0x20, 0x20)],
    "upper": [(0x41, 0x5A)],
    "word": _WORDS,
    "xdigit": [(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
}
_ESCAPES = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


def complement(ranges: list[Range]) -> list[Range]:
    """All code points that are not in the ranges."""
    result: list[Range] = []
    following = 0
    for low, high in sorted(ranges):
        if low > following:
            result.append((following, low - 1))
        following = max(following, high + 1)
    if following <= LAST:
        result.append((following, LAST))
    return result


class Parser:
    """One parse: the place in the expression, the flags in force, and the groups found."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.fold = self.lines = self.dot_all = self.ungreedy = False
        self.names: list[str] = [""]
        self.depth = 0

    def fail(self, problem: str, part: str) -> NoReturn:
        """Stop with an error as Go words it."""
        raise GoError(f"error parsing regexp: {problem}: `{part}`")

    def parse(self) -> Node:
        """The whole expression.

        Raises:
            GoError: it is none.
        """
        node = self.choice()
        if self.at < len(self.text):
            self.fail("unexpected )", self.text)
        return node

    def peek(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.at : self.at + 1]

    # -- structure ----------------------------------------------------------------------------------

    def choice(self) -> Node:
        """Alternatives."""
        parts = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else Choice(parts)

    def sequence(self) -> Node:
        """Parts one after the other, with their repetitions."""
        parts: list[Node] = []
        last_operator = -1  # where the repetition that ends just here begins
        while (char := self.peek()) and char not in "|)":
            start = self.at
            count = self.repetition() if char in "*+?{" else None
            if count is None:
                self.at = start
                node = self.atom()
                if node is not None:
                    parts.append(node)
                last_operator = -1
                continue
            least, most = count
            greedy = not self.ungreedy
            if self.peek() == "?":
                self.at += 1
                greedy = not greedy
            if last_operator >= 0:
                self.fail("invalid nested repetition operator", self.text[last_operator : self.at])
            if not parts:
                self.fail("missing argument to repetition operator", self.text[start : self.at])
            if least > MAX_REPEAT or (most is not None and (most > MAX_REPEAT or least > most)):
                self.fail("invalid repeat count", self.text[start : self.at])
            parts[-1] = Repeat(parts[-1], least, most, greedy=greedy)
            if char == "{" and _copies(parts[-1]) > MAX_REPEAT:
                self.fail("invalid repeat count", self.text[start : self.at])
            last_operator = start
        return parts[0] if len(parts) == 1 else Concat(parts)

    def repetition(self) -> tuple[int, int | None] | None:
        """The operator at this place: how often at least and at most; None when a brace is only a brace."""
        char = self.peek()
        if char != "{":
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
        end = self.text.find("}", self.at)
        least, comma, most = self.text[self.at + 1 : max(end, 0)].partition(",")
        if end < 0 or not _is_count(least) or (most and not _is_count(most)):
            return None
        self.at = end + 1
        return _count(least), _count(most) if most else None if comma else _count(least)

    def atom(self) -> Node | None:
        """One part that may be repeated; None for what only sets flags."""
        char = self.peek()
        self.at += 1
        if char == "(":
            return self.group()
        if char == "[":
            return self.char_class()
        if char == ".":
            return Chars([(0, LAST)] if self.dot_all else [(0, 9), (11, LAST)])
        if char == "^":
            return Assert(BEGIN_LINE if self.lines else BEGIN_TEXT)
        if char == "$":
            return Assert(END_LINE if self.lines else END_TEXT)
        if char == "\\":
            return self.escape()
        return self.literal(ord(char))

    def literal(self, code: int) -> Chars:
        """One certain character."""
        return Chars([(code, code)], fold=self.fold)

    def group(self) -> Node | None:
        """What stands in parentheses; None for flags alone."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail("expression nests too deeply", self.text)
        start = self.at - 1
        flags = (self.fold, self.lines, self.dot_all, self.ungreedy)
        index = 0
        if self.text.startswith("?", self.at):
            name = self.group_name(start)
            if name is None:
                if not self.flags(start):
                    return None
            else:
                index = len(self.names)
                self.names.append(name)
        else:
            index = len(self.names)
            self.names.append("")
        node = self.choice()
        if self.peek() != ")":
            self.fail("missing closing )", self.text)
        self.at += 1
        self.fold, self.lines, self.dot_all, self.ungreedy = flags
        self.depth -= 1
        return Group(index, node) if index else node

    def group_name(self, start: int) -> str | None:
        """The name of a named group, None when no name stands here."""
        for opening in ("?P<", "?<"):
            if self.text.startswith(opening, self.at) and len(self.text) > self.at + len(opening):
                end = self.text.find(">", self.at)
                if end < 0:
                    self.fail("invalid named capture", self.text[start:])
                name = self.text[self.at + len(opening) : end]
                if not name or not all(char == "_" or (char.isascii() and char.isalnum()) for char in name):
                    self.fail("invalid named capture", self.text[start : end + 1])
                self.at = end + 1
                return name
        return None

    def flags(self, start: int) -> bool:
        """Apply flags; true when a group follows them."""
        self.at += 1
        sign, seen = True, False
        while True:
            char = self.peek()
            self.at += 1
            if char == "i":
                self.fold = sign
            elif char == "m":
                self.lines = sign
            elif char == "s":
                self.dot_all = sign
            elif char == "U":
                self.ungreedy = sign
            elif char == "-" and sign:
                sign, seen = False, False
                continue
            elif char in {":", ")"} and char and (sign or seen):
                if char == ")":
                    self.depth -= 1
                return char == ":"
            else:
                self.fail("invalid or unsupported Perl syntax", self.text[start : self.at])
            seen = True

    # -- characters ---------------------------------------------------------------------------------

    def escape(self) -> Node | None:
        """What a backslash begins, outside of brackets."""
        char = self.peek()
        if char == "A":
            self.at += 1
            return Assert(BEGIN_TEXT)
        if char == "z":
            self.at += 1
            return Assert(END_TEXT)
        if char in {"b", "B"}:
            self.at += 1
            return Assert(WORD if char == "b" else NO_WORD)
        if char == "Q":
            end = self.text.find("\\E", self.at)
            quoted = self.text[self.at + 1 : end] if end >= 0 else self.text[self.at + 1 :]
            self.at = end + 2 if end >= 0 else len(self.text)
            parts: list[Node] = [self.literal(ord(each)) for each in quoted]
            return (parts[0] if len(parts) == 1 else Concat(parts)) if parts else None
        chars = Chars(fold=self.fold)
        if self.predefined(chars):
            return chars
        return self.literal(self.escaped_code())

    def predefined(self, chars: Chars) -> bool:
        """Add a class such as d or pL, which stands behind a backslash; false when there is none."""
        char = self.peek()
        lower = char.lower()
        if lower in _PERL and char:
            self.at += 1
            ranges = _PERL[lower]
            chars.ranges += ranges if char == lower else complement(ranges)
            return True
        if lower != "p" or not char:
            return False
        start = self.at - 1
        self.at += 1
        negated = char == "P"
        name = self.peek()
        if name == "{":
            end = self.text.find("}", self.at)
            if end < 0:
                self.fail("invalid character class range", self.text[start:])
            name = self.text[self.at + 1 : end]
            self.at = end
        self.at += 1
        if name.startswith("^"):
            name, negated = name[1:], not negated
        found = property_name(name)
        if found is None:
            self.fail("invalid character class range", self.text[start : self.at])
        chars.properties.append((found, negated))
        return True

    def escaped_code(self) -> int:
        """The character that an escape stands for; the backslash is passed already."""
        start = self.at - 1
        char = self.peek()
        if not char:
            raise GoError("error parsing regexp: trailing backslash at end of expression: ``")
        self.at += 1
        if char in "1234567":
            if self.peek() not in tuple("01234567"):
                self.fail("invalid escape sequence", self.text[start : self.at])
            return self.octal(int(char), 2)
        if char == "0":
            return self.octal(0, 2)
        if char == "x":
            return self.hexadecimal(start)
        if char in _ESCAPES:
            return _ESCAPES[char]
        if not char.isascii() or char.isalnum():
            self.fail("invalid escape sequence", self.text[start : self.at])
        return ord(char)

    def octal(self, code: int, more: int) -> int:
        """The rest of an octal escape."""
        while more and self.peek() in tuple("01234567"):
            code = code * 8 + int(self.peek())
            self.at += 1
            more -= 1
        return code

    def hexadecimal(self, start: int) -> int:
        """The code in an escape that begins with x."""
        if self.peek() == "{":
            end = self.text.find("}", self.at)
            digits = self.text[self.at + 1 : end] if end >= 0 else ""
            self.at = end + 1 if end >= 0 else len(self.text)
        else:
            digits = self.text[self.at : self.at + 2]
            self.at += len(digits)
            if len(digits) < 2:  # noqa: PLR2004 - two digits without braces
                digits = ""
        if not digits or not all(char in "0123456789abcdefABCDEF" for char in digits) or int(digits, 16) > LAST:
            self.fail("invalid escape sequence", self.text[start : self.at])
        return int(digits, 16)

    def char_class(self) -> Node:
        """What stands in brackets."""
        start = self.at - 1
        chars = Chars(fold=self.fold)
        if self.peek() == "^":
            chars.negated = True
            self.at += 1
        first = True
        while first or self.peek() != "]":
            char = self.peek()
            if not char:
                self.fail("missing closing ]", self.text[start:])
            first = False
            if self.text.startswith("[:", self.at) and self.posix(chars):
                continue
            if char == "\\":
                self.at += 1
                if self.predefined(chars):
                    continue
                self.at -= 1
            item = self.at
            low = high = self.class_code(start)
            if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self.class_code(start)
                if high < low:
                    self.fail("invalid character class range", self.text[item : self.at])
            chars.ranges.append((low, high))
        self.at += 1
        return chars

    def class_code(self, start: int) -> int:
        """One character in brackets."""
        char = self.peek()
        if not char:
            self.fail("missing closing ]", self.text[start:])
        self.at += 1
        return self.escaped_code() if char == "\\" else ord(char)

    def posix(self, chars: Chars) -> bool:
        """Add a class such as [:alpha:]; false when the brackets hold something else."""
        end = self.text.find(":]", self.at + 2)
        if end < 0:
            return False
        name = self.text[self.at + 2 : end]
        ranges = _POSIX.get(name.removeprefix("^"))
        if ranges is None:
            self.fail("invalid character class range", self.text[self.at : end + 2])
        chars.ranges += complement(ranges) if name.startswith("^") else ranges
        self.at = end + 2
        return True


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and (len(text) == 1 or text[0] != "0")


def _count(text: str) -> int:
    return int(text) if len(text) < 9 else MAX_REPEAT + 1  # noqa: PLR2004 - too many anyway


def _copies(node: Node) -> int:
    """How many copies of a part the counted repetitions make of it."""
    if isinstance(node, Repeat):
        inner = _copies(node.part)
        return inner * max(node.most if node.most is not None else node.least, 1)
    if isinstance(node, Group):
        return _copies(node.part)
    if isinstance(node, Concat | Choice):
        return max(map(_copies, node.parts), default=1)
    return 1
