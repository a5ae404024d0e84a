"""Writing memories, entities and links: what statements and the nine node tools are both made of."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from memory_fabric.graph.sqlite.life import Saying, record
from memory_fabric.graph.sqlite.rows import key_of, to_micros
from memory_fabric.graph.terms import terms
from memory_fabric.models import Entity, EntityType, Memory, Origin, Statement, WriteReport
from memory_fabric.text import scrub, scrubbed
from memory_fabric.timestamps import now_utc

_UNTYPED: EntityType = "concept"

# Whose entries hold the words of a memory: the turn before it, and the two after it, in its session.
_NEIGHBOURS = """
SELECT * FROM (
  SELECT n.seq FROM memories m JOIN memories n USING (namespace, session)
  WHERE m.seq = :memory AND n.position < m.position ORDER BY n.position DESC LIMIT 1
)
UNION ALL SELECT * FROM (
  SELECT n.seq FROM memories m JOIN memories n USING (namespace, session)
  WHERE m.seq = :memory AND n.position > m.position ORDER BY n.position LIMIT 2
)
"""


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity of the graph, and whether this write made it."""

    seq: int
    name: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """A memory of the graph, whether this write made it, and when it was said, or else first stored."""

    seq: int
    is_new: bool
    moment: int


class GraphWriter:
    """What one transaction writes into one namespace. `finish` comes last, and tells the text index of it."""

    def __init__(self, db: sqlite3.Connection, namespace: str) -> None:
        self._db = db
        self._namespace = namespace
        self._entities: dict[str, tuple[int, str, str]] = {}  # key → row, name, type
        self._changed: dict[int, None] = {}

    def write(self, statements: Iterable[Statement]) -> WriteReport:
        """Write statements in order; of two with one memory id the second adds its origins to the first."""
        added: list[str] = []
        known: list[str] = []
        entities = relations = ended = 0
        for statement in statements:
            memory = self.memory(statement.memory)
            (added if memory.is_new else known).append(statement.memory.id)
            for entity in _mentioned(statement):
                row = self.entity(entity)
                entities += row.is_new
                self.link(memory, row)
            for relation in statement.relations:
                for name in (relation.from_, relation.to):
                    entities += self.entity(Entity(name, _UNTYPED)).is_new
                more, over = record(self._db, self._namespace, relation, Saying(memory.seq, memory.moment))
                relations += more
                ended += over
        return WriteReport(tuple(added), tuple(known), entities, relations, ended)

    def memory(self, memory: Memory) -> MemoryRow:
        """Write a memory, or give one that is known the origins that it does not have yet."""
        row = self._db.execute(
            "SELECT seq, stored_at FROM memories WHERE namespace = ? AND id = ?",
            (self._namespace, scrub(memory.id)),
        ).fetchone()
        # A memory of unknown time counts from when it was first stored, however often it is written again.
        stored_at = row[1] if row else to_micros(memory.stored_at or now_utc())
        moment = to_micros(memory.timestamp) if memory.timestamp else stored_at
        seq = row[0] if row else self._insert_memory(memory, stored_at, moment)
        news = [self._insert_origin(seq, origin, stored_at) for origin in memory.origins]
        if row and any(news):
            self._changed[seq] = None
            self._db.execute(
                "UPDATE memories SET moment ="
                " coalesce((SELECT max(said) FROM origins WHERE memory = memories.seq), stored_at)"
                " WHERE seq = ?",
                (seq,),
            )
        return MemoryRow(seq, row is None, moment)

    def entity(self, entity: Entity) -> EntityRow:
        """Find an entity by its spelling key, or make it. The first name stays; "concept" gives way."""
        key = key_of(entity.name)
        known = (
            self._entities.get(key)
            or self._db.execute(
                "SELECT seq, name, type FROM entities WHERE namespace = ? AND key = ?", (self._namespace, key)
            ).fetchone()
        )
        if known is None:
            row = EntityRow(self._insert_entity(key, entity), scrub(entity.name), is_new=True)
            self._entities[key] = (row.seq, row.name, entity.type)
        else:
            row = EntityRow(known[0], known[1], is_new=False)
            type_ = known[2]
            if type_ == _UNTYPED and entity.type != _UNTYPED:
                type_ = entity.type
                self._db.execute("UPDATE entities SET type = ? WHERE seq = ?", (scrub(type_), row.seq))
            self._entities[key] = (row.seq, row.name, type_)
        self._insert_aliases(row.seq, key, {mention.text for mention in entity.mentions})
        return row

    def link(self, memory: MemoryRow, entity: EntityRow) -> None:
        """Write down that a memory mentions an entity, once."""
        self._db.execute(
            "INSERT INTO links (memory, entity, moment) SELECT ?, ?, moment FROM memories WHERE seq = ?"
            " ON CONFLICT DO NOTHING",
            (memory.seq, entity.seq, memory.seq),
        )

    def forget(self, memory: int) -> None:
        """Delete a memory, and have the entries of its neighbours made again without its words."""
        self._changed.update(
            (neighbour, None) for (neighbour,) in self._db.execute(_NEIGHBOURS, {"memory": memory}).fetchall()
        )
        self._changed[memory] = None
        self._db.execute("DELETE FROM memories WHERE seq = ?", (memory,))

    def finish(self) -> None:
        """Number what changed, for the text index to catch up with."""
        stamp = secrets.randbits(62)
        self._db.executemany(
            "INSERT INTO changes (memory, stamp) VALUES (?, ?)", ((seq, stamp) for seq in self._changed)
        )
        self._changed.clear()

    def _insert_memory(self, memory: Memory, stored_at: int, moment: int) -> int:
        session = scrubbed(next((origin.session for origin in memory.origins if origin.session), None))
        position: int | None = None
        if session is not None:
            last = self._db.execute(
                "SELECT seq, position FROM memories WHERE namespace = ? AND session = ? ORDER BY position DESC LIMIT 1",
                (self._namespace, session),
            ).fetchone()
            position = 0
            if last:
                position = last[1] + 1
                self._changed[last[0]] = None  # it has a turn after it now
        cursor = self._db.execute(
            "INSERT INTO memories (namespace, id, text, kind, stored_at, moment, session, position)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._namespace, scrub(memory.id), scrub(memory.text), memory.kind,
                stored_at, moment, session, position,
            ),
        )  # fmt: skip
        seq = cursor.lastrowid or 0
        self._changed[seq] = None
        return seq

    def _insert_origin(self, memory: int, origin: Origin, stored_at: int) -> bool:
        said = to_micros(origin.timestamp) if origin.timestamp else None
        speaker = scrubbed(origin.speaker)
        cursor = self._db.execute(
            "INSERT INTO origins"
            " (memory, namespace, source, session, turn_id, speaker, said, speaker_key, moment)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                memory, self._namespace,
                scrubbed(origin.source), scrubbed(origin.session), scrubbed(origin.turn_id), speaker, said,
                speaker.casefold() if speaker else None, stored_at if said is None else said,
            ),
        )  # fmt: skip
        return cursor.rowcount > 0

    def _insert_entity(self, key: str, entity: Entity) -> int:
        cursor = self._db.execute(
            "INSERT INTO entities (namespace, key, name, type) VALUES (?, ?, ?, ?)",
            (self._namespace, key, scrub(entity.name), scrub(entity.type)),
        )
        seq = cursor.lastrowid or 0
        self._db.executemany(
            "INSERT INTO name_terms (namespace, term, entity) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            ((self._namespace, term, seq) for term in terms(scrub(entity.name))),
        )
        return seq

    def _insert_aliases(self, entity: int, key: str, names: Iterable[str]) -> None:
        for name in sorted(names):
            alias = key_of(name)
            if alias != key:
                self._db.execute(
                    "INSERT INTO aliases (namespace, key, entity, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (self._namespace, alias, entity, scrub(name)),
                )


def _mentioned(statement: Statement) -> list[Entity]:
    """Return the entities of a statement; a name that only its memory tells is one of unknown type."""
    named = {key_of(entity.name) for entity in statement.entities}
    return [
        *statement.entities,
        *(Entity(name, _UNTYPED) for name in statement.memory.entities if key_of(name) not in named),
    ]
