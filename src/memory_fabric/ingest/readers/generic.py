"""The generic format: JSON Lines of `{"id", "speaker", "text", "timestamp", "session"}`; only `text` must be.

`source` and `project` are taken too, other fields are passed over. A turn without an id is known by its
ordinal among the lines of the file, readable or not, so that mending one line moves no other turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memory_fabric.errors import InvalidInput
from memory_fabric.ingest.events import Problem, TurnRead
from memory_fabric.ingest.lines import BadLine, json_objects
from memory_fabric.ingest.transcript import Transcript
from memory_fabric.models import Turn
from memory_fabric.timestamps import parse_timestamp


def read(transcript: Transcript) -> Iterator[TurnRead | Problem]:
    """Yield the turns of a file in the generic format; a line repeated with the same id counts once."""
    seen: set[int] = set()  # hashes: a file of a million turns must not be held in memory
    for ordinal, item in enumerate(json_objects(transcript.lines), 1):
        if isinstance(item, BadLine):
            yield transcript.problem(item)
            continue
        try:
            turn = _turn(transcript, item.value, str(ordinal))
        except InvalidInput as error:
            yield transcript.refusal(item.number, error)
            continue
        key = hash((turn.session, turn.id, turn.text))
        if key not in seen:
            seen.add(key)
            yield transcript.turn(item.number, turn)


def _turn(transcript: Transcript, record: Mapping[str, Any], ordinal: str) -> Turn:
    text = record.get("text")
    if not isinstance(text, str):
        raise InvalidInput("text", "is missing" if text is None else "is no string")
    return Turn(
        text=text,
        id=_identifier(record.get("id")) or ordinal,
        speaker=_string(record, "speaker"),
        timestamp=parse_timestamp(record.get("timestamp")),
        session=_string(record, "session") or transcript.session,
        source=_string(record, "source") or transcript.source,
        project=transcript.project or _string(record, "project"),
    )


def _string(record: Mapping[str, Any], field: str) -> str | None:
    value = record.get(field)
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidInput(field, "is no string")
    return value.strip() or None


def _identifier(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise InvalidInput("id", "is neither a string nor a number")
