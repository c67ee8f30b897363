"""Go's string literals: strconv.Quote and strconv.Unquote.

Go escapes what its tables call not printable; Python's `str.isprintable` follows the same rule (categories L, M, N,
P, S and the ASCII space), so the two differ only where the Unicode versions do. A byte that is no UTF-8 is kept in
a str as a lone surrogate (`surrogateescape`), so that cutting a string in the middle of a character, as Go lets a
template do, loses nothing.
"""

_NAMED = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
}
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
_WIDTHS = {"x": 2, "u": 4, "U": 8}
_HEX = frozenset("0123456789abcdefABCDEF")
_OCTAL = frozenset("01234567")
_LAST_BYTE = 0xFF
_LAST_RUNE = 0x10FFFF
_ASCII_LAST = 0x7E
_BMP_LAST = 0xFFFF
_SURROGATES = range(0xD800, 0xE000)


def escape(char: str, mark: str, *, ascii_only: bool = False) -> str:
    """One character as it stands in a literal whose quotation mark is `mark`."""
    if char == mark:
        return "\\" + char
    named = _NAMED.get(char)
    if named is not None:
        return named
    code = ord(char)
    if code in _SURROGATES:
        return f"\\x{code & _LAST_BYTE:02x}"
    if char.isprintable() and (not ascii_only or code <= _ASCII_LAST):
        return char
    if code < ord(" ") or code == _ASCII_LAST + 1:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _BMP_LAST else f"\\U{code:08x}"


def quote(text: str, *, ascii_only: bool = False) -> str:
    """The text as a double-quoted Go literal."""
    if text.isprintable() and text.isascii() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join([escape(char, '"', ascii_only=ascii_only) for char in text]) + '"'


def unquote(literal: str) -> str:
    """The string that a double-quoted or a raw literal stands for.

    Raises:
        ValueError: Go would refuse it with `invalid syntax`.
    """
    mark, body = literal[0], literal[1:-1]
    if mark == "`":
        return body.replace("\r", "")
    if "\\" not in body:
        return body
    parts: list[str] = []
    raw = bytearray()  # bytes written by \x and octal escapes, which may together be one character
    at = 0
    while at < len(body):
        if body[at] != "\\":
            end = body.find("\\", at)
            end = len(body) if end < 0 else end
            _flush(raw, parts)
            parts.append(body[at:end])
            at = end
            continue
        code, is_byte, at = unescape(body, at, mark)
        if is_byte:
            raw.append(code)
        else:
            _flush(raw, parts)
            parts.append(chr(code))
    _flush(raw, parts)
    return "".join(parts)


def _flush(raw: bytearray, parts: list[str]) -> None:
    """Move the bytes gathered so far to the parts, as the characters they encode."""
    if raw:
        parts.append(raw.decode("utf-8", "surrogateescape"))
        raw.clear()


def unescape(body: str, at: int, mark: str) -> tuple[int, bool, int]:
    """Read the escape at `at`: its number, whether that is a byte rather than a code point, and where it ends.

    Raises:
        ValueError: there is no such escape.
    """
    kind = body[at + 1 : at + 2]
    if kind in _ESCAPES:
        return ord(_ESCAPES[kind]), False, at + 2
    if kind == mark and kind:
        return ord(mark), False, at + 2
    if kind in _WIDTHS:
        end = at + 2 + _WIDTHS[kind]
        digits = body[at + 2 : end]
        if len(digits) == _WIDTHS[kind] and _HEX.issuperset(digits):
            code = int(digits, 16)
            if kind == "x" or (code <= _LAST_RUNE and code not in _SURROGATES):
                return code, kind == "x", end
    elif kind in _OCTAL:
        digits = body[at + 1 : at + 4]
        if len(digits) == len("777") and _OCTAL.issuperset(digits) and int(digits, 8) <= _LAST_BYTE:
            return int(digits, 8), True, at + 4
    raise ValueError("invalid syntax")
