"""Reading the graph: memories by time and by entity, entities, edges. Every query follows an index."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import heapq
import json
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from typing import Any

from memory_fabric.graph.sqlite.rows import (
    as_json,
    bounded,
    filter_sql,
    from_micros,
    key_of,
    known_time,
    load_memories,
    origin_conditions,
    to_micros,
)
from memory_fabric.graph.store import Counts, EntityPage
from memory_fabric.models import Edge, EntityRecord, Filters, Hit, Memory
from memory_fabric.text import scrub

MAX_WITNESSES = 8
"""Memories told of one relation, the latest."""

MAX_ALIASES = 50
_FEW_NAMES, _LEAST_SHARE = 4, 20
_LAST_MOMENT = 2**63 - 1
_LAST_CHARACTER = chr(0x10FFFF)


def find_entity(db: sqlite3.Connection, namespace: str, name: str) -> tuple[int, EntityRecord] | None:
    """Return the row number and the record of the entity of this name, spelling variant, or else alias."""
    key = key_of(name)
    row = (
        db.execute(
            "SELECT seq, name, type, memory_count FROM entities WHERE namespace = ? AND key = ?",
            (namespace, key),
        ).fetchone()
        or db.execute(
            "SELECT e.seq, e.name, e.type, e.memory_count FROM aliases a JOIN entities e ON e.seq = a.entity"
            " WHERE a.namespace = ? AND a.key = ? ORDER BY a.is_name DESC, e.memory_count DESC, e.seq LIMIT 1",
            (namespace, key),
        ).fetchone()
    )
    return (row[0], entity_records(db, [row])[0]) if row else None


def entity_of(db: sqlite3.Connection, number: int | None) -> EntityRecord | None:
    """Return the entity of a row, None for None."""
    if number is None:
        return None
    rows = db.execute("SELECT seq, name, type, memory_count FROM entities WHERE seq = ?", (number,)).fetchall()
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
        f"SELECT seq, name, type, memory_count, key FROM entities WHERE {conditions} ORDER BY key LIMIT ?",
        (*parameters, limit + 1),
    ).fetchall()
    page = rows[:limit]
    more = len(rows) > limit and page
    return EntityPage(tuple(entity_records(db, page)), page[-1][4] if more else None)


def entity_records(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> list[EntityRecord]:
    """Return records for rows that begin with seq, name, type and memory_count."""
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
    found = find_entity(db, namespace, name)
    if found is None:
        return []
    entity, record = found
    conditions, parameters = filter_sql(filters)
    numbers = _numbers(
        db,
        "SELECT l.memory FROM links l JOIN memories m ON m.seq = l.memory"
        f" WHERE l.entity = ?{conditions} ORDER BY l.moment DESC, l.memory DESC",
        (entity, *parameters),
        bounded(limit),
    )
    memories = load_memories(db, numbers)
    return [Hit(memories[number], 1.0, f"entity:{record.name}") for number in numbers]


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


_CAN_HOLD = "polarity = 'affirmed' AND modality IN ('asserted', 'planned') AND NOT ended"

# The index alone answers which edges of a name are foremost, for all names in one go; only those that are foremost of
# all are then read, with their names and witnesses.
_FOREMOST = tuple(
    f"""
SELECT (SELECT json_group_array(json_array(current, valid_from, seq)) FROM (
  SELECT current, valid_from, seq FROM relations WHERE namespace = ?1 AND {end} = json_each.value
  ORDER BY current DESC, valid_from DESC, seq DESC LIMIT ?2))
FROM json_each(?3)
"""
    for end in ("from_key", "to_key")
)
# The same as it stood at a time: what was over later held then.
_FOREMOST_AT = tuple(
    f"""
SELECT (SELECT json_group_array(json_array(holds, valid_from, seq)) FROM (
  SELECT ({_CAN_HOLD} AND (valid_to IS NULL OR valid_to > ?4)) AS holds, valid_from, seq FROM relations
  WHERE namespace = ?1 AND {end} = json_each.value AND valid_from <= ?4
  ORDER BY holds DESC, valid_from DESC, seq DESC LIMIT ?2))
FROM json_each(?3)
"""
    for end in ("from_key", "to_key")
)
_EDGES = """
SELECT r.seq, coalesce(f.name, r.from_name), r.relation, coalesce(t.name, r.to_name), r.polarity, r.modality, r.ended,
  r.valid_from, r.valid_to,
  (SELECT json_group_array(id) FROM (
     SELECT m.id FROM evidence e JOIN memories m ON m.seq = e.memory WHERE e.edge = r.seq
     AND e.at <= :latest ORDER BY e.at DESC LIMIT :witnesses))
FROM relations r
  LEFT JOIN entities f ON f.namespace = r.namespace AND f.key = r.from_key
  LEFT JOIN entities t ON t.namespace = r.namespace AND t.key = r.to_key
WHERE r.seq IN (SELECT value FROM json_each(:numbers))
"""


def edges(
    db: sqlite3.Connection, namespace: str, names: Sequence[str], limit: int, as_of: datetime | None = None
) -> list[Edge]:
    """Return the edges that touch any of `names`: current ones first, then the most recent; as they stood at `as_of`.

    Where there are more than a few names, at most a share of each name's edges.
    """
    limit = bounded(limit)
    keys = dict.fromkeys(map(key_of, names))
    # Of many names each gets a share, so that hubs among them cost no more than others.
    share = limit if len(keys) <= _FEW_NAMES else max(_LEAST_SHARE, 4 * limit // len(keys))
    queries, moment = (_FOREMOST, ()) if as_of is None else (_FOREMOST_AT, (to_micros(as_of),))
    foremost = {
        tuple(edge)
        for sql in queries
        for (found,) in db.execute(sql, (namespace, share, as_json(keys), *moment))
        for edge in json.loads(found)
    }
    numbers = [seq for _, _, seq in heapq.nlargest(limit, foremost)]
    latest = moment[0] if moment else _LAST_MOMENT
    rows = db.execute(_EDGES, {"latest": latest, "witnesses": MAX_WITNESSES, "numbers": as_json(numbers)})
    read = {row[0]: _edge(row, latest) for row in rows}
    return [read[number] for number in numbers]


def _edge(row: Sequence[Any], latest: int) -> Edge:
    _, from_, relation, to, polarity, modality, ended, valid_from, valid_to, witnesses = row
    if valid_to is not None and valid_to > latest:
        valid_to = None
    return Edge(
        from_, relation, to, polarity, modality, bool(ended), from_micros(valid_from), known_time(valid_to),
        tuple(dict.fromkeys(json.loads(witnesses))),
    )  # fmt: skip


def counts(db: sqlite3.Connection, namespace: str) -> Counts:
    """Return the totals that the triggers keep."""
    row = db.execute("SELECT memories, entities, relations FROM totals WHERE namespace = ?", (namespace,)).fetchone()
    return Counts(*row) if row else Counts()
