"""The graph on any MCP memory server: the reference server as a process of ours, or one at an HTTP address.

Such a server keeps entities with bare strings and relations without dates. Memories travel as observations
(see `observation`), namespaces as prefixes of names (see `namespaces`); an ended relation is deleted, and
only the statement that ended it tells of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.dial import dial
from memory_fabric.graph.mcp.edges import EdgeFinder
from memory_fabric.graph.mcp.file_lock import locked
from memory_fabric.graph.mcp.finder import accepted_memories, named_nodes, search_text
from memory_fabric.graph.mcp.listing import counts, list_entities, recent, record_of
from memory_fabric.graph.mcp.matching import latest_first
from memory_fabric.graph.mcp.names import NameIndex
from memory_fabric.graph.mcp.nodes import NamespacedTools, edges_in, nodes_in
from memory_fabric.graph.mcp.observation import by_id
from memory_fabric.graph.mcp.plan import write
from memory_fabric.graph.mcp.proofs import Proofs, ending
from memory_fabric.graph.mcp.records import dump, entity_record, restore
from memory_fabric.graph.mcp.session import McpSession
from memory_fabric.graph.mcp.snapshot import Snapshot
from memory_fabric.graph.mcp.target import StdioTarget, parse_target
from memory_fabric.graph.mcp.tools import TOOLS, WireTools
from memory_fabric.graph.mcp.upkeep import forget, merge, rename, retract
from memory_fabric.graph.mcp.writer import look_up, send
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
from memory_fabric.text import spelling_key

_PARALLEL = 4
_MOST_EDGES = 10_000

_T = TypeVar("_T")


class McpStore:
    """A `GraphStore` on an MCP memory server. Safe to use from several threads; close it.

    `file` is where the server keeps its graph, if that is known: then processes take turns at it.
    """

    def __init__(self, session: McpSession, file: Path | None = None) -> None:
        self._session = session
        self._file = file
        self._tools = WireTools(session)
        self._names = NameIndex(self._tools)
        self._edges = EdgeFinder(self._tools)
        self._proofs = Proofs()
        self._pool = ThreadPoolExecutor(_PARALLEL, thread_name_prefix="memory-fabric-mcp")

    @classmethod
    def open(cls, url: str, *, timeout: float) -> Self:
        """Connect to the server that `url` means (see `target`); `timeout`, in seconds, is each call's.

        Raises:
            InvalidInput: the URL or the file that it names does not tell a server.
            GraphUnavailable: the server cannot be reached within the time limit.
            GraphRejected: what answers is no memory server; names the tools that it lacks.
        """
        target = parse_target(url)
        file = target.file if isinstance(target, StdioTarget) else None
        if file is not None:
            _make_folder(file)
        session = McpSession(
            partial(dial, target),
            label=target.label,
            timeout=timeout,
            guard=partial(locked, file, timeout) if file is not None else nullcontext,
        )
        try:
            there = session.tool_names()
            missing = [tool for tool in TOOLS if tool not in there]
            if missing:
                raise GraphRejected(
                    f"{target.label} is no memory server: it lacks {', '.join(missing)}", missing=missing
                )
        except BaseException:
            session.close()
            raise
        return cls(session, file)

    def write(self, namespace: str, statements: Sequence[Statement]) -> WriteReport:
        """Write statements, each memory once, and read back that they are there.

        One writer at a time; several processes over one file take turns where the server's configuration
        names the file. Not a transaction: after an error some may be there, and writing the same again
        completes it. Where the connection dies in the middle, that is done here, once.
        """
        if not statements:
            return WriteReport()
        reports: list[WriteReport] = []

        def attempt() -> None:
            places, snapshot = look_up(self._tools, self._names, namespace, statements)
            report, changes = write(snapshot, places)
            reports.append(report)
            send(self._tools, namespace, changes)
            self._names.learn(namespace, snapshot.as_nodes())

        self._session.writing(attempt)
        return reports[0]

    def search_text(self, namespace: str, query: TextQuery) -> list[Hit]:
        """Return the memories whose text, speaker or entities hold any of the words, best first."""
        return search_text(self._tools, self._names, self._proofs, namespace, query)

    def memories_of(self, namespace: str, name: str, filters: Filters, limit: int) -> list[Hit]:
        """Return the memories that mention the entity, most recent first; none for an unknown name."""
        nodes = named_nodes(self._tools, self._names, namespace, [name])
        types = {node.name: node.type for node in nodes}
        notes = by_id(note for node in nodes for note in node.notes()).values()
        self._proofs.learn(namespace, notes)
        accepted = accepted_memories(self._tools, namespace, (note.memory for note in notes), filters, types)
        return [Hit(memory, 1.0, name) for memory in sorted(accepted, key=latest_first)[: max(0, limit)]]

    def find(self, namespace: str, text: TextQuery | None, mentions: Sequence[MentionQuery]) -> Finds:
        """Ask the server for all of it in parallel; of several failures the first is told."""
        texts = self._pool.submit(self.search_text, namespace, text) if text else None
        asked = [self._pool.submit(self._mentioning, namespace, query) for query in mentions]
        found = [answer.result() for answer in asked]
        return Finds(texts.result() if texts else [], found)

    def recent(self, namespace: str, filters: Filters, limit: int) -> list[Memory]:
        """Return the memories said, or where that is unknown stored, last.

        Reads the whole graph: the server keeps no times of its own and cannot sort.
        """
        return recent(self._tools, namespace, filters, limit)

    def one_moment(self) -> AbstractContextManager[None]:
        """Do nothing: a server answers each call as things are then."""
        return nullcontext()

    def entity(self, namespace: str, name: str) -> EntityRecord | None:
        """Return the entity of this name or spelling variant."""
        nodes = named_nodes(self._tools, self._names, namespace, [name])
        return record_of(nodes[0]) if nodes else None

    def entities(
        self,
        namespace: str,
        *,
        prefix: str = "",
        type: str | None = None,
        cursor: str | None = None,
        limit: int = 20,
    ) -> EntityPage:
        """Return entities whose name starts with `prefix` in any case, by name. Reads the whole graph."""
        return list_entities(self._tools, namespace, prefix=prefix, type=type, cursor=cursor, limit=limit)

    def edges(
        self,
        namespace: str,
        names: Sequence[str],
        limit: int,
        as_of: datetime | None = None,
        *,
        with_witnesses: bool = True,  # noqa: ARG002  there are none to leave out
    ) -> list[Edge]:
        """Return the edges that touch any of `names`; all are current, none knows its dates or memories.

        Raises:
            GraphRejected: `as_of` is given, and the server keeps no history.
        """
        self._refuse_history(as_of)
        spelt = self._names.find(namespace, names, may_list=False)
        touching = self._edges.touching(namespace, set(spelt.values()))
        return sorted(touching, key=lambda edge: (edge.from_, edge.relation, edge.to))[: max(0, limit)]

    def proved_by(
        self, namespace: str, memory_ids: Sequence[str], as_of: datetime | None = None
    ) -> dict[str, list[Edge]]:
        """Return what memories say that holds or is over, of those that were read of late.

        Raises:
            GraphRejected: `as_of` is given, and the server keeps no history.
        """
        self._refuse_history(as_of)
        return self._proofs.of(namespace, memory_ids)

    def overtaking(self, namespace: str, names: Sequence[str], limit: int, as_of: datetime | None = None) -> list[Edge]:
        """Return what replaces any of `names`, and what memories that mention them say is over. Raises as `edges`."""
        keys = set(map(spelling_key, names))
        touching = self.edges(namespace, names, _MOST_EDGES, as_of)
        replacing = {(e.from_, e.to): e for e in touching if e.relation == "replaces" and spelling_key(e.to) in keys}
        notes = by_id(note for node in named_nodes(self._tools, self._names, namespace, names) for note in node.notes())
        self._proofs.learn(namespace, notes.values())
        told = list(ending(notes.values(), names))
        # What holds no longer is no relation of the server any more.
        held = [edge for edge in told if edge.ended or (edge.from_, edge.to) in replacing]
        silent = [e for ends, e in replacing.items() if ends not in {(edge.from_, edge.to) for edge in held}]
        return [*held, *silent][: max(0, limit)]

    def forget(self, namespace: str, what: Selection) -> ForgetReport:
        """Remove for good what `what` selects. Reads the whole graph, as all that follows up to `restore` does.

        These are changes of several calls, as `write` is.
        """
        return self._change(namespace, lambda snapshot: forget(snapshot, what))

    def merge(self, namespace: str, name: str, into: str) -> EntityRecord | None:
        """Make two entities one, `into`; the names of the other are told by observations of it."""
        return self._change(namespace, lambda snapshot: _told(snapshot, merge(snapshot, name, into)))

    def rename(self, namespace: str, name: str, to: str) -> EntityRecord | None:
        """Give an entity another name; the old one is told by an observation."""
        return self._change(namespace, lambda snapshot: _told(snapshot, rename(snapshot, name, to)))

    def retract(self, namespace: str, relation: Relation, at: datetime) -> int:
        """Delete the edge of a relation: the server keeps no history."""
        attempts: list[int] = []

        def attempt(snapshot: Snapshot) -> int:
            attempts.append(retract(snapshot, relation, at, again=bool(attempts)))
            return attempts[-1]

        return self._change(namespace, attempt)

    def dump(self, namespace: str) -> Iterator[GraphRecord]:
        """Yield everything of a namespace; edges are those that hold now."""
        yield from dump(self._snapshot(namespace))

    def restore(self, namespace: str, records: Iterable[GraphRecord]) -> WriteReport:
        """Write what `dump` yielded; edges that do not hold are skipped."""
        taken = list(records)
        return self._change(namespace, lambda snapshot: restore(snapshot, taken))

    def counts(self, namespace: str) -> Counts:
        """Return how much the namespace holds. Reads the whole graph."""
        return counts(self._tools, namespace)

    def nodes(self, namespace: str) -> NodeTools:
        """Return the server's own tools, narrowed to the namespace."""
        return NamespacedTools(namespace, self._tools, self._session)

    def describe(self) -> Mapping[str, Any]:
        """Return which server this is and what it can do, asked for anew."""
        return {
            "backend": "mcp",
            "server": self._session.server_name(),
            "tools": self._session.tool_names(),
            "file": None if self._file is None else str(self._file),
            "writes": "one at a time, in several calls that are read back; doing it again completes what a failure cut",
            "other_processes": "write in turn" if self._file else "are not kept apart: no file is known to lock",
            "times_and_origins": "in the text of observations",
        }

    def reindex(self) -> int:
        """Return 0: the server searches its own texts, there is no index."""
        return 0

    def close(self) -> None:
        """End the connection, and with it a server that is a process of ours. Safe to call twice."""
        self._pool.shutdown()
        self._session.close()

    def _mentioning(self, namespace: str, query: MentionQuery) -> list[Hit]:
        if query.among is None:
            return self.memories_of(namespace, query.name, query.filters, query.limit)
        hits = self.memories_of(namespace, query.name, query.filters, sys.maxsize)
        return [hit for hit in hits if hit.memory.id in query.among][: max(0, query.limit)]

    def _refuse_history(self, as_of: datetime | None) -> None:
        if as_of is not None:
            raise GraphRejected(f"{self._session.label} keeps no history: it cannot be asked as of a time")

    def _change(self, namespace: str, change: Callable[[Snapshot], _T]) -> _T:
        """Make `change` to what the server holds of a namespace, and return what that tells."""
        told: list[_T] = []

        def attempt() -> None:
            snapshot = self._snapshot(namespace)
            told.append(change(snapshot))
            changes = snapshot.changes()
            send(self._tools, namespace, changes)
            self._names.forget(namespace, changes.deletes)
            self._names.learn(namespace, snapshot.as_nodes())

        self._session.writing(attempt)
        return told[0]

    def _snapshot(self, namespace: str) -> Snapshot:
        graph = self._tools.read_graph()
        return Snapshot(nodes_in(namespace, graph), edges_in(namespace, graph))


def _make_folder(file: Path) -> None:
    """Make the folder of the server's file: without it the reference server starts and cannot write."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraphUnavailable(f"the folder of the MCP memory server's file cannot be made: {error}") from error


def _told(snapshot: Snapshot, name: str | None) -> EntityRecord | None:
    return None if name is None else entity_record(snapshot, name)
