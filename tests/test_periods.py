from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.errors import InvalidInput
from memory_fabric.periods import parse_until

LAST_INSTANT = time(23, 59, 59, 999_999)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-01-15", date(2026, 1, 15)),
        (" 20260115 ", date(2026, 1, 15)),
        ("2026-01", date(2026, 1, 31)),
        ("2024-02", date(2024, 2, 29)),
        ("2026", date(2026, 12, 31)),
        ("9999-12-31", date(9999, 12, 31)),
        ("9999", date(9999, 12, 31)),
    ],
)
def test_a_bare_day_month_or_year_is_included_whole(value: str, day: date) -> None:
    assert parse_until(value) == datetime.combine(day, LAST_INSTANT, UTC)


@pytest.mark.parametrize("value", ["2026-01-15T10:00:00", "2026-01-15T10:00:00Z", 1768471200, 1768471200000])
def test_a_time_ends_the_period_as_it_is(value: str | int) -> None:
    assert parse_until(value) == datetime(2026, 1, 15, 10, tzinfo=UTC)


def test_no_end_is_no_end() -> None:
    assert parse_until(None) is None


def test_a_bad_end_is_an_error_that_names_its_field() -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_until("not-a-date")

    assert caught.value.field == "until"


@given(st.dates(max_value=date(9999, 12, 30)))
def test_the_next_day_begins_right_after_the_end(day: date) -> None:
    end = parse_until(day.isoformat())

    assert end is not None
    assert end + timedelta(microseconds=1) == datetime.combine(day + timedelta(days=1), time(), UTC)
