"""Times in and out: always aware, always UTC; a date without a zone is UTC; a bad one is an error naming its field."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from dateutil import parser

from memory_fabric.errors import InvalidInput

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS_FROM = 1e11  # the year 5138 in seconds, 1973 in milliseconds


def parse_timestamp(value: object, field: str = "timestamp") -> datetime | None:
    """Return the time that `value` tells: ISO 8601 text, epoch seconds or milliseconds, a datetime, or None for None.

    Raises:
        InvalidInput: it is none of these; the message names `field`.
    """
    if value is None or value == "":
        return None
    try:
        if isinstance(value, datetime):
            return _utc(value)
        if isinstance(value, bool):
            raise ValueError("a truth value")
        if isinstance(value, int | float):
            return _from_epoch(float(value))
        if isinstance(value, str):
            text = value.strip()
            if text.replace(".", "", 1).isdigit() and len(text) >= 9:
                return _from_epoch(float(text))
            return _utc(parser.isoparse(text))
    except (ValueError, OverflowError) as error:
        raise InvalidInput(field, f"{value!r} is no ISO 8601 time or epoch") from error
    raise InvalidInput(field, f"{value!r} is no ISO 8601 time or epoch")


@lru_cache(maxsize=16_384)  # an answer tells the same few times again and again
def format_timestamp(value: datetime | None) -> str | None:
    """Return the time as ISO 8601 in UTC with `Z`, to the second, or to the microsecond where it has a fraction."""
    if value is None:
        return None
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def now_utc() -> datetime:
    """Return the present, in UTC."""
    return datetime.now(UTC)


def _utc(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _from_epoch(seconds: float) -> datetime:
    if seconds >= _MILLISECONDS_FROM:
        seconds /= 1000
    return _EPOCH + timedelta(seconds=seconds)
