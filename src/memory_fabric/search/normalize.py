"""Step 3: what was found, as candidates: each memory once, with its relevance and the reasons for it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from memory_fabric.models import Memory, Origin, ParsedQuery
from memory_fabric.search.dispatch import Found, Plan
from memory_fabric.text import spaced_cjk, spelling_key

TEXT_WEIGHT = 1.0
HINTS_WEIGHT = 0.5
GRAPH_WEIGHT = 0.25
KIND_FACTOR = 1.1
ONLY_SPEAKER_FACTOR = 2.0
SPEAKER_FACTOR = 1.3
WITHIN_FACTOR, AFTER_FACTOR, BEFORE_FACTOR = 3.0, 2.2, 1.6
GRACE_AFTER, GRACE_BEFORE = timedelta(days=14), timedelta(days=3)

ROLES = frozenset({"user", "assistant"})
"""Speakers of formats without names; in a question these are words like others."""

_WORD = re.compile(r"[\w-]+")


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

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the memory and of what was folded into it."""
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
    time = candidate.last_known
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
    best_text = max((e.text for e in evidence.values()), default=0.0) or 1.0
    hint_keys = {hint: {spelling_key(name) for name in names} for hint, names in plan.names.items()}
    weights = {hint: rarities.get(("entity", hint), 1.0) / len(hint_keys) for hint in hint_keys}
    speakers = _named_speakers(parsed, (e.memory for e in evidence.values()))
    scored = []
    for e in evidence.values():
        hints: tuple[str, ...] = ()
        if hint_keys:
            linked = set(map(spelling_key, e.memory.entities))
            hints = tuple(hint for hint, keys in hint_keys.items() if hint in e.hints or not keys.isdisjoint(linked))
        parts = {
            "text": e.text / best_text,
            "brevity": _brevity(e.memory.text),
            "hints": sum([weights[hint] for hint in hints]),
            "graph": e.graph,
            "kind": KIND_FACTOR if e.memory.kind in parsed.intents else 1.0,
            "speaker": _speaker_factor(e.memory, speakers) if speakers else 1.0,
            "time": time_factor(e.memory, parsed.since, parsed.until),
        }
        scored.append((relevance(parts), e, hints, parts))
    # Hundreds are found, some forty are kept: only those, and what ties with the last of them, become candidates.
    worth = sorted((score for score, *_ in scored), reverse=True)
    least = worth[limit - 1] if len(worth) > limit > 0 else 0.0
    candidates = [
        Candidate(e.memory, score, Matched(hints, tuple(e.by)), parts)
        for score, e, hints, parts in scored
        if score >= least
    ]
    return sorted(candidates, key=best_first)[:limit]


def relevance(parts: Mapping[str, float]) -> float:
    """Return the relevance that the parts of a candidate make, before it is compared with the others.

    Three witnesses add up: `text`, the score of the text index as a share of the answer's best, lowered by
    `brevity` for texts of a few words, which an index overrates; `hints`, the share of the question's hints
    that the memory is linked to, each weighed by its rarity; `graph`, how near the memory's entities stand to
    a hint. Three factors multiply: `kind`, where the memory is of the kind asked for; `speaker`, where the
    question names who said it; `time`, where it was said in or near the time asked about. The values of the
    factors and of `brevity` are round ones that were measured on conversations, where finer ones gained next
    to nothing; `hints` and `graph` made no difference there, but find what no word of the question names.
    """
    witnesses = (
        TEXT_WEIGHT * parts["text"] * parts["brevity"] + HINTS_WEIGHT * parts["hints"] + GRAPH_WEIGHT * parts["graph"]
    )
    return witnesses * parts["kind"] * parts["speaker"] * parts["time"]


def time_factor(memory: Memory, since: date | None, until: date | None) -> float:
    """Return how well a memory fits the time asked about; 1 where none is asked about or nothing is known.

    People speak of things afterwards, and announce them before: so days of grace on both sides.
    """
    if since is None and until is None:
        return 1.0
    days = (origin.timestamp.astimezone(UTC).date() for origin in memory.origins if origin.timestamp)
    return max((_day_factor(day, since or date.min, until or date.max) for day in days), default=1.0)


def _day_factor(day: date, since: date, until: date) -> float:
    if since <= day <= until:
        return WITHIN_FACTOR
    if timedelta(0) < day - until <= GRACE_AFTER:
        return AFTER_FACTOR
    if timedelta(0) < since - day <= GRACE_BEFORE:
        return BEFORE_FACTOR
    return 1.0


@dataclass(slots=True)
class _Evidence:
    """What is known of one memory while the queries' answers are gone through."""

    memory: Memory
    text: float = 0.0
    hints: set[str] = field(default_factory=set)
    graph: float = 0.0
    by: dict[str, None] = field(default_factory=dict)


def _collect(found: Sequence[Found], rarities: Mapping[tuple[str, str], float]) -> dict[str, _Evidence]:
    evidence: dict[str, _Evidence] = {}
    for answer in found:
        query, label = answer.query, answer.query.label
        nearness = 0.5 ** (query.distance - 1) * rarities["graph", query.name] if query.route == "graph" else 0.0
        for hit in answer.hits:
            if query.route == "text" and hit.score <= 0:
                continue
            e = evidence.get(hit.memory.id)
            if e is None:
                e = evidence[hit.memory.id] = _Evidence(hit.memory)
            e.by.setdefault(label)
            if query.route == "text":
                e.text = max(e.text, hit.score)
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


def _brevity(text: str) -> float:
    words = text if text.isascii() else spaced_cjk(text)
    return min(1.0, (len(words.split()) + 2) / 12)


def _named_speakers(parsed: ParsedQuery, memories: Iterable[Memory]) -> frozenset[str]:
    """Return which speakers of the memories the question names, folded."""
    spoken = {name.casefold() for name in {o.speaker for memory in memories for o in memory.origins if o.speaker}}
    names = [name.casefold() for name in ([parsed.speaker] if parsed.speaker else parsed.entity_hints)]
    words = frozenset() if parsed.speaker else frozenset(_WORD.findall(parsed.question.casefold()))
    return frozenset(speaker for speaker in spoken if _is_named(speaker, names, words))


def _is_named(speaker: str, names: Sequence[str], words: Collection[str]) -> bool:
    if any(_same_person(speaker, name) for name in names):
        return True
    # A first name that the parser did not take for a name still names its only bearer.
    first, *_ = speaker.split() or [""]
    return first in words and speaker not in ROLES and not any(name.split()[:1] == [first] for name in names)


def _same_person(left: str, right: str) -> bool:
    # "Ana" names Ana Souza; "Ana Lima" does not, nor does "database" name database-engineer.
    if spelling_key(left) == spelling_key(right):
        return True
    short, long = sorted((left.split(), right.split()), key=len)
    return len(short) == 1 and len(long) > 1 and short[0] == long[0]


def _speaker_factor(memory: Memory, named: frozenset[str]) -> float:
    if not any(origin.speaker and origin.speaker.casefold() in named for origin in memory.origins):
        return 1.0
    return ONLY_SPEAKER_FACTOR if len(named) == 1 else SPEAKER_FACTOR
