"""Recency, relevance and authority become the score."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Memory, Origin
from memory_fabric.search.normalize import Candidate
from memory_fabric.search.rank import AUTHORITY, PIECE_FACTOR, rank, rank_recent, recency_factor

from .fakes import NOW, days_ago, memory, settings

SETTINGS = settings(recency_half_life_days=100, recency_floor=0.6)


def test_recency_halves_its_span_with_each_half_life_and_ends_at_the_floor() -> None:
    factors = [recency_factor(days_ago(days), NOW, SETTINGS) for days in (0, 100, 200, 100_000)]
    assert factors == pytest.approx([1.0, 0.8, 0.7, 0.6])


def test_a_time_to_come_counts_as_now_and_an_unknown_one_is_neutral() -> None:
    assert recency_factor(days_ago(-30), NOW, SETTINGS) == 1.0
    assert recency_factor(None, NOW, SETTINGS) == pytest.approx(0.8)


def test_an_entity_of_the_graph_lends_authority_and_a_second_witness_more() -> None:
    alone = Candidate(memory("alone", "x"), 1.0)
    linked = Candidate(memory("linked", "x", "Redis"), 1.0)
    vouched = Candidate(memory("v1", "x", speaker="Ana"), 1.0, merged=(memory("v2", "x", speaker="Bo"),))
    ranked = rank([alone, linked, vouched], SETTINGS, NOW)
    assert [r.candidate.memory.id for r in ranked] == ["v1", "linked", "alone"]
    assert [r.is_cross_validated for r in ranked] == [True, False, False]


def test_a_memory_whose_own_origins_are_two_witnesses_is_cross_validated() -> None:
    twice = Memory("1", "x", origins=(Origin(speaker="Ana"), Origin(speaker="Bo")))
    assert rank([Candidate(twice, 1.0)], SETTINGS, NOW)[0].is_cross_validated


def test_the_best_has_relevance_one_and_no_order_is_lost_by_clamping() -> None:
    ranked = rank([Candidate(memory(str(r), "x"), r) for r in (1.2, 1.44, 0.6)], SETTINGS, NOW)
    assert [r.factors.relevance for r in ranked] == pytest.approx([1.0, 1.2 / 1.44, 0.6 / 1.44])


def test_the_product_is_the_weighted_geometric_mean_and_the_sum_the_arithmetic_one() -> None:
    candidates = [
        Candidate(memory("1", "x", "Redis", said=days_ago(100)), 2.0),
        Candidate(memory("2", "x"), 1.0),
    ]
    (product,) = [r.score for r in rank(candidates, SETTINGS, NOW) if r.candidate.memory.id == "2"]
    low, high = AUTHORITY["unlinked"], AUTHORITY["linked"]
    assert product == pytest.approx(0.8**0.3 * 0.5**0.5 * low**0.2)
    sums = rank(candidates, SETTINGS.model_copy(update={"ranking": "sum"}), NOW)
    assert [r.score for r in sums] == pytest.approx([0.3 * 0.8 + 0.5 + 0.2 * high, 0.3 * 0.8 + 0.5 * 0.5 + 0.2 * low])


def test_ties_go_to_the_newer_and_then_by_id() -> None:
    flat = settings(recency_floor=1)
    candidates = [Candidate(memory(id, "x", said=days_ago(days)), 1.0) for id, days in (("c", 9), ("b", 1), ("a", 9))]
    assert [r.candidate.memory.id for r in rank(candidates, flat, NOW)] == ["b", "a", "c"]


def test_recent_memories_are_ordered_by_time_whatever_their_authority() -> None:
    stored = memory("stored", "x", stored_at=days_ago(2))
    linked = memory("linked", "x", "Redis", said=days_ago(3))
    alone = memory("alone", "x", said=days_ago(1))
    ranked = rank_recent([Candidate(m, 1.0) for m in (stored, linked, alone)], SETTINGS, NOW)
    assert [r.candidate.memory.id for r in ranked] == ["alone", "stored", "linked"]
    scores = [r.score for r in ranked]
    assert scores == sorted(scores, reverse=True)


def piece(id: str, relevance: float, turn: str | None = "t1", session: str = "s1", source: str = "log") -> Candidate:
    return Candidate(Memory(id, "x", origins=(Origin(source, session, turn),)), relevance)


def told(candidates: list[Candidate]) -> dict[str, float]:
    """Return by id what each was lowered by, as its explanation tells, best first; 1 where nothing is told."""
    return {r.candidate.memory.id: r.explained().get("further_piece", 1.0) for r in rank(candidates, SETTINGS, NOW)}


def test_further_pieces_of_one_turn_are_worth_less_and_less_and_say_so() -> None:
    pieces = [piece("third", 0.9), piece("first", 1.0), piece("second", 0.95)]
    assert told(pieces) == pytest.approx({"first": 1.0, "second": PIECE_FACTOR, "third": PIECE_FACTOR**2})
    first, second, _ = rank(pieces, SETTINGS, NOW)
    assert second.score == pytest.approx(first.score * 0.95**0.5 * PIECE_FACTOR)
    assert "further_piece" not in first.explained()


def test_what_another_turn_says_comes_before_the_further_pieces_of_one() -> None:
    pieces = [piece("a", 1.0), piece("b", 1.0), piece("other", 0.9, "t2")]
    assert list(told(pieces)) == ["a", "other", "b"]


def test_turns_of_the_same_id_in_another_session_or_source_are_other_turns() -> None:
    pieces = [piece("a", 1.0), piece("b", 1.0, session="s2"), piece("c", 1.0, source="mail")]
    assert told(pieces) == {"a": 1.0, "b": 1.0, "c": 1.0}


def test_memories_of_no_known_turn_are_no_pieces_of_one() -> None:
    assert told([piece("a", 1.0, None), piece("b", 1.0, None), Candidate(Memory("c", "x"), 1.0)]) == {
        "a": 1.0,
        "b": 1.0,
        "c": 1.0,
    }


CANDIDATES = st.lists(
    st.builds(
        lambda turn, piece, relevance, age, linked: Candidate(
            Memory(
                f"{turn}-{piece}",
                "x",
                entities=tuple(linked),
                origins=(Origin(turn_id=turn, timestamp=None if age is None else days_ago(age)),),
            ),
            relevance,
        ),
        st.sampled_from("ab"),
        st.uuids(),
        st.floats(1e-6, 1e6),
        st.none() | st.integers(-1000, 5000),
        st.lists(st.just("Redis"), max_size=1),
    ),
    max_size=8,
)


@given(CANDIDATES, st.sampled_from(["product", "sum"]), st.randoms(use_true_random=False))
def test_scores_lie_above_zero_up_to_one_and_the_order_of_the_candidates_does_not_matter(
    candidates: list[Candidate], ranking: str, random: Random
) -> None:
    chosen = SETTINGS.model_copy(update={"ranking": ranking})
    ranked = rank(candidates, chosen, NOW)
    assert all(0 < r.score <= 1 + 1e-12 and 0 < r.factors.relevance <= 1 for r in ranked)
    scores = [round(r.score, 9) for r in ranked]  # nearer ones are ties, which age settles
    assert scores == sorted(scores, reverse=True)
    assert rank(random.sample(candidates, len(candidates)), chosen, NOW) == ranked


@given(CANDIDATES)
def test_what_explains_a_score_makes_it(candidates: list[Candidate]) -> None:
    for r in rank(candidates, SETTINGS, NOW):
        factors = [r.explained()[name] for name in ("recency", "relevance", "authority")]
        whole = math.prod(f["factor"] ** f["weight"] for f in factors)
        assert whole * r.explained().get("further_piece", 1.0) == pytest.approx(r.score)
        assert r.explained()["authority"]["factor"] == AUTHORITY[r.standing]
