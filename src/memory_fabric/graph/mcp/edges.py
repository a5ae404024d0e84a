"""The edges around entities, on servers that return a relation at either end and on those that want both."""

from __future__ import annotations

from collections.abc import Iterable

from memory_fabric.graph.mcp.namespaces import to_wire
from memory_fabric.graph.mcp.nodes import edges_in, memories_on, nodes_in
from memory_fabric.graph.store import JsonObject, NodeTools
from memory_fabric.models import Edge

_MOST_NEIGHBOURS = 200


class EdgeFinder:
    """Finds edges by opening nodes. Safe to use from several threads.

    Servers before 2026.7.4 return a relation only when both its ends are opened. They cannot be told by their
    version, so until one has shown itself to be newer, what the memories mention is opened as well.
    """

    def __init__(self, tools: NodeTools) -> None:
        self._tools = tools
        self._returns_either_end = False

    def touching(self, namespace: str, names: set[str]) -> set[Edge]:
        """Return the edges at any of `names`, which are the server's own spellings."""
        if not names:
            return set()
        graph = self._open(namespace, names)
        edges = _touching(namespace, names, graph)
        if not names.issuperset(end for edge in edges for end in (edge.from_, edge.to)):
            self._returns_either_end = True
        if self._returns_either_end:
            return edges
        memories = memories_on(node for node in nodes_in(namespace, graph) if node.name in names)
        near = dict.fromkeys(name for memory in memories for name in memory.entities if name not in names)
        if near:
            edges |= _touching(namespace, names, self._open(namespace, [*names, *list(near)[:_MOST_NEIGHBOURS]]))
        return edges

    def _open(self, namespace: str, names: Iterable[str]) -> JsonObject:
        return self._tools.open_nodes([to_wire(namespace, name) for name in names])


def _touching(namespace: str, names: set[str], graph: JsonObject) -> set[Edge]:
    return {edge for edge in edges_in(namespace, graph) if not names.isdisjoint((edge.from_, edge.to))}
