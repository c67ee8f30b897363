"""Scalars where Kubernetes wants a string.

sigs.k8s.io/yaml knows the Go type it decodes into: a boolean or number that stands where a string belongs becomes text
instead of an error, so `sidecar.istio.io/inject: false` without quotes is the string "false" for kube-inject. A float
goes through 32 bits on that way (`685230.15` becomes "685230.1").
"""

from typing import Any

_FIRST_PLAIN_EXPONENT = -4
_FIRST_LARGE_EXPONENT = 6


def as_string(value: Any) -> str:
    """The string that Kubernetes' typed decode makes of a scalar; null is the empty string.

    Raises:
        TypeError: the value is a map or a list, which no string field takes.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _shortest(value)
    raise TypeError(f"a {type(value).__name__} where a string belongs")


def string_map(value: Any) -> dict[str, str]:
    """Labels or annotations as Kubernetes reads them; null and anything but a map are no entries.

    A map or list as a value has no text and is left out: the API server refuses it, and no rule of ours reads it.
    """
    if not isinstance(value, dict):
        return {}
    return {key: as_string(item) for key, item in value.items() if not isinstance(item, dict | list)}


def _shortest(value: float) -> str:
    """`strconv.FormatFloat(value, 'g', -1, 32)`: the fewest digits that read back as the same 32-bit float."""
    from math import isfinite, isnan  # noqa: PLC0415 - floats are rare where strings belong
    from struct import pack, unpack  # noqa: PLC0415

    if isnan(value):
        return "NaN"
    try:
        bits = pack("f", value)
    except OverflowError:
        bits = pack("f", float("inf") if value > 0 else float("-inf"))
    (single,) = unpack("f", bits)
    if not isfinite(single):
        return "+Inf" if single > 0 else "-Inf"
    digits = next(text for text in (f"{single:.{n}e}" for n in range(10)) if pack("f", float(text)) == bits)
    mantissa, _, exponent = digits.partition("e")
    if _FIRST_PLAIN_EXPONENT <= int(exponent) < _FIRST_LARGE_EXPONENT:
        decimals = len(mantissa.partition(".")[2]) - int(exponent)
        return f"{float(digits):.{max(0, decimals)}f}"
    return digits
