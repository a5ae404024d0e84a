"""The reference MCP memory server's file, as that server itself writes it.

A line for each entity with its observations, then a line for each relation:

    {"type":"entity","name":"Redis","entityType":"technology","observations":["in memory"]}
    {"type":"relation","from":"shop","to":"Redis","relationType":"uses"}

A memory is an observation on each entity that it mentions; one that mentions none is on a node of the type
`conversation`. What an MCP client noted goes out as the bare string that it was; other memories carry their origin
in a bracket, as they do on an MCP memory server (`graph.mcp.observation`), so that an import has them whole, and such
a server with this file is a graph like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import conversation_of
from memory_fabric.graph.mcp.observation import Note, Triple
from memory_fabric.graph.observed import observed
from memory_fabric.models import EntityRecord, GraphRecord, Memory, RelationRecord
from memory_fabric.text import spelling_key

JsonObject = dict[str, Any]

UNTYPED = "concept"
"""The type of an entity whose line tells none."""


def memory_file(records: Iterable[GraphRecord], *, plain: bool) -> Iterator[JsonObject]:
    """Yield the lines that hold `records`: entities, then relations that hold now. With `plain` no brackets are added.

    All of it is held in memory until the last record is known.
    """
    nodes: dict[str, _Node] = {}
    memories: list[Memory] = []
    says: dict[Triple, dict[str | None, None]] = {}
    for record in records:
        match record:
            case EntityRecord():
                node = nodes.setdefault(spelling_key(record.name), _Node(record.name, record.type))
                if not plain:
                    node.observations.update((observation.encode_alias(name), None) for name in record.former_names)
            case Memory():
                memories.append(record)
            case RelationRecord(edge, evidence) if edge.is_current:
                proving = says.setdefault((edge.from_, edge.relation, edge.to), {})
                proving.update((proof.memory, None) for proof in evidence)
    proved: dict[str | None, list[Triple]] = {}
    for triple, proving in says.items():
        for memory_id in proving:
            proved.setdefault(memory_id, []).append(triple)
    for memory in memories:
        _place(Note(memory, tuple(proved.get(memory.id, ()))), nodes, plain=plain)
    for node in nodes.values():
        observations = list(node.observations)
        yield {"type": "entity", "name": node.name, "entityType": node.type, "observations": observations}
    for from_, relation, to in says:
        yield {"type": "relation", "from": from_, "to": to, "relationType": relation}


@dataclass(slots=True)
class _Node:
    name: str
    type: str
    observations: dict[str, None] = field(default_factory=dict)


def _place(note: Note, nodes: dict[str, _Node], *, plain: bool) -> None:
    memory, home = note.memory, conversation_of(note.memory)
    places = [(name, UNTYPED) for name in memory.entities] or [(home.name, home.type)]
    told = memory.text if plain else observation.encode(note)
    for name, type_ in places:
        node = nodes.setdefault(spelling_key(name), _Node(name, type_))
        is_bare = memory.entities and memory.id == observed(name, memory.text).id
        node.observations[memory.text if is_bare else told] = None
