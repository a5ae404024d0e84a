"""Who earns the cross-reference boost, and how often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Edge, Hit, Memory
from memory_fabric.search.boost import boost, names_asked, witnesses
from memory_fabric.search.dispatch import Found, Query
from memory_fabric.search.normalize import Candidate
from memory_fabric.text import spelling_key

from .fakes import memory


def boosted(*memories: Memory, asked: tuple[str, ...] = ("Redis",), edges: tuple[Edge, ...] = ()) -> dict[str, float]:
    candidates = [Candidate(m, 1.0) for m in memories]
    after = boost(candidates, witnesses(memories, edges), frozenset(map(spelling_key, asked)), 1.2)
    return {candidate.memory.id: candidate.relevance for candidate in after}


def found(query: Query, *memories: Memory) -> Found:
    return Found(query, tuple(Hit(m, 1.0, "") for m in memories))


def test_an_entity_asked_about_that_another_memory_mentions_boosts_both() -> None:
    shared = boosted(memory("1", "x", "Redis"), memory("2", "y", "redis"), memory("3", "z", "Kafka"))
    assert shared == {"1": 1.2, "2": 1.2, "3": 1.0}


def test_what_a_question_has_nothing_to_do_with_boosts_nothing_however_often_it_stands() -> None:
    shared = [memory(id, "x", "Redis") for id in "123"]
    assert boosted(*shared, asked=("Kafka",)) == {"1": 1.0, "2": 1.0, "3": 1.0}
    assert boosted(*shared, asked=()) == {"1": 1.0, "2": 1.0, "3": 1.0}


def test_a_memory_is_never_boosted_for_mentioning_its_own_entity() -> None:
    assert boosted(memory("1", "x", "Redis")) == {"1": 1.0}
    assert boosted(memory("1", "x")) == {"1": 1.0}


def test_an_edge_counts_when_another_memory_proves_it() -> None:
    own = memory("1", "x", "Redis")
    assert boosted(own, edges=(Edge("auth", "uses", "Redis", memories=("1",)),)) == {"1": 1.0}
    assert boosted(own, edges=(Edge("auth", "uses", "Redis", memories=("9",)),)) == {"1": 1.2}
    assert boosted(own, edges=(Edge("auth", "uses", "Redis"),)) == {"1": 1.0}


def test_what_was_folded_into_a_memory_is_not_another_one() -> None:
    one, two = memory("1", "x", "Redis"), memory("2", "x", "Redis")
    merged = Candidate(one, 1.0, merged=(two,))
    assert boost([merged], witnesses([one, two], []), frozenset({"redis"}), 1.2) == [merged]


def test_asked_about_are_the_hints_under_each_of_their_names_and_what_stands_near_them() -> None:
    names = names_asked(
        [
            found(Query("entity", "PostgreSQL", "pg")),
            found(Query("entity", "Postgres", "pg")),
            found(Query("graph", "Ledger Service", distance=1)),
            found(Query("text"), memory("1", "x", "Kafka")),
        ]
    )
    assert names == {"postgresql", "postgres", "ledger-service"}


def test_one_who_speaks_in_what_was_found_is_not_asked_about() -> None:
    by_ana = memory("1", "Redis holds the sessions", "Redis", speaker="Ana Souza")
    names = names_asked([found(Query("entity", "ana-souza", "Ana"), by_ana), found(Query("entity", "Redis", "Redis"))])
    assert names == {"redis"}


@given(
    st.lists(st.lists(st.sampled_from(["Redis", "Kafka", "Vue"]), max_size=3), max_size=6),
    st.frozensets(st.sampled_from(["redis", "kafka", "vue"])),
    st.floats(1, 5),
)
def test_the_factor_is_applied_once_however_many_reasons_there_are(
    linked: list[list[str]], asked: frozenset[str], factor: float
) -> None:
    memories = [memory(str(at), "x", *names) for at, names in enumerate(linked)]
    candidates = [Candidate(m, 2.0) for m in memories]
    for candidate in boost(candidates, witnesses(memories, []), asked, factor):
        own = {name.casefold() for name in candidate.memory.entities}
        others = {n.casefold() for m in memories if m.id != candidate.memory.id for n in m.entities}
        assert candidate.relevance == pytest.approx(2.0 * candidate.parts.get("boost", 1.0))
        assert candidate.parts == ({"boost": factor} if own & others & asked else {})
