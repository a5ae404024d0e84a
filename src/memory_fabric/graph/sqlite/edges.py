"""The edges of entities, as they are now or stood at a time. Every query follows an index."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from memory_fabric.graph.sqlite.kept import kept
from memory_fabric.graph.sqlite.rows import as_json, bounded, from_micros, id_hash, key_of, to_micros
from memory_fabric.models import Edge
from memory_fabric.text import scrub

MAX_WITNESSES = 8
"""Memories told of one relation, the latest."""
_FEW_WITNESSES = 2  # each is a memory to read

_Place = tuple[int, int, int]  # how far an edge stands in front, and its row

_FEW_NAMES, _LEAST_SHARE = 4, 5
_ENDS_OF_A_NAME = 3
_LAST_MOMENT = 2**63 - 1

_CAN_HOLD = "polarity = 'affirmed' AND modality IN ('asserted', 'planned') AND NOT ended"


class _Queries(NamedTuple):
    """What finds which edges of a name are foremost: now, and as they stood at a time."""

    now: tuple[str, ...]
    at: tuple[str, ...]


def _queries(*conditions: str) -> _Queries:
    # The index alone answers which edges of a name are foremost; only those that are foremost of all are then read,
    # with their names and witnesses. As it stood at a time: what was over later held then.
    return _Queries(
        tuple(
            f"SELECT current, valid_from, seq FROM relations WHERE namespace = ?1 AND {condition}"
            " ORDER BY current DESC, valid_from DESC, seq DESC LIMIT ?3"
            for condition in conditions
        ),
        tuple(
            f"SELECT ({_CAN_HOLD} AND (valid_to IS NULL OR valid_to > ?4)) AS holds, valid_from, seq FROM relations"
            f" WHERE namespace = ?1 AND {condition} AND valid_from <= ?4"
            " ORDER BY holds DESC, valid_from DESC, seq DESC LIMIT ?3"
            for condition in conditions
        ),
    )


_FOREMOST = _queries("from_key = ?2", "to_key = ?2")
_OVERTAKING = _queries("to_key = ?2 AND (relation = 'replaces' OR ended)")
_EDGES = """
SELECT r.seq, r.from_key, r.from_name, r.relation, r.to_key, r.to_name, r.polarity, r.modality, r.ended,
  r.valid_from, r.valid_to,
  CASE WHEN :witnesses AND (:of_all OR r.ended OR r.relation = 'replaces') THEN (SELECT json_group_array(id) FROM (
     SELECT m.id FROM evidence e JOIN memories m ON m.seq = e.memory WHERE e.edge = r.seq
     AND e.at <= :latest ORDER BY e.at DESC LIMIT :witnesses)) END
