"""How parts of the embedded graph look to an MCP memory client."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from memory_fabric.graph.sqlite.reading import ENTITY_COLUMNS
from memory_fabric.graph.sqlite.rows import as_json
from memory_fabric.graph.store import JsonObject

MAX_GRAPH_ENTITIES = 10_000
MAX_RELATIONS = 10_000
MAX_OBSERVATIONS = 1_000
"""Observations shown of one entity, the latest."""


def whole_graph(db: sqlite3.Connection, namespace: str) -> JsonObject:
    """Return entities and current relations, oldest first, up to `MAX_GRAPH_ENTITIES` and `MAX_RELATIONS`."""
    rows = db.execute(
        "SELECT seq FROM entities WHERE namespace = ? ORDER BY seq LIMIT ?", (namespace, MAX_GRAPH_ENTITIES)
    )
    entities = _entities(db, [seq for (seq,) in rows])
    relations = db.execute(
        f"SELECT {_RELATION_COLUMNS} FROM {_RELATION_TABLES}"
        " WHERE r.namespace = ? AND r.current = 1 ORDER BY r.seq LIMIT ?",
        (namespace, MAX_RELATIONS),
    )
    return {"entities": entities, "relations": _relations(relations)}


def graph_of(db: sqlite3.Connection, namespace: str, entities: Sequence[int]) -> JsonObject:
    """Return these entities, in order, and the current relations that touch them, up to `MAX_RELATIONS`."""
    keys = db.execute("SELECT key FROM entities WHERE seq IN (SELECT value FROM json_each(?))", (as_json(entities),))
    chosen = as_json(key for (key,) in keys)
    touching: dict[int, tuple[int, str, str, str]] = {}
    for end in ("from_key", "to_key"):
        rows = db.execute(
            f"SELECT {_RELATION_COLUMNS} FROM {_RELATION_TABLES}"
            f" WHERE r.namespace = ? AND r.{end} IN (SELECT value FROM json_each(?)) AND r.current = 1 LIMIT ?",
            (namespace, chosen, MAX_RELATIONS - len(touching)),
        )
        touching.update((row[0], row) for row in rows)
    return {
        "entities": _entities(db, entities),
        "relations": _relations(touching[seq] for seq in sorted(touching)),
    }


_RELATION_COLUMNS = "r.seq, coalesce(f.name, r.from_name), coalesce(t.name, r.to_name), r.relation"
_RELATION_TABLES = (
    "relations r"
    " LEFT JOIN entities f ON f.namespace = r.namespace AND f.key = r.from_key"
    " LEFT JOIN entities t ON t.namespace = r.namespace AND t.key = r.to_key"
)


def _relations(rows: Iterable[tuple[int, str, str, str]]) -> list[JsonObject]:
    """Return rows as relations; one that both holds and is planned is shown once."""
    triples = dict.fromkeys((from_, to, relation) for _, from_, to, relation in rows)
    return [{"from": from_, "to": to, "relationType": relation} for from_, to, relation in triples]


def _entities(db: sqlite3.Connection, numbers: Sequence[int]) -> list[JsonObject]:
    """Return entities, in order, each with its latest observations, oldest first."""
    chosen = as_json(numbers)
    names = {
        seq: (name, type_, count)
        for seq, name, type_, count in db.execute(
            f"SELECT {ENTITY_COLUMNS} FROM entities e WHERE seq IN (SELECT value FROM json_each(?))",
            (chosen,),
        )
    }
    many = [seq for seq, (_, _, count) in names.items() if count > MAX_OBSERVATIONS]
    observed: dict[int, list[str]] = {seq: [] for seq in names}
    for entity, text in db.execute(
        "SELECT l.entity, m.text FROM links l JOIN memories m ON m.seq = l.memory"
        " WHERE l.entity IN (SELECT value FROM json_each(?)) ORDER BY l.memory",
        (as_json(names.keys() - many),),
    ):
        observed[entity].append(text)
    for entity in many:
        latest = db.execute(
            "SELECT m.seq, m.text FROM links l JOIN memories m ON m.seq = l.memory WHERE l.entity = ?"
            " ORDER BY l.moment DESC, l.memory DESC LIMIT ?",
            (entity, MAX_OBSERVATIONS),
        )
        observed[entity] = [text for _, text in sorted(latest)]
    return [{"name": names[seq][0], "entityType": names[seq][1], "observations": observed[seq]} for seq in numbers]
