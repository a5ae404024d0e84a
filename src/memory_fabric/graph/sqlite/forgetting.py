"""Forgetting for good: memories with their texts, what only they proved, and entities that nothing speaks of any more.

Memories and relations are then as if the forgotten had never been written: edges and endings that others told of stay,
are made again from what is left of their evidence, and may thereby hold again. An entity that others mention keeps its
type and its other wordings, whoever told of them.
"""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from memory_fabric.graph.sqlite.entities import EntityRow, EntityTable
from memory_fabric.graph.sqlite.life import Fact, drop, facts_told_by, facts_touching, rebuild
from memory_fabric.graph.sqlite.rows import as_json
from memory_fabric.graph.sqlite.writing import GraphWriter
from memory_fabric.models import ForgetReport, Selection
from memory_fabric.text import scrub


def forget(db: sqlite3.Connection, namespace: str, what: Selection) -> ForgetReport:
    """Remove what a selection means, and return what that was. See `GraphStore.forget`."""
    entity = EntityTable(db, namespace).find(what.entity) if what.entity is not None else None
    if what.entity is not None and entity is None:
        return ForgetReport()
    return _Forgetting(db, namespace).forget(what, entity)


class _Forgetting:
    def __init__(self, db: sqlite3.Connection, namespace: str) -> None:
        self._db = db
        self._namespace = namespace
        self._writer = GraphWriter(db, namespace)
        self._facts: dict[Fact, None] = {}
        self._entities: dict[int, None] = {}

    def forget(self, what: Selection, entity: EntityRow | None) -> ForgetReport:
        if entity is not None and not what.names_origin:
            whole, origins = self._mentioning(entity.seq), 0
        else:
            whole, lessened, origins = self._drop_origins(what, entity)
            for memory in lessened:
                self._lessen(memory)
        ids = self._delete(whole)
        relations = rebuild(self._db, self._facts)
        if entity is not None and not what.names_origin:
            facts = facts_touching(self._db, self._namespace, entity.key)
            self._touch_ends(facts)
            relations += drop(self._db, facts)
            self._entities[entity.seq] = None
        names = self._delete_orphans()
        self._writer.finish()
        return ForgetReport(ids, origins, names, relations)

    def _mentioning(self, entity: int) -> list[int]:
        return [memory for (memory,) in self._db.execute("SELECT memory FROM links WHERE entity = ?", (entity,))]

    def _drop_origins(self, what: Selection, entity: EntityRow | None) -> tuple[list[int], list[int], int]:
        """Delete the selected origins; return the memories that have none left, those that have, and how many went."""
        conditions, parameters = "namespace = ?", [self._namespace]
        for column, value in (
            ("source", what.source),
            ("session", what.session),
            ("speaker_key", what.speaker.casefold() if what.speaker is not None else None),
        ):
            if value is not None:
                conditions += f" AND {column} = ?"
                parameters.append(scrub(value))
        if entity is not None:
            conditions += " AND memory IN (SELECT memory FROM links WHERE entity = ?)"
            parameters.append(str(entity.seq))
        rows = self._db.execute(f"SELECT seq, memory FROM origins WHERE {conditions}", parameters).fetchall()
        memories = list(dict.fromkeys(memory for _, memory in rows))
        self._db.execute(
            "DELETE FROM origins WHERE seq IN (SELECT value FROM json_each(?))", (as_json(seq for seq, _ in rows),)
        )
        left = {
            memory
            for (memory,) in self._db.execute(
                "SELECT DISTINCT memory FROM origins WHERE memory IN (SELECT value FROM json_each(?))",
                (as_json(memories),),
            )
        }
        return [m for m in memories if m not in left], [m for m in memories if m in left], len(rows)

    def _delete(self, memories: Iterable[int]) -> tuple[str, ...]:
        ids = []
        for memory in memories:
            self._facts.update((fact, None) for fact in facts_told_by(self._db, memory))
            linked = self._db.execute("SELECT entity FROM links WHERE memory = ?", (memory,)).fetchall()
            self._entities.update((entity, None) for (entity,) in linked)
            ids.append(self._db.execute("SELECT id FROM memories WHERE seq = ?", (memory,)).fetchone()[0])
            self._writer.delete(memory)
        self._touch_ends(self._facts)
        return tuple(ids)

    def _lessen(self, memory: int) -> None:
        """Take from a memory what only its forgotten origins told: times of its evidence, its session, its moment."""
        self._facts.update((fact, None) for fact in facts_told_by(self._db, memory))
        self._writer.touch(memory)
        left = "SELECT moment FROM origins WHERE memory = ?1"
        for table in ("evidence", "endings"):
            self._db.execute(f"DELETE FROM {table} WHERE memory = ?1 AND at NOT IN ({left})", (memory,))
        self._db.execute(
            "UPDATE memories SET"
            " moment = coalesce((SELECT max(said) FROM origins WHERE memory = ?1), stored_at),"
            " position = iif(session IN (SELECT session FROM origins WHERE memory = ?1), position, NULL),"
            " session = iif(session IN (SELECT session FROM origins WHERE memory = ?1), session, NULL)"
            " WHERE seq = ?1",
            (memory,),
        )

    def _touch_ends(self, facts: Iterable[Fact]) -> None:
        table = EntityTable(self._db, self._namespace)
        keys = {key for fact in facts for key in (fact.from_key, fact.to_key)}
        self._entities.update((row.seq, None) for key in sorted(keys) if (row := table.find(key)))

    def _delete_orphans(self) -> tuple[str, ...]:
        """Delete those of the entities touched that nothing speaks of any more; return their names."""
        orphans = self._db.execute(
            "SELECT seq, name FROM entities e WHERE seq IN (SELECT value FROM json_each(?))"
            " AND NOT EXISTS (SELECT 1 FROM links WHERE entity = e.seq)"
            " AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.namespace = e.namespace AND r.from_key = e.key)"
            " AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.namespace = e.namespace AND r.to_key = e.key)",
            (as_json(self._entities),),
        ).fetchall()
        self._db.executemany("DELETE FROM entities WHERE seq = ?", [(seq,) for seq, _ in orphans])
        return tuple(name for _, name in orphans)
