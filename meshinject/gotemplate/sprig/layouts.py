"""Go's layouts for times: a layout shows how 2 January 2006, 15:04:05 in the zone MST would be written."""

import re
from typing import NoReturn

from meshinject.gotemplate.sprig.gotime import (
    DAY,
    DAYS,
    HOUR,
    MINUTE,
    MONTHS,
    SECOND,
    UTC_ZONE,
    Time,
    Zone,
    date_of,
    days_of,
    quote,
)
from meshinject.gotemplate.values import GoError
from meshinject.gotemplate.work import spend

_WORK = 10_000

_PARTS = (
    r"January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|0[1-6]|002|15|1|2006|__2|_2(?!006)|2|3|4|5|PM|pm"
    r"|[-Z]07(?:0000|:00:00|00|:00)?|[.,](?:0+|9+)(?![0-9])"
)
_NOON = 12


def format_time(time: Time, layout: str) -> str:
    """The time written by the layout."""
    spend(_WORK)
    local, zone, offset = time.local()
    days = local // DAY
    year, month, day = date_of(days)
    hour, minute, second = local // HOUR % 24, local // MINUTE % 60, local // SECOND % 60
    year_day = days - days_of(year, 1, 1) + 1
    half = hour % _NOON or _NOON
    weekday = DAYS[(days + 4) % 7]
    values = {
        "January": MONTHS[month - 1],
        "Jan": MONTHS[month - 1][:3],
        "1": str(month),
        "01": f"{month:02d}",
        "Monday": weekday,
        "Mon": weekday[:3],
        "2": str(day),
        "_2": f"{day:2d}",
        "02": f"{day:02d}",
        "__2": f"{year_day:3d}",
        "002": f"{year_day:03d}",
        "15": f"{hour:02d}",
        "3": str(half),
        "03": f"{half:02d}",
        "4": str(minute),
        "04": f"{minute:02d}",
        "5": str(second),
        "05": f"{second:02d}",
        "2006": f"{year:04d}" if year >= 0 else f"-{-year:04d}",
        "06": f"{abs(year) % 100:02d}",
        "PM": "PM" if hour >= _NOON else "AM",
        "pm": "pm" if hour >= _NOON else "am",
        "MST": zone or _offset(offset, "0700"),
    }

    def write(found: re.Match[str]) -> str:
        part = found[0]
        if part in values:
            return values[part]
        if part[0] in "-Z":
            return "Z" if part[0] == "Z" and offset == 0 else _offset(offset, part[1:])
        digits = f"{local % SECOND:09d}"[: len(part) - 1].ljust(len(part) - 1, "0")
        if part[1] == "9":
            digits = digits.rstrip("0")
            return part[0] + digits if digits else ""
        return part[0] + digits

    return re.sub(_PARTS, write, layout)


