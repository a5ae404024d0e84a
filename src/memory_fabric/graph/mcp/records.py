"""A namespace on a server as records, and records written to it. Pure: no I/O.

A server keeps the edges that hold, so records of others are skipped; that a memory told of an ending stays with it.
Aliases are kept where the entity is written to under them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from memory_fabric.graph.mcp.nodes import Node, conversation_of
from memory_fabric.graph.mcp.observation import Note, Triple
from memory_fabric.graph.mcp.plan import as_held, sayings
from memory_fabric.graph.mcp.snapshot import Snapshot
from memory_fabric.models import Edge, EntityRecord, Evidence, GraphRecord, Memory, RelationRecord, WriteReport
from memory_fabric.text import scrub


def entity_record(snapshot: Snapshot, name: str) -> EntityRecord:
    """Return an entity of `snapshot` as the graph shows it."""
    aliases = tuple(snapshot.aliases[name])
    return EntityRecord(name, snapshot.nodes[name].type, aliases, len(snapshot.on(name)), aliases)


def dump(snapshot: Snapshot) -> Iterator[GraphRecord]:
    """Yield entities, memories and edges."""
    counts: dict[str, int] = {}
    for places in snapshot.places.values():
        for name in places:
            counts[name] = counts.get(name, 0) + 1
    for name, node in snapshot.nodes.items():
        if node.is_entity:
            aliases = tuple(snapshot.aliases[name])
            yield EntityRecord(name, node.type, aliases, counts.get(name, 0), aliases)
    evidence: dict[Triple, list[Evidence]] = {}
    for note in snapshot.notes.values():
        yield note.memory
        for triple in note.says:
            said = (Evidence(note.memory.id, at) for at in note.times() if at is not None)
            evidence.setdefault(triple, []).extend(said)
    for edge in snapshot.edges:
        proofs = sorted(evidence.get((edge.from_, edge.relation, edge.to), ()), key=lambda said: said.at)
        memories = tuple(dict.fromkeys(said.memory for said in proofs if said.memory is not None))
        began = proofs[0].at if proofs else None
        yield RelationRecord(replace(edge, valid_from=began, memories=memories), tuple(proofs))


def restore(snapshot: Snapshot, records: Iterable[GraphRecord]) -> WriteReport:
    """Write records into `snapshot`, which holds the whole namespace."""
    nodes_before, edges_before = set(snapshot.nodes), set(snapshot.edges)
    ended: dict[Triple, datetime] = {}
    for saying in (saying for note in snapshot.notes.values() for saying in sayings(note) if not saying.holds):
        ended[saying.triple] = max(saying.at, ended.get(saying.triple, saying.at))
    added: list[str] = []
    known: list[str] = []
    for record in records:
        match record:
            case EntityRecord():
                name = _entity(snapshot, record.name, record.type)
                for alias in record.former_names:
                    snapshot.add_alias(name, scrub(alias))
            case Memory():
                names = tuple(dict.fromkeys(_entity(snapshot, name, "concept") for name in record.entities))
                note = as_held(Note(replace(record, entities=names)))
                (known if note.memory.id in snapshot.notes else added).append(record.id)
                home = conversation_of(note.memory)
                if not names:
                    snapshot.put(home)
                snapshot.keep(note, names or (home.name,))
            case RelationRecord():
                _restore_edge(snapshot, record, ended)
    return WriteReport(
        tuple(added),
        tuple(known),
        entities_added=sum(n.is_entity for name, n in snapshot.nodes.items() if name not in nodes_before),
        relations_added=len(set(snapshot.edges) - edges_before),
    )


def _entity(snapshot: Snapshot, name: str, type_: str) -> str:
    name = scrub(name)
    found = snapshot.resolve(name)
    if found is None:
        snapshot.put(Node(name, scrub(type_)))
    return found or name


def _restore_edge(snapshot: Snapshot, record: RelationRecord, ended: Mapping[Triple, datetime]) -> None:
    edge = record.edge
    over = edge.ended and edge.modality == "asserted"
    if not edge.is_current and not over:
        return
    from_, to = _entity(snapshot, edge.from_, "concept"), _entity(snapshot, edge.to, "concept")
    triple = (from_, scrub(edge.relation), to)
    if from_ == to:
        return
    for id_ in dict.fromkeys(scrub(said.memory) for said in record.evidence if said.memory is not None):
        note = snapshot.notes.get(id_)
        if note is not None and over:
            snapshot.notes[id_] = replace(note, ends=tuple(dict.fromkeys((*note.ends, triple))))
        elif note is not None:
            snapshot.notes[id_] = replace(note, says=tuple(dict.fromkeys((*note.says, triple))))
    latest = max((said.at for said in record.evidence), default=None)
    if edge.is_current and (latest is None or latest >= ended.get(triple, latest)):
        snapshot.edges.setdefault(Edge(*triple))
