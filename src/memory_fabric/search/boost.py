"""Step 5a: a result with an entity that is asked about and stands elsewhere in the graph too is worth more, once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from memory_fabric.search.dispatch import Found
from memory_fabric.search.normalize import Candidate
from memory_fabric.text import spelling_key

Witnesses = Mapping[str, Collection[str]]
"""For the spelling key of each entity asked about, the ids of memories that mention it."""


def witnesses(found: Sequence[Found]) -> Witnesses:
    """Return who mentions each entity that the question is about: its hints, and what stands near them in the graph;
    without those who speak in what was found, for whom the speaker counts.
    """
    ids: dict[str, set[str]] = {}
    for answer in found:
        if answer.query.name and answer.query.among is None:
            ids.setdefault(spelling_key(answer.query.name), set()).update([hit.memory.id for hit in answer.hits])
    if ids:
        spoken = {o.speaker for answer in found for hit in answer.hits for o in hit.memory.origins if o.speaker}
        for speaker in spoken:
            ids.pop(spelling_key(speaker), None)
    return ids


def boost(candidates: Sequence[Candidate], known: Witnesses, factor: float) -> list[Candidate]:
    """Multiply by `factor`, once, the relevance of each candidate with an entity that was asked about and stands
    elsewhere in the graph: in a memory other than the candidate and what was folded into it.

    That an entity stands elsewhere tells nothing where the question has nothing to do with it: in a graph of some size
    all do, and to boost for that costs two points of recall in conversations.
    """

    def is_elsewhere(candidate: Candidate) -> bool:
        keys = known.keys() & map(spelling_key, candidate.memory.entities)
        return any(not candidate.ids.issuperset(known[key]) for key in keys)

    return [c.scaled("boost", factor) if is_elsewhere(c) else c for c in candidates] if known else list(candidates)
