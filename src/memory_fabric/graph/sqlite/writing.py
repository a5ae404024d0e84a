"""Writing memories, entities and links: what statements and the nine node tools are both made of.

Everything that can be is read and written for a whole batch at once: a statement of its own for each memory would
cost three times as much.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from memory_fabric.graph.sqlite.entities import UNTYPED, EntityRow, EntityTable
from memory_fabric.graph.sqlite.life import Fact, Saying, record
from memory_fabric.graph.sqlite.rows import as_json, id_hash, key_of, to_micros
from memory_fabric.models import Entity, Memory, Origin, Statement, WriteReport
from memory_fabric.text import scrub, scrubbed
from memory_fabric.timestamps import now_utc

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

_OriginRow = tuple[str | None, str | None, str | None, str | None, int | None]


class MemoryRow(NamedTuple):
    """A memory of the graph, whether this write made it, and the times at which it was said, or else first stored."""

    seq: int
    is_new: bool
    moments: tuple[int, ...]


@dataclass(slots=True)
class _Stored:
    """A memory that this transaction has written to, with all its origins."""

    seq: int
    id: str
    hash: int
    stored_at: int
    memory: Memory | None = None
    """What is to be inserted; None for one that was there before."""
    origins: dict[_OriginRow, None] = field(default_factory=dict)
    gained: list[_OriginRow] = field(default_factory=list)
    entities: dict[int, None] = field(default_factory=dict)
    last_said: int | None = None

    def know(self, origin: _OriginRow) -> None:
        """Note an origin that it has."""
        said = origin[-1]
        self.origins[origin] = None
        if said is not None and (self.last_said is None or said > self.last_said):
            self.last_said = said

    @property
    def moment(self) -> int:
        """When it was last said, or where nobody knows, stored."""
        return self.stored_at if self.last_said is None else self.last_said


class GraphWriter:
    """What one transaction writes into one namespace. `finish` comes last, and tells the text index of it."""

    def __init__(self, db: sqlite3.Connection, namespace: str) -> None:
        self._db = db
        self._namespace = namespace
        self.entities = EntityTable(db, namespace)
        self._changed: dict[int, None] = {}
        self._last: dict[str, tuple[int, int]] = {}  # session → last memory and its position
        self._clean: dict[str | None, str | None] = {None: None}  # what origins tell, the same again and again

    def write(self, statements: Sequence[Statement]) -> WriteReport:
        """Write statements in order; of two with one memory id the second adds its origins to the first."""
        self.entities.load(_names(statements))
        mentioned = [[self.entities.entity(entity) for entity in _mentioned(s)] for s in statements]
        rows = self.remember([(s.memory, entities) for s, entities in zip(statements, mentioned, strict=True)])
        ends: list[EntityRow] = []
        relations = ended = 0
        for statement, row in zip(statements, rows, strict=True):
            for relation in statement.relations:
                pair = [self.entities.entity(Entity(name, UNTYPED)) for name in (relation.from_, relation.to)]
                fact = Fact(self._namespace, pair[0].key, scrub(relation.relation), pair[1].key)
                ends += pair
                for moment in row.moments:  # each origin is a proof of its own, and stays when another is forgotten
                    more, over = record(self._db, fact, relation, Saying(row.seq, moment))
                    relations += more
                    ended += over
        entities = [entity for found in (*mentioned, ends) for entity in found]
        return WriteReport(
            added=tuple(s.memory.id for s, row in zip(statements, rows, strict=True) if row.is_new),
            known=tuple(s.memory.id for s, row in zip(statements, rows, strict=True) if not row.is_new),
            entities_added=sum(entity.is_new for entity in entities),
            relations_added=relations,
            relations_ended=ended,
        )

    def remember(self, items: Sequence[tuple[Memory, Sequence[EntityRow]]]) -> list[MemoryRow]:
        """Write memories with the entities that they mention; one that is known gains the origins and entities that it
        lacks.
        """
        ids = [scrub(memory.id) for memory, _ in items]
        hashes = {id: id_hash(self._namespace, id) for id in ids}
        stored = self._stored(hashes)
        next_seq = self._next_seq()
        rows: list[MemoryRow] = []
        for id, (memory, entities) in zip(ids, items, strict=True):
            known = stored.get(id)
            is_new = known is None
            if known is None:
                stored_at = to_micros(memory.stored_at or now_utc())
                known = stored[id] = _Stored(next_seq, id, hashes[id], stored_at, memory)
                next_seq += 1
            said = self._add_origins(known, memory.origins)
            # A memory of unknown time counts from when it was first stored, however often it is written again.
            rows.append(MemoryRow(known.seq, is_new, said or (known.stored_at,)))
            for entity in entities:
                known.entities[entity.seq] = None
        self._insert(list(stored.values()))
        self._link(list(stored.values()))
        return rows

    def delete(self, memory: int) -> None:
        """Delete a memory, and have the entries of its neighbours made again without its words."""
        self.touch(memory)
        self._db.execute("DELETE FROM memories WHERE seq = ?", (memory,))

    def touch(self, memory: int) -> None:
        """Have the entry of a memory made again, and those of its neighbours as they are before it changes."""
        self._changed.update(
            (neighbour, None) for (neighbour,) in self._db.execute(_NEIGHBOURS, {"memory": memory}).fetchall()
        )
        self._changed[memory] = None

    def finish(self) -> int:
        """Number what changed, for the text index to catch up with; return how much that is."""
        stamp = secrets.randbits(62)
        self._db.executemany(
            "INSERT INTO changes (memory, stamp) VALUES (?, ?)", ((seq, stamp) for seq in self._changed)
        )
        count = len(self._changed)
        self._changed.clear()
        return count

    def _stored(self, hashes: Mapping[str, int]) -> dict[str, _Stored]:
        """Return by id those of some memories that are there, with their origins."""
        rows = self._db.execute(
            "SELECT id, seq, stored_at FROM memories"
            " WHERE id_hash IN (SELECT value FROM json_each(?)) AND +namespace = ?",  # +: by the index of hashes
            (as_json(hashes.values()), self._namespace),
        ).fetchall()
        stored = {id: _Stored(seq, id, hashes[id], stored_at) for id, seq, stored_at in rows if id in hashes}
        by_seq = {known.seq: known for known in stored.values()}
        if by_seq:
            for seq, *origin in self._db.execute(
                "SELECT memory, source, session, turn_id, speaker, said FROM origins"
                " WHERE memory IN (SELECT value FROM json_each(?))",
                (as_json(by_seq),),
            ):
                by_seq[seq].know((origin[0], origin[1], origin[2], origin[3], origin[4]))
        return stored

    def _next_seq(self) -> int:
        last = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'memories'").fetchone()
        return 1 + (last[0] if last else 0)

    def _add_origins(self, known: _Stored, origins: Iterable[Origin]) -> tuple[int, ...]:
        """Note the origins of a memory, and return when it was said by them, in order; one of unknown time counts from
        when the memory was stored.
        """
        moments: set[int] = set()
        for origin in origins:
            said = to_micros(origin.timestamp) if origin.timestamp else None
            row = (
                self._scrubbed(origin.source), self._scrubbed(origin.session),
                scrubbed(origin.turn_id), self._scrubbed(origin.speaker), said,
            )  # fmt: skip
            moments.add(known.stored_at if said is None else said)
            if row not in known.origins:
                known.know(row)
                known.gained.append(row)
        return tuple(sorted(moments))

    def _scrubbed(self, text: str | None) -> str | None:
        if text not in self._clean:
            self._clean[text] = scrubbed(text)
        return self._clean[text]

    def _insert(self, stored: Sequence[_Stored]) -> None:
        """Insert what is new among memories, and all origins that were gained."""
        new = [(known, known.memory) for known in stored if known.memory]
        self._db.executemany(
            "INSERT INTO memories (seq, namespace, id, id_hash, text, kind, stored_at, moment, session, position)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    known.seq, self._namespace, known.id, known.hash, scrub(memory.text), memory.kind,
                    known.stored_at, known.moment, *self._place(known),
                )
                for known, memory in new
            ],
        )  # fmt: skip
        if new:
            self._db.execute(
                "INSERT INTO totals (namespace, memories) VALUES (?1, ?2)"
                " ON CONFLICT (namespace) DO UPDATE SET memories = memories + ?2",
                (self._namespace, len(new)),
            )
        self._db.executemany(
            "INSERT INTO origins (memory, namespace, source, session, turn_id, speaker, said, speaker_key, moment)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    known.seq, self._namespace, source, session, turn_id, speaker, said,
                    speaker.casefold() if speaker else None, known.stored_at if said is None else said,
                )
                for known in stored
                for source, session, turn_id, speaker, said in known.gained
            ],
        )  # fmt: skip
        for known in stored:
            if known.memory is None and known.gained:
                self._changed[known.seq] = None
                self._db.execute("UPDATE memories SET moment = ? WHERE seq = ?", (known.moment, known.seq))

    def _link(self, stored: Sequence[_Stored]) -> None:
        """Write down which entities memories mention, and count them."""
        new = [known for known in stored if known.memory]
        counts = Counter(entity for known in new for entity in known.entities)
        links = [
            (known.seq, entity, place, known.moment) for known in new for place, entity in enumerate(known.entities)
        ]
        links.sort(key=itemgetter(1))  # by entity, as the larger of the two trees has them
        self._db.executemany("INSERT INTO links (memory, entity, place, moment) VALUES (?, ?, ?, ?)", links)
        for known in stored:
            if known.memory is None:
                counts.update(entity for entity in known.entities if self._link_known(known, entity))
        self._db.executemany(
            "INSERT INTO mention_counts (entity, memories) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET memories = memories + excluded.memories",
            sorted(counts.items()),
        )

    def _link_known(self, known: _Stored, entity: int) -> bool:
        """Have a memory that was there before mention an entity too, after the others; return whether that is new."""
        cursor = self._db.execute(
            "INSERT INTO links (memory, entity, place, moment)"
            " SELECT ?1, ?2, coalesce(max(place), 0) + 1, ?3 FROM links WHERE memory = ?1 ON CONFLICT DO NOTHING",
            (known.seq, entity, known.moment),
        )
        return cursor.rowcount > 0

    def _place(self, known: _Stored) -> tuple[str | None, int | None]:
        """Return the session of a new memory, which the first origin with one tells, and its place in it: the last."""
        self._changed[known.seq] = None
        session = next((session for _, session, *_ in known.origins if session), None)
        if session is None:
            return None, None
        last = (
            self._last.get(session)
            or self._db.execute(
                "SELECT seq, position FROM memories WHERE namespace = ? AND session = ? ORDER BY position DESC LIMIT 1",
                (self._namespace, session),
            ).fetchone()
        )
        if last:
            self._changed[last[0]] = None  # it has a turn after it now
        position = last[1] + 1 if last else 0
        self._last[session] = (known.seq, position)
        return session, position


def _names(statements: Sequence[Statement]) -> set[str]:
    names = {entity.name for statement in statements for entity in statement.entities}
    for statement in statements:
        names.update(statement.memory.entities)
        for relation in statement.relations:
            names.update((relation.from_, relation.to))
    return names


def _mentioned(statement: Statement) -> list[Entity]:
    """Return the entities of a statement; a name that only its memory tells is one of unknown type."""
    if {entity.name for entity in statement.entities}.issuperset(statement.memory.entities):
        return list(statement.entities)
    named = {key_of(entity.name) for entity in statement.entities}
    return [
        *statement.entities,
        *(Entity(name, UNTYPED) for name in statement.memory.entities if key_of(name) not in named),
    ]
