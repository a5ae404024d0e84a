"""Entities as one transaction writes them: found by name, spelling variant or former name, or else made."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
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


class EntityTable:
    """The entities of one namespace, for the length of one transaction."""

    def __init__(self, db: sqlite3.Connection, namespace: str) -> None:
        self._db = db
        self._namespace = namespace
        self._keys: dict[str, str] = {}  # of names as written
        self._rows: dict[str, EntityRow | None] = {}  # by key
        self._types: dict[int, str] = {}
        self._aliases: set[tuple[int, str]] = set()

    def load(self, names: Iterable[str]) -> None:
        """Read the entities of many names in one go."""
        keys = {key for key in map(self._key, set(names)) if key not in self._rows}
        if not keys:
            return
        self._rows.update(dict.fromkeys(keys))
        self._read("SELECT key, seq, key, name, type FROM entities WHERE namespace = ? AND key IN", keys)
        # A name counts before a former name.
        self._read(
            "SELECT a.key, e.seq, e.key, e.name, e.type FROM aliases a JOIN entities e ON e.seq = a.entity"
            " WHERE a.is_name AND a.namespace = ? AND a.key IN",
            {key for key in keys if self._rows[key] is None},
        )

    def _read(self, sql: str, keys: Collection[str]) -> None:
        if not keys:
            return
        for asked, seq, key, name, type_ in self._db.execute(
            f"{sql} (SELECT value FROM json_each(?))", (self._namespace, as_json(keys))
        ):
            self._rows[asked] = EntityRow(seq, key, name, is_new=False)
            self._types[seq] = type_

    def find(self, name: str) -> EntityRow | None:
        """Return the entity that a name means on writing: by its name, a spelling variant or a former name."""
        key = self._key(name)
        if key not in self._rows:
            self.load([name])
        return self._rows[key]

    def key(self, name: str) -> str:
        """Return the spelling key of the entity that a name means, or of the name where there is none."""
        found = self.find(name)
        return found.key if found else self._key(name)

    def entity(self, entity: Entity) -> EntityRow:
        """Find an entity, or make it. The first name stays; a type gives way only where it is "concept"."""
        row = self.find(entity.name)
        if row is None:
            row = self._insert(entity)
        elif entity.type != UNTYPED and self._types[row.seq] == UNTYPED:
            self._types[row.seq] = scrub(entity.type)
            self._db.execute("UPDATE entities SET type = ? WHERE seq = ?", (self._types[row.seq], row.seq))
        for mention in entity.mentions:
            self.add_alias(row, mention.text)
        return row

    def add_alias(self, entity: EntityRow, name: str) -> None:
        """Keep another wording of an entity, by which it can be looked up; several entities may share one."""
        if name == entity.name or (entity.seq, name) in self._aliases:
            return
        self._aliases.add((entity.seq, name))
        alias = key_of(name)
        if alias != entity.key:
            self._db.execute(
                "INSERT INTO aliases (namespace, key, entity, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (self._namespace, alias, entity.seq, scrub(name)),
            )

    def add_former_name(self, entity: EntityRow, name: str) -> None:
        """Keep a name under which an entity is written to as well, unless another entity is called that."""
        former = key_of(name)
        if former == entity.key:
            return
        other = self.find(name)
        if other is not None and other.seq != entity.seq:
            self.add_alias(entity, name)
            return
        self._db.execute(
            "INSERT INTO aliases (namespace, key, entity, name, is_name) VALUES (?, ?, ?, ?, 1)"
            " ON CONFLICT (namespace, key, entity) DO UPDATE SET is_name = 1",
            (self._namespace, former, entity.seq, scrub(name)),
        )
        index_name(self._db, self._namespace, entity.seq, scrub(name))
        self._rows.clear()

    def _insert(self, entity: Entity) -> EntityRow:
        key, name, type_ = self._key(entity.name), scrub(entity.name), scrub(entity.type)
        seq = self._db.execute(
            "INSERT INTO entities (namespace, key, name, type) VALUES (?, ?, ?, ?)",
            (self._namespace, key, name, type_),
        ).lastrowid
        row = self._rows[key] = EntityRow(seq or 0, key, name, is_new=False)
        self._types[row.seq] = type_
        index_name(self._db, self._namespace, row.seq, name)
        return EntityRow(row.seq, key, name, is_new=True)

    def _key(self, name: str) -> str:
        key = self._keys.get(name)
        if key is None:
            key = self._keys[name] = key_of(name)
        return key


def index_name(db: sqlite3.Connection, namespace: str, entity: int, name: str) -> None:
    """Make an entity findable by the words of its name."""
    db.executemany(
        "INSERT INTO name_terms (namespace, term, entity) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        ((namespace, term, entity) for term in terms(name)),
    )
