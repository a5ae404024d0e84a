"""Finding memories by words on a server that only tests for substrings: many small searches, united."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memory_fabric.graph.mcp.matching import rank, terms
from memory_fabric.graph.mcp.names import NameIndex
from memory_fabric.graph.mcp.namespaces import to_wire
from memory_fabric.graph.mcp.nodes import Node, nodes_in
from memory_fabric.graph.mcp.observation import Note, by_id
from memory_fabric.graph.mcp.proofs import Proofs
from memory_fabric.graph.store import NodeTools, TextQuery
from memory_fabric.models import Filters, Hit, Memory


def search_text(tools: NodeTools, names: NameIndex, proofs: Proofs, namespace: str, query: TextQuery) -> list[Hit]:
    """Return the memories that hold any of the query's words, in text, speaker or entity, best first; `names` and
    `proofs` learn from what is read.
    """
    wanted = terms(query.words)
    found: list[Note] = []
    types: dict[str, str] = {}

    def search(probes: Iterable[str]) -> list[Note]:
        notes: list[Note] = []
        for probe in probes:
            nodes = nodes_in(namespace, tools.search_nodes(probe))
            names.learn(namespace, nodes)
            types.update((node.name, node.type) for node in nodes)
            notes += (note for node in nodes for note in _candidates(node, probe))
        return notes

    for term in wanted:
        notes = search(term.probes)
        if not any(term.matches(note.memory) for note in notes):
            notes += search(term.accented)
        found += notes
    short = [name for term in wanted for name in term.names]
    for node in _opened(tools, namespace, short):
        types[node.name] = node.type
        found += node.notes()

    known = by_id(found).values()
    proofs.learn(namespace, known)
    memories = [note.memory for note in known]
    accepted = accepted_memories(tools, namespace, memories, query.filters, types)
    via = " ".join(query.words)
    return [Hit(memory, score, via) for memory, score in rank(accepted, wanted)[: max(0, query.limit)]]


def named_nodes(tools: NodeTools, names: NameIndex, namespace: str, wanted: Iterable[str]) -> list[Node]:
    """Return the entities of the given names or spelling variants; what there is none of is left out."""
    spelt = names.find(namespace, wanted, may_list=False)
    entities = [node for node in _opened(tools, namespace, spelt.values()) if node.is_entity]
    names.forget(namespace, set(spelt.values()) - {node.name for node in entities})
    return entities


def accepted_memories(
    tools: NodeTools, namespace: str, memories: Iterable[Memory], filters: Filters, types: dict[str, str]
) -> Iterator[Memory]:
    """Return those `memories` that `filters` let through; `types` are the entity types known so far."""
    fitting = [memory for memory in memories if filters.accept(memory)]
    if filters.type is None:
        return iter(fitting)
    unknown = {name for memory in fitting for name in memory.entities} - types.keys()
    types = types | {node.name: node.type for node in _opened(tools, namespace, sorted(unknown))}
    return (m for m in fitting if any(types.get(name) == filters.type for name in m.entities))


def _candidates(node: Node, probe: str) -> Iterator[Note]:
    """Yield what `node` was found for: its memories that hold `probe`, or all if its name does."""
    return node.notes("" if probe in node.name.lower() else probe)


def _opened(tools: NodeTools, namespace: str, names: Iterable[str]) -> list[Node]:
    wire_names = [to_wire(namespace, name) for name in names]
    return nodes_in(namespace, tools.open_nodes(wire_names)) if wire_names else []
