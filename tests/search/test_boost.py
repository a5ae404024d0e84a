"""Who earns the cross-reference boost, and how often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Edge, Memory
from memory_fabric.search.boost import boost, names_to_look_up, witnesses
from memory_fabric.search.normalize import Candidate

from .fakes import memory


def boosted(*memories: Memory, edges: tuple[Edge, ...] = (), counts: dict[str, int] | None = None) -> dict[str, float]:
    candidates = [Candidate(m, 1.0) for m in memories]
    after = boost(candidates, witnesses(memories, edges), counts or {}, 1.2)
    return {candidate.memory.id: candidate.relevance for candidate in after}


def test_an_entity_that_another_memory_mentions_boosts_both() -> None:
    shared = boosted(memory("1", "x", "Redis"), memory("2", "y", "redis"), memory("3", "z", "Kafka"))
    assert shared == {"1": 1.2, "2": 1.2, "3": 1.0}


def test_a_memory_is_never_boosted_for_mentioning_its_own_entity() -> None:
    assert boosted(memory("1", "x", "Redis"), counts={"Redis": 1}) == {"1": 1.0}
    assert boosted(memory("1", "x")) == {"1": 1.0}


def test_an_edge_counts_when_another_memory_proves_it() -> None:
    edge = Edge("auth", "uses", "Redis", memories=("1",))
    assert boosted(memory("1", "x", "Redis"), edges=(edge,)) == {"1": 1.0}
    assert boosted(memory("1", "x", "Redis"), edges=(Edge("auth", "uses", "Redis", memories=("9",)),)) == {"1": 1.2}
    assert boosted(memory("1", "x", "Redis"), edges=(Edge("auth", "uses", "Redis"),)) == {"1": 1.0}


def test_what_was_folded_into_a_memory_is_not_another_one() -> None:
    one, two = memory("1", "x", "Redis"), memory("2", "x", "Redis")
    merged = Candidate(one, 1.0, merged=(two,))
    assert boost([merged], witnesses([one, two], []), {"Redis": 2}, 1.2) == [merged]


def test_the_count_in_the_graph_decides_what_the_answer_leaves_open() -> None:
    m = memory("1", "x", "Redis", "Kafka")
    assert names_to_look_up([Candidate(m, 1.0)], witnesses([m], []), 9) == ["Redis", "Kafka"]
    assert boosted(m, counts={"Redis": 2}) == {"1": 1.2}
    other = memory("2", "y", "Kafka")
    assert names_to_look_up([Candidate(m, 1.0)], witnesses([m, other], []), 9) == []


@given(st.lists(st.lists(st.sampled_from(["Redis", "Kafka", "Vue"]), max_size=3), max_size=6), st.floats(1, 5))
def test_the_factor_is_applied_once_however_many_reasons_there_are(linked: list[list[str]], factor: float) -> None:
    memories = [memory(str(at), "x", *names) for at, names in enumerate(linked)]
    counts = {"Redis": 9, "Kafka": 9}
    candidates = [Candidate(m, 2.0) for m in memories]
    for candidate in boost(candidates, witnesses(memories, []), counts, factor):
        assert candidate.relevance == pytest.approx(2.0 * candidate.parts.get("boost", 1.0))
        assert candidate.parts.get("boost", factor) == factor
