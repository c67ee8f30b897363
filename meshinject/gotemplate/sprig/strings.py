"""Sprig's functions on text. Lengths and cuts count bytes, as Go's strings do."""

from typing import Any

from meshinject.gotemplate.formatting import format_value
from meshinject.gotemplate.quoting import quote as go_quote
from meshinject.gotemplate.sprig.support import as_text, as_texts, check_items, check_size, decode, encode, repeated
from meshinject.gotemplate.values import Function, GoError, StringList, StringMap, type_of
from meshinject.gotemplate.verbs import PLAIN

_SPACES = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_MARKER = b"..."
_MIN_WIDTH = 4
_MIN_WIDTH_BOTH = 7


def _bounds(start: int, end: int, size: int) -> None:
    """Go's panics for a slice expression.

    Raises:
        GoError: the bounds are not within the text.
    """
    if end < 0:
        raise GoError(f"runtime error: slice bounds out of range [:{end}]")
    if end > size:
        raise GoError(f"runtime error: slice bounds out of range [:{end}] with length {size}")
    if start > end:
        raise GoError(f"runtime error: slice bounds out of range [{start}:{end}]")


def substr(start: int, end: int, text: str) -> str:
    """The bytes from start to end; a negative start means from the beginning, a negative end to the end.

    Raises:
        GoError: the bounds are not within the text.
    """
    raw = encode(text)
    if start < 0:
        _bounds(0, end, len(raw))
        return decode(raw[:end])
    if end < 0 or end > len(raw):
        if start > len(raw):
            raise GoError(f"runtime error: slice bounds out of range [{start}:{len(raw)}]")
        return decode(raw[start:])
    _bounds(start, end, len(raw))
    return decode(raw[start:end])


def trunc(count: int, text: str) -> str:
    """The first `count` bytes, or the last ones when it is negative."""
    if text.isascii():
        if count >= 0:
            return text[:count]
        return text[count:] if len(text) + count > 0 else text
    raw = encode(text)
    if count >= 0:
        return decode(raw[:count])
    return decode(raw[count:]) if len(raw) + count > 0 else text


def _abbreviated(raw: bytes, offset: int, width: int) -> bytes:
    size = len(raw)
    if size <= width or width < _MIN_WIDTH:
        return raw if size <= width else b""
    offset = min(offset, size)
    if size - offset < width - len(_MARKER):
        offset = size - (width - len(_MARKER))
    if offset <= _MIN_WIDTH:
        return raw[: width - len(_MARKER)] + _MARKER
    if width < _MIN_WIDTH_BOTH:
        return b""
    if offset + width - len(_MARKER) < size:
        return _MARKER + _abbreviated(raw[offset:], 0, width - len(_MARKER))
    return _MARKER + raw[size - (width - len(_MARKER)) :]


def abbrev(width: int, text: str) -> str:
    """The text cut to a width of at least 4, with an ellipsis."""
    return text if width < _MIN_WIDTH else decode(_abbreviated(encode(text), 0, width))


def abbrev_both(left: int, right: int, text: str) -> str:
    """The text cut on both sides."""
    if right < _MIN_WIDTH or (left > 0 and right < _MIN_WIDTH_BOTH):
        return text
    return decode(_abbreviated(encode(text), left, right))


def cat(*values: Any) -> str:
    """The values that are not nil, with blanks between them."""
    return " ".join([format_value(value, PLAIN, 0) for value in values if value is not None])


def quote(*values: Any) -> str:
    """The values that are not nil, each in double quotes."""
    return " ".join([go_quote(as_text(value)) for value in values if value is not None])


def squote(*values: Any) -> str:
    """The values that are not nil, each in single quotes."""
    return " ".join([f"'{format_value(value, PLAIN, 0)}'" for value in values if value is not None])


def indent(spaces: int, text: str) -> str:
    """The text with blanks before every line.

    Raises:
        GoError: the number of blanks is negative or absurd.
    """
    pad = repeated(" ", spaces)
    check_size(len(text) + spaces * (1 + text.count("\n")))
    return pad + text.replace("\n", "\n" + pad)


def nindent(spaces: int, text: str) -> str:
    """A new line, then the indented text."""
    return "\n" + indent(spaces, text)


