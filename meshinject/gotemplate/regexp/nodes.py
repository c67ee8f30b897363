"""The parts of a parsed regular expression."""

import unicodedata
from collections.abc import Sequence

Range = tuple[int, int]
LAST = 0x10FFFF

# Assertions.
BEGIN_TEXT, END_TEXT, BEGIN_LINE, END_LINE, WORD, NO_WORD = range(6)


class Node:
    """A part of an expression."""

    __slots__ = ()


class Chars(Node):
    """One character of a set: ranges of code points and Unicode properties, possibly negated or regardless of case."""

    __slots__ = ("_known", "fold", "negated", "properties", "ranges")

    def __init__(
        self,
        ranges: Sequence[Range] = (),
        properties: Sequence[tuple[str, bool]] = (),
        *,
        negated: bool = False,
        fold: bool = False,
    ) -> None:
        self.ranges = list(ranges)
        self.properties = list(properties)
        self.negated = negated
        self.fold = fold
        self._known: dict[str, bool] = {}

    def has(self, char: str) -> bool:
        """Whether the character is in the set."""
        known = self._known.get(char)
        if known is None:
            variants = orbit(char) if self.fold else {char}
            known = any(self._holds(variant) for variant in variants) != self.negated
            self._known[char] = known
        return known

    def _holds(self, char: str) -> bool:
        code = ord(char)
        return any(low <= code <= high for low, high in self.ranges) or any(
            in_property(char, name) != negated for name, negated in self.properties
        )


class Assert(Node):
    """A condition on a place in the text."""

    __slots__ = ("kind",)

    def __init__(self, kind: int) -> None:
        self.kind = kind


class Concat(Node):
    """Parts one after the other; none at all match the empty text."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Node]) -> None:
        self.parts = parts


class Choice(Node):
    """Alternatives, the first that leads to a match wins."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Node]) -> None:
        self.parts = parts


class Repeat(Node):
    """A part from `least` to `most` times (None: without end); greedy takes as many as it can."""

    __slots__ = ("greedy", "least", "most", "part")

    def __init__(self, part: Node, least: int, most: int | None, *, greedy: bool) -> None:
        self.part = part
        self.least = least
        self.most = most
        self.greedy = greedy


class Group(Node):
    """A capturing group."""

    __slots__ = ("index", "part")

    def __init__(self, index: int, part: Node) -> None:
        self.index = index
        self.part = part


def orbit(char: str) -> set[str]:
    """The characters that are the same but for their case."""
    found = {char}
    for _ in range(2):
        for one in list(found):
            found |= {other for other in (one.lower(), one.upper(), one.casefold(), one.title()) if len(other) == 1}
        found |= {other for other, plain in _ODD if plain in found}
    return found


# Characters that have an ordinary letter as their other case without being it themselves.
_ODD = (
    ("\u212a", "k"),
    ("\u017f", "s"),
    ("\u2126", "\u03c9"),
    ("\u212b", "\u00e5"),
    ("\u1e9e", "\u00df"),
    ("\u03c2", "\u03c3"),
)

_CATEGORIES = (
    *(
        "C",
        "Cc",
        "Cf",
        "Cn",
        "Co",
        "Cs",
        "L",
        "Ll",
        "Lm",
        "Lo",
        "Lt",
        "Lu",
        "M",
        "Mc",
        "Me",
        "Mn",
        "N",
        "Nd",
        "Nl",
        "No",
    ),
    *("P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs"),
)
_ALIASES = {
    "Cc": "control cntrl",
    "Cf": "format",
    "Cn": "unassigned",
    "Co": "privateuse",
    "Cs": "surrogate",
    "C": "other",
    "LC": "lc casedletter",
    "L": "letter",
    "Ll": "lowercaseletter",
    "Lm": "modifierletter",
    "Lo": "otherletter",
    "Lt": "titlecaseletter",
    "Lu": "uppercaseletter",
    "M": "mark combiningmark",
    "Mc": "spacingmark",
    "Me": "enclosingmark",
    "Mn": "nonspacingmark",
    "N": "number",
    "Nd": "decimalnumber digit",
    "Nl": "letternumber",
    "No": "othernumber",
    "P": "punctuation punct",
    "Pc": "connectorpunctuation",
    "Pd": "dashpunctuation",
    "Pe": "closepunctuation",
    "Pf": "finalpunctuation",
    "Pi": "initialpunctuation",
    "Po": "otherpunctuation",
    "Ps": "openpunctuation",
    "S": "symbol",
    "Sc": "currencysymbol",
    "Sk": "modifiersymbol",
    "Sm": "mathsymbol",
    "So": "othersymbol",
    "Z": "separator",
    "Zl": "lineseparator",
    "Zp": "paragraphseparator",
    "Zs": "spaceseparator",
    "Any": "any",
    "ASCII": "ascii",
    "Assigned": "assigned",
}
# Python knows no scripts, but the names of characters begin with them.
SCRIPTS = {
    "Arabic": "ARABIC",
    "Armenian": "ARMENIAN",
    "Bengali": "BENGALI",
    "Cyrillic": "CYRILLIC",
    "Devanagari": "DEVANAGARI",
    "Ethiopic": "ETHIOPIC",
    "Georgian": "GEORGIAN",
    "Greek": "GREEK",
    "Gujarati": "GUJARATI",
    "Gurmukhi": "GURMUKHI",
    "Han": "CJK",
    "Hangul": "HANGUL",
    "Hebrew": "HEBREW",
    "Hiragana": "HIRAGANA",
    "Kannada": "KANNADA",
    "Katakana": "KATAKANA",
    "Khmer": "KHMER",
    "Lao": "LAO",
    "Latin": "LATIN",
    "Malayalam": "MALAYALAM",
    "Mongolian": "MONGOLIAN",
    "Myanmar": "MYANMAR",
    "Oriya": "ORIYA",
    "Sinhala": "SINHALA",
    "Tamil": "TAMIL",
    "Telugu": "TELUGU",
    "Thai": "THAI",
    "Tibetan": "TIBETAN",
}


def property_name(text: str) -> str | None:
    """The property that a text names, regardless of case, blanks, dashes and underscores; None when there is none."""
    plain = text.lower().replace(" ", "").replace("_", "").replace("-", "")
    for name in (*_CATEGORIES, *SCRIPTS):
        if plain == name.lower():
            return name
    return next((name for name, aliases in _ALIASES.items() if plain in aliases.split()), None)


def in_property(char: str, name: str) -> bool:
    """Whether the character has a Unicode category or belongs to a script."""
    if name == "Any":
        return True
    if name == "ASCII":
        return char.isascii()
    category = unicodedata.category(char)
    if name == "Assigned":
        return category != "Cn"
    if name == "LC":
        return category in {"Lu", "Ll", "Lt"}
    if name in SCRIPTS:
        return unicodedata.name(char, "").startswith(SCRIPTS[name]) and category[0] in "LMN"
    return category.startswith(name)
