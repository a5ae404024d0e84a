"""What the lines of a reference MCP memory server's file tell, and the records that they come to.

The file may have been edited by other clients since, and by hand: its lines count before what brackets in them say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import CONVERSATION
from memory_fabric.graph.mcp.observation import Note, Triple
from memory_fabric.graph.transfer.memory_file import UNTYPED
from memory_fabric.models import Edge, EntityRecord, Evidence, GraphRecord, Memory, RelationRecord
from memory_fabric.text import spelling_key

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class EntityLine:
    """An entity line. It is a conversation if it keeps memories of ours that mention no entity, and only such."""

    name: str
    type: str
    observations: tuple[str, ...]

    @property
    def is_conversation(self) -> bool:
        """Whether the node is one of ours, and so no entity."""
        return self.type == CONVERSATION and bool(self.observations) and all(map(_is_homeless, self.observations))


@dataclass(frozen=True, slots=True)
class RelationLine:
    """A relation line."""

    from_: str
    relation: str
    to: str

    @property
    def is_reflexive(self) -> bool:
        """Whether it relates a thing to itself."""
        return spelling_key(self.from_) == spelling_key(self.to)


def read_line(line: Mapping[str, Any]) -> EntityLine | RelationLine:
    """Return what a line of the file tells. An entity without observations has none, one without a type is a concept.

    Raises:
        InvalidInput: a field is missing or wrong; names it.
    """
    if line.get("type") == "entity":
        type_ = UNTYPED if line.get("entityType") is None else _name(line, "entityType")
        observations = line.get("observations") or []
        if not isinstance(observations, list) or not all(isinstance(text, str) for text in observations):
            raise InvalidInput("observations", "is no list of strings")
        return EntityLine(_name(line, "name"), type_, tuple(observations))
    if line.get("type") == "relation":
        return RelationLine(_name(line, "from"), _name(line, "relationType"), _name(line, "to"))
    raise InvalidInput("type", "is neither entity nor relation")


def linked(line: EntityLine | RelationLine, canonical: Callable[[str], str]) -> EntityLine | RelationLine:
    """Return a line with its entities under their canonical names; what an entity was called stays its other name."""
    if isinstance(line, RelationLine):
        return replace(line, from_=canonical(line.from_), to=canonical(line.to))
    name = canonical(line.name)
    if line.is_conversation or spelling_key(name) == spelling_key(line.name):
        return line
    return replace(line, name=name, observations=(*line.observations, observation.encode_alias(line.name)))


def records_of(lines: Iterable[EntityLine | RelationLine]) -> Iterator[GraphRecord]:
    """Yield what the lines of a file come to: entities, memories, relations."""
    nodes: list[EntityLine] = []
    relations: dict[RelationLine, None] = {}
    for line in lines:
        if isinstance(line, EntityLine):
            nodes.append(line)
        else:
            relations[line] = None
    entities = _entities(nodes)
    yield from entities.values()
    notes: dict[Note, None] = {}  # each stands on all of its entities
    for node in nodes:
        notes.update(dict.fromkeys(_notes(node, entities)))
    # The file has them by entity. What was said after what counts for a conversation.
    yield from dict.fromkeys(note.memory for note in sorted(notes, key=_order))
    evidence: dict[Triple, dict[Evidence, None]] = {}
    for note in notes:
        for triple in note.says:
            proofs = (Evidence(note.memory.id, at) for at in note.times() if at is not None)
            evidence.setdefault(triple, {}).update(dict.fromkeys(proofs))
    for line in relations:
        yield _relation(line, list(evidence.get((line.from_, line.relation, line.to), ())))


def _entities(nodes: Sequence[EntityLine]) -> dict[str, EntityRecord]:
    """Return the entities by spelling key; of doubles the first counts, with the names of all."""
    entities: dict[str, EntityRecord] = {}
    for node in nodes:
        if node.is_conversation:
            continue
        known = entities.setdefault(spelling_key(node.name), EntityRecord(node.name, node.type))
        others = (name for name in map(observation.alias_in, node.observations) if name is not None)
        names = tuple(dict.fromkeys((*known.former_names, *others)))
        entities[spelling_key(node.name)] = replace(known, aliases=names, former_names=names)
    return entities


def _notes(node: EntityLine, entities: Mapping[str, EntityRecord]) -> Iterator[Note]:
    """Yield what a node keeps. Of the entities that a memory tells, those count that the file has a line for."""
    for text in node.observations:
        note = observation.decode(text, node.name)
        if note is None:
            continue  # another name of the entity
        names = [name for name in note.memory.entities if spelling_key(name) in entities]
        if not node.is_conversation and spelling_key(node.name) not in map(spelling_key, names):
            names.append(node.name)
        yield replace(note, memory=replace(note.memory, entities=tuple(names)))


def _relation(line: RelationLine, evidence: list[Evidence]) -> RelationRecord:
    evidence.sort(key=lambda proof: (proof.at, proof.memory or ""))
    memories = dict.fromkeys(proof.memory for proof in evidence if proof.memory is not None)
    began = evidence[0].at if evidence else None
    edge = Edge(line.from_, line.relation, line.to, valid_from=began, memories=tuple(memories))
    return RelationRecord(edge, tuple(evidence))


def _order(note: Note) -> tuple[datetime, datetime]:
    memory: Memory = note.memory
    return memory.stored_at or _LONG_AGO, memory.timestamp or _LONG_AGO


def _is_homeless(text: str) -> bool:
    note = observation.decode(text, None)
    return note is not None and note.is_ours and not note.memory.entities


def _name(line: Mapping[str, Any], field: str) -> str:
    value = line.get(field)
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(field, "is missing, empty or no string")
    return value
