"""Time expressions in questions: "last week", "since March", "between May and July" become whole UTC days, both ends
included.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory_fabric.questions.time_points import (
    COUNTED,
    MONTHS,
    WEEKDAYS,
    back_from,
    beside,
    counted,
    is_evident,
    needs_year,
    point,
    read_point,
)

OpenDays = tuple[date | None, date | None]


@dataclass(frozen=True, slots=True)
class Period:
    """The days that an expression at `start:end` of the question means; an open end is None."""

    since: date | None
    until: date | None
    start: int
    end: int


def find_period(text: str, now: datetime) -> Period | None:
    """Return the first time expression of the question, or None. What names no real day is no expression."""
    text = text.translate(_PLAIN)
    if not _TELLING.search(text):  # most questions name no time, and that is seen fast
        return None
    today = now.date()
    for pattern, read in _EXPRESSIONS:
        for match in pattern.finditer(text):
            try:
                days = read(match, today)
            except (ValueError, OverflowError):
                continue
            if days is not None:
                return Period(*days, *match.span())
    return None


def _between(match: re.Match[str], today: date) -> OpenDays | None:
    if match["now"]:
        return read_point(match, 1, today)[0], today
    last = read_point(match, 2, today)[1]
    # "From March to May 2025": both are of that year; and "from November to January" began the year before.
    start = read_point(match, 1, today, latest=last if needs_year(match, 1) else None)[0]
    return (start, last) if start <= last else None


def _span(match: re.Match[str], today: date) -> OpenDays:
    return back_from(today, *counted(match)), today


def _beside(match: re.Match[str], today: date) -> OpenDays:
    return beside(match["near"].lower(), read_point(match, 1, today), match["how"].lower())


def _since(match: re.Match[str], today: date) -> OpenDays:
    if match["how"].lower() != "after":
        return read_point(match, 1, today)[0], None
    last = read_point(match, 1, today)[1]
    if last >= today and needs_year(match, 1):
        last = read_point(match, 1, today, latest=today - timedelta(days=31))[1]
    return last + timedelta(days=1), None


def _until(match: re.Match[str], today: date) -> OpenDays | None:
    first, last = read_point(match, 1, today)
    how = match["how"].lower()
    # "Due by Friday" is yet to come, and "written by April" may be a person.
    if how == "by" and not is_evident(match, 1):
        return None
    return (None, first - timedelta(days=1)) if how in ("before", "prior to") else (None, last)


def _at(match: re.Match[str], today: date) -> OpenDays:
    return read_point(match, 1, today)


def _at_no_year(match: re.Match[str], today: date) -> OpenDays | None:
    # "Over 2000" and "a cache of 2000" are numbers; "the roadmap for 2026" may end so.
    if match["year1"] and not match["part1"]:
        is_year = 2000 < int(match["year1"]) <= today.year + 1 and match[0].startswith(("of", "for"))
        if not is_year or match.string[match.end() :].strip(" ?.!"):
            return None
    return read_point(match, 1, today)


def _evident(match: re.Match[str], today: date) -> OpenDays | None:
    return read_point(match, 1, today) if is_evident(match, 1) else None


def _of(match: re.Match[str], today: date) -> OpenDays | None:
    # "The March release", but not "the may".
    name = match["month1"] or match["weekday1"]
    return read_point(match, 1, today) if name and name[0].isupper() else None


# Where case does not count, these match plain letters, but no table of months and the like knows them. One for one, so
# that places hold.
_PLAIN = str.maketrans("\u0130\u0131\u017f\u212a", "IisK")
_TELLING = re.compile(
    rf"\d|\b(?:{'|'.join((*sorted(MONTHS), *WEEKDAYS))}|ago|today|tonight|yesterday|this|current|last|past|previous|"
    r"q[1-4]|h[12]|quarter|spring|summer|autumn|fall|winter|other day|the (?:month|year))\b",
    re.IGNORECASE,
)
# The longer forms first, so that none is taken for a part of it.
_EXPRESSIONS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], OpenDays | None]], ...] = tuple(
    (re.compile(rf"(?<![\w.-]){pattern}(?![\w])", re.IGNORECASE), read)
    for pattern, read in (
        (
            rf"(?:from|between|since)\s+{point(1)}\s*(?:\b(?:to|and|until|till|through)\b|-|\u2013)\s*"
            rf"(?:(?P<now>now)|{point(2)})",
            _between,
        ),
        (rf"(?:(?:in|over|during|within|for)\s+)?(?:the\s+)?(?:last|past|previous)\s+{COUNTED}(?!\s+ago)", _span),
        (
            rf"(?:(?:on|in)\s+)?(?:the\s+)?(?P<near>day|week|weekend|{'|'.join(WEEKDAYS)})\s+(?P<how>before|after|of)\s+"
            rf"{point(1)}",
            _beside,
        ),
        (
            rf"(?P<how>since|after|as\s+of|starting|from(?=.*\bon(?:wards?)?\b))\s+{point(1)}(?:\s+on(?:wards?)?)?",
            _since,
        ),
        (rf"(?P<how>until|till|before|prior\s+to|up\s+to|by)\s+{point(1)}", _until),
        (rf"(?:in|on|during|throughout|from)\s+{point(1)}", _at),
        (rf"(?:of|at|around|over|about|for)\s+{point(1)}", _at_no_year),
        (point(1), _evident),
        (rf"(?:the|our|that)\s+{point(1)}", _of),
        (rf"{point(1)}(?='s)", _of),
    )
)
