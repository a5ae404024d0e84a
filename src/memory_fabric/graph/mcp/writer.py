"""Writing to a server that knows neither transactions nor concurrent writers: send, read back, compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.mcp.names import NameIndex
from memory_fabric.graph.mcp.namespaces import to_wire
from memory_fabric.graph.mcp.nodes import Node, edges_in, nodes_in, relation_object
from memory_fabric.graph.mcp.plan import Place, entity_names, placed
from memory_fabric.graph.mcp.snapshot import Changes, Snapshot
from memory_fabric.graph.store import JsonObject, NodeTools
from memory_fabric.models import Edge, Statement

_BATCH = 200

_T = TypeVar("_T")


def look_up(
    tools: NodeTools, names: NameIndex, namespace: str, statements: Sequence[Statement]
) -> tuple[list[Place], Snapshot]:
    """Return where `statements` go, and what the server holds there and elsewhere of their memories."""
    wanted = entity_names(statements)
    spelt = names.find(namespace, wanted, may_list=True)
    places = placed(statements, spelt)
    nodes, edges = _open(tools, namespace, _node_names(places))
    stale = set(spelt.values()) - {node.name for node in nodes}
    if stale:  # another client deleted, merged or renamed them since they were seen
        names.forget(namespace, stale)
        places = placed(statements, names.find(namespace, wanted, may_list=True))
        nodes, edges = _open(tools, namespace, _node_names(places))
    snapshot = Snapshot(nodes, edges)
    ids = [place.note.memory.id for place in places if place.note.memory.id in snapshot.notes]
    elsewhere = {name for id_ in ids for name in snapshot.notes[id_].memory.entities} - set(_node_names(places))
    if elsewhere:
        more_nodes, more_edges = _open(tools, namespace, elsewhere)
        snapshot = Snapshot([*nodes, *more_nodes], [*edges, *more_edges])
    return places, snapshot


def send(tools: NodeTools, namespace: str, changes: Changes) -> None:
    """Send what is new, read back that it is there, and only then take away what has to go.

    Raises:
        GraphUnavailable: the server cannot be reached, or does not hold what it said it had written.
    """

    def wire(name: str) -> str:
        return to_wire(namespace, name)

    for nodes in _batches(changes.creates):
        tools.create_entities(
            [
                {"name": wire(node.name), "entityType": node.type, "observations": list(node.observations)}
                for node in nodes
            ]
        )
    for edges in _batches(changes.started):
        tools.create_relations([relation_object(namespace, edge) for edge in edges])
    for edges in _batches(changes.ended):
        tools.delete_relations([relation_object(namespace, edge) for edge in edges])
    for texts in _batches(tuple(changes.additions.items())):
        tools.add_observations([{"entityName": wire(name), "contents": list(own)} for name, own in texts])
    _verify(tools, namespace, changes)
    for names in _batches(changes.deletes):
        tools.delete_entities([wire(name) for name in names])
    for texts in _batches(tuple(changes.removals.items())):
        tools.delete_observations([{"entityName": wire(name), "observations": list(own)} for name, own in texts])
    _verify_gone(tools, namespace, changes)


def _verify(tools: NodeTools, namespace: str, changes: Changes) -> None:
    """Read back what was written: a server whose file another process rewrites loses it and says done."""
    ends = [end for edge in (*changes.started, *changes.ended) for end in (edge.from_, edge.to)]
    touched = [*(node.name for node in changes.creates), *changes.additions, *ends]
    nodes, edges = _open(tools, namespace, touched)
    held = {node.name: set(node.observations) for node in nodes}
    lacking = sum(name not in held for name in (node.name for node in changes.creates))
    lacking += sum(text not in held.get(name, ()) for name, text in _pairs(changes.additions))
    wrong = len(set(changes.started) - set(edges)) + len(set(changes.ended) & set(edges))
    if lacking or wrong:
        raise GraphUnavailable(
            f"the MCP memory server acknowledged a write and does not hold it ({lacking} observations, "
            f"{wrong} relations): another process probably writes to the same file; write again",
            missing_observations=lacking,
            wrong_relations=wrong,
        )


def _verify_gone(tools: NodeTools, namespace: str, changes: Changes) -> None:
    if not changes.deletes and not changes.removals:
        return
    nodes, _ = _open(tools, namespace, [*changes.deletes, *changes.removals])
    held = {node.name: set(node.observations) for node in nodes}
    left = sum(name in held for name in changes.deletes)
    left += sum(text in held.get(name, ()) for name, text in _pairs(changes.removals))
    if left:
        raise GraphUnavailable(
            f"the MCP memory server acknowledged a deletion and still holds it ({left} entities or observations): "
            "another process probably writes to the same file; do it again",
            left=left,
        )


def _pairs(texts: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    return ((name, text) for name, own in texts.items() for text in own)


def _node_names(places: Iterable[Place]) -> list[str]:
    return list(dict.fromkeys(node.name for place in places for node in place.nodes))


def _open(tools: NodeTools, namespace: str, names: Iterable[str]) -> tuple[list[Node], list[Edge]]:
    wire_names = [to_wire(namespace, name) for name in dict.fromkeys(names)]
    graph: JsonObject = tools.open_nodes(wire_names) if wire_names else {"entities": [], "relations": []}
    return nodes_in(namespace, graph), edges_in(namespace, graph)


def _batches(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))
