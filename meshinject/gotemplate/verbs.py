"""Go's verbs on strings and numbers: flags, width and precision."""

import math
from collections.abc import Callable

from meshinject.gotemplate.numbers import format_float
from meshinject.gotemplate.quoting import escape, quote
from meshinject.gotemplate.values import UINT_BITS, wrap

_BASES = {"d": "d", "v": "d", "b": "b", "o": "o", "O": "o", "x": "x", "X": "X"}
_PREFIXES = {"b": "0b", "x": "0x", "X": "0X"}
_FLOAT32, _FLOAT64 = 32, 64
_DIGITS32, _DIGITS64 = 24, 53  # binary digits of the two
_LEAST32, _LEAST64 = -149, -1074  # their smallest exponents
_LAST_RUNE = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


class Spec:
    """One verb with its flags."""

    __slots__ = ("minus", "plus", "plus_v", "precision", "raw", "sharp", "sharp_v", "space", "verb", "width", "zero")

    def __init__(self, verb: str = "v") -> None:
        self.verb = verb
        self.width: int | None = None
        self.precision: int | None = None
        self.plus = self.minus = self.sharp = self.space = self.zero = self.plus_v = self.sharp_v = False
        self.raw = False  # values do not print themselves

    def with_verb(self, verb: str) -> "Spec":
        """The same flags with another verb."""
        made = Spec(verb)
        made.width, made.precision, made.raw = self.width, self.precision, self.raw
        made.plus, made.minus, made.sharp, made.space, made.zero = (
            self.plus,
            self.minus,
            self.sharp,
            self.space,
            self.zero,
        )
        return made

    def plain(self) -> "Spec":
        """The flags under which a value is shown that its verb does not suit."""
        made = self.with_verb("v")
        made.sharp_v, made.plus_v = self.sharp_v, self.plus_v
        made.raw = True
        return made

    def pad(self, text: str) -> str:
        """The text filled up to the width, blanks on the left unless the flag `-` says otherwise."""
        if self.width is None or len(text) >= self.width:
            return text
        if self.minus:
            return text.ljust(self.width)
        return text.rjust(self.width, "0" if self.zero else " ")


PLAIN = Spec()
"""The verb v without flags."""


def wrong_verb(spec: Spec, type_name: str, write: Callable[[Spec], str]) -> str:
    """The text for a verb that does not suit a value; `write` gives the value under the same flags as %v."""
    return f"%!{spec.verb}({type_name}={write(spec.plain())})"


def string_verb(value: str, spec: Spec, type_name: str) -> str:
    """A string under a verb."""
    verb = spec.verb
    if verb == "v":
        if spec.sharp_v:
            return spec.pad(quoted(cut(value, spec), spec))
        return spec.pad(cut(value, spec)) if spec is not PLAIN else value
    if verb == "s":
        return spec.pad(cut(value, spec))
    if verb == "q":
        return spec.pad(quoted(cut(value, spec), spec))
    if verb in "xX":
        return hexadecimal(value.encode("utf-8", "surrogateescape"), spec)
    return wrong_verb(spec, type_name, lambda plain: string_verb(value, plain, type_name))


def cut(value: str, spec: Spec) -> str:
    """A string cut to the precision."""
    return value if spec.precision is None else value[: spec.precision]


def quoted(value: str, spec: Spec) -> str:
    """A string as a literal: raw where the flag `#` asks for it and it can be."""
    if spec.sharp and "`" not in value and all(char == "\t" or char.isprintable() for char in value):
        return f"`{value}`"
    return quote(value, ascii_only=spec.plus)


def hexadecimal(raw: bytes, spec: Spec) -> str:
    """Bytes as hexadecimal digits."""
    if spec.precision is not None:
        raw = raw[: spec.precision]
    digits = raw.hex(" ") if spec.space else raw.hex()
    if spec.sharp and raw:
        digits = " 0x".join(digits.split(" "))
        digits = "0x" + digits
    return spec.pad(digits.upper() if spec.verb == "X" else digits)


def integer_verb(value: int, spec: Spec, kind: str, type_name: str) -> str:
    """An integer of a kind under a verb."""
    verb = spec.verb
    unsigned = kind in UINT_BITS
    if verb in "cqU":
        return _rune(value, spec)
    if verb not in _BASES:
        return wrong_verb(spec, type_name, lambda plain: integer_verb(value, plain, kind, type_name))
    if verb == "v" and spec.sharp_v and unsigned:
        return with_digits(value, spec, "x", "0x")
    prefix = _PREFIXES.get(verb, "") if spec.sharp else ""
    return with_digits(value, spec, _BASES[verb], "0o" if verb == "O" else prefix)


def with_digits(value: int, spec: Spec, base: str, prefix: str) -> str:
    """An integer to a base, with sign, prefix and padding."""
    digits = format(abs(value), base)
    sign = "-" if value < 0 else "+" if spec.plus else " " if spec.space else ""
    if spec.precision is not None:
        if spec.precision == 0 and value == 0:
            return " " * (spec.width or 0)
        digits = digits.rjust(spec.precision, "0")
    elif spec.zero and not spec.minus and spec.width is not None:
        digits = digits.rjust(spec.width - len(sign), "0")
    if spec.sharp and base == "o" and not digits.startswith("0"):
        digits = "0" + digits
    text = sign + prefix + digits
    width = spec.width or 0
    return text.ljust(width) if spec.minus else text.rjust(width)


