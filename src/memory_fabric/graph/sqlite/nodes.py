"""The embedded graph as the nine tools of the reference MCP memory server see it.

An observation is a memory that is linked to its entity, so what agents note through these tools is found by
search, and what was remembered from texts is seen by agents. Only relations that hold now are shown. Unlike
the reference server, names are one in all spellings, nothing that is new about a known entity is dropped,
`search_nodes` looks for words rather than for one substring, and every list is bounded.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.observed import observed
from memory_fabric.graph.sqlite.connections import Connections
from memory_fabric.graph.sqlite.entities import EntityRow, EntityTable
from memory_fabric.graph.sqlite.indexing import IndexKeeper
from memory_fabric.graph.sqlite.life import Fact, Saying, drop, facts_touching, holds, record
from memory_fabric.graph.sqlite.node_inputs import known_relation, new_entity, new_relation, strings, text, texts
from memory_fabric.graph.sqlite.node_ranking import rank_entities
from memory_fabric.graph.sqlite.node_views import graph_of, whole_graph
from memory_fabric.graph.sqlite.rows import as_json, to_micros
from memory_fabric.graph.sqlite.searching import Scores, search
from memory_fabric.graph.sqlite.writing import GraphWriter
from memory_fabric.graph.store import JsonObject, TextQuery
from memory_fabric.models import Relation
from memory_fabric.text import scrub
from memory_fabric.timestamps import now_utc


class SqliteNodes:
    """The nine tools over one namespace.

    Raises, every one of them: GraphUnavailable when the file cannot be used; InvalidInput naming a field that
    is missing or no text; then nothing is written.
    """

    def __init__(self, connections: Connections, keeper: IndexKeeper, namespace: str) -> None:
        self._connections = connections
        self._keeper = keeper
        self._namespace = namespace

    def create_entities(self, entities: Sequence[JsonObject]) -> list[JsonObject]:
        """Create entities and return those that are new. A known one gains the observations that it lacks."""
        wanted = [new_entity(entity, f"entities[{number}]") for number, entity in enumerate(entities)]
        created: list[JsonObject] = []
        with self._connections.write() as db:
            writer = GraphWriter(db, self._namespace)
            writer.entities.load(entity.name for entity, _ in wanted)
            rows = [writer.entities.entity(entity) for entity, _ in wanted]
            observations = [texts for _, texts in wanted]
            added = _observe(db, writer, list(zip(rows, observations, strict=True)))
            for row, (entity, _), fresh in zip(rows, wanted, added, strict=True):
                if row.is_new:
                    created.append({"name": row.name, "entityType": scrub(entity.type), "observations": fresh})
            writer.finish()
        return created

    def create_relations(self, relations: Sequence[JsonObject]) -> list[JsonObject]:
        """Create relations and return those that are new. Their ends need not exist, but must differ."""
        wanted = [new_relation(relation, f"relations[{number}]") for number, relation in enumerate(relations)]
        now = to_micros(now_utc())
        with self._connections.write() as db:
            entities = EntityTable(db, self._namespace)
            entities.load(end for relation in wanted for end in (relation.from_, relation.to))
            facts = [self._fact(entities, relation) for relation in wanted]
            return [
                {"from": scrub(relation.from_), "to": scrub(relation.to), "relationType": scrub(relation.relation)}
                for relation, fact in zip(wanted, facts, strict=True)
                if not holds(db, fact) and record(db, fact, relation, Saying(None, now))[0]
            ]

    def add_observations(self, observations: Sequence[JsonObject]) -> list[JsonObject]:
        """Add observations to entities and return those that are new, for each entity.

        Raises:
            GraphRejected: an entity does not exist; nothing is written.
        """
        wanted = [
            (
                text(observation, "entityName", f"observations[{number}]"),
                texts(observation, "contents", f"observations[{number}]"),
            )
            for number, observation in enumerate(observations)
        ]
        noted: list[tuple[EntityRow, Sequence[str]]] = []
        with self._connections.write() as db:
            writer = GraphWriter(db, self._namespace)
            writer.entities.load(name for name, _ in wanted)
            for name, contents in wanted:
                row = writer.entities.find(name)
                if row is None:
                    raise GraphRejected(f"Entity with name {name} not found", name=name)
                noted.append((row, contents))
            added = _observe(db, writer, noted)
            writer.finish()
        return [
            {"entityName": name, "addedObservations": fresh} for (name, _), fresh in zip(wanted, added, strict=True)
        ]

    def delete_entities(self, names: Sequence[str]) -> None:
        """Delete entities, the relations that touch them, and the memories that mention nothing else."""
        with self._connections.write() as db:
            writer = GraphWriter(db, self._namespace)
            for name in strings(names, "entityNames"):
                key = EntityTable(db, self._namespace).key(name)
                for entity in self._rows(db, [name]):
                    linked = [m for (m,) in db.execute("SELECT memory FROM links WHERE entity = ?", (entity,))]
                    db.execute("DELETE FROM entities WHERE seq = ?", (entity,))
                    _forget_unlinked(db, writer, linked)
                drop(db, facts_touching(db, self._namespace, key))
            writer.finish()

    def delete_observations(self, deletions: Sequence[JsonObject]) -> None:
        """Take observations from entities; a memory that mentions nothing else is deleted."""
        wanted = [
            (
                text(deletion, "entityName", f"deletions[{number}]"),
                texts(deletion, "observations", f"deletions[{number}]"),
            )
            for number, deletion in enumerate(deletions)
        ]
        with self._connections.write() as db:
            writer = GraphWriter(db, self._namespace)
            unwanted: dict[int, list[str]] = defaultdict(list)
            for name, observations in wanted:
                for entity in self._rows(db, [name]):
                    unwanted[entity] += observations
            for entity, observations in unwanted.items():
                linked = [memory for _, memory in _linked(db, entity, observations)]
                db.execute(
                    "DELETE FROM links WHERE entity = ? AND memory IN (SELECT value FROM json_each(?))",
                    (entity, as_json(linked)),
                )
                _forget_unlinked(db, writer, linked)
            writer.finish()

    def delete_relations(self, relations: Sequence[JsonObject]) -> None:
        """Delete relations that hold now. What is known to be over stays."""
        wanted = [known_relation(relation, f"relations[{number}]") for number, relation in enumerate(relations)]
        with self._connections.write() as db:
            entities = EntityTable(db, self._namespace)
            for relation in wanted:
                db.execute(
                    "DELETE FROM relations"
                    " WHERE namespace = ? AND from_key = ? AND relation = ? AND to_key = ? AND current",
                    self._fact(entities, relation),
                )

    def read_graph(self) -> JsonObject:
        """Return the whole graph, as far as the bounds go."""
        with self._connections.read() as db:
            return whole_graph(db, self._namespace)

    def search_nodes(self, query: str) -> JsonObject:
        """Return the entities whose names, types or observations hold any word of the query, best first."""
        (words,) = strings([query], "query")

        def rank(db: sqlite3.Connection, found: Scores) -> JsonObject:
            return graph_of(db, self._namespace, rank_entities(db, self._namespace, words, found))

        return search(self._connections, self._keeper, self._namespace, TextQuery((words,)), rank)

    def open_nodes(self, names: Sequence[str]) -> JsonObject:
        """Return the named entities, those that there are, oldest first, and the relations that touch them."""
        with self._connections.read() as db:
            return graph_of(db, self._namespace, sorted(self._rows(db, strings(names, "names"))))

    def _fact(self, entities: EntityTable, relation: Relation) -> Fact:
        return Fact(self._namespace, entities.key(relation.from_), scrub(relation.relation), entities.key(relation.to))

    def _rows(self, db: sqlite3.Connection, names: Sequence[str]) -> list[int]:
        found = (EntityTable(db, self._namespace).find(name) for name in names)
        return list(dict.fromkeys(row.seq for row in found if row))


def _observe(
    db: sqlite3.Connection, writer: GraphWriter, noted: Sequence[tuple[EntityRow, Sequence[str]]]
) -> list[list[str]]:
    """Write observations of entities as memories, and return for each item those that its entity did not have."""
    # All of an entity in one go: what is known of it is looked through once, however many items speak of it.
    asked: dict[int, list[str]] = defaultdict(list)
    for entity, observations in noted:
        asked[entity.seq] += observations
    known = {entity: {text for text, _ in _linked(db, entity, texts)} for entity, texts in asked.items()}
    added: list[list[str]] = []
    for entity, observations in noted:
        fresh = [text for text in dict.fromkeys(map(scrub, observations)) if text not in known[entity.seq]]
        known[entity.seq].update(fresh)
        added.append(fresh)
    writer.remember(
        [
            (observed(entity.name, text), [entity])
            for (entity, _), fresh in zip(noted, added, strict=True)
            for text in fresh
        ]
    )
    return added


def _linked(db: sqlite3.Connection, entity: int, texts: Sequence[str]) -> list[tuple[str, int]]:
    """Return which of `texts` are observations of an entity, each with every memory that says it."""
    return db.execute(
        "SELECT m.text, m.seq FROM links l JOIN memories m ON m.seq = l.memory"
        " WHERE l.entity = ? AND m.text IN (SELECT value FROM json_each(?))",
        (entity, as_json(map(scrub, texts))),
    ).fetchall()


def _forget_unlinked(db: sqlite3.Connection, writer: GraphWriter, memories: Iterable[int]) -> None:
    unlinked = db.execute(
        "SELECT m.seq FROM memories m WHERE m.seq IN (SELECT value FROM json_each(?))"
        " AND NOT EXISTS (SELECT 1 FROM links l WHERE l.memory = m.seq)",
        (as_json(memories),),
    ).fetchall()
    for (memory,) in unlinked:
        # What it told of relations stays, as said by nobody: to a client, observations and relations are apart.
        for table in ("evidence", "endings"):
            db.execute(f"UPDATE OR REPLACE {table} SET memory = NULL WHERE memory = ?", (memory,))  # noqa: S608
        writer.delete(memory)
