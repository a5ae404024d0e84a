"""A namespace as a stream of records, and back: what an export is made of."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import cast

from memory_fabric.graph.sqlite.entities import UNTYPED, EntityTable
from memory_fabric.graph.sqlite.life import Fact, Saying, end, holds, record
from memory_fabric.graph.sqlite.reading import ENTITY_COLUMNS, entity_records
from memory_fabric.graph.sqlite.rows import from_micros, id_hash, known_time, load_memories, to_micros
from memory_fabric.graph.sqlite.writing import GraphWriter
from memory_fabric.models import (
    Edge,
    Entity,
    EntityRecord,
    EntityType,
    Evidence,
    GraphRecord,
    Memory,
    Relation,
    RelationRecord,
    WriteReport,
)
from memory_fabric.text import scrub
from memory_fabric.timestamps import now_utc

_PAGE = 1_000


def dump(db: sqlite3.Connection, namespace: str) -> Iterator[GraphRecord]:
    """Yield entities, memories and relations of a namespace, the former two in the order in which they came."""
    for page in _pages(db, "entities e", ENTITY_COLUMNS, namespace):
        yield from entity_records(db, page)
    for page in _pages(db, "memories", "seq", namespace):
        memories = load_memories(db, [seq for (seq,) in page], most_origins=None)
        yield from (memories[seq] for (seq,) in page)
    yield from _relations(db, namespace)


def restore(db: sqlite3.Connection, namespace: str, records: Sequence[GraphRecord]) -> WriteReport:
    """Write records into what is there already."""
    writer = GraphWriter(db, namespace)
    added: list[str] = []
    known: list[str] = []
    entities = relations = ended = 0
    for item in records:
        match item:
            case EntityRecord():
                entities += _restore_entity(writer.entities, item)
            case Memory():
                rows = [writer.entities.entity(Entity(name, UNTYPED)) for name in item.entities]
                entities += sum(row.is_new for row in rows)
                (memory,) = writer.remember([(item, rows)])
                (added if memory.is_new else known).append(item.id)
            case RelationRecord():
                more, over = _restore_relation(db, namespace, writer.entities, item)
                relations += more
                ended += over
    writer.finish()
    return WriteReport(tuple(added), tuple(known), entities, relations, ended)


def _pages(db: sqlite3.Connection, table: str, columns: str, namespace: str) -> Iterator[list[tuple[int, ...]]]:
    last = 0
    while page := db.execute(
        f"SELECT {columns} FROM {table} WHERE namespace = ? AND seq > ? ORDER BY seq LIMIT ?", (namespace, last, _PAGE)
    ).fetchall():
        yield page
        last = page[-1][0]


def _relations(db: sqlite3.Connection, namespace: str) -> Iterator[RelationRecord]:
    # What tells of an ending comes before what it ended, and the rest in an order that does not hang on how it came.
    edges = db.execute(
        "SELECT r.seq, coalesce(f.name, r.from_name), r.relation, coalesce(t.name, r.to_name), r.polarity, r.modality,"
        " r.ended, r.valid_from, r.valid_to FROM relations r"
        " LEFT JOIN entities f ON f.namespace = r.namespace AND f.key = r.from_key"
        " LEFT JOIN entities t ON t.namespace = r.namespace AND t.key = r.to_key"
        " WHERE r.namespace = ?"
        " ORDER BY r.ended DESC, r.from_key, r.relation, r.to_key, r.valid_from, r.polarity, r.modality, r.valid_to",
        (namespace,),
    )
    for seq, from_, relation, to, polarity, modality, ended, valid_from, valid_to in edges:
        evidence = [
            Evidence(id, from_micros(at))
            for id, at in db.execute(
                "SELECT m.id, e.at FROM evidence e LEFT JOIN memories m ON m.seq = e.memory WHERE e.edge = ?"
                " ORDER BY e.at, m.id",
                (seq,),
            )
        ]
        memories = tuple(dict.fromkeys(said.memory for said in evidence if said.memory is not None))
        yield RelationRecord(
            Edge(
                from_, relation, to, polarity, modality, bool(ended),
                from_micros(valid_from), known_time(valid_to), memories,
            ),
            tuple(evidence),
        )  # fmt: skip


def _restore_entity(entities: EntityTable, item: EntityRecord) -> int:
    row = entities.entity(Entity(item.name, cast(EntityType, item.type)))  # clients have types of their own
    for alias in item.aliases:
        if alias in item.former_names:
            entities.add_former_name(row, alias)
        else:
            entities.add_alias(row, alias)
    return int(row.is_new)


def _restore_relation(
    db: sqlite3.Connection, namespace: str, entities: EntityTable, item: RelationRecord
) -> tuple[int, int]:
    """Say again what was said of an edge; one that was over without anybody saying so had been retracted."""
    edge = item.edge
    fact = Fact(namespace, entities.key(edge.from_), scrub(edge.relation), entities.key(edge.to))
    relation = Relation(edge.from_, edge.relation, edge.to, edge.polarity, edge.modality, edge.ended)
    if not item.evidence and edge.valid_from is None and holds(db, fact):
        return 0, 0  # another graph, which keeps no dates, tells what is known
    evidence = item.evidence or (Evidence(None, edge.valid_from or now_utc()),)
    added = over = 0
    if edge.valid_to is not None:
        over += _end(db, fact, to_micros(edge.valid_to))
    for said in evidence:
        memory = _memory(db, namespace, said.memory)
        saying = Saying(memory, to_micros(said.at), was_over_at_once=said.at == edge.valid_to)
        more, ended = record(db, fact, relation, saying)
        added += more
        over += ended
    return added, over


def _end(db: sqlite3.Connection, fact: Fact, at: int) -> int:
    told = db.execute(
        "SELECT 1 FROM endings WHERE namespace = ? AND from_key = ? AND relation = ? AND to_key = ? AND at = ?",
        (*fact, at),
    ).fetchone()
    return 0 if told else end(db, fact, Saying(None, at))


def _memory(db: sqlite3.Connection, namespace: str, id: str | None) -> int | None:
    if id is None:
        return None
    row = db.execute(
        "SELECT seq FROM memories WHERE id_hash = ? AND +namespace = ? AND id = ?",
        (id_hash(namespace, id), namespace, id),
    ).fetchone()
    return row[0] if row else None
