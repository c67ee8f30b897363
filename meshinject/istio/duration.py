"""Durations: read as Go writes them (`1m30s`), printed as protobuf's JSON (`90s`) and as Go's text."""

import re

_UNITS = {"ns": 1, "us": 10**3, "µs": 10**3, "μs": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}
SECOND, MILLISECOND = _UNITS["s"], _UNITS["ms"]
_PART = r"([0-9]*)(?:\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)"
_LIMIT = 2**63


def parse(text: str) -> int | None:
    """The nanoseconds of a duration as Go reads it (`1.5h`, `2m30s`, `-3ms`, `0`), or None when it is none."""
    sign = -1 if text.startswith("-") else 1
    unsigned = text[1:] if text[:1] in ("-", "+") else text
    if unsigned == "0":
        return 0
    if not re.fullmatch(f"(?:{_PART})+", unsigned):
        return None
    total = 0
    for whole, fraction, unit in re.findall(_PART, unsigned):
        if not whole and not fraction:
            return None
        total += int(whole or 0) * _UNITS[unit]
        if fraction:
            total += int(fraction) * _UNITS[unit] // 10 ** len(fraction)
    if total >= _LIMIT and not (sign < 0 and total == _LIMIT):
        return None
    return sign * total


def as_json(nanoseconds: int) -> str:
    """As protobuf prints it: seconds, with 3, 6 or 9 digits behind the point where they are needed."""
    sign = "-" if nanoseconds < 0 else ""
    seconds, rest = divmod(abs(nanoseconds), SECOND)
    if not rest:
        return f"{sign}{seconds}s"
    digits = f"{rest:09}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return f"{sign}{seconds}.{digits}s"


def as_go(nanoseconds: int) -> str:
    """As Go prints it: `45s`, `1m0s`, `1.5s`, `10ms`, `0s`."""
    sign, rest = ("-" if nanoseconds < 0 else ""), abs(nanoseconds)
    if rest < SECOND:
        for unit in ("ms", "µs", "ns"):
            if rest >= _UNITS[unit]:
                return f"{sign}{_decimal(rest, _UNITS[unit])}{unit}"
        return "0s"
    minutes, below = divmod(rest, _UNITS["m"])
    hours, minutes = divmod(minutes, 60)
    text = f"{_decimal(below, SECOND)}s"
    if hours or minutes:
        text = f"{minutes}m{text}"
    return f"{sign}{hours}h{text}" if hours else f"{sign}{text}"


def _decimal(nanoseconds: int, unit: int) -> str:
    """`nanoseconds` in `unit`, without needless digits."""
    whole, fraction = divmod(nanoseconds, unit)
    digits = str(fraction).zfill(len(str(unit)) - 1).rstrip("0")
    return f"{whole}.{digits}" if digits else str(whole)
