"""A memory as one observation string, and back.

An MCP memory server keeps bare strings. The statement comes first, as it was said; then a space and one
bracket that tells where it comes from:

    We use Redis for caching. [mf {"at": "2026-01-15T10:00:00Z", "by": "Ana", "from": "standup.jsonl", "in":
    "monday", "no": "3", "as": "decision", "about": ["Redis"], "id": "4f1c", "kept": "2026-01-16T08:00:00Z"}]

`at` time said, `by` speaker, `from` source, `in` session, `no` turn, `as` kind (left out for a plain fact),
`about` entities, `kept` time stored, `also` further origins. What is not known is left out. The keys are
function words on purpose: the server searches by substring, and a key such as `session` would match every
observation there is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, cast

from memory_fabric.errors import InvalidInput
from memory_fabric.models import KINDS, Kind, Memory, Origin
from memory_fabric.timestamps import format_timestamp, parse_timestamp

_OPEN = " [mf "
_CLOSE = "]"
_NOBODY: dict[str, Any] = {"by": None}


def encode(memory: Memory) -> str:
    """Return the one string that holds all of `memory`; `decode` gives it back, whatever its texts hold."""
    fields: dict[str, Any] = {}
    if memory.origins:
        # An origin that knows nothing must still differ from no origin at all.
        fields.update(_origin_fields(memory.origins[0]) or _NOBODY)
    if memory.kind != "fact":
        fields["as"] = memory.kind
    if memory.entities:
        fields["about"] = list(memory.entities)
    fields["id"] = memory.id
    if memory.stored_at:
        fields["kept"] = format_timestamp(memory.stored_at)
    if len(memory.origins) > 1:
        fields["also"] = [_origin_fields(origin) for origin in memory.origins[1:]]
    # Inside the bracket the opening mark can stand in a string only; escaped there, the last mark is ours.
    trailer = json.dumps(fields, ensure_ascii=False).replace("[mf", "\\u005bmf")
    return f"{memory.text}{_OPEN}{trailer}{_CLOSE}"


def decode(observation: str, entity: str | None) -> Memory:
    """Return the memory that `observation` holds, found on `entity` (None: on a conversation, which is none).

    A string that others wrote, without the bracket, is a memory with an id made of entity and text.
    """
    memory = _ours(observation)
    if memory is not None:
        return memory
    identity = sha256(f"{entity or ''}\0{observation}".encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return Memory(
        id=f"observation-{identity}",
        text=observation,
        entities=(entity,) if entity is not None else (),
        origins=(Origin(),),
    )


def memory_id(observation: str) -> str | None:
    """Return the id of the memory that `observation` holds, or None when others wrote it."""
    memory = _ours(observation)
    return None if memory is None else memory.id


@lru_cache(maxsize=8_192)  # one question meets the same memory on each of its entities, once a word
def _ours(observation: str) -> Memory | None:
    text, fields = _split(observation)
    if fields is None:
        return None
    kind = fields.get("as")
    return Memory(
        id=fields["id"],
        text=text,
        kind=cast(Kind, kind) if kind in KINDS else "fact",
        entities=tuple(name for name in _list(fields.get("about")) if isinstance(name, str)),
        origins=_origins(fields),
        stored_at=_time(fields.get("kept")),
    )


def _split(observation: str) -> tuple[str, Mapping[str, Any] | None]:
    start = observation.rfind(_OPEN)
    if start < 0 or not observation.endswith(_CLOSE):
        return observation, None
    try:
        fields = json.loads(observation[start + len(_OPEN) : -len(_CLOSE)])
    except (ValueError, RecursionError):
        return observation, None
    if not isinstance(fields, dict) or not isinstance(fields.get("id"), str):
        return observation, None
    return observation[:start], fields


def _origin_fields(origin: Origin) -> dict[str, str]:
    fields: dict[str, str | None] = {
        "at": format_timestamp(origin.timestamp),
        "by": origin.speaker,
        "from": origin.source,
        "in": origin.session,
        "no": origin.turn_id,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _origins(fields: Mapping[str, Any]) -> tuple[Origin, ...]:
    first = (_origin(fields),) if not fields.keys().isdisjoint(("at", "by", "from", "in", "no")) else ()
    return first + tuple(_origin(other) for other in _list(fields.get("also")) if isinstance(other, dict))


def _origin(fields: Mapping[str, Any]) -> Origin:
    return Origin(
        source=_text(fields.get("from")),
        session=_text(fields.get("in")),
        turn_id=_text(fields.get("no")),
        speaker=_text(fields.get("by")),
        timestamp=_time(fields.get("at")),
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _time(value: object) -> datetime | None:
    # Someone may have edited the string by hand: a time that cannot be read is unknown, and the memory stays.
    try:
        return parse_timestamp(datetime.fromisoformat(value)) if isinstance(value, str) else None
    except (ValueError, InvalidInput):
        return None