def replace(old: str, new: str, text: str) -> str:
    """The text with each `old` replaced."""
    if len(new) > len(old):
        check_size(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _is_separator(char: str) -> bool:
    if char.isascii():
        return not (char.isalnum() or char == "_")
    return not (char.isalpha() or char.isdecimal()) and char in _SPACES


def title(text: str) -> str:
    """The text with the first letter of each word in title case."""
    before = " "
    chars = []
    for char in text:
        chars.append(_one(char, char.title()) if _is_separator(before) else char)
        before = char
    return "".join(chars)


def _one(char: str, changed: str) -> str:
    """A change of case that keeps the number of characters, as Go's do."""
    if len(changed) == 1:
        return changed
    if char == "\u0130":  # the capital I with a dot is the only one whose small form is two characters in Python
        return "i" if changed[0] == "i" else char
    titled = char.title()
    return titled if len(titled) == 1 else char


def lower(text: str) -> str:
    """The text in lower case."""
    return text.lower() if text.isascii() else "".join([_one(char, char.lower()) for char in text])


def upper(text: str) -> str:
    """The text in upper case."""
    return text.upper() if text.isascii() else "".join([_one(char, char.upper()) for char in text])


def untitle(text: str) -> str:
    """The text with the first letter of each word in lower case."""
    before = " "
    chars = []
    for char in text:
        chars.append(_one(char, char.lower()) if before in _SPACES else char)
        before = char
    return "".join(chars)


def initials(text: str) -> str:
    """The first byte of each word: the library that sprig uses takes each byte for a character."""
    raw = encode(text).decode("latin-1")
    before = " " + raw[:-1]
    return "".join([char for char, left in zip(raw, before, strict=False) if left in _SPACES and char not in _SPACES])


def nospace(text: str) -> str:
    """The text without blanks; if it had some, each byte of it becomes a character, as with `initials`."""
    raw = encode(text).decode("latin-1")
    kept = "".join([char for char in raw if char not in _SPACES])
    return text if len(kept) == len(raw) else kept


def swapcase(text: str) -> str:
    """Lower case for upper case and the other way round; a word begins in title case."""
    before = " "
    chars = []
    for char in text:
        if char.isupper() or char.istitle():
            chars.append(_one(char, char.lower()))
        elif char.islower():
            chars.append(_one(char, char.title() if before in _SPACES else char.upper()))
        else:
            chars.append(char)
        before = char
    return "".join(chars)


def _wrapped(text: str, width: int, new_line: str, *, cut_words: bool) -> str:
    if not text:
        return ""
    raw = encode(text)
    joint = encode(new_line or "\n")
    width = max(width, 1)
    check_size(len(raw) + len(joint) * (len(raw) // width + 1))
    parts: list[bytes] = []
    offset = 0
    while len(raw) - offset > width:
        if raw[offset] == ord(" "):
            offset += 1
            continue
        blank = raw.rfind(b" ", offset, offset + width + 1)
        if blank >= 0:
            parts.append(raw[offset:blank])
            offset = blank + 1
        elif cut_words:
            parts.append(raw[offset : offset + width])
            offset += width
        else:
            blank = raw.find(b" ", offset + width)
            if blank < 0:
                break
            parts.append(raw[offset:blank])
            offset = blank + 1
    parts.append(raw[offset:])
    return decode(joint.join(parts))


def split(separator: str, text: str) -> list[str]:
    """The parts of the text between separators; all characters when the separator is empty."""
    parts = text.split(separator) if separator else list(text)
    check_items(len(parts))
    return parts


def splitn(separator: str, count: int, text: str) -> list[str]:
    """At most `count` parts, the last one whole; all of them when it is negative."""
    if count == 0:
        return []
    if count < 0:
        return split(separator, text)
    if separator:
        return text.split(separator, count - 1)
    return [*text[: count - 1], *([text[count - 1 :]] if len(text) >= count else [])]


def _numbered(parts: list[str]) -> StringMap:
    return StringMap({f"_{number}": part for number, part in enumerate(parts)})


def sort_alpha(value: Any) -> StringList:
    """The texts of a list, sorted."""
    if value is not None and type_of(value).kind == "slice":
        return StringList(sorted(as_texts(value), key=encode))
    return StringList([as_text(value)])


def join(separator: str, value: Any) -> str:
    """The texts of a list with a separator between them."""
    texts = as_texts(value)
    check_size(len(separator) * len(texts))
    return separator.join(texts)


FUNCTIONS = {
    "abbrev": Function(abbrev, "int string"),
    "abbrevboth": Function(abbrev_both, "int int string"),
    "cat": Function(cat, "...any"),
    "contains": Function(lambda part, text: part in text, "string string"),
    "hasPrefix": Function(lambda part, text: text.startswith(part), "string string"),
    "hasSuffix": Function(lambda part, text: text.endswith(part), "string string"),
    "indent": Function(indent, "int string"),
    "initials": Function(initials, "string"),
    "join": Function(join, "string any"),
    "lower": Function(lower, "string"),
    "nindent": Function(nindent, "int string"),
    "nospace": Function(nospace, "string"),
    "plural": Function(lambda one, many, count: one if count == 1 else many, "string string int"),
    "quote": Function(quote, "...any"),
    "repeat": Function(lambda count, text: repeated(text, count), "int string"),
    "replace": Function(replace, "string string string"),
    "sortAlpha": Function(sort_alpha, "any"),
    "split": Function(lambda separator, text: _numbered(split(separator, text)), "string string"),
    "splitList": Function(lambda separator, text: StringList(split(separator, text)), "string string"),
    "splitn": Function(lambda separator, count, text: _numbered(splitn(separator, count, text)), "string int string"),
    "squote": Function(squote, "...any"),
    "substr": Function(substr, "int int string"),
    "swapcase": Function(swapcase, "string"),
    "title": Function(title, "string"),
    "toString": Function(as_text, "any"),
    "toStrings": Function(lambda value: StringList(as_texts(value)), "any"),
    "trim": Function(lambda text: text.strip(_SPACES), "string"),
    "trimAll": Function(lambda chars, text: text.strip(chars) if chars else text, "string string"),
    "trimall": Function(lambda chars, text: text.strip(chars) if chars else text, "string string"),
    "trimPrefix": Function(lambda part, text: text.removeprefix(part), "string string"),
    "trimSuffix": Function(lambda part, text: text.removesuffix(part), "string string"),
    "trunc": Function(trunc, "int string"),
    "untitle": Function(untitle, "string"),
    "upper": Function(upper, "string"),
    "wrap": Function(lambda width, text: _wrapped(text, width, "", cut_words=False), "int string"),
    "wrapWith": Function(lambda width, joint, text: _wrapped(text, width, joint, cut_words=True), "int string string"),
}
