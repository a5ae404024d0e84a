"""The six steps in their order: from a parsed question to the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memory_fabric.config import Settings
from memory_fabric.graph.store import GraphStore
from memory_fabric.graph.terms import term_set
from memory_fabric.models import Edge, Filters, ParsedQuery, SearchResponse, SearchResult
from memory_fabric.search.answering import favour_answers
from memory_fabric.search.boost import boost, witnesses
from memory_fabric.search.dedupe import dedupe
from memory_fabric.search.dispatch import Found, Lexicon, Plan, Query, dispatch, fetch, make_plan
from memory_fabric.search.life import thing_of
from memory_fabric.search.normalize import Candidate, normalize
from memory_fabric.search.rank import Ranked, rank, rank_recent
from memory_fabric.search.steps import Steps
from memory_fabric.search.supersede import names_to_fetch, successions, supersede
from memory_fabric.search.traverse import (
    EdgeIndex,
    ProvedEdges,
    Step,
    has_former_names,
    neighbours,
    telling_names,
    walk,
)

MIN_CANDIDATES = 30
HELD_EDGES, ENDING_EDGES = 100, 40
HOP_EDGES, HOP_ENTITIES = 50, 5
MAX_LINKS = 3
"""How far a chain of replacements is followed."""
RESULT_EDGES, RELATIONS_PER_RESULT = 40, 10


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to answer: at most `limit` results, relations to `depth`, seen from `now`, of what `filters` let
    through; with the relations that held at `as_of`, or now.
    """

    limit: int
    depth: int
    now: datetime
    filters: Filters = field(default_factory=Filters)
    as_of: datetime | None = None
    explain: bool = False


