"""The graph on any MCP memory server: the reference server as a process of ours, or one at an HTTP address.

Such a server keeps entities with bare strings and relations without dates. Memories travel as observations
(see `observation`), namespaces as prefixes of names (see `namespaces`); an ended relation is deleted, and
only the statement that ended it tells of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Self

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.dial import dial
from memory_fabric.graph.mcp.file_lock import locked
from memory_fabric.graph.mcp.finder import accepted_memories, named_nodes, search_text
from memory_fabric.graph.mcp.matching import recency
from memory_fabric.graph.mcp.names import NameIndex
from memory_fabric.graph.mcp.namespaces import to_wire
from memory_fabric.graph.mcp.nodes import NamespacedTools, Node, edges_in, memories_on, nodes_in
from memory_fabric.graph.mcp.plan import write
from memory_fabric.graph.mcp.session import McpSession
from memory_fabric.graph.mcp.target import StdioTarget, parse_target
from memory_fabric.graph.mcp.tools import TOOLS, WireTools
from memory_fabric.graph.mcp.writer import look_up, send
from memory_fabric.graph.store import Counts, EntityPage, JsonObject, NodeTools, TextQuery
from memory_fabric.models import Edge, EntityRecord, Filters, Hit, Memory, Statement, WriteReport

_MOST_NEIGHBOURS = 200


class McpStore:
    """A `GraphStore` on an MCP memory server. Safe to use from several threads; close it."""

    def __init__(self, session: McpSession) -> None:
        self._session = session
        self._tools = WireTools(session)
        self._names = NameIndex(self._tools)
        self._returns_either_end = False

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
        return cls(session)

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
            self._names.learn(namespace, snapshot.nodes.values())

        self._session.writing(attempt)
        return reports[0]

    def search_text(self, namespace: str, query: TextQuery) -> list[Hit]:
        """Return the memories whose text, speaker or entities hold any of the words, best first."""
        return search_text(self._tools, self._names, namespace, query)

    def memories_of(self, namespace: str, name: str, filters: Filters, limit: int) -> list[Hit]:
        """Return the memories that mention the entity, most recent first; none for an unknown name."""
        nodes = named_nodes(self._tools, self._names, namespace, [name])
        types = {node.name: node.type for node in nodes}
        accepted = accepted_memories(self._tools, namespace, memories_on(nodes), filters, types)
        return [Hit(memory, 1.0, name) for memory in sorted(accepted, key=_latest_first)[:limit]]

    def recent(self, namespace: str, filters: Filters, limit: int) -> list[Memory]:
        """Return the memories said, or where that is unknown stored, last.

        Reads the whole graph: the server keeps no times of its own and cannot sort.
        """
        nodes = nodes_in(namespace, self._tools.read_graph())
        types = {node.name: node.type for node in nodes}
        accepted = accepted_memories(self._tools, namespace, memories_on(nodes), filters, types)
        return sorted(accepted, key=_latest_first)[:limit]

    def entity(self, namespace: str, name: str) -> EntityRecord | None:
        """Return the entity of this name or spelling variant."""
        nodes = named_nodes(self._tools, self._names, namespace, [name])
        return _record(nodes[0]) if nodes else None

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
        start = prefix.casefold()
        after = ("", "") if cursor is None else _order(cursor)
        nodes = [
            node
            for node in nodes_in(namespace, self._tools.read_graph())
            if node.is_entity
            and node.name.casefold().startswith(start)
            and type in (None, node.type)
            and _order(node.name) > after
        ]
        nodes.sort(key=lambda node: _order(node.name))
        page = nodes[:limit]
        return EntityPage(tuple(map(_record, page)), page[-1].name if page and len(nodes) > limit else None)

    def edges(self, namespace: str, names: Sequence[str], limit: int) -> list[Edge]:
        """Return the edges that touch any of `names`; all are current, none knows its dates or memories."""
        spelt = self._names.find(namespace, names, may_list=False)
        if not spelt:
            return []
        wanted = set(spelt.values())
        touching = self._touching(namespace, wanted)
        return sorted(touching, key=lambda edge: (edge.from_, edge.relation, edge.to))[:limit]

    def counts(self, namespace: str) -> Counts:
        """Return how much the namespace holds. Reads the whole graph."""
        graph = self._tools.read_graph()
        nodes = nodes_in(namespace, graph)
        return Counts(
            memories=len(memories_on(nodes)),
            entities=sum(node.is_entity for node in nodes),
            relations=len(edges_in(namespace, graph)),
        )

    def nodes(self, namespace: str) -> NodeTools:
        """Return the server's own tools, narrowed to the namespace."""
        return NamespacedTools(namespace, self._tools, self._session)

    def describe(self) -> Mapping[str, Any]:
        """Return which server this is and what it can do, asked for anew."""
        return {
            "backend": "mcp",
            "server": self._session.server_name(),
            "tools": self._session.tool_names(),
            "writes": "one at a time, in batches, read back",
        }

    def reindex(self) -> int:
        """Return 0: the server searches its own texts, there is no index."""
        return 0

    def close(self) -> None:
        """End the connection, and with it a server that is a process of ours. Safe to call twice."""
        self._session.close()

    def _touching(self, namespace: str, names: set[str]) -> set[Edge]:
        graph = self._open(namespace, names)
        edges = {edge for edge in edges_in(namespace, graph) if not names.isdisjoint((edge.from_, edge.to))}
        if not names.issuperset(end for edge in edges for end in (edge.from_, edge.to)):
            self._returns_either_end = True
        if self._returns_either_end:
            return edges
        # Servers before 2026.7.4 return a relation only when both its ends are opened. They cannot be told by
        # their version, so until one has shown itself to be newer, what the memories mention is opened as
        # well.
        memories = memories_on(node for node in nodes_in(namespace, graph) if node.name in names)
        near = dict.fromkeys(name for memory in memories for name in memory.entities if name not in names)
        if near:
            graph = self._open(namespace, [*names, *list(near)[:_MOST_NEIGHBOURS]])
            edges |= {e for e in edges_in(namespace, graph) if not names.isdisjoint((e.from_, e.to))}
        return edges

    def _open(self, namespace: str, names: Iterable[str]) -> JsonObject:
        return self._tools.open_nodes([to_wire(namespace, name) for name in names])


def _make_folder(file: Path) -> None:
    """Make the folder of the server's file: without it the reference server starts and cannot write."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraphUnavailable(f"the folder of the MCP memory server's file cannot be made: {error}") from error


def _latest_first(memory: Memory) -> tuple[float, str]:
    return -recency(memory), memory.id


def _order(name: str) -> tuple[str, str]:
    return name.casefold(), name


def _record(node: Node) -> EntityRecord:
    return EntityRecord(node.name, node.type, node.aliases, memory_count=len(memories_on([node])))
