"""What has to be sent to a server to write statements, worked out from what it already holds. Pure: no I/O.

Memories go last: an observation that is there says that its entities and relations are too, so writing the
same statements again after a failure sends exactly what is missing, and a relation that was ended since stays
ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import CONVERSATION, Node
from memory_fabric.models import Edge, Memory, Relation, Statement
from memory_fabric.text import scrub, spelling_key


@dataclass(frozen=True, slots=True)
class Place:
    """A statement with the nodes that keep its memory: the entities that it mentions, or its conversation."""

    statement: Statement
    memory: Memory
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to send, in this order: `creates`, `ended`, `started`, `additions`.

    `creates` are nodes without observations; `additions` are the memories that each node, new or old, gains.
    `added` and `known` are memory ids.
    """

    creates: tuple[Node, ...]
    ended: tuple[Edge, ...]
    started: tuple[Edge, ...]
    additions: Mapping[str, tuple[Memory, ...]]
    added: tuple[str, ...]
    known: tuple[str, ...]


def entity_names(statements: Iterable[Statement]) -> list[str]:
    """Return every name that `statements` mention, as they spell it, once each."""
    return list(dict.fromkeys(name for statement in statements for name in _mentioned(statement)))


def placed(statements: Sequence[Statement], spelt: Mapping[str, str]) -> list[Place]:
    """Return where each memory goes, each id once.

    `spelt` gives existing names by spelling key; for others the first spelling counts.
    """
    names = dict(spelt)
    places: dict[str, Place] = {}
    for statement in statements:
        nodes: dict[str, Node] = {}
        for mentioned, type_ in _mentioned(statement).items():
            name = names.setdefault(spelling_key(mentioned), mentioned)
            nodes.setdefault(name, Node(name, type_))
        memory = replace(statement.memory, entities=tuple(nodes))
        home = tuple(nodes.values()) or (_conversation(memory),)
        places.setdefault(memory.id, Place(statement, memory, home))
    return list(places.values())


def make_plan(places: Sequence[Place], nodes: Iterable[Node], edges: Iterable[Edge]) -> Plan:
    """Return what `places` still lack on a server that holds `nodes` and `edges`."""
    held = {node.name: {observation.memory_id(text) for text in node.observations} for node in nodes}
    creates: dict[str, Node] = {}
    additions: dict[str, list[Memory]] = {}
    new: list[Place] = []
    for place in places:
        lacking = [node for node in place.nodes if place.memory.id not in held.get(node.name, ())]
        for node in lacking:
            additions.setdefault(node.name, []).append(place.memory)
            if node.name not in held:
                creates.setdefault(node.name, node)
        if lacking:
            new.append(place)
    before = dict.fromkeys(edges)
    after = _after(before, new)
    new_ids = {place.memory.id for place in new}
    return Plan(
        creates=tuple(creates.values()),
        ended=tuple(edge for edge in before if edge not in after),
        started=tuple(edge for edge in after if edge not in before),
        additions={name: tuple(memories) for name, memories in additions.items()},
        added=tuple(place.memory.id for place in new),
        known=tuple(place.memory.id for place in places if place.memory.id not in new_ids),
    )


def _mentioned(statement: Statement) -> dict[str, str]:
    """Return the names that a statement mentions, with their types; what has none is a concept."""
    mentioned: dict[str, str] = {entity.name: entity.type for entity in statement.entities}
    ends = [end for relation in statement.relations for end in (relation.from_, relation.to)]
    for name in (*ends, *statement.memory.entities):
        mentioned.setdefault(name, "concept")
    return {scrub(name): type_ for name, type_ in mentioned.items() if name.strip()}


def _conversation(memory: Memory) -> Node:
    place = next((o.session or o.source for o in memory.origins if o.session or o.source), None)
    return Node(f"{CONVERSATION}: {place}" if place else CONVERSATION, CONVERSATION)


def _after(edges: Iterable[Edge], new: Sequence[Place]) -> dict[Edge, None]:
    """Return the edges that hold once the new statements have been said, in the order of their times."""
    holding = dict.fromkeys(edges)
    for place in _in_order_of_time(new):
        names = {spelling_key(node.name): node.name for node in place.nodes}
        for relation in place.statement.relations:
            edge = _edge(relation, names)
            if edge is None:
                continue
            if relation.is_current:
                holding.setdefault(edge)
            elif relation.is_ending:
                holding.pop(edge, None)
    return holding


def _in_order_of_time(places: Sequence[Place]) -> Sequence[Place]:
    """Return `places` in order of when they were said, or as given where one of them does not tell."""
    times = {place.memory.id: place.memory.timestamp for place in places}
    known = {id_: time for id_, time in times.items() if time is not None}
    if len(known) < len(places):
        return places
    return sorted(places, key=lambda place: known[place.memory.id])


def _edge(relation: Relation, names: Mapping[str, str]) -> Edge | None:
    from_, to = (names.get(spelling_key(scrub(end))) for end in (relation.from_, relation.to))
    return None if from_ is None or to is None or from_ == to else Edge(from_, relation.relation, to)
