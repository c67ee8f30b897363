"""Kubernetes quantities: `100m`, `1.5Gi`, `1e3`."""

import re
from functools import cache

_FORM = re.compile(r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)")
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_UNITS = "numkMGTPEi"
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}


@cache
def is_valid(text: str) -> bool:
    """Whether Kubernetes reads the text as a quantity."""
    return _FORM.fullmatch(text) is not None


def exceeds(one: str, other: str) -> bool:
    """Whether the first quantity is greater; those with the same unit, as nearly all are, need no fractions."""
    numbers = one.rstrip(_UNITS), other.rstrip(_UNITS)
    if all(map(str.isdecimal, numbers)) and one[len(numbers[0]) :] == other[len(numbers[1]) :]:
        return int(numbers[0]) > int(numbers[1])
    left, right = ratio(one), ratio(other)
    return left is not None and right is not None and left[0] * right[1] > right[0] * left[1]


def ratio(text: str) -> tuple[int, int] | None:
    """The exact amount as numerator and denominator in lowest terms; None for a text that is no quantity."""
    found = _FORM.fullmatch(text)
    if not found:
        return None
    from fractions import Fraction  # noqa: PLC0415 - costs milliseconds, and few runs compare amounts

    sign, number, suffix = found.groups()
    amount = Fraction(number + "0" if number.endswith(".") else number)
    if suffix in _BINARY:
        amount *= 1024 ** _BINARY[suffix]
    else:
        exponent = _DECIMAL[suffix] if suffix in _DECIMAL else int(suffix[1:])
        amount *= Fraction(10) ** exponent
    return (-amount if sign == "-" else amount).as_integer_ratio()
