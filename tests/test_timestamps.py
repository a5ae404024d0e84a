"""Times are aware and in UTC; what is none is refused by the name of its field."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.errors import InvalidInput
from memory_fabric.timestamps import format_timestamp, parse_timestamp

TEN = datetime(2026, 1, 15, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("", None),
        ("2026-01-15", datetime(2026, 1, 15, tzinfo=UTC)),
        ("2026-01-15T10:00:00", TEN),
        ("2026-01-15T10:00:00Z", TEN),
        ("2026-01-15T15:30:00+05:30", TEN),
        (1768471200, TEN),
        (1768471200000, TEN),
        ("1768471200.0", TEN),
        (datetime(2026, 1, 15, 12, tzinfo=timezone(timedelta(hours=2))), TEN),
    ],
)
@pytest.mark.issue("graphiti#920")
def test_every_usual_form_is_read(value: object, expected: datetime | None) -> None:
    assert parse_timestamp(value) == expected


@pytest.mark.parametrize(
    "value", ["not-a-date", "2026-13-01", True, [], {}, float("nan"), float("inf"), 1e300, "9" * 40]
)
@pytest.mark.issue("graphiti#893")
def test_a_bad_time_names_its_field(value: object) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_timestamp(value, "memories.3.timestamp")

    assert caught.value.field == "memories.3.timestamp"


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_can_be_read(moment: datetime) -> None:
    assert parse_timestamp(format_timestamp(moment)) == moment
