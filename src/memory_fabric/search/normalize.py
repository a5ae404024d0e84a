"""Step 3: what was found, as candidates: each memory once, with its relevance and the reasons for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter

from memory_fabric.models import Memory, Origin, ParsedQuery
from memory_fabric.search.dispatch import Found, Plan
from memory_fabric.search.relevance import Wanted, relevance, session_parts, witnessed
from memory_fabric.text import spelling_key

_VALUE = attrgetter("value")
READ_FOR_ONE = 2
"""How many memories have their words looked at for each that is kept."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Why a memory is a candidate: the hints that it is linked to, and the queries that found it."""

    hints: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that may be an answer.

    `relevance` is positive and comparable within one answer only. `parts` are the numbers that it was made
    of, by name. `merged` are the memories that were folded into this one, `overtakes` those that it made out of date.
    """

    memory: Memory
    relevance: float
    matched: Matched = field(default_factory=Matched)
    parts: Mapping[str, float] = field(default_factory=dict)
    merged: tuple[Memory, ...] = ()
    overtakes: tuple[Memory, ...] = ()

    def scaled(self, reason: str, factor: float) -> Candidate:
        """Return the candidate with its relevance multiplied by a factor, which its parts tell under `reason`."""
        parts = {**self.parts, reason: factor}
        return Candidate(self.memory, self.relevance * factor, self.matched, parts, self.merged, self.overtakes)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the memory and of what was folded into it."""
        if not self.merged:
            return frozenset((self.memory.id,))
        return frozenset((self.memory.id, *(memory.id for memory in self.merged)))

    @property
    def origins(self) -> tuple[Origin, ...]:
        """Every origin of the memory and of what was folded into it, each once."""
        if not self.merged:
            return self.memory.origins
        return tuple(dict.fromkeys(origin for memory in (self.memory, *self.merged) for origin in memory.origins))

    @property
    def timestamp(self) -> datetime | None:
        """When it was last said, by anyone, or None where nobody knows."""
        if not self.merged:
            return self.memory.timestamp
        times = (memory.timestamp for memory in (self.memory, *self.merged))
        return max((time for time in times if time), default=None)

    @property
    def last_known(self) -> datetime | None:
        """When it was last said or, where that is unknown, stored."""
        return self.timestamp or self.memory.stored_at


def newest_first(candidate: Candidate) -> tuple[float, str]:
    """Return the sort key that settles ties everywhere: the newer first, unknown times last, then by id."""
    # Most have nothing folded into them: a sort asks for this of all.
    time = candidate.last_known if candidate.merged else candidate.memory.timestamp or candidate.memory.stored_at
    return (-time.timestamp() if time else math.inf, candidate.memory.id)


def best_first(candidate: Candidate) -> tuple[float, float, str]:
    """Return the sort key of relevance, ties settled by `newest_first`."""
    return (-candidate.relevance, *newest_first(candidate))


def normalize(found: Sequence[Found], parsed: ParsedQuery, plan: Plan, limit: int) -> list[Candidate]:
    """Return the `limit` most relevant of the memories found, each once, best first.

    A text hit without a score has matched nothing and is no candidate. In a plan for recent memories each has
    relevance 1.
    """
    # A name that half of the graph mentions tells little: a hint weighs less, the more memories it has.
    rarities = {target: _rarity(len(ids)) for target, ids in _ids_by_target(found).items()}
    evidence = _collect(found, rarities)
    if plan.recent:
        candidates = [Candidate(e.memory, 1.0, Matched(by=("recent",))) for e in evidence.values()]
        return sorted(candidates, key=newest_first)[:limit]
    wanted = Wanted.read(parsed, plan.words, [e.memory for e in evidence.values()])
    _weigh(evidence.values(), plan, rarities, wanted)
    # Hundreds are found, some forty are kept. To look at the words of all would take most of the time of a search.
    read = _best(evidence.values(), READ_FOR_ONE * limit)
    _look_at_words(read, wanted)
    candidates = []
    for e in _best(read, limit):
        matched = Matched(tuple([hint for hint in plan.names if hint in e.hints]), tuple(e.by))
        candidates.append(Candidate(e.memory, e.value, matched, e.parts))
    return sorted(candidates, key=best_first)[:limit]


