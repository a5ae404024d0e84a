"""Points in time as people write them ("last week", "15 March 2025", "Q3", "two months ago"), as whole UTC days."""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

Days = tuple[date, date]

MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
MONTHS |= {name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name and name != "May"}
MONTHS["sept"] = 9
WEEKDAYS = {name.casefold(): number for number, name in enumerate(calendar.day_name)}

# How many a word counts: the least and the most. "A few days ago" is no day in particular.
_COUNTS = {"a": (1, 1), "an": (1, 1), "one": (1, 1), "two": (2, 2), "three": (3, 3), "four": (4, 4), "five": (5, 5),
            "six": (6, 6), "seven": (7, 7), "eight": (8, 8), "nine": (9, 9), "ten": (10, 10), "twelve": (12, 12),
            "couple": (2, 3), "few": (2, 5), "several": (3, 7)}  # fmt: skip
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_SEASON = "|".join(_SEASONS)
_OTHER_DAY = (10, 1)

_UNITS = "hour|day|week|weekend|month|quarter|year"
_WORDS = r"today|tonight|this\s(?:morning|afternoon|evening)|yesterday|last\snight|day\sbefore\syesterday|other\sday"
_YEAR = r"(?:19|20)\d{2}"
# What there may be two thousand of.
_NO_YEARS = (
    "%|ms|s\\b|sec|min|hours|days|kb|mb|gb|bytes|char|rows|lines|users|customers|requests|items|nodes|events|messages|"
    "records|files|tokens|tests|ops|qps|rps|connections|times|memories|people"
)
_COUNT = rf"\d{{1,3}}|(?:a\s+)?couple\s+of|(?:a\s+)?few|{'|'.join(sorted(_COUNTS, key=len, reverse=True))}"
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))

COUNTED = rf"(?P<count>{_COUNT})\s+(?P<unit>{_UNITS})s?"
"""A number of units: "3 days", "a couple of weeks"."""


def point(number: int) -> str:
    """Return the regex of a point in time; its groups end in `number`, so that an expression may have several."""
    pattern = rf"""
        (?:the\s+)?(?:(?P<part#>early|mid|middle\s+of|late|(?:start|beginning|end)\s+of)(?:\s+|-)(?:the\s+|in\s+)?)?
        (?:
          (?P<iso#>\d{{4}}[-/]\d{{1,2}}[-/]\d{{1,2}})
        | (?P<dots#>\d{{1,2}}\.\d{{1,2}}\.{_YEAR})
        | (?P<year_month#>{_YEAR}-(?:0[1-9]|1[0-2]))(?![-\d])
        | (?:(?P<quarter#>q[1-4]|(?:{"|".join(_ORDINALS)})\s+quarter)|(?P<half#>h[12]))
          (?:(?:\s+of)?[\s-]+(?P<quarter_year#>{_YEAR}))?
        | (?P<which_season#>last|this)\s+(?P<season#>{_SEASON})
        | (?P<season_of#>{_SEASON})(?:\s+of)?\s+(?P<season_year#>{_YEAR})
        | (?P<year_quarter#>{_YEAR})[\s-]+(?P<quarter_after#>q[1-4])
        | (?:(?:the\s+)?(?P<day#>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?:(?P<which_month#>last|this)\s+)?
          (?P<month#>{_MONTH})\b\.?(?:\s+(?:the\s+)?(?P<day_after#>\d{{1,2}})(?:st|nd|rd|th)?(?![\d.:]))?
          (?:(?:,|\s+of)?\s+(?P<month_year#>{_YEAR}|(?:last|this)\s+year))?
        | (?P<year#>{_YEAR})(?!-?\d|\.\d|\s*(?:{_NO_YEARS}))
        | (?:(?P<which_day#>last|this)\s+)?(?P<weekday#>{"|".join(WEEKDAYS)})
        | (?P<word#>{_WORDS})
        | (?P<which#>last|previous|past|this|current)\s+(?P<unit#>{_UNITS})
        | (?P<ago#>{_COUNT})\s+(?P<ago_unit#>{_UNITS})s?\s+ago
        | (?<=the\s)(?P<this_unit#>month|quarter|year)
        )
    """
    return "(?:" + "".join(pattern.split()).replace("#", str(number)) + ")"


