"""A memory as one observation string, and back.

An MCP memory server keeps bare strings. The statement comes first, as it was said; then a space and one
bracket that tells where it comes from:

    We use Redis for caching. [mf {"at": "2026-01-15T10:00:00Z", "by": "Ana", "from": "standup.jsonl", "in":
    "monday", "no": "3", "as": "decision", "about": ["Redis"], "id": "4f1c", "kept": "2026-01-16T08:00:00Z"}]

`at` time said, `by` speaker, `from` source, `in` session, `no` turn, `as` kind (left out for a plain fact),
`about` entities, `kept` time stored, `also` further origins, `that` relations which it says hold and `not`
those which it says are over, each as `["web", "uses", "Redis"]`. What is not known is left out. The keys are
function words on purpose: the server searches by substring, and a key such as `session` would match every
observation there is.

Another name of an entity, which is no memory, is an observation of that entity too:

    Also called Postgres. [mf {"alias": "Postgres"}]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar, cast

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.observed import observed
from memory_fabric.models import KINDS, Kind, Memory, Origin
from memory_fabric.timestamps import format_timestamp, parse_timestamp

_T = TypeVar("_T")

_OPEN = " [mf "
_CLOSE = "]"
_NOBODY: dict[str, Any] = {"by": None}


Triple = tuple[str, str, str]
"""A relation as the server keeps it: from, type, to."""


@dataclass(frozen=True, slots=True)
class Note:
    """What one observation tells: a memory, the relations that it proves and those that it ended.

    `is_ours` is False for a string that others wrote, which is its memory's text and nothing else.
    """

    memory: Memory
    says: tuple[Triple, ...] = ()
    ends: tuple[Triple, ...] = ()
    is_ours: bool = True

    def times(self) -> tuple[datetime | None, ...]:
        """Return when it was said, once for each origin; where that is unknown, when it was stored."""
        memory = self.memory
        return tuple(dict.fromkeys(o.timestamp or memory.stored_at for o in memory.origins)) or (memory.stored_at,)


def united(first: Note, second: Note) -> Note:
    """Return two notes of one memory as one, with the origins and relations of both; otherwise the first counts."""
    one, other = first.memory, second.memory
    origins = _union(one.origins, other.origins)
    memory = replace(
        one,
        entities=_union(one.entities, other.entities),
        origins=origins,
        stored_at=one.stored_at or other.stored_at,
    )
    return Note(
        memory,
        _union(first.says, second.says),
        _union(first.ends, second.ends),
        is_ours=first.is_ours or (second.is_ours and origins != one.origins),
    )


def by_id(notes: Iterable[Note]) -> dict[str, Note]:
    """Return each memory's note once, its doubles united: a memory is on each of its entities."""
    found: dict[str, Note] = {}
    for note in notes:
        known = found.get(note.memory.id)
        if known is None:
            found[note.memory.id] = note
        elif known is not note and known != note:
            found[note.memory.id] = united(known, note)
    return found


def encode(note: Note) -> str:
    """Return the one string that holds all of `note`; `decode` gives it back, whatever its texts hold."""
    memory = note.memory
    if not note.is_ours:
        return memory.text
    fields: dict[str, Any] = {}
    if memory.origins:
        # An origin that knows nothing must still differ from no origin at all.
        fields.update(_origin_fields(memory.origins[0]) or _NOBODY)
    if memory.kind != "fact":
        fields["as"] = memory.kind
    if memory.entities:
        fields["about"] = list(memory.entities)
    if note.says:
        fields["that"] = list(note.says)
    if note.ends:
        fields["not"] = list(note.ends)
    fields["id"] = memory.id
    if memory.stored_at:
        fields["kept"] = format_timestamp(memory.stored_at)
    if len(memory.origins) > 1:
        fields["also"] = [_origin_fields(origin) for origin in memory.origins[1:]]
    return memory.text + _trailer(fields)


def decode(observation: str, entity: str | None) -> Note | None:
    """Return what `observation` tells, found on `entity` (None: on a conversation, which is none); None for an alias.

    A string that others wrote, without the bracket, is a memory with an id made of entity and text.
    """
    note = _ours(observation)
    if note is not None:
        return note
    if alias_in(observation) is not None:
        return None
    return Note(observed(entity, observation), is_ours=False)


def encode_alias(name: str) -> str:
    """Return the observation that tells another name of its entity; `alias_in` reads it."""
    return f"Also called {name}.{_trailer({'alias': name})}"


def alias_in(observation: str) -> str | None:
    """Return the other name of its entity that `observation` tells, or None where it tells none."""
    _, fields = _split(observation)
    return _text(fields.get("alias")) if fields is not None and "id" not in fields else None


@lru_cache(maxsize=8_192)  # one question meets the same memory on each of its entities, once a word
def _ours(observation: str) -> Note | None:
    text, fields = _split(observation)
    if fields is None or not isinstance(fields.get("id"), str):
        return None
    kind = fields.get("as")
    memory = Memory(
        id=fields["id"],
        text=text,
        kind=cast(Kind, kind) if kind in KINDS else "fact",
        entities=tuple(name for name in _list(fields.get("about")) if isinstance(name, str)),
        origins=_origins(fields),
        stored_at=_time(fields.get("kept")),
    )
    return Note(memory, _triples(fields.get("that")), _triples(fields.get("not")))


def _trailer(fields: Mapping[str, Any]) -> str:
    # Inside the bracket the opening mark can stand in a string only; escaped there, the last mark is ours.
    return _OPEN + json.dumps(fields, ensure_ascii=False).replace("[mf", "\\u005bmf") + _CLOSE


def _split(observation: str) -> tuple[str, Mapping[str, Any] | None]:
    start = observation.rfind(_OPEN)
    if start < 0 or not observation.endswith(_CLOSE):
        return observation, None
    try:
        fields = json.loads(observation[start + len(_OPEN) : -len(_CLOSE)])
    except (ValueError, RecursionError):
        return observation, None
    return (observation[:start], fields) if isinstance(fields, dict) else (observation, None)


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


def _triples(value: object) -> tuple[Triple, ...]:
    rows = [row for row in _list(value) if isinstance(row, list) and len(row) == 3]
    return tuple((row[0], row[1], row[2]) for row in rows if all(isinstance(part, str) for part in row))


def _union(first: Iterable[_T], second: Iterable[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys((*first, *second)))


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
