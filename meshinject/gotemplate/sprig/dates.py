"""Sprig's functions on dates. What is no date counts as now; the local zone is UTC."""

import time
from typing import Any

from meshinject.gotemplate.sprig.gotime import (
    HOUR,
    MINUTE,
    SECOND,
    TIME,
    UTC_ZONE,
    ZERO,
    NamedZone,
    Time,
    Zone,
    format_duration,
    parse_duration,
    wrap_seconds,
)
from meshinject.gotemplate.sprig.layouts import format_time, parse_time
from meshinject.gotemplate.values import STRING, Function, GoError, Pointer, type_of

_UNITS = (("y", 365 * 24 * HOUR), ("mo", 30 * 24 * HOUR), ("d", 24 * HOUR), ("h", HOUR), ("m", MINUTE), ("s", SECOND))


def now() -> Time:
    """The present moment."""
    return Time(time.time_ns())


def _moment(value: Any, kinds: tuple[str, ...]) -> Time:
    """A date, or seconds since 1970 in an integer of one of the kinds; anything else is now."""
    if isinstance(value, Pointer) and value.target is not None:
        value = value.target
    if isinstance(value, Time):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and type_of(value).name in kinds:
        return Time(int(value) * SECOND)
    return now()


def _zone(name: str) -> Zone:
    if name in {"", "UTC", "Local"}:
        return UTC_ZONE
    try:
        return NamedZone(name)
    except KeyError:
        return UTC_ZONE  # as sprig does with a zone it does not know


def date_in_zone(layout: str, value: Any, zone: str) -> str:
    """A date written by a layout, on the clocks of a zone."""
    moment = _moment(value, ("int", "int32", "int64"))
    return format_time(Time(moment.nanoseconds, _zone(zone)), layout)


def date_modify(step: str, moment: Time) -> Time:
    """The moment moved by a duration; unmoved when that is none."""
    try:
        return must_date_modify(step, moment)
    except GoError:
        return moment


def must_date_modify(step: str, moment: Time) -> Time:
    """The moment moved by a duration.

    Raises:
        GoError: the text is no duration.
    """
    return Time(moment.nanoseconds + parse_duration(step), moment.zone)


def to_date(layout: str, text: str) -> Time:
    """The date a text means; the year 1 when it does not fit the layout."""
    try:
        return parse_time(layout, text)
    except GoError:
        return ZERO


def ago(value: Any) -> str:
    """How long ago a date was, in whole seconds."""
    passed = now().nanoseconds - _moment(value, ("int", "int64")).nanoseconds
    rest = abs(passed) % SECOND
    seconds = abs(passed) - rest + (SECOND if 2 * rest >= SECOND else 0)
    return format_duration(-seconds if passed < 0 else seconds)


def duration(value: Any) -> str:
    """Seconds, given as text or int64, as a duration."""
    seconds = 0
    if value.__class__ is str:
        digits = value[1:] if value[:1] in ("+", "-") else value
        if digits.isascii() and digits.isdecimal() and len(digits) < 19:  # noqa: PLR2004 - int64
            seconds = int(value)
    elif isinstance(value, int) and type_of(value).name == "int64":
        seconds = int(value)
    return format_duration(wrap_seconds(seconds))


def duration_round(value: Any) -> str:
    """A duration in its largest unit."""
    length = 0
    if value.__class__ is str:
        try:
            length = parse_duration(value)
        except GoError:
            length = 0
    elif isinstance(value, Time):
        length = now().nanoseconds - value.nanoseconds
    elif isinstance(value, int) and type_of(value).name == "int64":
        length = int(value)
    for name, size in _UNITS:
        if abs(length) > size:
            return f"{abs(length) // size}{name}"
    return "0s"


_DATE_IN_ZONE = Function(date_in_zone, "string any string")
_MODIFY = Function(date_modify, [STRING, TIME])
_MUST_MODIFY = Function(must_date_modify, [STRING, TIME])

FUNCTIONS = {
    "ago": Function(ago, "any"),
    "date": Function(lambda layout, value: date_in_zone(layout, value, "Local"), "string any"),
    "dateInZone": _DATE_IN_ZONE,
    "date_in_zone": _DATE_IN_ZONE,
    "dateModify": _MODIFY,
    "date_modify": _MODIFY,
    "mustDateModify": _MUST_MODIFY,
    "must_date_modify": _MUST_MODIFY,
    "duration": Function(duration, "any"),
    "durationRound": Function(duration_round, "any"),
    "htmlDate": Function(lambda value: date_in_zone("2006-01-02", value, "Local"), "any"),
    "htmlDateInZone": Function(lambda value, zone: date_in_zone("2006-01-02", value, zone), "any string"),
    "mustToDate": Function(parse_time, "string string"),
    "now": Function(now),
    "toDate": Function(to_date, "string string"),
    "unixEpoch": Function(lambda moment: str(moment.nanoseconds // SECOND), [TIME]),
}
