"""Forgetting, merging, renaming and retracting, as changes to all that a server holds of a namespace. Pure: no I/O.

Each may be done again after a failure half-way and then completes what is missing: an entity is first made what it
shall be, then told by its new name in all notes, and what it was goes last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.nodes import Node
from memory_fabric.graph.mcp.observation import Triple
from memory_fabric.graph.mcp.plan import Saying, let_hold, sayings
from memory_fabric.graph.mcp.snapshot import Snapshot
from memory_fabric.models import Edge, ForgetReport, Relation, Selection
from memory_fabric.text import scrub, spelling_key


def forget(snapshot: Snapshot, what: Selection) -> ForgetReport:
    """Take away what `what` selects, and what nothing else speaks of. See `GraphStore.forget`.

    An edge that no note vouches for, which others made or this server's memories do not tell of, stays.
    """
    entity = snapshot.resolve(what.entity) if what.entity is not None else None
    if what.entity is not None and entity is None:
        return ForgetReport()
    before = dict(snapshot.edges)
    chosen = list(snapshot.notes) if entity is None else snapshot.about(entity)
    gone: list[str] = []
    lost: list[Saying] = []
    bereft: dict[str, None] = {}
    origins = 0
    for id_ in chosen:
        note = snapshot.notes[id_]
        memory = note.memory
        left = tuple(origin for origin in memory.origins if what.names_origin and not what.selects(origin))
        if what.names_origin:
            if len(left) == len(memory.origins):
                continue
            origins += len(memory.origins) - len(left)
        lost += sayings(note)
        if left:
            snapshot.notes[id_] = replace(note, memory=replace(memory, origins=left))
        else:
            gone.append(id_)
            bereft |= snapshot.places[id_]
            snapshot.drop(id_)
    _say_again(snapshot, lost)
    forgotten: list[str] = []
    if entity is not None and not what.names_origin:
        bereft.update(dict.fromkeys(end for edge in before if entity in _ends(edge) for end in _ends(edge)))
        forgotten.append(entity)
        snapshot.remove(entity)
    alive = {end for edge in snapshot.edges for end in _ends(edge)}
    kept_on = {name for places in snapshot.places.values() for name in places}
    for name in bereft:
        if name in snapshot.nodes and name not in alive and name not in kept_on:
            if snapshot.nodes[name].is_entity:
                forgotten.append(name)
            snapshot.remove(name)
    removed = sum(edge not in snapshot.edges for edge in before)
    return ForgetReport(tuple(gone), origins, tuple(forgotten), removed)


def merge(snapshot: Snapshot, name: str, into: str) -> str | None:
    """Make two entities one; return its name, None where either is unknown."""
    gone, kept = snapshot.resolve(name), snapshot.resolve(into)
    if gone is None or kept is None:
        return None
    _fold(snapshot, gone, kept)
    return kept


def rename(snapshot: Snapshot, name: str, to: str) -> str | None:
    """Give an entity another name; return that, None where the entity is unknown.

    Raises:
        InvalidInput: another entity has that name.
    """
    to = scrub(to)
    entity, other = snapshot.resolve(name), snapshot.resolve(to)
    if entity is None:
        return None
    if other not in (None, entity) and not _was_being_renamed(snapshot, entity, str(other)):
        raise InvalidInput("to", f"{other!r} is another entity; merge the two instead", name=other)
    if to not in snapshot.nodes:
        snapshot.put(Node(to, snapshot.nodes[entity].type))
    _fold(snapshot, entity, to)
    return to


def retract(snapshot: Snapshot, relation: Relation, at: datetime, *, again: bool) -> int:
    """Take away the edge of a relation, and what its notes say of it; return how many edges that were.

    An edge that is only said to hold since after `at` stays. `again` completes what a failure cut short.
    """
    from_, to = snapshot.resolve(relation.from_), snapshot.resolve(relation.to)
    if from_ is None or to is None:
        return 0
    triple: Triple = (from_, scrub(relation.relation), to)
    said = [each.at for note in snapshot.notes.values() if triple in note.says for each in sayings(note) if each.holds]
    holds = Edge(*triple) in snapshot.edges
    if not (holds or again) or (said and min(said) > at):
        return 0
    let_hold(snapshot, triple, False)
    for id_, note in snapshot.notes.items():
        snapshot.notes[id_] = replace(note, says=tuple(said for said in note.says if said != triple))
    return int(holds)


def _say_again(snapshot: Snapshot, lost: Iterable[Saying]) -> None:
    """Let the edges that lost a saying hold as what is still said of them tells."""
    last = _last_said(snapshot)
    lost_ends = {saying.triple for saying in lost if not saying.holds}
    for triple in dict.fromkeys(saying.triple for saying in lost):
        if Edge(*triple) in snapshot.edges or triple in lost_ends:  # else somebody took it away
            let_hold(snapshot, triple, triple in last and last[triple].holds)


def _last_said(snapshot: Snapshot) -> dict[Triple, Saying]:
    told = (saying for note in snapshot.notes.values() for saying in sayings(note))
    return {saying.triple: saying for saying in sorted(told, key=lambda saying: saying.at)}


def _fold(snapshot: Snapshot, gone: str, kept: str) -> None:
    """Give all that one entity has to another, and take it away. What an earlier attempt left is set right too."""
    if gone != kept:
        former = [gone, *snapshot.aliases[gone]]
        for id_ in snapshot.on(gone):
            snapshot.places[id_][kept] = None
        snapshot.call(gone, kept)
        snapshot.remove(gone)
        for name in former:
            snapshot.add_alias(kept, name)
        last = _last_said(snapshot)
        for edge in [edge for edge in snapshot.edges if kept in _ends(edge)]:
            triple = (edge.from_, edge.relation, edge.to)
            if triple in last and not last[triple].holds:  # one was over when the other was last said to hold
                let_hold(snapshot, triple, False)
    own = spelling_key(kept)
    snapshot.aliases[kept] = {alias: None for alias in snapshot.aliases[kept] if spelling_key(alias) != own}
    mentioned = {name for note in snapshot.notes.values() for name in note.memory.entities}
    for name in sorted(mentioned - snapshot.nodes.keys()):
        if snapshot.resolve(name) == kept:
            snapshot.call(name, kept)


def _was_being_renamed(snapshot: Snapshot, entity: str, other: str) -> bool:
    """Whether `other` is what an earlier attempt began to make of `entity`."""
    return spelling_key(entity) in map(spelling_key, (other, *snapshot.aliases[other]))


def _ends(edge: Edge) -> tuple[str, str]:
    return edge.from_, edge.to
