"""Reading the graph: memories by time and by entity, and entities. Every query follows an index."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from memory_fabric.graph.sqlite.rows import (
    as_json,
    bounded,
    filter_sql,
    key_of,
    load_memories,
    origin_conditions,
)
from memory_fabric.graph.store import Counts, EntityPage
from memory_fabric.models import EntityRecord, Filters, Hit, Memory
from memory_fabric.text import scrub

MAX_ALIASES = 50

ENTITY_COLUMNS = "e.seq, e.name, e.type, coalesce((SELECT memories FROM mention_counts c WHERE c.entity = e.seq), 0)"
"""Of an entity `e`: row number, name, type, and how many memories mention it."""

EntityRow = tuple[int, str, str, int]
"""The values of `ENTITY_COLUMNS`."""

_LAST_CHARACTER = chr(0x10FFFF)


def find_entity(db: sqlite3.Connection, namespace: str, name: str) -> tuple[int, EntityRecord] | None:
    """Return the row number and the record of the entity of this name, spelling variant, or else alias."""
    row = entities_called(db, namespace, [name]).get(name)
    return (row[0], entity_records(db, [row])[0]) if row else None


def entities_called(db: sqlite3.Connection, namespace: str, names: Sequence[str]) -> dict[str, EntityRow]:
    """Return the entities of these names, spelling variants, or else aliases, by the names that were given."""
    keys = {name: key_of(name) for name in names}
    found: dict[str, EntityRow] = {}

    def read(sql: str, order: str = "") -> None:
        unknown = as_json({key for key in keys.values() if key not in found})
        for key, *row in db.execute(f"{sql} IN (SELECT value FROM json_each(?)){order}", (namespace, unknown)):
            found.setdefault(key, (row[0], row[1], row[2], row[3]))

    read(f"SELECT e.key, {ENTITY_COLUMNS} FROM entities e WHERE e.namespace = ? AND e.key")
    if not found.keys() >= set(keys.values()):
        read(
            f"SELECT a.key, {ENTITY_COLUMNS} AS count FROM aliases a JOIN entities e ON e.seq = a.entity"
            " WHERE a.namespace = ? AND a.key",
            " ORDER BY a.is_name DESC, count DESC, e.seq",
        )
    return {name: found[key] for name, key in keys.items() if key in found}


def entity_of(db: sqlite3.Connection, number: int | None) -> EntityRecord | None:
    """Return the entity of a row, None for None."""
    if number is None:
        return None
    rows = db.execute(f"SELECT {ENTITY_COLUMNS} FROM entities e WHERE seq = ?", (number,)).fetchall()
    return entity_records(db, rows)[0]


def list_entities(
    db: sqlite3.Connection, namespace: str, *, prefix: str, type: str | None, cursor: str | None, limit: int
) -> EntityPage:
    """Return a page of entities in order of spelling key; a cursor is the last key of the page before."""
    limit = bounded(limit)
    start = key_of(prefix)
    conditions = "namespace = ? AND key >= ? AND key <= ?"
    parameters: list[object] = [namespace, start, start + _LAST_CHARACTER]
    if cursor is not None:
        conditions += " AND key > ?"
        parameters.append(scrub(cursor))
    if type is not None:
        conditions += " AND type = ?"
        parameters.append(scrub(type))
    rows = db.execute(
        f"SELECT {ENTITY_COLUMNS}, key FROM entities e WHERE {conditions} ORDER BY key LIMIT ?",
        (*parameters, limit + 1),
    ).fetchall()
    page = rows[:limit]
    more = len(rows) > limit and page
    return EntityPage(tuple(entity_records(db, page)), page[-1][4] if more else None)


def entity_records(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> list[EntityRecord]:
    """Return records for rows that begin with `ENTITY_COLUMNS`."""
    aliases: dict[int, list[str]] = defaultdict(list)
    former: dict[int, list[str]] = defaultdict(list)
    for entity, name, is_name in db.execute(
        "SELECT entity, name, is_name FROM aliases WHERE entity IN (SELECT value FROM json_each(?))"
        " ORDER BY entity, is_name DESC, key",
        (as_json(row[0] for row in rows),),
    ):
        if len(aliases[entity]) < MAX_ALIASES:
            aliases[entity].append(name)
            former[entity] += [name] if is_name else []
    return [EntityRecord(row[1], row[2], tuple(aliases[row[0]]), row[3], tuple(former[row[0]])) for row in rows]


def memories_of(db: sqlite3.Connection, namespace: str, name: str, filters: Filters, limit: int) -> list[Hit]:
    """Return the memories linked to an entity, most recent first."""
    found = entities_called(db, namespace, [name]).get(name)
    if found is None:
        return []
    numbers = mentioning(db, found[0], filters, limit)
    memories = load_memories(db, numbers)
    return [Hit(memories[number], 1.0, f"entity:{found[1]}") for number in numbers]


def mentioning(
    db: sqlite3.Connection, entity: int, filters: Filters, limit: int, among: Sequence[int] | None = None
) -> list[int]:
    """Return the numbers of the memories linked to an entity, most recent first; with `among`, of these alone."""
    conditions, parameters = filter_sql(filters)
    memories = " JOIN memories m ON m.seq = l.memory" if conditions else ""
    entity_is = "l.entity = ?"
    if among is not None:
        entity_is = "+l.entity = ?"  # +: by memory, not through all of a name that is everywhere
        conditions += " AND l.memory IN (SELECT value FROM json_each(?))"
        parameters = [*parameters, as_json(among)]
    rows = db.execute(
        f"SELECT l.memory FROM links l{memories} WHERE {entity_is}{conditions}"
        " ORDER BY l.moment DESC, l.memory DESC LIMIT ?",
        (entity, *parameters, bounded(limit)),
    )
    return [number for (number,) in rows.fetchall()]


def recent(db: sqlite3.Connection, namespace: str, filters: Filters, limit: int) -> list[Memory]:
    """Return the memories said last (by an origin that fits the filters), or, if unknown, stored last."""
    origin_sql, origin_parameters = origin_conditions(filters)
    if origin_sql:
        type_sql, type_parameters = filter_sql(Filters(type=filters.type))
        sql = (
            "SELECT m.seq FROM origins o JOIN memories m ON m.seq = o.memory"
            f" WHERE o.namespace = ?{origin_sql}{type_sql} ORDER BY o.moment DESC, o.seq DESC"
        )
        parameters = (namespace, *origin_parameters, *type_parameters)
    else:
        type_sql, type_parameters = filter_sql(filters)
        sql = f"SELECT m.seq FROM memories m WHERE m.namespace = ?{type_sql} ORDER BY m.moment DESC, m.seq DESC"
        parameters = (namespace, *type_parameters)
    numbers = _numbers(db, sql, parameters, bounded(limit))
    memories = load_memories(db, numbers)
    return [memories[number] for number in numbers]


def _numbers(db: sqlite3.Connection, sql: str, parameters: Sequence[object], limit: int) -> list[int]:
    """Return the first `limit` distinct numbers of a query, reading no further."""
    found: dict[int, None] = {}
    if limit:
        with closing(db.execute(sql, parameters)) as rows:  # one left open would hold on to its snapshot
            for (number,) in rows:
                found[number] = None
                if len(found) == limit:
                    break
    return list(found)


def counts(db: sqlite3.Connection, namespace: str) -> Counts:
    """Return the totals that the triggers keep."""
    row = db.execute("SELECT memories, entities, relations FROM totals WHERE namespace = ?", (namespace,)).fetchone()
    return Counts(*row) if row else Counts()
