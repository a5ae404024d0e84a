"""Step 6: recency, relevance and authority become the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from memory_fabric.config import Settings
from memory_fabric.search.dedupe import is_cross_validated
from memory_fabric.search.normalize import Candidate, newest_first

PIECE_FACTOR = 0.9

RECENCY_WEIGHT, RELEVANCE_WEIGHT, AUTHORITY_WEIGHT = 0.3, 0.5, 0.2

Ranking = Literal["product", "sum"]
Standing = Literal["unlinked", "linked", "cross-validated"]

AUTHORITY: dict[Standing, float] = {"unlinked": 0.9, "linked": 0.91, "cross-validated": 1.0}
"""How much a memory is worth for whom it comes from: no entity of the graph, one at least, two independent
origins.
"""

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Factors:
    """What the score is made of, each in (0, 1]."""

    recency: float
    relevance: float
    authority: float

    def score(self, ranking: Ranking) -> float:
        """Return the score in (0, 1]: the weighted geometric mean, or the weighted arithmetic one."""
        if ranking == "sum":
            return RECENCY_WEIGHT * self.recency + RELEVANCE_WEIGHT * self.relevance + AUTHORITY_WEIGHT * self.authority
        return float(self.recency**RECENCY_WEIGHT * self.relevance**RELEVANCE_WEIGHT * self.authority**AUTHORITY_WEIGHT)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score and what that was made of: `best` is the relevance that the others were divided by,
    `further_piece` what it lost for other pieces of its turn before it.
    """

    candidate: Candidate
    score: float
    factors: Factors
    standing: Standing
    ranking: Ranking
    best: float
    further_piece: float = 1.0

    @property
    def is_cross_validated(self) -> bool:
        """Whether two independent origins vouch for it."""
        return self.standing == "cross-validated"

    def explained(self) -> dict[str, Any]:
        """Return what the score was made of, in plain JSON types."""
        factors, candidate = self.factors, self.candidate
        explain: dict[str, Any] = {
            "ranking": self.ranking,
            "recency": {"factor": factors.recency, "weight": RECENCY_WEIGHT},
            "relevance": {
                "factor": factors.relevance,
                "weight": RELEVANCE_WEIGHT,
                "raw": candidate.relevance,
                "best": self.best,
                "parts": dict(candidate.parts),
            },
            "authority": {"factor": factors.authority, "weight": AUTHORITY_WEIGHT, "standing": self.standing},
        }
        if self.further_piece < 1:
            explain["further_piece"] = self.further_piece
        return explain


def rank(candidates: Sequence[Candidate], settings: Settings, now: datetime) -> list[Ranked]:
    """Return the candidates by score, best first; ties go to the newer, then by id.

    Relevance is divided by the best one here, after every factor has been applied: nothing is clamped, and
    the order that was earned stays.
    """
    best = max((candidate.relevance for candidate in candidates), default=1.0)
    ranked = []
    for candidate in candidates:
        standing = _standing(candidate)
        recency = recency_factor(candidate.timestamp, now, settings)
        factors = Factors(recency, candidate.relevance / best, AUTHORITY[standing])
        score = factors.score(settings.ranking)
        ranked.append(Ranked(candidate, score, factors, standing, settings.ranking, best))
    return _pieces_apart(sorted(ranked, key=_best_first))


def _best_first(ranked: Ranked) -> tuple[float, float, str]:
    return (-round(ranked.score, 9), *newest_first(ranked.candidate))


def _pieces_apart(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the ranked, best first, with every further piece of one turn or document at a little less than the last:
    a first page of one long message tells less than one of several.
    """
    seen: Counter[tuple[str | None, ...]] = Counter()
    apart = []
    for r in ranked:
        origin = next((origin for origin in r.candidate.memory.origins if origin.turn_id), None)
        turn = (origin.source, origin.session, origin.turn_id) if origin else (r.candidate.memory.id,)
        factor = PIECE_FACTOR ** seen[turn]
        seen[turn] += 1
        apart.append(replace(r, score=r.score * factor, further_piece=factor) if factor < 1 else r)
    return sorted(apart, key=_best_first) if len(seen) < len(ranked) else apart


def rank_recent(candidates: Sequence[Candidate], settings: Settings, now: datetime) -> list[Ranked]:
    """Return the candidates newest first, for a question that asks for nothing but the recent.

    The time is when it was said or, where that is unknown, stored. Relevance and authority are 1, so that the
    scores fall as the ages grow.
    """
    ranked = []
    for candidate in sorted(candidates, key=newest_first):
        factors = Factors(recency_factor(candidate.last_known, now, settings), 1.0, 1.0)
        score = factors.score(settings.ranking)
        ranked.append(Ranked(candidate, score, factors, _standing(candidate), settings.ranking, 1.0))
    return ranked


def recency_factor(time: datetime | None, now: datetime, settings: Settings) -> float:
    """Return how fresh a time is: 1 for now, falling by half-life towards the floor, in (0, 1].

    A time to come counts as now. An unknown time is neutral: the middle between floor and 1.
    """
    floor = settings.recency_floor
    if time is None:
        return (1 + floor) / 2
    age = max(0.0, (now - time).total_seconds() / _DAY)
    return float(floor + (1 - floor) * 0.5 ** (age / settings.recency_half_life_days))


def _standing(candidate: Candidate) -> Standing:
    if is_cross_validated(candidate.origins):
        return "cross-validated"
    return "linked" if candidate.memory.entities else "unlinked"
