"""Entities as one transaction writes them: found by name, spelling variant or former name, or else made."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from memory_fabric.graph.sqlite.rows import as_json, key_of
from memory_fabric.graph.terms import terms
from memory_fabric.models import Entity, EntityType
from memory_fabric.text import scrub

UNTYPED: EntityType = "concept"
"""The type of what is only named; any other type that is told takes its place."""


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity of the graph, and whether this write made it."""

    seq: int
    key: str
    name: str
    is_new: bool


@dataclass(slots=True)
class _Known:
    seq: int
    key: str
    name: str
    type: str


class EntityTable:
    """The entities of one namespace, for the length of one transaction."""

    def __init__(self, db: sqlite3.Connection, namespace: str) -> None:
        self._db = db
        self._namespace = namespace
        self._known: dict[str, _Known] = {}
        self._aliases: set[tuple[int, str]] = set()

    def load(self, names: Iterable[str]) -> None:
        """Read the entities of many names in one go."""
        wanted = {key for key in map(key_of, names) if key not in self._known}
        if not wanted:
            return
        chosen = as_json(wanted)
        # A name counts before an alias: so it comes last.
        for asked, *row in self._db.execute(
            "SELECT a.key, e.seq, e.key, e.name, e.type FROM aliases a JOIN entities e ON e.seq = a.entity"
            " WHERE a.namespace = ?1 AND a.is_name AND a.key IN (SELECT value FROM json_each(?2))"
            " UNION ALL SELECT key, seq, key, name, type FROM entities"
            " WHERE namespace = ?1 AND key IN (SELECT value FROM json_each(?2))",
            (self._namespace, chosen),
        ):
            self._known[asked] = _Known(*row)

    def entity(self, entity: Entity) -> EntityRow:
        """Find an entity, or make it. The first name stays; a type gives way only where it is "concept"."""
        key = key_of(entity.name)
        if key not in self._known:
            self.load([entity.name])
        known = self._known.get(key)
        is_new = known is None
        if known is None:
            known = self._known[key] = self._insert(key, entity)
        elif known.type == UNTYPED and entity.type != UNTYPED:
            known.type = scrub(entity.type)
            self._db.execute("UPDATE entities SET type = ? WHERE seq = ?", (known.type, known.seq))
        for mention in entity.mentions:
            self.add_alias(known.seq, known.key, mention.text)
        return EntityRow(known.seq, known.key, known.name, is_new)

    def find(self, name: str) -> EntityRow | None:
        """Return the entity that a name means on writing: by its name, a spelling variant or a former name."""
        key = key_of(name)
        if key not in self._known:
            self.load([name])
        known = self._known.get(key)
        return EntityRow(known.seq, known.key, known.name, is_new=False) if known else None

    def key(self, name: str) -> str:
        """Return the spelling key of the entity that a name means, or of the name where there is none."""
        found = self.find(name)
        return found.key if found else key_of(name)

    def add_alias(self, entity: int, key: str, name: str) -> None:
        """Keep another wording of an entity, by which it can be looked up; several entities may share one."""
        alias = key_of(name)
        if alias == key or (entity, alias) in self._aliases:
            return
        self._aliases.add((entity, alias))
        self._db.execute(
            "INSERT INTO aliases (namespace, key, entity, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (self._namespace, alias, entity, scrub(name)),
        )

    def add_former_name(self, entity: int, key: str, name: str) -> None:
        """Keep a name under which an entity is written to as well, unless another entity is called that."""
        former = key_of(name)
        if former == key:
            return
        other = self.find(name)
        if other is not None and other.seq != entity:
            self.add_alias(entity, key, name)
            return
        self._db.execute(
            "INSERT INTO aliases (namespace, key, entity, name, is_name) VALUES (?, ?, ?, ?, 1)"
            " ON CONFLICT (namespace, key, entity) DO UPDATE SET is_name = 1",
            (self._namespace, former, entity, scrub(name)),
        )
        index_name(self._db, self._namespace, entity, scrub(name))
        self._known.pop(former, None)

    def _insert(self, key: str, entity: Entity) -> _Known:
        name, type_ = scrub(entity.name), scrub(entity.type)
        seq = self._db.execute(
            "INSERT INTO entities (namespace, key, name, type) VALUES (?, ?, ?, ?)",
            (self._namespace, key, name, type_),
        ).lastrowid
        index_name(self._db, self._namespace, seq or 0, name)
        return _Known(seq or 0, key, name, type_)


def index_name(db: sqlite3.Connection, namespace: str, entity: int, name: str) -> None:
    """Make an entity findable by the words of its name."""
    db.executemany(
        "INSERT INTO name_terms (namespace, term, entity) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        ((namespace, term, entity) for term in terms(name)),
    )