def read_point(match: re.Match[str], number: int, today: date, *, latest: date | None = None) -> Days:
    """Return the first and the last day of a point. One without a year is the latest that has begun by `latest`, which
    is today where nothing else is said.

    Raises:
        ValueError: there is no such day.
        OverflowError: it lies beyond the calendar.
    """
    end = str(number)
    said = {
        key.removesuffix(end): text.lower() for key, text in match.groupdict().items() if text and key.endswith(end)
    }
    days = _days(said, today, latest or today)
    return _part(days, said["part"]) if "part" in said else days


def is_evident(match: re.Match[str], number: int) -> bool:
    """Whether a point is a time in itself, with no preposition before it: "yesterday", "March 2024", but not "2024"."""

    def has(*names: str) -> bool:
        return any(match[f"{name}{number}"] for name in names)

    month = has("month") and (has("month_year", "day", "day_after", "which_month"))
    return (
        month
        or has(
            "iso",
            "dots",
            "word",
            "which",
            "ago",
            "which_day",
            "quarter_year",
            "year_quarter",
            "season_year",
            "which_season",
        )
        or (has("part") and has("year", "month", "quarter", "half"))
    )


def needs_year(match: re.Match[str], number: int) -> bool:
    """Whether a point is a month without a year, which comes again and again."""
    return bool(match[f"month{number}"]) and not match[f"month_year{number}"]


def counted(match: re.Match[str]) -> tuple[int, str]:
    """Return the number and unit of `COUNTED`; of a vague number the most."""
    return _count(match["count"].lower())[1], match["unit"].lower()


