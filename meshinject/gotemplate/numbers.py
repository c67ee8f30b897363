"""Go's reading and writing of numbers: literals of a template, strconv.ParseInt, ParseFloat and FormatFloat."""

import math
import re

from meshinject.gotemplate.nodes import Number

_INTEGER = (
    r"([+-]?)(?:(0[xX])(_?[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*)|(0[bB])(_?[01]+(?:_[01]+)*)"
    r"|(0[oO]?)(_?[0-7]+(?:_[0-7]+)*)|([1-9][0-9]*(?:_[0-9]+)*|0))"
)
INT64_MAX = (1 << 63) - 1
INT64_MIN = -(1 << 63)
UINT64_MAX = (1 << 64) - 1


def parse_literal(text: str) -> int | None:
    """The integer a literal with sign, base prefix and underscores stands for (Go's base 0), without any limit."""
    found = re.fullmatch(_INTEGER, text)
    if found is None:
        return None
    sign, hexadecimal, hex_digits, binary, binary_digits, _, octal_digits, decimal = found.groups()
    if hexadecimal:
        number = int(hex_digits.replace("_", ""), 16)
    elif binary:
        number = int(binary_digits.replace("_", ""), 2)
    elif octal_digits:
        number = int(octal_digits.replace("_", ""), 8)
    else:
        digits = decimal.replace("_", "")
        # Python refuses thousands of digits; such a number is beyond every Go type anyway.
        number = int(digits) if len(digits) < 100 else UINT64_MAX + 1  # noqa: PLR2004
    return -number if sign == "-" else number


_DIGITS = "[0-9]+(?:_[0-9]+)*"
_DECIMAL = rf"[+-]?(?:{_DIGITS}\.?(?:{_DIGITS})?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?"
_HEX_DIGITS = "[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*"
_HEXADECIMAL = rf"([+-]?)0[xX](_?(?:{_HEX_DIGITS})?\.?(?:{_HEX_DIGITS})?)[pP]([+-]?{_DIGITS})"
_SPECIAL = r"(?i)([+-]?)(inf|infinity|nan)"


def parse_float(text: str) -> float | None:
    """What Go reads as a floating point number, or None where it fails; a number beyond float64 fails too.

    Underscores between digits are allowed, as in literals: who calls for strconv.ParseFloat looks for them first.
    """
    if re.fullmatch(_DECIMAL, text):
        number = float(text)  # Python allows the same underscores
        return None if math.isinf(number) else number
    if re.fullmatch(_SPECIAL, text):
        return float(text)
    found = re.fullmatch(_HEXADECIMAL, text)
    if found is None or not any(char.isalnum() for char in found[2]):
        return None
    try:
        return float.fromhex(text.replace("_", ""))
    except (OverflowError, ValueError):
        return None


def parse_number(pos: int, text: str) -> Number:
    """The node of a numeric literal that is no character.

    Raises:
        ValueError: Go refuses it; the text is Go's.
    """
    node = Number(pos, text)
    if text.endswith("i"):
        imaginary = parse_float(text[:-1])
        if imaginary is not None:
            _set_complex(node, complex(0, imaginary))
            return node
    integer = parse_literal(text)
    if integer is not None and INT64_MIN <= integer <= UINT64_MAX:
        node.as_int = integer if integer <= INT64_MAX else None
        node.as_uint = integer if integer >= 0 and (integer == 0 or text[0] not in "+-") else None
        if node.as_int is not None or node.as_uint is not None:
            node.as_float = float(integer)
            node.value = node.as_int
            return node
    number = parse_float(text)
    if number is None:
        raise ValueError(f'illegal number syntax: "{text}"')
    if not any(char in ".eEpP" for char in text):
        raise ValueError(f'integer overflow: "{text}"')
    _set_float(node, number)
    node.value = number
    return node


def _set_float(node: Number, number: float) -> None:
    """Give the readings that a floating point literal allows."""
    node.as_float = number
    if number.is_integer():
        if INT64_MIN <= number <= INT64_MAX:
            node.as_int = int(number)
        if 0 <= number <= UINT64_MAX:
            node.as_uint = int(number)


def _set_complex(node: Number, number: complex) -> None:
    """Give the readings of a complex literal: a real one too when nothing is imaginary."""
    node.as_complex = node.value = number
    if number.imag == 0:
        _set_float(node, number.real)


def parse_complex(pos: int, text: str) -> Number:
    """The node of a literal such as 1+2i.

    Raises:
        ValueError: a part of it is no number.
    """
    middle = max(text.rfind("+"), text.rfind("-"))
    while middle > 0 and text[middle - 1] in "eEpP":
        middle = max(text.rfind("+", 0, middle), text.rfind("-", 0, middle))
    real, imaginary = parse_float(text[:middle]), parse_float(text[middle:-1])
    if real is None or imaginary is None:
        raise ValueError("syntax error scanning complex number")
    node = Number(pos, text)
    _set_complex(node, complex(real, imaginary))
    return node


def format_float(number: float, verb: str = "g", precision: int = -1, *, bits: int = 64) -> str:
    """strconv.FormatFloat for the verbs e, E, f, g and G; precision -1 is the shortest text that reads back."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "+Inf" if number > 0 else "-Inf"
    if precision < 0:
        return _shortest(number, verb, bits)
    if verb == "f":
        return f"{number:.{precision}f}"
    if verb in "eE":
        return f"{number:.{precision}{verb}}"
    precision = precision or 1
    mantissa, _, exponent = f"{number:.{precision - 1}e}".partition("e")
    sign, digits = ("-", mantissa[1:]) if mantissa[0] == "-" else ("", mantissa)
    digits = digits.replace(".", "").rstrip("0") or "0"
    limit = precision
    if limit > len(digits) >= int(exponent) + 1:
        limit = len(digits)
    return sign + _layout(digits, int(exponent), verb, limit)


def shortest_digits(number: float, bits: int = 64) -> tuple[str, int]:
    """The shortest decimal digits that read back as the finite number, and the exponent of the first of them."""
    text = _repr32(number) if bits == 32 else repr(abs(number))  # noqa: PLR2004
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return "0", 0
    leading = len(whole + fraction) - len(digits)
    point = len(whole) - leading + int(exponent or 0)
    return digits.rstrip("0") or "0", point - 1


def _repr32(number: float) -> str:
    """The shortest text that reads back as the same float32."""
    import struct  # noqa: PLC0415 - only float32 needs it

    wanted = struct.pack("f", number)
    for precision in range(9):
        text = f"{abs(number):.{precision}e}"
        if struct.pack("f", math.copysign(float(text), number)) == wanted:
            return text
    return repr(abs(number))


def _shortest(number: float, verb: str, bits: int) -> str:
    digits, exponent = shortest_digits(number, bits)
    sign = "-" if math.copysign(1, number) < 0 else ""
    if verb == "f":
        return sign + _fixed(digits, exponent)
    if verb in "eE":
        return sign + _scientific(digits, exponent, verb)
    return sign + _layout(digits, exponent, verb, 6)


def _layout(digits: str, exponent: int, verb: str, limit: int) -> str:
    """The digits in the form %g chooses: with an exponent when that is below -4 or from `limit` on."""
    if exponent < -4 or exponent >= limit:  # noqa: PLR2004 - the rule of %g
        return _scientific(digits, exponent, "E" if verb == "G" else "e")
    return _fixed(digits, exponent)


def _fixed(digits: str, exponent: int) -> str:
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    if exponent + 1 >= len(digits):
        return digits + "0" * (exponent + 1 - len(digits))
    return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


def _scientific(digits: str, exponent: int, letter: str) -> str:
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}{letter}{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
