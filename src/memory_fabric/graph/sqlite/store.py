"""The embedded graph store: SQLite is the truth, tantivy finds texts in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from memory_fabric.graph.sqlite import edges, identity, life, reading
from memory_fabric.graph.sqlite.connections import Connections, secure_deletion
from memory_fabric.graph.sqlite.entities import EntityTable
from memory_fabric.graph.sqlite.forgetting import forget
from memory_fabric.graph.sqlite.indexing import IndexKeeper
from memory_fabric.graph.sqlite.nodes import SqliteNodes
from memory_fabric.graph.sqlite.records import dump, restore
from memory_fabric.graph.sqlite.searching import find, search_text
from memory_fabric.graph.sqlite.writing import GraphWriter
from memory_fabric.graph.store import Counts, EntityPage, Finds, MentionQuery, NodeTools, TextQuery
from memory_fabric.models import (
    Edge,
    EntityRecord,
    Filters,
    ForgetReport,
    GraphRecord,
    Hit,
    Memory,
    Relation,
    Selection,
    Statement,
    WriteReport,
)
from memory_fabric.text import scrub

_RESTORED_AT_ONCE = 500
_SYNCHRONOUS = ("off", "normal", "full", "extra")


class SqliteStore:
    """A graph in one SQLite file with its text index in the folder `FILE.index`, or in memory alone.

    Several processes may work on one file. See `GraphStore` for what the methods do.

    Raises:
        GraphUnavailable: the file or its folder cannot be made, is no database, or is not ours.
    """

    def __init__(self, path: Path | None, *, timeout: float) -> None:
        self.path = None if path is None else path.absolute()
        self._connections = Connections(self.path, timeout)
        index_path = None if self.path is None else self.path.with_name(self.path.name + ".index")
        self._keeper = IndexKeeper(self._connections, index_path, timeout)

    def write(self, namespace: str, statements: Sequence[Statement]) -> WriteReport:
        """Write statements in one transaction."""
        if not statements:
            return WriteReport()
        with self._connections.write() as db, self._keeper.aside():
            writer = GraphWriter(db, scrub(namespace))
            report = writer.write(statements)
            changes = writer.finish()
        self._keeper.follow(changes)
        return report

    def search_text(self, namespace: str, query: TextQuery) -> list[Hit]:
        """Return the memories whose texts match, by BM25 over statement, speaker and neighbouring turns."""
        return search_text(self._connections, self._keeper, scrub(namespace), query)

    def memories_of(self, namespace: str, name: str, filters: Filters, limit: int) -> list[Hit]:
        """Return the memories that mention the entity, most recent first."""
        with self._connections.read() as db:
            return reading.memories_of(db, scrub(namespace), name, filters, limit)

    def find(self, namespace: str, text: TextQuery | None, mentions: Sequence[MentionQuery]) -> Finds:
        """Return what is found by words and under names, of one moment: one thread reads it faster than several."""
        return find(self._connections, self._keeper, scrub(namespace), text, mentions)

    def one_moment(self) -> AbstractContextManager[None]:
        """Let all that this thread reads inside be read in one transaction."""
        return self._connections.one_moment()

    def recent(self, namespace: str, filters: Filters, limit: int) -> list[Memory]:
        """Return the memories said or stored last."""
        with self._connections.read() as db:
            return reading.recent(db, scrub(namespace), filters, limit)

    def entity(self, namespace: str, name: str) -> EntityRecord | None:
        """Return the entity of this name, spelling variant or alias."""
        with self._connections.read() as db:
            found = reading.find_entity(db, scrub(namespace), name)
        return found[1] if found else None

    def entities(
        self,
        namespace: str,
        *,
        prefix: str = "",
        type: str | None = None,
        cursor: str | None = None,
        limit: int = 20,
    ) -> EntityPage:
        """Return a page of entities in order of name."""
        with self._connections.read() as db:
            return reading.list_entities(db, scrub(namespace), prefix=prefix, type=type, cursor=cursor, limit=limit)

    def edges(
        self,
        namespace: str,
        names: Sequence[str],
        limit: int,
        as_of: datetime | None = None,
        *,
        with_witnesses: bool = True,
    ) -> list[Edge]:
        """Return the edges that touch any of `names`, current ones first, as they stood at `as_of`."""
        with self._connections.read() as db:
            return edges.edges(db, scrub(namespace), names, limit, as_of, with_witnesses=with_witnesses)

    def proved_by(
        self, namespace: str, memory_ids: Sequence[str], as_of: datetime | None = None
    ) -> dict[str, list[Edge]]:
        """Return for each memory the edges that it proves."""
        with self._connections.read() as db:
            return edges.proved_by(db, scrub(namespace), memory_ids, as_of)

    def overtaking(self, namespace: str, names: Sequence[str], limit: int, as_of: datetime | None = None) -> list[Edge]:
        """Return the edges that tell of an end with any of `names`."""
        with self._connections.read() as db:
            return edges.overtaking(db, scrub(namespace), names, limit, as_of)

    def retract(self, namespace: str, relation: Relation, at: datetime) -> int:
        """End the current edges of a triple, and keep them as history."""
        with self._connections.write() as db:
            entities = EntityTable(db, scrub(namespace))
            ends = (entities.key(relation.from_), entities.key(relation.to))
            return life.retract(db, life.Fact(scrub(namespace), ends[0], scrub(relation.relation), ends[1]), at)

    def forget(self, namespace: str, what: Selection) -> ForgetReport:
        """Remove for good what `what` selects, in one transaction, and write over it in the file and its index."""
        with self._connections.write() as db, secure_deletion(db):
            report = forget(db, scrub(namespace), what)
        if report != ForgetReport():
            self._connections.flush()
        if report.memories or report.origins:
            self._keeper.repairing(self._keeper.purge)
        return report

    def merge(self, namespace: str, name: str, into: str) -> EntityRecord | None:
        """Make two entities one, `into`."""
        with self._connections.write() as db:
            return reading.entity_of(db, identity.merge(db, scrub(namespace), name, into))

    def rename(self, namespace: str, name: str, to: str) -> EntityRecord | None:
        """Give an entity another canonical name."""
        with self._connections.write() as db:
            return reading.entity_of(db, identity.rename(db, scrub(namespace), name, to))

    def dump(self, namespace: str) -> Iterator[GraphRecord]:
        """Yield everything of a namespace. Nothing else may be asked of a store in memory before the last record."""
        with self._connections.read() as db:
            yield from dump(db, scrub(namespace))

    def restore(self, namespace: str, records: Iterable[GraphRecord]) -> WriteReport:
        """Write what `dump` yielded, some hundred records a transaction."""
        report = WriteReport()
        source = iter(records)
        while batch := list(islice(source, _RESTORED_AT_ONCE)):
            with self._connections.write() as db:
                report += restore(db, scrub(namespace), batch)
            self._keeper.follow(len(batch))
        return report

    def counts(self, namespace: str) -> Counts:
        """Return how much the namespace holds; relations count past ones too."""
        with self._connections.read() as db:
            return reading.counts(db, scrub(namespace))

    def nodes(self, namespace: str) -> NodeTools:
        """Return the nine tools of the reference server on the same data."""
        return SqliteNodes(self._connections, self._keeper, scrub(namespace))

    def describe(self) -> Mapping[str, Any]:
        """Return where the data are and how much there is, all namespaces together."""
        with self._connections.read() as db:
            memories, namespaces = db.execute(
                "SELECT coalesce(sum(memories), 0), count(*) FROM totals WHERE memories + entities + relations > 0"
            ).fetchone()
            (schema,), (journal,), (sync,) = (
                db.execute(f"PRAGMA {pragma}").fetchone() for pragma in ("user_version", "journal_mode", "synchronous")
            )
        return {
            "backend": "memory" if self.path is None else "sqlite",
            "path": None if self.path is None else str(self.path),
            "memories": memories,
            "namespaces": namespaces,
            "sqlite_version": sqlite3.sqlite_version,
            "schema_version": schema,
            "journal_mode": journal,
            "synchronous": _SYNCHRONOUS[sync],
            "writes": "each one whole or not at all, by any number of processes, in turn",
            "index": {
                "engine": f"tantivy {version('tantivy')}",
                **self._keeper.described(),
            },
        }

    def reindex(self) -> int:
        """Fill the text index anew."""
        return self._keeper.repairing(self._keeper.rebuild)

    def close(self) -> None:
        """Let go of the file and its index."""
        self._keeper.close()  # what it has under way needs the connections
        self._connections.close()
