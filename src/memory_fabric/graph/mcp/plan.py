"""What statements do to what a server holds. Pure: no I/O.

A saying of a relation counts once, when its memory is first written or gains an origin: writing the same again
does not bring back what was ended since. A saying that comes in late, from before what is known of the same
relation, changes nothing: the server keeps no history.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import Node, conversation_of
from memory_fabric.graph.mcp.observation import Note, Triple
from memory_fabric.graph.mcp.snapshot import Changes, Snapshot
from memory_fabric.models import Edge, Relation, Statement, WriteReport
from memory_fabric.text import scrub, spelling_key

_UNKNOWN = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Place:
    """A statement as a note, with the nodes that keep it: the entities that it mentions, or its conversation."""

    note: Note
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """That a relation holds, or is over, as somebody said at a time; an unknown time is the latest."""

    triple: Triple
    holds: bool
    at: datetime


def entity_names(statements: Iterable[Statement]) -> list[str]:
    """Return every name that `statements` mention, as they spell it, once each."""
    return list(dict.fromkeys(name for statement in statements for name in _mentioned(statement)))


def placed(statements: Sequence[Statement], spelt: Mapping[str, str]) -> list[Place]:
    """Return where each statement goes.

    `spelt` gives existing names by the spelling key of name or alias; for others the first spelling counts.
    """
    names = dict(spelt)
    places: list[Place] = []
    for statement in statements:
        nodes: dict[str, Node] = {}
        for mentioned, type_ in _mentioned(statement).items():
            name = names.setdefault(spelling_key(mentioned), mentioned)
            nodes.setdefault(name, Node(name, type_))
        memory = replace(statement.memory, entities=tuple(nodes))
        says = _triples((r for r in statement.relations if r.is_current), names)
        ends = _triples((r for r in statement.relations if r.is_ending), names)
        note = as_held(Note(memory, says, ends))
        places.append(Place(note, tuple(nodes.values()) or (conversation_of(note.memory),)))
    return places


def sayings(note: Note) -> list[Saying]:
    """Return what a note says of relations, once for each time that it was said."""
    triples = [(triple, True) for triple in note.says] + [(triple, False) for triple in note.ends]
    return [Saying(triple, holds, at or _UNKNOWN) for at in note.times() for triple, holds in triples]


def write(snapshot: Snapshot, places: Sequence[Place]) -> tuple[WriteReport, Changes]:
    """Return what writing does to `snapshot`, which holds every node of `places` that there is, and what to send."""
    latest = _latest(snapshot.notes.values(), {t for place in places for t in (*place.note.says, *place.note.ends)})
    added: list[str] = []
    known: list[str] = []
    new: list[Saying] = []
    for place in places:
        note, names = place.note, [node.name for node in place.nodes]
        before = snapshot.notes.get(note.memory.id)
        (added if before is None else known).append(note.memory.id)
        news = sayings(note)
        if before is not None and snapshot.places[note.memory.id].keys() >= set(names):
            news = [saying for saying in news if saying.at not in before.times()]
            if not news:
                note = replace(note, says=(), ends=())
        for node in place.nodes:
            snapshot.put(node)
        snapshot.keep(note, names)
        new += news
    for saying in sorted(new, key=lambda saying: saying.at):
        if saying.at >= latest.get(saying.triple, saying.at):
            let_hold(snapshot, saying.triple, saying.holds)
    changes = snapshot.changes()
    report = WriteReport(
        added=tuple(added),
        known=tuple(known),
        entities_added=sum(node.is_entity for node in changes.creates),
        relations_added=len(changes.started),
        relations_ended=len(changes.ended),
    )
    return report, changes


def _latest(notes: Iterable[Note], triples: set[Triple]) -> dict[Triple, datetime]:
    """Return when each of `triples` was last spoken of."""
    latest: dict[Triple, datetime] = {}
    for note in notes:
        if triples.isdisjoint(note.says) and triples.isdisjoint(note.ends):
            continue
        for saying in sayings(note):
            latest[saying.triple] = max(saying.at, latest.get(saying.triple, saying.at))
    return latest


def let_hold(snapshot: Snapshot, triple: Triple, holds: bool) -> None:
    """Let the edge of a triple be there or not."""
    if holds:
        snapshot.edges.setdefault(Edge(*triple))
    else:
        snapshot.edges.pop(Edge(*triple), None)


def _mentioned(statement: Statement) -> dict[str, str]:
    """Return the names that a statement mentions, with their types; what has none is a concept."""
    mentioned: dict[str, str] = {entity.name: entity.type for entity in statement.entities}
    ends = [end for relation in statement.relations for end in (relation.from_, relation.to)]
    for name in (*ends, *statement.memory.entities):
        mentioned.setdefault(name, "concept")
    return {scrub(name): type_ for name, type_ in mentioned.items() if name.strip()}


def _triples(relations: Iterable[Relation], names: Mapping[str, str]) -> tuple[Triple, ...]:
    """Return relations between the entities of these `names`, without those of a thing with itself."""
    triples: dict[Triple, None] = {}
    for relation in relations:
        from_, to = (names.get(spelling_key(scrub(end))) for end in (relation.from_, relation.to))
        if from_ is not None and to is not None and from_ != to:
            triples[(from_, scrub(relation.relation), to)] = None
    return tuple(triples)


def as_held(note: Note) -> Note:
    """Return a note as it will be read again, without what no JSON can carry."""
    held = observation.decode(scrub(observation.encode(note)), None)
    return note if held is None else held
