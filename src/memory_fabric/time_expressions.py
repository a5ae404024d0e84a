"""Time expressions in questions: "last week", "since March", "in 2024" become whole UTC days, both ends included."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dateutil.relativedelta import relativedelta

_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name and name != "May"}
_MONTHS["sept"] = 9
_DAYS = {name.casefold(): number for number, name in enumerate(calendar.day_name)}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "couple of": 2, "few": 3}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_UNIT = r"(?P<unit>day|week|month|quarter|year)"
_POINT = (
    rf"(?:(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})|(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+)?{_MONTH}"
    rf"(?:\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))?(?:,?\s+(?P<year>(?:19|20)\d{{2}}))?"
    rf"|(?P<only_year>(?:19|20)\d{{2}})|(?P<weekday>{'|'.join(_DAYS)})|(?P<word>today|yesterday))"
)
_EXPRESSIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{pattern}\b", re.IGNORECASE), name)
    for pattern, name in (
        (rf"(?P<which>last|previous|past|this|current)\s+{_UNIT}", "unit"),
        (rf"(?:in|over|during|within)\s+the\s+(?:last|past)\s+(?P<count>\d+|{'|'.join(_NUMBERS)})\s+{_UNIT}s?", "span"),
        (rf"(?P<count>\d+|{'|'.join(_NUMBERS)})\s+{_UNIT}s?\s+ago", "ago"),
        (rf"(?:since|from|after)\s+(?:last\s+)?{_POINT}", "since"),
        (rf"(?:until|till|before|up\s+to|by)\s+(?:last\s+)?{_POINT}", "until"),
        (rf"(?:in|on|during|of|last)\s+{_POINT}", "at"),
        (r"(?P<word>today|yesterday)", "at"),
        (r"(?P<iso>\d{4}-\d{2}-\d{2})", "at"),
    )
)


@dataclass(frozen=True, slots=True)
class Period:
    """The days that an expression at `start:end` of the question means; an open end is None."""

    since: date | None
    until: date | None
    start: int
    end: int


def find_period(text: str, now: datetime) -> Period | None:
    """Return the first time expression of the question, or None. What names no real day is no expression."""
    today = now.date()
    for pattern, name in _EXPRESSIONS:
        for match in pattern.finditer(text):
            try:
                days = _READERS[name](match, today)
            except (ValueError, OverflowError):
                continue
            return Period(*days, *match.span())
    return None


Days = tuple[date | None, date | None]


def _unit(match: re.Match[str], today: date) -> Days:
    back = 0 if match["which"].lower() in ("this", "current") else 1
    return _whole(match["unit"].lower(), today, back)


def _span(match: re.Match[str], today: date) -> Days:
    return today - _delta(match), today


def _ago(match: re.Match[str], today: date) -> Days:
    count = _count(match)
    unit = match["unit"].lower()
    if unit == "day":
        return _whole("day", today - timedelta(days=count), 0)
    return _whole(unit, today, count)


def _since(match: re.Match[str], today: date) -> Days:
    return _point(match, today)[0], None


def _until(match: re.Match[str], today: date) -> Days:
    first, last = _point(match, today)
    if match[0].lower().startswith("before"):
        return None, first - timedelta(days=1)
    return None, last


def _whole(unit: str, today: date, back: int) -> tuple[date, date]:
    """Return the calendar day, week (Monday to Sunday), month, quarter or year that lies `back` before today's."""
    if unit == "day":
        day = today - timedelta(days=back)
        return day, day
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return monday, monday + timedelta(days=6)
    if unit == "month":
        first = today.replace(day=1) - relativedelta(months=back)
        return first, first + relativedelta(months=1, days=-1)
    if unit == "quarter":
        first = today.replace(month=3 * ((today.month - 1) // 3) + 1, day=1) - relativedelta(months=3 * back)
        return first, first + relativedelta(months=3, days=-1)
    first = today.replace(month=1, day=1) - relativedelta(years=back)
    return first, first + relativedelta(years=1, days=-1)


def _point(match: re.Match[str], today: date) -> tuple[date, date]:
    """Return the first and the last day of a named day, month or year; one without a year is the latest that has
    begun.
    """
    groups = match.groupdict()
    if groups.get("word"):
        return _whole("day", today, 0 if groups["word"].lower() == "today" else 1)
    if groups.get("iso"):
        day = date.fromisoformat(groups["iso"])
        return day, day
    if groups.get("only_year"):
        return date(int(groups["only_year"]), 1, 1), date(int(groups["only_year"]), 12, 31)
    if groups.get("weekday"):
        back = (today.weekday() - _DAYS[groups["weekday"].lower()]) % 7 or 7
        return _whole("day", today, back)
    month = _MONTHS[groups["month"].lower()]
    day_text = groups["day"] or groups["day2"]
    number = int(day_text) if day_text else 1
    year = int(groups["year"]) if groups["year"] else today.year
    first = date(year, month, number)
    if not groups["year"] and first > today:
        first = date(year - 1, month, number)
    if day_text:
        return first, first
    return first, first + relativedelta(months=1, days=-1)


_READERS: dict[str, Callable[[re.Match[str], date], Days]] = {
    "unit": _unit,
    "span": _span,
    "ago": _ago,
    "since": _since,
    "until": _until,
    "at": _point,
}


def _count(match: re.Match[str]) -> int:
    text = match["count"].lower()
    return int(text) if text.isdigit() else _NUMBERS[text]


def _delta(match: re.Match[str]) -> relativedelta:
    count, unit = _count(match), match["unit"].lower()
    if unit == "quarter":
        return relativedelta(months=3 * count)
    if unit == "month":
        return relativedelta(months=count)
    if unit == "year":
        return relativedelta(years=count)
    return relativedelta(days=count * (7 if unit == "week" else 1))
