"""Step 5a: a result with an entity that is asked about and stands elsewhere in the graph too is worth more, once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from memory_fabric.models import Edge, Memory
from memory_fabric.search.dispatch import Found
from memory_fabric.search.normalize import Candidate
from memory_fabric.text import spelling_key

Witnesses = Mapping[str, Collection[str]]
"""For the spelling key of each entity, the ids of the memories that mention it or prove an edge of it."""


def witnesses(memories: Iterable[Memory], edges: Iterable[Edge]) -> Witnesses:
    """Return who mentions each entity, as far as these memories and edges tell."""
    ids: dict[str, set[str]] = {}
    for memory in memories:
        for name in memory.entities:
            ids.setdefault(spelling_key(name), set()).add(memory.id)
    for edge in edges:
        for name in (edge.from_, edge.to):
            ids.setdefault(spelling_key(name), set()).update(edge.memories)
    return ids


def names_asked(found: Iterable[Found]) -> frozenset[str]:
    """Return the spelling keys of the entities that the question is about: its hints, and what stands near them in the
    graph; without those who speak in what was found, for whom the speaker counts.
    """
    answers = list(found)
    names = {spelling_key(answer.query.name) for answer in answers if answer.query.name}
    spoken = {o.speaker for answer in answers for hit in answer.hits for o in hit.memory.origins if o.speaker}
    return frozenset(names.difference(map(spelling_key, spoken)))


def boost(candidates: Sequence[Candidate], known: Witnesses, asked: frozenset[str], factor: float) -> list[Candidate]:
    """Multiply by `factor`, once, the relevance of each candidate with an entity that was asked about and stands
    elsewhere in the graph: in a memory other than the candidate and what was folded into it.

    That an entity stands elsewhere tells nothing where the question has nothing to do with it: in a graph of some size
    all do, and to boost for that costs two points of recall in conversations.
    """

    def is_elsewhere(candidate: Candidate) -> bool:
        keys = asked.intersection(map(spelling_key, candidate.memory.entities)) if asked else ()
        return any(not candidate.ids.issuperset(known.get(key, ())) for key in keys)

    return [_boosted(c, factor) if is_elsewhere(c) else c for c in candidates]


def _boosted(candidate: Candidate, factor: float) -> Candidate:
    return replace(candidate, relevance=candidate.relevance * factor, parts={**candidate.parts, "boost": factor})