FROM relations r WHERE r.seq IN (SELECT value FROM json_each(:numbers))
"""


def edges(
    db: sqlite3.Connection,
    namespace: str,
    names: Sequence[str],
    limit: int,
    as_of: datetime | None = None,
    *,
    with_witnesses: bool = True,
) -> list[Edge]:
    """Return the edges that touch any of `names`: current ones first, then the most recent; as they stood at `as_of`.

    Where there are more than a few names, at most a share of each name's edges.
    """
    limit = bounded(limit)
    keys = _keys(db, namespace, names)
    # Of many names each gets a share, so that hubs among them cost no more than others.
    share = limit if len(keys) <= _FEW_NAMES else max(_LEAST_SHARE, 2 * limit // len(keys))
    witnesses = MAX_WITNESSES if with_witnesses else 0
    return _foremost(db, namespace, keys, _FOREMOST, limit, share, as_of, witnesses)


def overtaking(
    db: sqlite3.Connection, namespace: str, names: Sequence[str], limit: int, as_of: datetime | None = None
) -> list[Edge]:
    """Return the edges to any of `names` that tell of its end or of something with it, in the order of `edges`."""
    return _foremost(db, namespace, _keys(db, namespace, names), _OVERTAKING, bounded(limit), _ENDS_OF_A_NAME, as_of)


def proved_by(
    db: sqlite3.Connection, namespace: str, memory_ids: Sequence[str], as_of: datetime | None = None
) -> dict[str, list[Edge]]:
    """Return for each memory the edges that it proves, those it has told of by `as_of`. Only edges that tell of an end
    or a replacement name memories.
    """
    latest = _LAST_MOMENT if as_of is None else to_micros(as_of)

    def read(new: list[str]) -> dict[str, list[int]]:
        told: dict[str, list[int]] = {}
        for id, edge in db.execute(
            "SELECT DISTINCT m.id, e.edge FROM memories m JOIN evidence e ON e.memory = m.seq"
            " WHERE m.id_hash IN (SELECT value FROM json_each(?)) AND +m.namespace = ? AND e.at <= ? ORDER BY e.edge",
            (as_json(id_hash(namespace, id) for id in new), namespace, latest),
        ).fetchall():
            told.setdefault(id, []).append(edge)
        return told

    told = kept(db).values(("told", namespace, latest), list(map(scrub, memory_ids)), read)
    numbers = dict.fromkeys(number for edges in told.values() for number in edges)
    edges = _read(db, namespace, numbers, latest, _FEW_WITNESSES, of_all=False)
    return {id: [edges[number] for number in proved] for id, proved in told.items()}


def _foremost(
    db: sqlite3.Connection,
    namespace: str,
    keys: Sequence[str],
    queries: _Queries,
    limit: int,
    share: int,
    as_of: datetime | None,
    witnesses: int = MAX_WITNESSES,
) -> list[Edge]:
    """Return the foremost edges of some keys, `limit` of all and `share` of what each query finds for each key."""
    moment = () if as_of is None else (to_micros(as_of),)

    def read(new: list[str]) -> dict[str, list[_Place]]:
        statements = queries.now if as_of is None else queries.at
        return {
            key: [place for sql in statements for place in db.execute(sql, (namespace, key, share, *moment)).fetchall()]
            for key in new
        }

    places = kept(db).values((queries, namespace, share, moment), keys, read, lambda found: len(found) // 8 + 1)
    foremost = {place for found in places.values() for place in found}
    numbers = [seq for _, _, seq in sorted(foremost, reverse=True)[:limit]]
    return list(_read(db, namespace, numbers, moment[0] if moment else _LAST_MOMENT, witnesses).values())


def _read(
    db: sqlite3.Connection,
    namespace: str,
    numbers: Collection[int],
    latest: int,
    witnesses: int = MAX_WITNESSES,
    *,
    of_all: bool = True,
) -> Mapping[int, Edge]:
    """Return the edges of some rows as they stood at `latest`, in the order of the numbers."""

    def read(new: list[int]) -> dict[int, Edge]:
        parameters = {"latest": latest, "witnesses": witnesses, "of_all": of_all, "numbers": as_json(new)}
        rows = db.execute(_EDGES, parameters).fetchall()
        names_of = _names(db, namespace, {key for row in rows for key in (row[1], row[4])})
        return {row[0]: _edge(row, names_of, latest) for row in rows}

    return kept(db).values((_EDGES, latest, witnesses, of_all), numbers, read)


def _keys(db: sqlite3.Connection, namespace: str, names: Sequence[str]) -> list[str]:
    """Return the keys under which the edges of some names stand: of former names, those of what they are now."""

    def read(new: list[str]) -> dict[str, str]:
        return dict(
            db.execute(
                "SELECT a.key, e.key FROM aliases a JOIN entities e ON e.seq = a.entity"
                " WHERE a.is_name AND a.namespace = ? AND a.key IN (SELECT value FROM json_each(?))",
                (namespace, as_json(new)),
            ).fetchall()
        )

    keys = dict.fromkeys(map(key_of, names))
    now = kept(db).values(("keys", namespace), keys, read)
    return list(dict.fromkeys(now.get(key, key) for key in keys))


def _names(db: sqlite3.Connection, namespace: str, keys: set[str]) -> dict[str, str]:
    """Return the names of the entities that have these keys; an end that is no entity has none."""
    return dict(
        db.execute(
            "SELECT key, name FROM entities WHERE namespace = ? AND key IN (SELECT value FROM json_each(?))",
            (namespace, as_json(keys)),
        ).fetchall()
    )


def _edge(row: Sequence[Any], names: Mapping[str, str], latest: int) -> Edge:
    _, from_key, from_, relation, to_key, to, polarity, modality, ended, valid_from, valid_to, witnesses = row
    return Edge(
        names.get(from_key, from_),
        relation,
        names.get(to_key, to),
        polarity,
        modality,
        bool(ended),
        from_micros(valid_from),
        None if valid_to is None or valid_to > latest else from_micros(valid_to),
        tuple(dict.fromkeys(json.loads(witnesses))) if witnesses else (),
    )
