"""Go's time.Time and time.Duration as values of the model.

A time is a number of nanoseconds since 1970 and a zone. The local zone is UTC: what a template makes must not
depend on the machine.
"""

from typing import Any

from meshinject.gotemplate.values import (
    BOOL,
    FLOAT64,
    INT,
    STRING,
    Field,
    Function,
    GoError,
    Int64,
    Pointer,
    Struct,
    StructType,
    Type,
    TypedInt,
    Uint64,
    enum,
    pointer_to,
    wrap,
)

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
_MAX = (1 << 63) - 1
_EPOCH_DAYS = 719_468  # days from 1 March of year 0 to 1 January 1970
_UNIX_TO_INTERNAL = 62_135_596_800

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MONTH = enum("time.Month", {number: name for number, name in enumerate(MONTHS, 1)}, "int")  # noqa: C416 - a dict is wanted
WEEKDAY = enum("time.Weekday", dict(enumerate(DAYS)), "int")


class Duration(TypedInt):
    """Go's time.Duration, in nanoseconds."""

    __slots__ = ()
    go_type = Type("time.Duration", "int64", underlying="int64")


Duration.go_type.make = Duration


def format_duration(value: int) -> str:
    """A duration as Go writes it: 1h2m3.5s, 1.5ms, 0s."""
    if value == 0:
        return "0s"
    sign, rest = ("-", -value) if value < 0 else ("", value)
    if rest < SECOND:
        unit, size = ("ns", 1) if rest < 1000 else ("µs", 1000) if rest < 1_000_000 else ("ms", 1_000_000)  # noqa: PLR2004
        return f"{sign}{_fraction(rest, size)}{unit}"
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    text = f"{hours}h{minutes}m" if hours else f"{minutes}m" if minutes else ""
    return f"{sign}{text}{_fraction(rest, SECOND)}s"


def _fraction(value: int, size: int) -> str:
    whole, rest = divmod(value, size)
    return f"{whole}.{str(size + rest)[1:].rstrip('0')}" if rest else str(whole)


