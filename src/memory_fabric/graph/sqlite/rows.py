"""Between rows and the frozen types: times, filters, and memories with all that belongs to them."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import cast

from memory_fabric.graph.sqlite.kept import kept
from memory_fabric.models import Filters, Kind, Memory, Origin
from memory_fabric.text import scrub, spelling_key

MAX_LIMIT = 10_000
"""No list is ever longer, whatever is asked for."""

MAX_ORIGINS = 100
"""Origins told of one memory: "ok" may have thousands."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_micros(time: datetime) -> int:
    """Return a time as whole microseconds since 1970."""
    since = time - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


@lru_cache(maxsize=16_384)  # what was said and what it tells bear the same time
def from_micros(micros: int) -> datetime:
    """Return the time of a column."""
    return _EPOCH + timedelta(microseconds=micros)


def known_time(micros: int | None) -> datetime | None:
    """Return the time of a column, None where it is unknown."""
    return None if micros is None else from_micros(micros)


def key_of(name: str) -> str:
    """Return the spelling key as it is stored: of a name that SQLite can hold."""
    return spelling_key(scrub(name))


def id_hash(namespace: str, id: str) -> int:
    """Return the number under which a memory is found by its id; two may share one, as good as never."""
    return int.from_bytes(blake2b(f"{namespace}\0{id}".encode(), digest_size=8).digest(), "big", signed=True)


def bounded(limit: int) -> int:
    """Return a limit that SQLite takes for one: a negative one would mean no limit."""
    return max(0, min(limit, MAX_LIMIT))


def as_json(values: Iterable[int | str]) -> str:
    """Return values for `IN (SELECT value FROM json_each(?))`, which has no bound on their number."""
    return json.dumps(list(values))


def filter_sql(filters: Filters) -> tuple[str, list[object]]:
    """Return conditions on a memory `m`, each led by AND, and their parameters.

    They are `Filters.accept` in SQL, and `type`: that the memory mentions an entity of it.
    """
    sql = ""
    parameters: list[object] = []
    origin_sql, origin_parameters = origin_conditions(filters)
    if origin_sql:
        sql += f" AND EXISTS (SELECT 1 FROM origins o WHERE o.memory = m.seq{origin_sql})"  # noqa: S608
        parameters += origin_parameters
    if filters.type:
        sql += (
            " AND EXISTS (SELECT 1 FROM links k JOIN entities e ON e.seq = k.entity"
            " WHERE k.memory = m.seq AND e.type = ?)"
        )
        parameters.append(scrub(filters.type))
    return sql, parameters


def origin_conditions(filters: Filters) -> tuple[str, list[object]]:
    """Return the conditions that one origin `o` must fit, each led by AND, and their parameters."""
    sql = ""
    parameters: list[object] = []
    if filters.speaker:
        sql += " AND o.speaker_key = ?"
        parameters.append(scrub(filters.speaker).casefold())
    if filters.since or filters.until:
        sql += " AND o.said IS NOT NULL"  # then it is the origin's moment, which the indexes hold
    if filters.since:
        sql += " AND o.moment >= ?"
        parameters.append(to_micros(filters.since))
    if filters.until:
        sql += " AND o.moment <= ?"
        parameters.append(to_micros(filters.until))
    return sql, parameters


def load_memories(
    db: sqlite3.Connection, numbers: Sequence[int], *, most_origins: int | None = MAX_ORIGINS
) -> Mapping[int, Memory]:
    """Return the memories of these row numbers, those that there are; `most_origins` None gives all origins."""
    if most_origins is None:  # as for a copy of the whole graph, which asks for each once and may be of any size
        return _read_memories(db, as_json(numbers), None)
    return kept(db).values(
        ("memories", most_origins),
        numbers,
        lambda new: _read_memories(db, as_json(new), most_origins),
        lambda memory: len(memory.origins) + len(memory.text) // 1_000 + 1,
    )


def _read_memories(db: sqlite3.Connection, chosen: str, most_origins: int | None) -> dict[int, Memory]:
    origins: dict[int, list[Origin]] = defaultdict(list)
    for memory, source, session, turn_id, speaker, said in db.execute(
        "SELECT memory, source, session, turn_id, speaker, said FROM origins"
        " WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY seq",
        (chosen,),
    ).fetchall():
        known = origins[memory]
        if most_origins is None or len(known) < most_origins:
            known.append(Origin(source, session, turn_id, speaker, known_time(said)))
    links = db.execute(
        "SELECT memory, entity FROM links WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY memory, place",
        (chosen,),
    ).fetchall()
    names = _names(db, {entity for _, entity in links})
    entities: dict[int, list[str]] = defaultdict(list)
    for memory, entity in links:
        entities[memory].append(names[entity])
    return {
        seq: Memory(id, text, cast(Kind, kind), tuple(entities[seq]), tuple(origins[seq]), from_micros(stored_at))
        for seq, id, text, kind, stored_at in db.execute(
            "SELECT seq, id, text, kind, stored_at FROM memories WHERE seq IN (SELECT value FROM json_each(?))",
            (chosen,),
        ).fetchall()
    }


def _names(db: sqlite3.Connection, entities: Collection[int]) -> Mapping[int, str]:
    """Return the names of entities by row number."""

    def read(new: list[int]) -> dict[int, str]:
        return dict(
            db.execute(
                "SELECT seq, name FROM entities WHERE seq IN (SELECT value FROM json_each(?))", (as_json(new),)
            ).fetchall()
        )

    return kept(db).values("names", entities, read)
