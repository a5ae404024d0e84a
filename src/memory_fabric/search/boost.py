"""Step 5a: a result whose entities stand elsewhere in the graph too is worth more, once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from memory_fabric.models import Edge, Memory
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


def is_elsewhere(candidate: Candidate, known: Witnesses) -> bool:
    """Whether a memory other than the candidate, or what was folded into it, has to do with one of its
    entities.
    """
    return any(not candidate.ids.issuperset(known.get(spelling_key(n), ())) for n in candidate.memory.entities)


def names_to_look_up(candidates: Sequence[Candidate], known: Witnesses, limit: int) -> list[str]:
    """Return the entities whose count of memories in the graph decides what `known` leaves open, at most
    `limit`.
    """
    open_ones = (candidate for candidate in candidates if not is_elsewhere(candidate, known))
    return list(dict.fromkeys(name for candidate in open_ones for name in candidate.memory.entities))[:limit]


def boost(
    candidates: Sequence[Candidate], known: Witnesses, memory_counts: Mapping[str, int], factor: float
) -> list[Candidate]:
    """Multiply by `factor`, once, the relevance of each candidate with an entity that stands elsewhere in the
    graph.

    Its own mention is nothing elsewhere. `memory_counts` tells how many memories mention an entity, where
    looked up.
    """
    return [_boosted(c, factor) if is_elsewhere(c, known) or _is_counted(c, memory_counts) else c for c in candidates]


def _is_counted(candidate: Candidate, memory_counts: Mapping[str, int]) -> bool:
    return any(memory_counts.get(name, 0) > len(candidate.ids) for name in candidate.memory.entities)


def _boosted(candidate: Candidate, factor: float) -> Candidate:
    return replace(candidate, relevance=candidate.relevance * factor, parts={**candidate.parts, "boost": factor})
