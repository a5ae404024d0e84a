"""Step 5b: walk the graph. From the question's hints to what stands near them, and around each result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from memory_fabric.graph.store import GraphStore
from memory_fabric.models import Edge, Intent, Memory
from memory_fabric.search.dispatch import Query
from memory_fabric.text import spelling_key

MAX_FRONTIER = 30

RELATIONS_OF_INTENT: dict[Intent, frozenset[str]] = {
    "decision": frozenset({"uses", "chose_over", "replaces"}),
    "recommendation": frozenset({"recommends", "prefers"}),
    "pattern": frozenset({"implements", "used_for"}),
    "blocker": frozenset({"blocked_by", "depends_on"}),
    "problem": frozenset({"causes", "conflicts_with"}),
    "preference": frozenset({"prefers", "chose_over"}),
    "usage": frozenset({"uses", "used_for"}),
    "ownership": frozenset({"owns"}),
    "definition": frozenset({"is_a", "part_of"}),
    "comparison": frozenset({"chose_over", "replaces", "conflicts_with"}),
}
"""Which relations answer which questions; those edges are followed first."""

ACTOR_RELATIONS = frozenset({"uses", "recommends", "prefers", "owns"})
"""Relations from someone who acts to the thing that is acted on."""


ProvedEdges = Mapping[str, Sequence[Edge]]
"""For each memory id the edges that it proves."""


class Step(NamedTuple):
    """An edge met on a walk, `distance` steps from its start: 1 for an edge that touches the start."""

    distance: int
    edge: Edge


def relations_of(intents: Collection[Intent]) -> frozenset[str]:
    """Return the relations that answer questions of these intents."""
    return frozenset().union(*(RELATIONS_OF_INTENT.get(intent, frozenset()) for intent in intents))


def neighbourhood(
    store: GraphStore,
    namespace: str,
    names: Sequence[str],
    *,
    depth: int,
    limit: int,
    as_of: datetime | None = None,
) -> list[Edge]:
    """Return at most `limit` edges within `depth` steps of `names`, each once: nearest first, then current
    first; with `as_of`, as the graph stood at that time.

    Raises:
        GraphUnavailable: the graph cannot be reached.
    """
    steps = walk(store, namespace, names, depth=depth, limit=limit, as_of=as_of, with_witnesses=True)
    return [step.edge for step in steps]


def walk(
    store: GraphStore,
    namespace: str,
    names: Sequence[str],
    *,
    depth: int,
    limit: int,
    as_of: datetime | None = None,
    with_witnesses: bool = False,
) -> list[Step]:
    """Walk breadth first and return at most `limit` steps, nearest first, then current ones first; only
    `with_witnesses` do their edges tell which memories prove them.

    One query to the store for each level, whatever the number of names.

    Raises:
        GraphUnavailable: the graph cannot be reached.
    """
    steps: dict[Edge, Step] = {}
    reached = {spelling_key(name) for name in names}
    frontier = list(names)
    with store.one_moment():
        for distance in range(1, depth + 1):
            if not frontier or len(steps) >= limit:
                break
            # The store gives back what is known already too, so that many must be asked for to learn anything new.
            level = store.edges(namespace, frontier, limit + len(steps), as_of, with_witnesses=with_witnesses)
            for edge in sorted(level, key=lambda edge: not edge.is_current):
                steps.setdefault(edge, Step(distance, edge))
            ends = (end for edge in level for end in (edge.from_, edge.to))
            frontier = _unreached(ends, reached)[:MAX_FRONTIER]
    return list(steps.values())[:limit]


def has_former_names(steps: Iterable[Step], names: Collection[str]) -> bool:
    """Whether some of `names`, from which a walk began, are what an entity was called before it was merged or renamed:
    then an edge of the first step bears none of them.
    """
    start = {spelling_key(name) for name in names}
    return any(start.isdisjoint(map(spelling_key, (s.edge.from_, s.edge.to))) for s in steps if s.distance == 1)


def neighbours(steps: Iterable[Step], hints: Collection[str], intents: Collection[Intent], limit: int) -> list[Query]:
    """Return queries for the entities that a walk from `hints` leads to, at most `limit`.

    Nearest first; among those of one distance, what is reached by a relation that answers the question, then by
    a current one. What an actor does leads from the actor to the thing, never from the thing to everything else
    that the actor does.
    """
    answering = relations_of(intents)
    ordered = sorted(steps, key=lambda s: (s.distance, s.edge.relation not in answering, not s.edge.is_current))
    reached = {spelling_key(hint) for hint in hints}
    queries = []
    for distance, edge in ordered:
        from_key, to_key = spelling_key(edge.from_), spelling_key(edge.to)
        end = None
        if from_key in reached and to_key not in reached:
            end = edge.to
        elif to_key in reached and from_key not in reached and edge.relation not in ACTOR_RELATIONS:
            end = edge.from_
        if end is not None:
            reached.add(spelling_key(end))
            queries.append(Query("graph", end, distance=distance))
    return queries[:limit]


class EdgeIndex:
    """The edges of a walk and those that memories prove, by the entities that they touch."""

    def __init__(self, walked: Iterable[Edge], proved: ProvedEdges) -> None:
        # Edges are known by their place from here on: to hash them takes longer than all the rest.
        self._edges: list[Edge] = []
        places: dict[object, int] = {}

        def place_of(edge: Edge) -> int:
            # Which memories it lists does not make it another one.
            fact = (edge.from_, edge.relation, edge.to, edge.polarity, edge.modality, edge.ended, edge.valid_from)
            if fact not in places:
                places[fact] = len(self._edges)
                self._edges.append(edge)
            return places[fact]

        self._proved = {id: [place_of(edge) for edge in edges] for id, edges in proved.items()}
        for edge in walked:
            place_of(edge)
        self._ends = [(spelling_key(edge.from_), spelling_key(edge.to)) for edge in self._edges]
        self._is_past = [not edge.is_current for edge in self._edges]
        self._touching: dict[str, list[int]] = {}
        for place, ends in enumerate(self._ends):
            for end in dict.fromkeys(ends):
                self._touching.setdefault(end, []).append(place)

    def around(
        self, entities: Collection[str], memory_ids: Collection[str], *, depth: int, limit: int
    ) -> tuple[Edge, ...]:
        """Return the edges around one result, at most `limit`, each once.

        First those that the result itself proves, then those between its entities, then those that touch one
        of them, and so on outwards to `depth`; among equals current ones first, in the order given.
        """
        proved = {place for id in memory_ids for place in self._proved.get(id, ())}
        start = frozenset(map(spelling_key, entities))
        reached = set(start)
        frontier = sorted(start)
        found: dict[int, tuple[bool, bool, int, bool]] = {}
        for distance in range(1, depth + 1):
            if len(found) >= limit:
                break
            if distance > 1:
                ends = dict.fromkeys([end for place in found for end in self._ends[place]])
                frontier = [end for end in ends if end not in reached]
                reached.update(frontier)
            for key in frontier:
                for place in self._touching.get(key, ()):
                    if place not in found:
                        is_inside = start.issuperset(self._ends[place])
                        found[place] = (place not in proved, not is_inside, distance, self._is_past[place])
        return tuple(self._edges[place] for place in sorted(found, key=found.__getitem__)[:limit])


def telling_names(memories: Sequence[Memory]) -> list[str]:
    """Return the entities of the memories, rarest first, without the hubs that more than half of them
    mention.

    A hub, such as the project itself, has so many edges that they would use up every bound; what it shares
    with a memory is found from the edge's other end.
    """
    counts: dict[str, int] = {}
    for memory in memories:
        for name in dict.fromkeys(memory.entities):
            counts[name] = counts.get(name, 0) + 1
    is_crowd = len(memories) > 4
    kept = [name for name, count in counts.items() if not (is_crowd and count > len(memories) / 2)]
    return sorted(kept or counts, key=lambda name: (counts[name], name))


def _unreached(names: Iterable[str], reached: set[str]) -> list[str]:
    fresh = []
    for name in names:
        key = spelling_key(name)
        if key not in reached:
            reached.add(key)
            fresh.append(name)
    return fresh
