"""Writing to a server that knows neither transactions nor concurrent writers: send, read back, compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.names import NameIndex
from memory_fabric.graph.mcp.namespaces import to_wire
from memory_fabric.graph.mcp.nodes import Node, edges_in, nodes_in, relation_object
from memory_fabric.graph.mcp.plan import Plan, entity_names, make_plan, placed
from memory_fabric.graph.store import NodeTools
from memory_fabric.models import Edge, Statement, WriteReport

_BATCH = 200

_T = TypeVar("_T")


def write_statements(
    tools: NodeTools, names: NameIndex, namespace: str, statements: Sequence[Statement]
) -> WriteReport:
    """Write what the server does not hold yet, and return what that was. The caller keeps other writers away.

    Raises:
        GraphUnavailable: the server cannot be reached, or does not hold afterwards what it said it had
            written. Some of it may be there; writing the same again completes it.
    """
    if not statements:
        return WriteReport()
    spelt = names.find(namespace, entity_names(statements), may_list=True)
    places = placed(statements, spelt)
    touched = list(dict.fromkeys(node.name for place in places for node in place.nodes))
    nodes, edges = _open(tools, namespace, touched)
    plan = make_plan(places, nodes, edges)
    if plan.added:
        _send(tools, namespace, plan)
        _verify(tools, namespace, plan)
    names.learn(namespace, (node for place in places for node in place.nodes))
    return WriteReport(
        added=plan.added,
        known=plan.known,
        entities_added=sum(node.is_entity for node in plan.creates),
        relations_added=len(plan.started),
        relations_ended=len(plan.ended),
    )


def _open(tools: NodeTools, namespace: str, names: Iterable[str]) -> tuple[list[Node], list[Edge]]:
    graph = tools.open_nodes([to_wire(namespace, name) for name in names])
    return nodes_in(namespace, graph), edges_in(namespace, graph)


def _send(tools: NodeTools, namespace: str, plan: Plan) -> None:
    for nodes in _batches(plan.creates):
        tools.create_entities(
            [{"name": to_wire(namespace, node.name), "entityType": node.type, "observations": []} for node in nodes]
        )
    for edges in _batches(plan.ended):
        tools.delete_relations([relation_object(namespace, edge) for edge in edges])
    for edges in _batches(plan.started):
        tools.create_relations([relation_object(namespace, edge) for edge in edges])
    for additions in _batches(tuple(plan.additions.items())):
        tools.add_observations(
            [
                {
                    "entityName": to_wire(namespace, name),
                    "contents": [observation.encode(memory) for memory in memories],
                }
                for name, memories in additions
            ]
        )


def _verify(tools: NodeTools, namespace: str, plan: Plan) -> None:
    """Read back what was written: a server whose file another process rewrites loses it and says done."""
    ends = [end for edge in (*plan.started, *plan.ended) for end in (edge.from_, edge.to)]
    nodes, edges = _open(tools, namespace, dict.fromkeys((*plan.additions, *ends)))
    held = {node.name: {observation.memory_id(text) for text in node.observations} for node in nodes}
    missing = sum(
        memory.id not in held.get(name, ()) for name, memories in plan.additions.items() for memory in memories
    )
    wrong = len(set(plan.started) - set(edges)) + len(set(plan.ended) & set(edges))
    if missing or wrong:
        raise GraphUnavailable(
            f"the MCP memory server acknowledged a write and does not hold it ({missing} observations, "
            f"{wrong} relations): another process probably writes to the same file; write again",
            missing_observations=missing,
            wrong_relations=wrong,
        )


def _batches(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))
