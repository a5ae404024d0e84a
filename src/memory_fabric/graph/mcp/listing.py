"""What only the whole graph tells, which is read for it: a server neither sorts nor counts. Questions do without."""

from __future__ import annotations

from memory_fabric.graph.mcp.finder import accepted_memories
from memory_fabric.graph.mcp.matching import latest_first
from memory_fabric.graph.mcp.nodes import Node, edges_in, memories_on, nodes_in
from memory_fabric.graph.store import Counts, EntityPage, NodeTools
from memory_fabric.models import EntityRecord, Filters, Memory


def recent(tools: NodeTools, namespace: str, filters: Filters, limit: int) -> list[Memory]:
    """Return the memories said, or where that is unknown stored, last."""
    nodes = nodes_in(namespace, tools.read_graph())
    types = {node.name: node.type for node in nodes}
    accepted = accepted_memories(tools, namespace, memories_on(nodes), filters, types)
    return sorted(accepted, key=latest_first)[: max(0, limit)]


def list_entities(
    tools: NodeTools, namespace: str, *, prefix: str, type: str | None, cursor: str | None, limit: int
) -> EntityPage:
    """Return a page of entities in order of name; a cursor is the last name of the page before."""
    start = prefix.casefold()
    after = ("", "") if cursor is None else _order(cursor)
    nodes = [
        node
        for node in nodes_in(namespace, tools.read_graph())
        if node.is_entity
        and node.name.casefold().startswith(start)
        and type in (None, node.type)
        and _order(node.name) > after
    ]
    nodes.sort(key=lambda node: _order(node.name))
    page = nodes[: max(0, limit)]
    return EntityPage(tuple(map(record_of, page)), page[-1].name if page and len(nodes) > len(page) else None)


def counts(tools: NodeTools, namespace: str) -> Counts:
    """Return how much a namespace holds."""
    graph = tools.read_graph()
    nodes = nodes_in(namespace, graph)
    return Counts(
        memories=len(memories_on(nodes)),
        entities=sum(node.is_entity for node in nodes),
        relations=len(edges_in(namespace, graph)),
    )


def record_of(node: Node) -> EntityRecord:
    """Return an entity as the graph shows it."""
    return EntityRecord(node.name, node.type, node.aliases, len(memories_on([node])), node.aliases)


def _order(name: str) -> tuple[str, str]:
    return name.casefold(), name
