"""Time in words becomes whole days, both ends included."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.questions.time_expressions import find_period

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("what happened today", date(2026, 3, 18), date(2026, 3, 18)),
        ("yesterday's stand-up", date(2026, 3, 17), date(2026, 3, 17)),
        ("last week", date(2026, 3, 9), date(2026, 3, 15)),
        ("this week", date(2026, 3, 16), date(2026, 3, 22)),
        ("last month", date(2026, 2, 1), date(2026, 2, 28)),
        ("last year", date(2025, 1, 1), date(2025, 12, 31)),
        ("last quarter", date(2025, 10, 1), date(2025, 12, 31)),
        ("in the past 3 months", date(2025, 12, 18), date(2026, 3, 18)),
        ("two weeks ago", date(2026, 3, 2), date(2026, 3, 8)),
        ("3 days ago", date(2026, 3, 15), date(2026, 3, 15)),
        ("since March", date(2026, 3, 1), None),
        ("since 2024", date(2024, 1, 1), None),
        ("in 2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("in May 2023", date(2023, 5, 1), date(2023, 5, 31)),
        ("in December", date(2025, 12, 1), date(2025, 12, 31)),
        ("on 2026-01-15", date(2026, 1, 15), date(2026, 1, 15)),
        ("on 15 January", date(2026, 1, 15), date(2026, 1, 15)),
        ("on January 15th, 2025", date(2025, 1, 15), date(2025, 1, 15)),
        ("until yesterday", None, date(2026, 3, 17)),
        ("before March", None, date(2026, 2, 28)),
        ("last Friday", date(2026, 3, 13), date(2026, 3, 13)),
        ("on Monday", date(2026, 3, 16), date(2026, 3, 16)),
        ("Monday's stand-up", date(2026, 3, 16), date(2026, 3, 16)),
        ("the day before yesterday", date(2026, 3, 16), date(2026, 3, 16)),
        ("the other day", date(2026, 3, 8), date(2026, 3, 17)),
        ("last night", date(2026, 3, 17), date(2026, 3, 17)),
        ("last weekend", date(2026, 3, 14), date(2026, 3, 15)),
        ("last March", date(2025, 3, 1), date(2025, 3, 31)),
        ("in March of last year", date(2025, 3, 1), date(2025, 3, 31)),
        ("the January outage", date(2026, 1, 1), date(2026, 1, 31)),
        ("January's outage", date(2026, 1, 1), date(2026, 1, 31)),
        ("the March 2024 incident", date(2024, 3, 1), date(2024, 3, 31)),
        ("on the 15th of January", date(2026, 1, 15), date(2026, 1, 15)),
        ("in 2024-03", date(2024, 3, 1), date(2024, 3, 31)),
        ("on 18.03.2025", date(2025, 3, 18), date(2025, 3, 18)),
        ("Q3 2025", date(2025, 7, 1), date(2025, 9, 30)),
        ("2025-Q3", date(2025, 7, 1), date(2025, 9, 30)),
        ("in the second quarter of 2025", date(2025, 4, 1), date(2025, 6, 30)),
        ("in q2", date(2025, 4, 1), date(2025, 6, 30)),
        ("H1 2024", date(2024, 1, 1), date(2024, 6, 30)),
        ("in the winter of 2024", date(2024, 12, 1), date(2025, 2, 28)),
        ("in early 2024", date(2024, 1, 1), date(2024, 5, 2)),
        ("mid-2023", date(2023, 5, 2), date(2023, 9, 1)),
        ("late March", date(2026, 3, 21), date(2026, 3, 31)),
        ("at the end of last year", date(2025, 9, 1), date(2025, 12, 31)),
        ("a few days ago", date(2026, 3, 13), date(2026, 3, 16)),
        ("a couple of weeks ago", date(2026, 2, 23), date(2026, 3, 8)),
        ("three years ago", date(2023, 1, 1), date(2023, 12, 31)),
        ("in the last 24 hours", date(2026, 3, 17), date(2026, 3, 18)),
        ("over the last few weeks", date(2026, 2, 11), date(2026, 3, 18)),
        ("the notes from last week", date(2026, 3, 9), date(2026, 3, 15)),
        ("from March on", date(2026, 3, 1), None),
        ("on the Sunday before 25 October 2025", date(2025, 10, 19), date(2025, 10, 19)),
        ("the week after 2026-01-15", date(2026, 1, 16), date(2026, 1, 22)),
        ("the weekend of 2026-01-17", date(2026, 1, 17), date(2026, 1, 17)),
        ("in the week of 15 January", date(2026, 1, 12), date(2026, 1, 18)),
        ("since last month", date(2026, 2, 1), None),
        ("since 3 weeks ago", date(2026, 2, 23), None),
        ("since the beginning of the year", date(2026, 1, 1), None),
        ("after 2024", date(2025, 1, 1), None),
        ("before last week", None, date(2026, 3, 8)),
        ("by 2026-01-15", None, date(2026, 1, 15)),
        ("between March and May", date(2025, 3, 1), date(2025, 5, 31)),
        ("between May and June 2024", date(2024, 5, 1), date(2024, 6, 30)),
        ("from November to January", date(2025, 11, 1), date(2026, 1, 31)),
        ("between 2023 and 2024", date(2023, 1, 1), date(2024, 12, 31)),
        ("from 2026-01-01 to 2026-02-01", date(2026, 1, 1), date(2026, 2, 1)),
        ("from March until now", date(2026, 3, 1), date(2026, 3, 18)),
        ("the roadmap for 2025?", date(2025, 1, 1), date(2025, 12, 31)),
    ],
)
def test_expressions_mean_days(text: str, since: date | None, until: date | None) -> None:
    period = find_period(text, NOW)

    assert period is not None and (period.since, period.until) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "", "may I ask", "the last resort", "on 2026-02-31", "in 31 February", "recently", "the last incident",
        "may we march on", "written by April", "from Jenkins to GitHub", "between Kafka and RabbitMQ", "port 2024",
        "upgrade to 2024.1", "do we handle 2000 users in 2000 ms", "a cache of 2000 items", "since 99999 days ago",
        "what is the year of release", "Python 3.11", "the next week", "our plans for the summer",
    ],
)  # fmt: skip
def test_what_is_no_time_is_none(text: str) -> None:
    assert find_period(text, NOW) is None


@pytest.mark.parametrize("text", ["on fr\u0131day", "on FR\u0130DAY", "la\u017ft friday", "last Friday"])
def test_letters_that_count_as_plain_ones_where_case_does_not_are_read_as_those(text: str) -> None:
    period = find_period(text, NOW)

    assert period is not None
    assert (period.since, period.until) == (date(2026, 3, 13), date(2026, 3, 13))
    assert text[period.start : period.end] in (text, text.removeprefix("on "))


@given(st.text(max_size=60))
def test_any_text_can_be_asked(text: str) -> None:
    period = find_period(text, NOW)

    assert period is None or text[period.start : period.end]


@given(
    st.lists(st.sampled_from("last this early the a few 3 days March 2024 Q3 ago since between and of by 31".split()))
)
def test_a_period_never_ends_before_it_begins(words: list[str]) -> None:
    period = find_period(" ".join(words), NOW)

    assert period is None or period.since is None or period.until is None or period.since <= period.until
