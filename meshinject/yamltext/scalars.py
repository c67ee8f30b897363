"""Plain scalars as Kubernetes reads them.

kubectl, istioctl and the API server's clients read YAML with sigs.k8s.io/yaml, which turns it into JSON by go-yaml v2's
rules: YAML 1.1 words (``y``, ``off``), Go's integer literals with any underscores, decimal floats, timestamps left as
text. Neither a YAML 1.1 nor a 1.2 loader agrees with that, so the rules stand here.
"""

import re
from typing import Any

_STANDARD = "tag:yaml.org,2002:"

WORDS: dict[str, Any] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
# Text that starts with anything else is a string, whatever follows.
SUSPECT = frozenset(["", *"yYnNtTfFoO~.+-0123456789"])
_INTEGER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)", re.ASCII)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
# A float that starts with its point keeps Go's rule for underscores: between digits only.
_POINT_FLOAT = re.compile(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?", re.ASCII)
_TIMESTAMP = (
    r"\d{4}-\d{1,2}-\d{1,2}"
    r"(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d{2}:\d{2})| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?"
)
_MAX_INT64 = 2**63 - 1
_MIN_INT64 = -(2**63)
_MAX_UINT64 = 2**64 - 1
_PLAIN_DIGITS = 18


def plain(text: str) -> Any:
    """Give the value of an untagged plain scalar: str, int, float, bool or None."""
    if text[:1] not in SUSPECT:
        return text
    if text in WORDS:
        return WORDS[text]
    first = text[0]
    if first in "yYnNtTfFoO~":
        return text
    if first == ".":
        return _float(text, text) if _POINT_FLOAT.fullmatch(text) else text
    digits = text.replace("_", "") if "_" in text else text
    if _INTEGER.fullmatch(digits):
        number = integer(digits)
        if _MIN_INT64 <= number <= _MAX_INT64 or (number <= _MAX_UINT64 and number > 0 and first != "+"):
            return number
    if _FLOAT.fullmatch(digits):
        return _float(digits, text)
    # Go's second try at a binary number lets a sign stand behind its prefix.
    if digits[:3] in ("0b+", "0b-") and re.fullmatch("[01]{1,63}", digits[3:]):
        return int(f"{digits[2]}0b{digits[3:]}", base=0)
    return text


def integer(digits: str) -> int:
    """Read a Go integer literal: decimal, 0x, 0b, 0o, or octal by a leading zero."""
    body = digits.lstrip("+-")
    if body[0] != "0" or len(body) == 1:
        return int(digits)
    sign = -1 if digits[0] == "-" else 1
    kind = body[1]
    if kind in "xX":
        return sign * int(body, 16)
    if kind in "bB":
        return sign * int(body, 2)
    return sign * int(body[2:] if kind in "oO" else body, 8)


def _float(digits: str, text: str) -> float | str:
    number = float(digits)
    return text if number in (float("inf"), float("-inf")) else number


def tagged(tag: str, text: str) -> Any:
    """Give the value of a scalar with an explicit tag; unknown tags are text.

    Raises:
        ValueError: the text is none of the standard type that the tag names.
    """
    name = tag.removeprefix(_STANDARD)
    if name == tag or name in ("str", "merge"):
        return text
    if name == "binary":
        return _binary(text)
    if name not in ("bool", "int", "float", "null", "timestamp"):
        return text
    if name == "timestamp":
        if re.fullmatch(_TIMESTAMP, text, re.ASCII):
            return text
        found, value = "str", text
    else:
        value = plain(text)
        found = _type_name(value)
        if found == name:
            return value
        if name == "float" and found == "int" and value <= _MAX_INT64:
            return float(value)
    raise ValueError(f"cannot decode !!{found} `{text}` as a !!{name}")


def _type_name(value: Any) -> str:
    if value is None:
        return "null"
    return type(value).__name__


def _binary(text: str) -> str:
    import base64  # noqa: PLC0415 - almost no manifest has binary scalars

    text = text.replace("\r", "").replace("\n", "")
    if not re.fullmatch(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text):
        raise ValueError("!!binary value contains invalid base64 data")
    data = base64.b64decode(text)
    # Go writes every byte that is no UTF-8 as U+FFFD.
    return re.sub("[\udc80-\udcff]", "\ufffd", data.decode("utf-8", "surrogateescape"))


def key(value: Any) -> str:
    """Give the JSON key that Kubernetes makes of a scalar key.

    Raises:
        ValueError: null and integers beyond int64 are refused as keys.
    """
    if type(value) is str:
        return value
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, float):
        text = float32_text(value)
        return {"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}.get(text, text)
    if isinstance(value, int) and value <= _MAX_INT64:
        return str(value)
    raise ValueError("null is no key" if value is None else f"the integer {value} is too big for a key")


def float32_text(number: float) -> str:
    """Write a float as Go's ``FormatFloat(x, 'g', -1, 32)``, the form a number takes where a string is wanted."""
    import struct  # noqa: PLC0415 - floats where strings are wanted are rare

    try:
        packed = struct.pack("<f", number)
    except OverflowError:
        return "+Inf" if number > 0 else "-Inf"
    single = struct.unpack("<f", packed)[0]
    if single != single:  # noqa: PLR0124 - NaN
        return "NaN"
    if single in (float("inf"), float("-inf")):
        return "+Inf" if single > 0 else "-Inf"
    for precision in range(9):
        text = f"{single:.{precision}e}"
        if struct.pack("<f", float(text)) == packed:
            break
    mantissa, _, exponent = text.partition("e")
    power = int(exponent)
    if -4 <= power < max(6, 0):  # noqa: PLR2004 - Go's 'g' with the shortest precision
        places = max(0, len(mantissa.lstrip("-").replace(".", "")) - 1 - power)
        return f"{float(text):.{places}f}"
    return f"{mantissa}e{'-' if power < 0 else '+'}{abs(power):02d}"


def same(left: Any, right: Any) -> bool:
    """Compare two values strictly: True is not 1, "1" is not 1, key order is ignored; 1 and 1.0 are one JSON number."""
    if left is right:
        return True
    if left.__class__ is str and right.__class__ is str:
        return bool(left == right)
    if isinstance(left, dict):
        if not isinstance(right, dict) or len(left) != len(right):
            return False
        for name, value in left.items():  # noqa: SIM110 - every edited document goes through here: a generator is slower
            if name not in right or not same(value, right[name]):
                return False
        return True
    if isinstance(left, list):
        return isinstance(right, list) and len(left) == len(right) and all(map(same, left, right))
    if type(left) is type(right):
        return bool(left == right)
    if isinstance(left, bool) or isinstance(right, bool) or isinstance(left, str) or isinstance(right, str):
        # A str subclass is text all the same.
        return isinstance(left, str) and isinstance(right, str) and left == right
    return isinstance(left, int | float) and isinstance(right, int | float) and left == right