def back_from(today: date, count: int, unit: str) -> date:
    """Return the day that lies so many units before today."""
    match unit:
        case "quarter":
            return today - relativedelta(months=3 * count)
        case "month":
            return today - relativedelta(months=count)
        case "year":
            return today - relativedelta(years=count)
        case "hour":
            return today - timedelta(days=(count + 23) // 24)
        case _:
            return today - timedelta(days=count * (1 if unit == "day" else 7))


def beside(unit: str, days: Days, how: str) -> Days:
    """Return the day, week, weekend or weekday that lies right before or after some days, or around them (`of`)."""
    first, last = days
    if how == "of":
        return _whole(unit, first, 0) if unit == "week" else days
    sign, edge = (-1, first) if how == "before" else (1, last)
    if unit in ("day", "week"):
        near, far = edge + timedelta(days=sign), edge + timedelta(days=sign * (1 if unit == "day" else 7))
        return min(near, far), max(near, far)
    weekday = 5 if unit == "weekend" else WEEKDAYS[unit]
    day = edge + timedelta(days=sign * ((sign * (weekday - edge.weekday())) % 7 or 7))
    return day, day + timedelta(days=unit == "weekend")


def _days(said: Mapping[str, str], today: date, latest: date) -> Days:
    if "word" in said:
        return _word(said["word"], today)
    if "iso" in said:
        day = date(*map(int, re.split("[-/]", said["iso"])))
        return day, day
    if "dots" in said:
        number, month, year = map(int, said["dots"].split("."))
        return date(year, month, number), date(year, month, number)
    if "year_month" in said:
        year, month = map(int, said["year_month"].split("-"))
        return _months(date(year, month, 1), 1)
    if "year" in said:
        return _months(date(int(said["year"]), 1, 1), 12)
    if "weekday" in said:
        back = (today.weekday() - WEEKDAYS[said["weekday"]]) % 7 or 7
        return _whole("day", today, back)
    if "unit" in said:
        return _whole(said["unit"], today, 0 if said["which"] in ("this", "current") else 1)
    if "this_unit" in said:
        return _whole(said["this_unit"], today, 0)
    if "ago" in said:
        least, most = _count(said["ago"])
        return _whole(said["ago_unit"], today, most)[0], _whole(said["ago_unit"], today, least)[1]
    if "month" in said:
        return _month(said, today, latest)
    return _quarter(said, latest)


def _month(said: Mapping[str, str], today: date, latest: date) -> Days:
    month, of_year = MONTHS[said["month"]], said.get("month_year", "")
    day = said.get("day") or said.get("day_after")
    number = int(day) if day else 1
    if of_year.isdigit():
        year = int(of_year)
    elif of_year:
        year = today.year - of_year.startswith("last")
    else:
        # "Last March" in March is that of the year before.
        is_last = said.get("which_month") == "last"
        begun = date(latest.year, month, number) <= latest
        year = latest.year - (not begun or (is_last and (latest.year, month) == (today.year, today.month)))
    first = date(year, month, number)
    return (first, first) if day else _months(first, 1)


def _quarter(said: Mapping[str, str], latest: date) -> Days:
    year = said.get("quarter_year") or said.get("year_quarter") or said.get("season_year")
    if "season" in said or "season_of" in said:
        month, length = _SEASONS[said.get("season") or said["season_of"]], 3
    elif "half" in said:
        month, length = 6 * int(said["half"][1]) - 5, 6
    else:
        name = said.get("quarter") or said["quarter_after"]
        month, length = (
            3 * (int(name[1]) if name[0] == "q" and name[1].isdigit() else _ORDINALS[name.split()[0]]) - 2,
            3,
        )
    first = date(int(year) if year else latest.year, month, 1)
    return _months(first if year or first <= latest else first - relativedelta(years=1), length)


def _word(word: str, today: date) -> Days:
    if word == "other day":
        longest, shortest = _OTHER_DAY
        return today - timedelta(days=longest), today - timedelta(days=shortest)
    back = {"yesterday": 1, "last night": 1, "day before yesterday": 2}.get(word, 0)
    return _whole("day", today, back)


def _whole(unit: str, today: date, back: int) -> Days:
    """Return the calendar day, week (Monday to Sunday), month, quarter or year that lies `back` before today's."""
    match unit:
        case "hour":
            return back_from(today, back, "hour") if back > 1 else today, today
        case "day":
            day = today - timedelta(days=back)
            return day, day
        case "week":
            monday = today - timedelta(days=today.weekday() + 7 * back)
            return monday, monday + timedelta(days=6)
        case "weekend":
            # One that is still to come is not the last one.
            saturday = today - timedelta(days=today.weekday() + 7 * back - 5)
            return saturday, saturday + timedelta(days=1)
        case "month":
            return _months(today.replace(day=1) - relativedelta(months=back), 1)
        case "quarter":
            first = today.replace(month=3 * ((today.month - 1) // 3) + 1, day=1)
            return _months(first - relativedelta(months=3 * back), 3)
        case _:
            return _months(today.replace(month=1, day=1) - relativedelta(years=back), 12)


def _months(first: date, count: int) -> Days:
    # The last day of the calendar is one that a sum would overflow.
    last = first + relativedelta(months=count - 1)
    return first, last.replace(day=calendar.monthrange(last.year, last.month)[1])


def _part(days: Days, part: str) -> Days:
    """Return the first, middle or last third of some days, which is what "early", "mid" and "late" mean at most."""
    first, last = days
    third = ((last - first).days + 1) // 3
    if part.startswith("mid"):
        return first + timedelta(days=third), last - timedelta(days=third)
    if part.startswith(("late", "end")):
        return last - timedelta(days=third), last
    return first, first + timedelta(days=third)


def _count(text: str) -> tuple[int, int]:
    number = text.removeprefix("a ").removesuffix(" of")
    return (int(number), int(number)) if number.isdigit() else _COUNTS[number]