def _char(value: int) -> str:
    """The character with this code; an empty text when there is none."""
    return chr(value) if 0 <= value <= _LAST_RUNE and value not in _SURROGATES else ""


def _rune(value: int, spec: Spec) -> str:
    char = _char(value) or "\ufffd"
    if spec.verb == "c":
        return spec.pad(char)
    if spec.verb == "q":
        return spec.pad(f"'{escape(char, chr(39), ascii_only=spec.plus)}'")
    text = f"U+{wrap('uint64', value):0{max(4, spec.precision or 0)}X}"
    if spec.sharp and char.isprintable() and char == _char(value):
        text += f" '{char}'"
    width = spec.width or 0
    return text.ljust(width) if spec.minus else text.rjust(width)


def float_verb(value: float, spec: Spec, bits: int, type_name: str = "float64") -> str:
    """A float under a verb."""
    if spec is PLAIN:
        return format_float(value, "g", -1, bits=bits)
    verb = spec.verb
    if verb not in "vgGeEfFxXb":
        return wrong_verb(spec, type_name, lambda plain: float_verb(value, plain, bits, type_name))
    precision = -1 if spec.precision is None and verb in "vgGxXb" else 6 if spec.precision is None else spec.precision
    if verb in "xXb":
        text = _binary_float(value, spec, bits)
        precision = -1 if spec.precision is None else spec.precision
    else:
        text = format_float(value, {"v": "g", "F": "f"}.get(verb, verb), precision, bits=bits)
    if spec.sharp and verb != "b" and text[-1] not in "fN":
        text = _keep_point(text, verb, precision)
    return _signed(text, spec)


def _signed(text: str, spec: Spec) -> str:
    """Add sign and padding to the text of a number."""
    sign, digits = (text[0], text[1:]) if text[0] in "+-" else ("+", text)
    special = digits in {"Inf", "NaN"}
    if spec.space and sign == "+" and not spec.plus:
        sign = " "
    keep = spec.plus or sign != "+" or digits == "Inf"
    shown = (sign if keep else "") + digits
    if spec.zero and not spec.minus and not special and spec.width is not None and len(shown) < spec.width:
        return (sign if keep else "") + digits.rjust(spec.width - (1 if keep else 0), "0")
    width = spec.width or 0
    return shown.ljust(width) if spec.minus else shown.rjust(width)


def _keep_point(text: str, verb: str, precision: int) -> str:
    """The flag `#`: a decimal point always, and zeros up to the precision for the verbs that drop them."""
    at = next((at for at, char in enumerate(text) if char in "pP" or (char in "eE" and verb not in "xX")), len(text))
    mantissa, exponent = text[:at], text[at:]
    wanted = (6 if precision < 0 else precision) if verb in "vgGx" else 0
    digits = mantissa.lstrip("+-")
    wanted -= len(digits.replace(".", "").lstrip("0"))
    if "." not in digits:
        mantissa += "."
        wanted -= digits == "0"
    return mantissa + "0" * max(0, wanted) + exponent


def _binary_float(value: float, spec: Spec, bits: int) -> str:
    """The verbs %b and %x of a float: a binary exponent."""
    if not math.isfinite(value):
        return format_float(value)
    size = _DIGITS32 if bits == _FLOAT32 else _DIGITS64
    fraction, exponent = math.frexp(abs(value))
    sign = "-" if math.copysign(1, value) < 0 else ""
    mantissa = int(math.ldexp(fraction, size))
    if spec.verb == "b":
        least = _LEAST64 if bits == _FLOAT64 else _LEAST32
        return f"{sign}{mantissa}p{exponent - size if value else least:+d}"
    exponent = exponent - 1 if value else 0
    shown = -(-(size - 1) // 4)  # hexadecimal digits behind the point
    mantissa <<= 4 * shown - (size - 1)
    if spec.precision is not None:
        mantissa, carry = _rounded(mantissa, shown, spec.precision)
        shown, exponent = spec.precision, exponent + carry
    first, rest = mantissa >> (4 * shown), mantissa & ((1 << (4 * shown)) - 1)
    tail = f"{rest:0{shown}x}" if shown else ""
    if spec.precision is None:
        tail = tail.rstrip("0")
    text = f"{sign}0x{first}{'.' if tail else ''}{tail}p{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    return text.upper() if spec.verb == "X" else text


def _rounded(mantissa: int, shown: int, wanted: int) -> tuple[int, int]:
    """The mantissa with another number of hexadecimal digits, halves to even, and what the exponent grows by."""
    if wanted >= shown:
        return mantissa << (4 * (wanted - shown)), 0
    cut_off = 4 * (shown - wanted)
    kept, rest = mantissa >> cut_off, mantissa & ((1 << cut_off) - 1)
    half = 1 << (cut_off - 1)
    kept += rest > half or (rest == half and kept & 1)
    return (kept >> 1, 1) if kept >> (4 * wanted) > 1 else (kept, 0)


def complex_verb(value: complex, spec: Spec) -> str:
    """A complex number under a verb: both parts, the second one with its sign."""
    if spec.verb not in "vgGeEfFxXb":
        return wrong_verb(spec, "complex128", lambda plain: complex_verb(value, plain))
    real = float_verb(value.real, spec, 64)
    signed = spec.with_verb(spec.verb)
    signed.plus = True
    return f"({real}{float_verb(value.imag, signed, 64)}i)"