class SearchWorkflow:
    """Answers questions from one graph. Safe to use from several threads."""

    def __init__(self, store: GraphStore, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    def run(self, namespace: str, parsed: ParsedQuery, options: SearchOptions, lexicon: Lexicon) -> SearchResponse:
        """Answer a question, best first, with the names that `lexicon` knows. Limit and depth beyond the settings
        are clamped, and `notes` says so.

        Raises:
            GraphUnavailable: the graph cannot be reached; an empty answer always means that nothing was
            found.
        """
        options, notes = clamped(options, self._settings)
        plan = make_plan(parsed, lexicon)
        steps = Steps()
        search = _Search(self._store, lexicon, self._settings, namespace, parsed, options, plan, steps)
        ranked, proved = search.recent() if plan.recent else search.relevant()
        return SearchResponse(
            query=parsed.question,
            parsed=parsed,
            results=search.results(ranked[: options.limit], proved),
            truncated=len(ranked) > options.limit,
            notes=notes,
            seconds=steps.seconds,
        )


def clamped(options: SearchOptions, settings: Settings) -> tuple[SearchOptions, tuple[str, ...]]:
    """Return the options within the settings' bounds, and a note for each that was not."""
    limit = max(1, min(options.limit, settings.max_limit))
    depth = max(0, min(options.depth, settings.max_depth))
    notes = []
    if limit != options.limit:
        notes.append(f"limit {options.limit} is out of bounds: {limit} was used (1 to {settings.max_limit})")
    if depth != options.depth:
        notes.append(f"depth {options.depth} is out of bounds: {depth} was used (0 to {settings.max_depth})")
    return replace(options, limit=limit, depth=depth), tuple(notes)


@dataclass(frozen=True, slots=True)
class _Search:
    """One question on its way through the steps."""

    store: GraphStore
    lexicon: Lexicon
    settings: Settings
    namespace: str
    parsed: ParsedQuery
    options: SearchOptions
    plan: Plan
    steps: Steps

    def relevant(self) -> tuple[list[Ranked], ProvedEdges]:
        """Return what answers the question, by score, and what that proves."""
        timed = self.steps.timed
        with timed("hops"):
            near = self._hops()
        with timed("dispatch"):
            found = self._dispatch(near)
        with timed("normalize"):
            candidates = self._normalize(found)
        with self.store.one_moment():
            return self._ranked(found, candidates)

    def _ranked(self, found: Sequence[Found], candidates: list[Candidate]) -> tuple[list[Ranked], ProvedEdges]:
        """Return the candidates of what was found as the graph tells of them: what is the same as one, what answers,
        what is over behind what came instead; and what they prove.
        """
        timed = self.steps.timed
        with timed("edges"):
            proved = self._proved(candidates)
            edges = self._edges(candidates, proved)
        with timed("supersede"):
            overtaking = self._overtaking(candidates, edges, proved)
        if overtaking:
            with timed("normalize"):
                # Beside the best ones, however little the question's words say of them.
                known = {candidate.memory.id for candidate in candidates}
                more = [c for c in self._normalize(overtaking) if c.memory.id not in known]
            with timed("edges"):
                candidates += more
                proved = {**proved, **self._proved(more)}
                edges += [edge for c in more for edge in proved.get(c.memory.id, ())]
        with timed("dedupe"):
            unique = self._dedupe(candidates, proved)
        with timed("boost"):
            boosted = favour_answers(boost(unique, witnesses(found), self.settings.boost_factor), proved, self.parsed)
        with timed("supersede"):
            settled = supersede(boosted, successions(boosted, edges, proved, self.parsed), self.parsed)
        with timed("rank"):
            return rank(settled, self.settings, self.options.now), proved

    def recent(self) -> tuple[list[Ranked], ProvedEdges]:
        """Return the recent memories, newest first, and what they prove."""
        timed = self.steps.timed
        with timed("dispatch"):
            candidates = self._normalize(self._dispatch())
        with timed("edges"):
            proved = self._proved(candidates)
        with timed("dedupe"):
            unique = self._dedupe(candidates, proved)
        with timed("rank"):
            return rank_recent(unique, self.settings, self.options.now), proved

    def results(self, ranked: Sequence[Ranked], proved: ProvedEdges) -> tuple[SearchResult, ...]:
        """Return the ranked as results, with the relations around each."""
        depth = self.options.depth
        with self.steps.timed("walk"):
            names = telling_names([r.candidate.memory for r in ranked])
            walked = [step.edge for step in self._walk(names, depth=depth, limit=RESULT_EDGES)]
            shown = {id for r in ranked for id in r.candidate.ids}
            index = EdgeIndex(walked, {id: edges for id, edges in proved.items() if id in shown})
        with self.steps.timed("results"):
            words = {word: term_set(word) for word in self.plan.words}
            return tuple(
                SearchResult(
                    id=graph_id(r.candidate.memory.id),
                    text=r.candidate.memory.text,
                    score=r.score,
                    relevance=r.factors.relevance,
                    timestamp=r.candidate.timestamp,
                    entities=r.candidate.memory.entities,
                    graph_relations=index.around(
                        r.candidate.memory.entities, r.candidate.ids, depth=depth, limit=RELATIONS_PER_RESULT
                    ),
                    metadata=_metadata(r, words),
                    explain=r.explained() if self.options.explain else {},
                )
                for r in ranked
            )

    @property
    def _room(self) -> int:
        return max(MIN_CANDIDATES, 3 * self.options.limit // 2)

    def _dispatch(self, near: Sequence[Query] = ()) -> list[Found]:
        return dispatch(
            self.store,
            self.namespace,
            self.plan,
            near,
            parsed=self.parsed,
            filters=self.options.filters,
            limit=self._room,
        )

    def _hops(self) -> list[Query]:
        names = [name for variants in self.plan.names.values() for name in variants]
        # What is told of an entity one step away stands two steps away.
        depth = self.options.depth - 1
        steps = self._walk(names, depth=depth, limit=HOP_EDGES)
        if has_former_names(steps, names):
            records = [self.store.entity(self.namespace, name) for name in names]
            names = [*names, *(record.name for record in records if record)]
        return neighbours(steps, names, self.parsed.intents, HOP_ENTITIES)

    def _walk(self, names: Sequence[str], *, depth: int, limit: int) -> list[Step]:
        return walk(self.store, self.namespace, names, depth=depth, limit=limit, as_of=self.options.as_of)

    def _normalize(self, found: Sequence[Found]) -> list[Candidate]:
        return normalize(found, self.parsed, self.plan, self._room)

    def _proved(self, candidates: Sequence[Candidate]) -> ProvedEdges:
        ids = [candidate.memory.id for candidate in candidates]
        return self.store.proved_by(self.namespace, ids, self.options.as_of) if ids else {}

    def _edges(self, candidates: Sequence[Candidate], proved: ProvedEdges) -> list[Edge]:
        """Return what candidates prove, what tells that something they speak of is over and, where the question is
        about the past, what held before that.
        """
        told = [edge for edges in proved.values() for edge in edges]
        silent = [c.memory for c in candidates if c.memory.id not in proved]
        names = dict.fromkeys([*map(thing_of, told), *telling_names(silent)])
        ends = self._ends(names)
        gone = dict.fromkeys(edge.to for edge in told if edge.relation == "replaces" or edge.ended)
        held: list[Edge] = []
        if gone and (self.parsed.tense == "before" or self.parsed.since or self.parsed.until):
            held = self.store.edges(self.namespace, list(gone), HELD_EDGES, self.options.as_of)
        return [*told, *ends, *held]

    def _ends(self, names: Iterable[str]) -> list[Edge]:
        """Return what tells that something with one of the names is over, and with what came instead, and so on."""
        ends: list[Edge] = []
        asked: set[str] = set()
        for _ in range(MAX_LINKS):
            names = [name for name in names if name not in asked]
            if not names:
                break
            asked.update(names)
            last = self.store.overtaking(self.namespace, names, ENDING_EDGES, self.options.as_of)
            ends += last
            names = dict.fromkeys(thing_of(edge) for edge in last if edge.relation == "replaces")
        return ends

    def _overtaking(self, candidates: Sequence[Candidate], edges: Sequence[Edge], proved: ProvedEdges) -> list[Found]:
        wanted = names_to_fetch(candidates, edges, proved, self.parsed)
        queries = [Query("graph", name, distance=1, among=ids) for name, ids in wanted.items()]
        return fetch(self.store, self.namespace, queries, filters=self.options.filters)

    def _dedupe(self, candidates: Sequence[Candidate], proved: ProvedEdges) -> list[Candidate]:
        return dedupe(candidates, proved, self.lexicon, self.settings.dedup_threshold)


def graph_id(memory_id: str) -> str:
    """Return the id of a memory as a result carries it."""
    return f"graph:{memory_id}"


def _metadata(ranked: Ranked, words: dict[str, frozenset[str]]) -> dict[str, Any]:
    candidate = ranked.candidate
    present = term_set(candidate.memory.text)
    return {
        "kind": candidate.memory.kind,
        "speaker": candidate.memory.speaker,
        "session": next((origin.session for origin in candidate.origins if origin.session), None),
        "origins": candidate.origins,
        "cross_validated": ranked.is_cross_validated,
        "merged": tuple({"id": graph_id(memory.id), "text": memory.text} for memory in candidate.merged),
        "supersedes": tuple({"id": graph_id(memory.id), "text": memory.text} for memory in candidate.overtakes),
        "matched": {
            "words": tuple(word for word, parts in words.items() if parts and parts <= present),
            "hints": candidate.matched.hints,
            "by": candidate.matched.by,
        },
    }
