"""The ends of a period as a caller writes them: both included, and a date means the whole of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from dateutil.relativedelta import relativedelta

from memory_fabric.timestamps import parse_timestamp

_WHOLE = (
    (re.compile(r"\d{4}"), relativedelta(years=1)),
    (re.compile(r"\d{4}-\d{2}"), relativedelta(months=1)),
    (re.compile(r"\d{4}-?\d{2}-?\d{2}"), relativedelta(days=1)),
)
_INSTANT = timedelta(microseconds=1)


def parse_until(value: object, field: str = "until") -> datetime | None:
    """Return the last instant of a period that ends with `value`: of a bare day, month or year its very end
    in UTC, of anything else the time that it tells.

    Raises:
        InvalidInput: `value` is no time; the message names `field`.
    """
    moment = parse_timestamp(value, field)
    if moment is None or not isinstance(value, str):
        return moment
    for form, length in _WHOLE:
        if form.fullmatch(value.strip()):
            try:
                return moment + length - _INSTANT
            except (ValueError, OverflowError):  # the last period that the calendar can tell
                return datetime.max.replace(tzinfo=UTC)
    return moment
