"""How parts of the embedded graph look to an MCP memory client, and which entities a search finds for it."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from memory_fabric.graph.sqlite.rows import as_json, key_of
from memory_fabric.graph.store import JsonObject
from memory_fabric.graph.terms import query_terms
from memory_fabric.models import Hit
from memory_fabric.text import scrub

MAX_GRAPH_ENTITIES = 10_000
MAX_FOUND_ENTITIES = 100
MAX_RELATIONS = 10_000
MAX_OBSERVATIONS = 1_000
"""Observations shown of one entity, the latest."""

_CANDIDATES_PER_WORD = 1_000


def whole_graph(db: sqlite3.Connection, namespace: str) -> JsonObject:
    """Return entities and current relations, oldest first, up to `MAX_GRAPH_ENTITIES` and `MAX_RELATIONS`."""
    rows = db.execute(
        "SELECT seq FROM entities WHERE namespace = ? ORDER BY seq LIMIT ?", (namespace, MAX_GRAPH_ENTITIES)
    )
    entities = [_entity(db, seq) for (seq,) in rows.fetchall()]
    relations = db.execute(
        f"SELECT {_RELATION_COLUMNS} FROM {_RELATION_TABLES}"
        " WHERE r.namespace = ? AND r.current = 1 ORDER BY r.seq LIMIT ?",
        (namespace, MAX_RELATIONS),
    )
    return {"entities": entities, "relations": _relations(relations)}


def graph_of(db: sqlite3.Connection, namespace: str, entities: Sequence[int]) -> JsonObject:
    """Return these entities, in order, and the current relations that touch them, up to `MAX_RELATIONS`."""
    keys = [
        key
        for (key,) in db.execute(
            "SELECT key FROM entities WHERE seq IN (SELECT value FROM json_each(?))", (as_json(entities),)
        )
    ]
    rows: dict[int, tuple[int, str, str, str]] = {}
    for key in keys:
        for end in ("from_key", "to_key"):
            found = db.execute(
                f"SELECT {_RELATION_COLUMNS} FROM {_RELATION_TABLES}"
                f" WHERE r.namespace = ? AND r.{end} = ? AND r.current = 1 LIMIT ?",
                (namespace, key, MAX_RELATIONS - len(rows)),
            )
            rows.update((row[0], row) for row in found)
    return {
        "entities": [_entity(db, seq) for seq in entities],
        "relations": _relations(rows[seq] for seq in sorted(rows)),
    }


def rank_entities(db: sqlite3.Connection, namespace: str, query: str, hits: Sequence[Hit]) -> list[int]:
    """Return the entities that a query finds, best first, at most `MAX_FOUND_ENTITIES`.

    An entity earns the share of the query's words that its name holds, a half where its type is asked for,
    and as much as its best observation scores, as a share of the best one of all. A blank query finds the
    oldest.
    """
    if not query.strip():
        oldest = db.execute(
            "SELECT seq FROM entities WHERE namespace = ? ORDER BY seq LIMIT ?",
            (namespace, MAX_FOUND_ENTITIES),
        )
        return [seq for (seq,) in oldest]
    wanted = query_terms([query])
    scores: dict[int, float] = defaultdict(float)
    for term in wanted:
        for (seq,) in db.execute(
            "SELECT entity FROM name_terms WHERE namespace = ? AND term = ? LIMIT ?",
            (namespace, term, _CANDIDATES_PER_WORD),
        ):
            scores[seq] += 1 / len(wanted)
    for (seq,) in db.execute(
        "SELECT seq FROM entities WHERE namespace = ? AND type IN (SELECT value FROM json_each(?)) LIMIT ?",
        (namespace, as_json([scrub(query).strip(), *scrub(query).split()]), _CANDIDATES_PER_WORD),
    ):
        scores[seq] += 0.5
    for seq, score in _text_scores(db, namespace, hits).items():
        scores[seq] += score
    return sorted(scores, key=lambda seq: (-scores[seq], seq))[:MAX_FOUND_ENTITIES]


def _text_scores(db: sqlite3.Connection, namespace: str, hits: Sequence[Hit]) -> dict[int, float]:
    best: dict[str, float] = {}
    for hit in hits:
        for name in hit.memory.entities:
            best[key_of(name)] = max(best.get(key_of(name), 0.0), hit.score / hits[0].score)
    rows = db.execute(
        "SELECT seq, key FROM entities WHERE namespace = ? AND key IN (SELECT value FROM json_each(?))",
        (namespace, as_json(best)),
    )
    return {seq: best[key] for seq, key in rows}


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


def _entity(db: sqlite3.Connection, seq: int) -> JsonObject:
    name, type_ = db.execute("SELECT name, type FROM entities WHERE seq = ?", (seq,)).fetchone()
    latest = db.execute(
        "SELECT m.seq, m.text FROM links l JOIN memories m ON m.seq = l.memory WHERE l.entity = ?"
        " ORDER BY l.moment DESC, l.memory DESC LIMIT ?",
        (seq, MAX_OBSERVATIONS),
    )
    return {"name": name, "entityType": type_, "observations": [text for _, text in sorted(latest)]}
