"""Near-identical texts that tell the same become one result."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Edge, Memory, Origin
from memory_fabric.search.dedupe import dedupe, is_cross_validated
from memory_fabric.search.normalize import Candidate

from .fakes import FakeLexicon, by_witness, days_ago, memory

LEXICON = FakeLexicon()


def merged(*memories: Memory, threshold: float = 0.85, edges: tuple[Edge, ...] = ()) -> list[Candidate]:
    """Dedupe memories whose relevance falls in the order given."""
    candidates = [Candidate(m, 1.0 - at / 100) for at, m in enumerate(memories)]
    return dedupe(candidates, by_witness(edges), LEXICON, threshold)


def texts(*words: str) -> list[Memory]:
    return [memory(str(at), text) for at, text in enumerate(words)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use feature flags for every rollout", "Do not use feature flags for every rollout"),
        ("The image is built on Python 3.11", "The image is built on Python 3.12"),
        ("Deploy to us-east-1", "Deploy to us-east-2"),
        ("Redis is used by the auth service", "The auth service is used by Redis"),
        ("The warehouse runs on MySQL since spring", "The warehouse runs on MSSQL since spring"),
    ],
)
@pytest.mark.issue("graphiti PR#1241")
@pytest.mark.issue("RapidFuzz#76")
def test_pairs_that_a_fuzzy_score_takes_for_one_stay_two(left: str, right: str) -> None:
    assert len(merged(*texts(left, right))) == 2


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use cursor-based pagination for scalability", "Use cursor-based pagination for better scalability"),
        ("For scalability, use cursor-based pagination", "Use cursor-based pagination for scalability"),
        ("We keep the ledger in Postgres", "We keep the ledger in PostgreSQL"),
        ("The gateway caches  tokens", "the gateway caches tokens"),
    ],
)
def test_pairs_that_tell_the_same_become_one(left: str, right: str) -> None:
    (kept,) = merged(*texts(left, right))
    assert kept.memory.text == left
    assert [m.text for m in kept.merged] == [right]


def test_alike_below_the_threshold_stays_apart() -> None:
    pair = texts("The gateway caches tokens", "The gateway caches tokens for a short while")
    assert len(merged(*pair)) == 2
    assert len(merged(*pair, threshold=0.6)) == 1


def test_a_threshold_of_one_still_merges_what_is_identical() -> None:
    assert len(merged(*texts("The gateway caches tokens", "The gateway caches tokens"), threshold=1.0)) == 1


@pytest.mark.issue("mem0#1674")
@pytest.mark.issue("mnemon PR#139")
def test_one_sentence_three_times_is_one_result_and_two_teams_are_two() -> None:
    assert len(merged(*texts(*["Nightly builds run on ARM"] * 3))) == 1
    assert len(merged(memory("1", "Alpha uses Redis", "Redis"), memory("2", "Beta uses Redis", "Redis"))) == 2


def test_the_more_relevant_is_kept_and_of_equals_the_newer() -> None:
    old, new = (
        memory("a", "We ship on Fridays", said=days_ago(9)),
        memory("b", "We ship on Fridays", said=days_ago(1)),
    )
    assert merged(old, new)[0].memory == old
    (kept,) = dedupe([Candidate(old, 1.0), Candidate(new, 1.0)], {}, LEXICON, 0.85)
    assert kept.memory == new


def test_the_kept_one_gains_the_origins_and_lists_what_was_folded_into_it() -> None:
    (kept,) = merged(
        memory("a", "We ship on Fridays", speaker="Ana", said=days_ago(9)),
        memory("b", "We ship on Fridays!", speaker="Bo", said=days_ago(1)),
    )
    assert [origin.speaker for origin in kept.origins] == ["Ana", "Bo"]
    assert kept.timestamp == days_ago(1)
    assert kept.ids == {"a", "b"}


def test_a_chain_of_small_steps_does_not_merge_its_ends() -> None:
    steps = [
        "The nightly export job writes the report files",
        "The nightly export job writes the full report files",
        "The nightly export job always writes the full report files",
        "The nightly export job always writes the full signed report files",
    ]
    kept = merged(*texts(*steps))
    assert [c.memory.text for c in kept] == [steps[0], steps[3]]


def test_two_speakers_are_two_witnesses_and_one_speaker_twice_is_one() -> None:
    assert is_cross_validated([Origin(speaker="Ana", source="x"), Origin(speaker="Bo", source="x")])
    assert not is_cross_validated([Origin(speaker="Ana", source="x"), Origin(speaker="ana", source="y")])


def test_where_a_speaker_is_unknown_sources_decide() -> None:
    assert is_cross_validated([Origin(source="x"), Origin(source="y")])
    assert is_cross_validated([Origin(speaker="Ana", source="x"), Origin(source="y")])
    assert not is_cross_validated([Origin(speaker="Ana", source="x"), Origin(source="x")])
    assert not is_cross_validated([Origin(), Origin(session="s2"), Origin(source="x")])


WORDS = st.sampled_from(["cache", "Cache", "caches", "not", "the", "Redis", "3.11", "3.12", "slow", "is", "it", "?"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), max_size=12)


@given(TEXTS)
def test_deduping_twice_changes_nothing_more(some: list[str]) -> None:
    once = merged(*texts(*some))
    assert dedupe(once, {}, LEXICON, 0.85) == once


@given(TEXTS, st.randoms())
def test_the_order_of_the_candidates_does_not_matter(some: list[str], random: Random) -> None:
    candidates = [Candidate(m, 1.0) for m in texts(*some)]
    shuffled = random.sample(candidates, len(candidates))
    assert dedupe(shuffled, {}, LEXICON, 0.85) == dedupe(candidates, {}, LEXICON, 0.85)


@given(TEXTS)
def test_nothing_is_lost(some: list[str]) -> None:
    kept = merged(*texts(*some))
    assert sorted(id for candidate in kept for id in candidate.ids) == sorted(map(str, range(len(some))))