def _offset(offset: int, form: str) -> str:
    sign = "-" if offset < 0 else "+"
    rest = abs(offset)
    parts = [f"{rest // 3600:02d}", f"{rest // 60 % 60:02d}", f"{rest % 60:02d}"]
    joint = ":" if ":" in form else ""
    return sign + joint.join(parts[: len(form.replace(":", "")) // 2])


class _Reader:
    """Reads a text by a layout."""

    def __init__(self, layout: str, text: str) -> None:
        self.layout = layout
        self.text = text
        self.rest = text
        self.part = ""
        self.out_of_range = ""
        self.year, self.month, self.day, self.year_day = 0, -1, -1, -1
        self.hour = self.minute = self.second = self.nanosecond = 0
        self.pm = self.am = False
        self.offset: int | None = None
        self.zone_name = ""
        self.utc = False

    def fail(self, value: str) -> NoReturn:
        raise GoError(
            f"parsing time {quote(self.text)} as {quote(self.layout)}: "
            f"cannot parse {quote(value)} as {quote(self.part)}"
        )

    def refuse(self, reason: str) -> NoReturn:
        raise GoError(f"parsing time {quote(self.text)}: {reason}")

    def skip(self, literal: str) -> None:
        """Pass the text between two parts; blanks match any number of blanks."""
        self.part = literal
        at = 0
        while at < len(literal):
            if literal[at] == " ":
                if self.rest and self.rest[0] != " ":
                    self.fail(self.rest)
                at = len(literal) - len(literal[at:].lstrip(" "))
                self.rest = self.rest.lstrip(" ")
                continue
            if not self.rest or self.rest[0] != literal[at]:
                self.part = literal[at:]
                self.fail(self.rest)
            at += 1
            self.rest = self.rest[1:]

    def number(self, least: int, most: int) -> int:
        """Digits, at least and at most so many."""
        count = 0
        while count < most and self.rest[count : count + 1] in tuple("0123456789"):
            count += 1
        if count < least:
            self.fail(self.rest)
        value = int(self.rest[:count])
        self.rest = self.rest[count:]
        return value

    def name(self, names: tuple[str, ...], length: int | None) -> int:
        """One of the names, without regard to case."""
        rest = self.rest.lower()
        index = next((index for index, name in enumerate(names) if rest.startswith(name[:length].lower())), -1)
        if index < 0:
            self.fail(self.rest)
        self.rest = self.rest[len(names[index][:length]) :]
        return index

    def limited(self, value: int, low: int, high: int, what: str) -> int:
        if not low <= value <= high:
            self.out_of_range = self.out_of_range or what
        return value

    def read(self) -> Time:
        end = 0
        for found in re.finditer(_PARTS, self.layout):
            self.skip(self.layout[end : found.start()])
            self.part = found[0]
            self.one(found[0], self.layout[found.end() :])
            if self.out_of_range:
                self.refuse(f"{self.out_of_range} out of range")
            end = found.end()
        self.skip(self.layout[end:])
        if self.rest:
            self.refuse(f"extra text: {quote(self.rest)}")
        return self.result()

    def one(self, part: str, following: str) -> None:  # noqa: C901, PLR0912 - one branch for each part of a layout
        """Read one part."""
        if part == "2006":
            if len(self.rest) < 4 or self.rest[0] not in "0123456789":  # noqa: PLR2004
                self.fail(self.rest)
            self.year = self.number(4, 4)
        elif part == "06":
            short = self.number(2, 2)
            self.year = short + (1900 if short >= 69 else 2000)  # noqa: PLR2004 - Go's turn of the century
        elif part in {"January", "Jan"}:
            self.month = self.name(MONTHS, 3 if part == "Jan" else None) + 1
        elif part in {"1", "01"}:
            self.month = self.limited(self.number(len(part), 2), 1, 12, "month")
        elif part in {"Monday", "Mon"}:
            self.name(DAYS, 3 if part == "Mon" else None)
        elif part in {"2", "_2", "02"}:
            if part == "_2" and self.rest.startswith(" "):
                self.rest = self.rest[1:]
            self.day = self.number(2 if part == "02" else 1, 2)
        elif part in {"__2", "002"}:
            for _ in range(2):
                if part == "__2" and self.rest.startswith(" "):
                    self.rest = self.rest[1:]
            self.year_day = self.number(3 if part == "002" else 1, 3)
        elif part == "15":
            self.hour = self.limited(self.number(1, 2), 0, 23, "hour")
        elif part in {"3", "03"}:
            self.hour = self.limited(self.number(len(part), 2), 0, 12, "hour")
        elif part in {"4", "04"}:
            self.minute = self.limited(self.number(len(part), 2), 0, 59, "minute")
        elif part in {"5", "05"}:
            self.second = self.limited(self.number(len(part), 2), 0, 59, "second")
            if (
                self.rest[:1] in (".", ",")
                and self.rest[1:2].isdigit()
                and not re.match(r"[.,](0+|9+)(?![0-9])", following)
            ):
                self.fraction()
        elif part in {"PM", "pm"}:
            self.half(part)
        elif part == "MST":
            self.abbreviation()
        elif part[0] in ".,":
            self.exact_fraction(part)
        else:
            self.zone(part)

    def half(self, part: str) -> None:
        word = self.rest[:2]
        if word.upper() not in {"AM", "PM"} or word != (word.upper() if part == "PM" else word.lower()):
            self.fail(self.rest)
        self.pm, self.am = word.upper() == "PM", word.upper() == "AM"
        self.rest = self.rest[2:]

    def fraction(self) -> None:
        digits = re.match(r"[0-9]*", self.rest[1:])
        text = digits[0] if digits else ""
        self.nanosecond = int(text[:9].ljust(9, "0"))
        self.rest = self.rest[1 + len(text) :]

    def exact_fraction(self, part: str) -> None:
        if part[1] == "9":
            if self.rest[:1] in (".", ",") and self.rest[1:2].isdigit():
                self.fraction()
            return
        text = self.rest[: len(part)]
        if len(text) < len(part) or text[0] not in ".," or not text[1:].isdecimal():
            self.fail(self.rest)
        self.nanosecond = int(text[1:10].ljust(9, "0"))
        self.rest = self.rest[len(part) :]

    def zone(self, part: str) -> None:
        if part[0] == "Z" and self.rest.startswith("Z"):
            self.rest = self.rest[1:]
            self.utc = True
            return
        pattern = re.sub("[0-9]{2}", "([0-9]{2})", part[1:])
        found = re.match(f"([+-]){pattern}", self.rest)
        if found is None:
            self.fail(self.rest)
        numbers = [int(group) for group in found.groups()[1:]]
        hours, minutes, seconds = (*numbers, 0, 0)[:3]
        self.limited(hours, 0, 24, "time zone offset hour")
        self.limited(minutes, 0, 60, "time zone offset minute")
        self.limited(seconds, 0, 60, "time zone offset second")
        self.offset = (hours * 3600 + minutes * 60 + seconds) * (-1 if found[1] == "-" else 1)
        self.rest = self.rest[found.end() :]

    def abbreviation(self) -> None:
        if self.rest.startswith("UTC"):
            self.utc = True
            self.rest = self.rest[3:]
            return
        found = re.match(
            r"ChST|MeST|GMT[+-]\d{1,2}|[+-]\d\d|WITA|[A-Z]{3}ST|[A-Z]{4}(?=T)?T|[A-Z]{3}(?![A-Z])", self.rest
        )
        if found is None:
            self.fail(self.rest)
        self.zone_name = found[0]
        self.rest = self.rest[found.end() :]

    def result(self) -> Time:
        if self.pm and self.hour < _NOON:
            self.hour += _NOON
        elif self.am and self.hour == _NOON:
            self.hour = 0
        leap = self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0)
        if self.year_day >= 0:
            if not 1 <= self.year_day <= 365 + leap:
                self.refuse("day-of-year out of range")
            _, month, day = date_of(days_of(self.year, 1, self.year_day))
            if self.month not in (-1, month) or self.day not in (-1, day):
                self.refuse(
                    "day-of-year does not match month"
                    if self.month not in (-1, month)
                    else "day-of-year does not match day"
                )
            self.month, self.day = month, day
        month = 1 if self.month < 0 else self.month
        day = 1 if self.day < 0 else self.day
        last = days_of(self.year, month + 1, 1) - days_of(self.year, month, 1)
        if not 1 <= day <= last:
            self.refuse("day out of range")
        local = days_of(self.year, month, day) * DAY + self.hour * HOUR + self.minute * MINUTE + self.second * SECOND
        local += self.nanosecond
        if self.utc:
            return Time(local)
        if self.offset is not None:
            same = self.offset == 0 and self.zone_name in {"", "UTC"}
            return Time(local - self.offset * SECOND, UTC_ZONE if same else Zone(self.zone_name, self.offset))
        if self.zone_name:
            hours = self.zone_name.removeprefix("GMT")
            offset = int(hours) * 3600 if hours and hours != self.zone_name else 0
            return Time(local - offset * SECOND, Zone(self.zone_name, offset))
        return Time(local)


def parse_time(layout: str, text: str) -> Time:
    """The time that a text means by the layout.

    Raises:
        GoError: it does not fit; worded as Go's.
    """
    return _Reader(layout, text).read()