def _weigh(
    evidence: Iterable[_Evidence], plan: Plan, rarities: Mapping[tuple[str, str], float], wanted: Wanted
) -> None:
    """Set what each memory is worth for what is known without a look at its words."""
    hints_of: dict[str, list[str]] = {}
    for hint, names in plan.names.items():
        for key in set(map(spelling_key, names)):
            hints_of.setdefault(key, []).append(hint)
    weights = {hint: rarities.get(("entity", hint), 1.0) / len(plan.names) for hint in plan.names}
    for e in evidence:
        for key in hints_of.keys() & map(spelling_key, e.memory.entities):
            e.hints.update(hints_of[key])
        e.hinted = sum([weight for hint, weight in weights.items() if hint in e.hints]) if e.hints else 0.0
        e.value = witnessed(e.text, e.hinted, e.graph) * wanted.outer(e.memory)


def _look_at_words(evidence: Sequence[_Evidence], wanted: Wanted) -> None:
    """Set what each memory is worth on the whole, what its session adds included, and the parts of that."""
    for e in evidence:
        e.parts = {"text": e.text, "hints": e.hinted, "graph": e.graph, **wanted.factors(e.memory), "session": 0.0}
        e.value = relevance(e.parts)
    sessions = session_parts((e.memory, e.value) for e in evidence)
    for e in evidence:
        e.parts["session"] = max([sessions[o.session] for o in e.memory.origins if o.session], default=0.0)
        e.value += e.parts["session"]


def _best(scored: Iterable[_Evidence], limit: int) -> list[_Evidence]:
    """Return the best ones, best first, and what ties with the last of them."""
    ordered = sorted(scored, key=_VALUE, reverse=True)
    while limit < len(ordered) and ordered[limit].value == ordered[limit - 1].value:
        limit += 1
    return ordered[:limit]


@dataclass(slots=True)
class _Evidence:
    """What is known of one memory while the queries' answers are gone through; `text` is its score as a share of the
    best one.
    """

    memory: Memory
    hints: set[str]
    by: list[str]
    text: float = 0.0
    hinted: float = 0.0
    graph: float = 0.0
    value: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)


def _collect(found: Sequence[Found], rarities: Mapping[tuple[str, str], float]) -> dict[str, _Evidence]:
    evidence: dict[str, _Evidence] = {}
    for answer in found:
        query, label = answer.query, answer.query.label
        best = max([hit.score for hit in answer.hits], default=0.0)
        nearness = 0.5 ** (query.distance - 1) * rarities["graph", query.name] if query.route == "graph" else 0.0
        for hit in answer.hits:
            if query.route == "text" and hit.score <= 0:
                continue
            e = evidence.get(hit.memory.id)
            if e is None:
                e = evidence[hit.memory.id] = _Evidence(hit.memory, set(), [])
            if label not in e.by:
                e.by.append(label)
            if query.route == "text":
                e.text = hit.score / best
            elif query.route == "entity":
                e.hints.add(query.hint)
            elif query.route == "graph":
                e.graph = max(e.graph, nearness)
    return evidence


def _ids_by_target(found: Sequence[Found]) -> dict[tuple[str, str], set[str]]:
    ids: dict[tuple[str, str], set[str]] = {}
    for answer in found:
        target = answer.query.hint if answer.query.route == "entity" else answer.query.name
        ids.setdefault((answer.query.route, target), set()).update(hit.memory.id for hit in answer.hits)
    return ids


def _rarity(mentions: int) -> float:
    return 1 / (1 + math.log(max(1, mentions)))
