"""Time in words becomes whole days, both ends included."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.time_expressions import find_period

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
    ],
)
def test_expressions_mean_days(text: str, since: date | None, until: date | None) -> None:
    period = find_period(text, NOW)

    assert period is not None and (period.since, period.until) == (since, until)


@pytest.mark.parametrize("text", ["", "may I ask", "the last resort", "on 2026-02-31", "in 31 February"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert find_period(text, NOW) is None


@given(st.text(max_size=60))
def test_any_text_can_be_asked(text: str) -> None:
    period = find_period(text, NOW)

    assert period is None or text[period.start : period.end]