def quote(text: str) -> str:
    """A text as the errors of Go's package time quote it: ASCII, other bytes escaped."""
    shown = []
    for char in text:
        if " " <= char <= "\x7f":
            shown.append("\\" + char if char in '"\\' else char)
        else:
            shown += [f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogateescape")]
    return f'"{"".join(shown)}"'


_UNITS = {"ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 1_000_000, "s": SECOND, "m": MINUTE, "h": HOUR}


def parse_duration(text: str) -> Duration:
    """The duration that a text such as 1h30m or -1.5s means.

    Raises:
        GoError: it is none; worded as Go's.
    """
    rest = text[1:] if text[:1] in ("+", "-") else text
    if rest == "0":
        return Duration(0)
    if not rest:
        raise GoError(f"time: invalid duration {quote(text)}")
    total = 0
    while rest:
        number = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        rest = rest[len(number) :]
        fraction = ""
        if rest.startswith("."):
            rest = rest[1:]
            fraction = rest[: len(rest) - len(rest.lstrip("0123456789"))]
            rest = rest[len(fraction) :]
        if not number and not fraction:
            raise GoError(f"time: invalid duration {quote(text)}")
        end = next((at for at, char in enumerate(rest) if char in ".0123456789"), len(rest))
        unit, rest = rest[:end], rest[end:]
        if not unit:
            raise GoError(f"time: missing unit in duration {quote(text)}")
        if unit not in _UNITS:
            raise GoError(f"time: unknown unit {quote(unit)} in duration {quote(text)}")
        total += int(number[:40] or "0") * _UNITS[unit]
        if fraction:
            total += int(fraction[:30]) * _UNITS[unit] // 10 ** len(fraction[:30])
        if total > _MAX + (text[0] == "-"):
            raise GoError(f"time: invalid duration {quote(text)}")
    return Duration(-total if text[0] == "-" else total)


def _rounded(value: int, unit: int) -> int:
    """A duration rounded to a multiple of the unit, halves away from zero."""
    if unit <= 0:
        return value
    rest = abs(value) % unit
    nearest = abs(value) - rest + (unit if 2 * rest >= unit else 0)
    return max(-_MAX - 1, min(_MAX, -nearest if value < 0 else nearest))


def _truncated(value: int, unit: int) -> int:
    return value if unit <= 0 else value - (abs(value) % unit) * (-1 if value < 0 else 1)


Duration.go_type.methods.update(
    {
        "String": Function(format_duration),
        "Hours": Function(lambda value: value / HOUR),
        "Minutes": Function(lambda value: value / MINUTE),
        "Seconds": Function(lambda value: value / SECOND),
        "Milliseconds": Function(lambda value: Int64(_quotient(value, 1_000_000))),
        "Microseconds": Function(lambda value: Int64(_quotient(value, 1000))),
        "Nanoseconds": Function(lambda value: Int64(int(value))),
        "Abs": Function(lambda value: Duration(min(abs(value), _MAX))),
        "Round": Function(lambda value, unit: Duration(_rounded(value, unit)), [Duration.go_type]),
        "Truncate": Function(lambda value, unit: Duration(_truncated(value, unit)), [Duration.go_type]),
    }
)


def _quotient(value: int, size: int) -> int:
    return -(-value // size) if value < 0 else value // size


# -- calendar ---------------------------------------------------------------------------------------


def days_of(year: int, month: int, day: int) -> int:
    """Days from 1 January 1970 to a date; month and day may lie beyond their limits."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    shifted = year - (month <= 2)  # noqa: PLR2004 - years that begin in March end with the leap day
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - _EPOCH_DAYS


def date_of(days: int) -> tuple[int, int, int]:
    """Year, month and day of a day counted from 1 January 1970."""
    era, day_of_era = divmod(days + _EPOCH_DAYS, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9  # noqa: PLR2004 - see above
    return era * 400 + year_of_era + (month <= 2), month, day_of_year - (153 * shifted + 2) // 5 + 1  # noqa: PLR2004


class Zone:
    """A time zone of one offset."""

    __slots__ = ("name", "offset")

    def __init__(self, name: str, offset: int) -> None:
        self.name = name
        self.offset = offset

    def at(self, _seconds: int) -> tuple[str, int]:
        """The abbreviation and the offset in seconds that hold at a moment."""
        return self.name, self.offset


class NamedZone(Zone):
    """A zone of the time zone database."""

    __slots__ = ("rules",)

    def __init__(self, name: str) -> None:
        """Look the zone up.

        Raises:
            KeyError: there is none of that name.
        """
        from zoneinfo import ZoneInfo  # noqa: PLC0415 - rare

        try:
            self.rules = ZoneInfo(name)
        except (ValueError, OSError) as error:
            raise KeyError(name) from error
        super().__init__(name, 0)

    def at(self, seconds: int) -> tuple[str, int]:
        """The abbreviation and the offset in seconds that hold at a moment."""
        from datetime import UTC, datetime, timedelta  # noqa: PLC0415 - rare

        limited = max(-2_000_000_000, min(200_000_000_000, seconds))
        moment = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=limited)).astimezone(self.rules)
        offset = moment.utcoffset()
        return moment.tzname() or "", int(offset.total_seconds()) if offset is not None else 0


UTC_ZONE = Zone("UTC", 0)

TIME = StructType("time.Time")
TIME.define([Field("wall", Uint64.go_type), Field("ext", Int64.go_type), Field("loc", Type("*time.Location", "ptr"))])


class Time(Struct):
    """Go's time.Time."""

    __slots__ = ("nanoseconds", "zone")

    def __init__(self, nanoseconds: int, zone: Zone = UTC_ZONE) -> None:
        super().__init__(TIME)
        self.nanoseconds = nanoseconds
        self.zone = zone

    def get(self, name: str) -> Any:
        """The fields that `%d` shows."""
        if name == "wall":
            return Uint64(self.nanoseconds % SECOND)
        if name == "ext":
            return Int64(self.nanoseconds // SECOND + _UNIX_TO_INTERNAL)
        return Pointer(TIME.fields["loc"][0].type)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Time) and (self.nanoseconds, self.zone) == (other.nanoseconds, other.zone)

    def __hash__(self) -> int:
        return hash(self.nanoseconds)

    def local(self) -> tuple[int, str, int]:
        """The nanoseconds on the clock of the zone, its abbreviation and its offset in seconds."""
        name, offset = self.zone.at(self.nanoseconds // SECOND)
        return self.nanoseconds + offset * SECOND, name, offset


ZERO = Time(-_UNIX_TO_INTERNAL * SECOND)


def _date(time: Time) -> tuple[int, int, int]:
    return date_of(time.local()[0] // DAY)


def _clock(time: Time, unit: int, size: int) -> int:
    return time.local()[0] // unit % size


def _year_day(time: Time) -> int:
    year = _date(time)[0]
    return time.local()[0] // DAY - days_of(year, 1, 1) + 1


def _add_date(time: Time, years: int, months: int, days: int) -> Time:
    year, month, day = _date(time)
    local, _, offset = time.local()
    moved = days_of(year + years, month + months, 1) + day - 1 + days
    return Time(moved * DAY + local % DAY - offset * SECOND, time.zone)


def _compare(time: Time, other: Time) -> int:
    return (time.nanoseconds > other.nanoseconds) - (time.nanoseconds < other.nanoseconds)


def _absolute(time: Time) -> int:
    """Nanoseconds since the year 1, which rounding counts from."""
    return time.nanoseconds + _UNIX_TO_INTERNAL * SECOND


def _round_time(time: Time, unit: int) -> Time:
    if unit <= 0:
        return time
    rest = _absolute(time) % unit
    return Time(time.nanoseconds - rest + (unit if 2 * rest >= unit else 0), time.zone)


def _format(time: Time, layout: str) -> str:
    from meshinject.gotemplate.sprig.layouts import format_time  # noqa: PLC0415 - layouts import this module

    return format_time(time, layout)


TIME.methods.update(
    {
        "Add": Function(lambda time, step: Time(time.nanoseconds + step, time.zone), [Duration.go_type]),
        "AddDate": Function(_add_date, [INT, INT, INT]),
        "After": Function(lambda time, other: _compare(time, other) > 0, [TIME]),
        "Before": Function(lambda time, other: _compare(time, other) < 0, [TIME]),
        "Compare": Function(_compare, [TIME]),
        "Day": Function(lambda time: _date(time)[2]),
        "Equal": Function(lambda time, other: _compare(time, other) == 0, [TIME]),
        "Format": Function(_format, [STRING]),
        "Hour": Function(lambda time: _clock(time, HOUR, 24)),
        "IsZero": Function(lambda time: time.nanoseconds == ZERO.nanoseconds, result=BOOL),
        "Local": Function(lambda time: Time(time.nanoseconds)),
        "MarshalJSON": Function(lambda time: f'"{_format(time, "2006-01-02T15:04:05.999999999Z07:00")}"'),
        "Minute": Function(lambda time: _clock(time, MINUTE, 60)),
        "Month": Function(lambda time: MONTH(_date(time)[1])),
        "Nanosecond": Function(lambda time: time.nanoseconds % SECOND),
        "Round": Function(_round_time, [Duration.go_type]),
        "Second": Function(lambda time: _clock(time, SECOND, 60)),
        "String": Function(lambda time: _format(time, "2006-01-02 15:04:05.999999999 -0700 MST")),
        "Sub": Function(
            lambda time, other: Duration(max(-_MAX - 1, min(_MAX, time.nanoseconds - other.nanoseconds))), [TIME]
        ),
        "Truncate": Function(
            lambda time, unit: Time(time.nanoseconds - (_absolute(time) % unit if unit > 0 else 0), time.zone),
            [Duration.go_type],
        ),
        "UTC": Function(lambda time: Time(time.nanoseconds)),
        "Unix": Function(lambda time: Int64(time.nanoseconds // SECOND)),
        "UnixMicro": Function(lambda time: Int64(time.nanoseconds // 1000)),
        "UnixMilli": Function(lambda time: Int64(time.nanoseconds // 1_000_000)),
        "UnixNano": Function(lambda time: Int64(time.nanoseconds)),
        "Weekday": Function(lambda time: WEEKDAY((time.local()[0] // DAY + 4) % 7)),
        "Year": Function(lambda time: _date(time)[0]),
        "YearDay": Function(_year_day),
    }
)
TIME_POINTER = pointer_to(TIME)
SECONDS_TYPE = FLOAT64


def wrap_seconds(seconds: int) -> int:
    """Seconds as nanoseconds of a duration, which wrap around."""
    return wrap("int64", seconds * SECOND)
