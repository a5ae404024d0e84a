"""Who earns the cross-reference boost, and how often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Hit, Memory
from memory_fabric.search.boost import boost, witnesses
from memory_fabric.search.dispatch import Found, Query
from memory_fabric.search.normalize import Candidate
from memory_fabric.text import spelling_key

from .fakes import memory


def found(query: Query, *memories: Memory) -> Found:
    return Found(query, tuple(Hit(m, 1.0, "") for m in memories))


def boosted(*memories: Memory, asked: tuple[str, ...] = ("Redis",)) -> dict[str, float]:
    """Return the relevance of the memories, of 1 before, when each name asked for finds those that mention it."""
    queries = [found(Query("entity", name, name), *(m for m in memories if mentions(m, name))) for name in asked]
    after = boost([Candidate(m, 1.0) for m in memories], witnesses(queries), 1.2)
    return {candidate.memory.id: candidate.relevance for candidate in after}


def mentions(m: Memory, name: str) -> bool:
    return spelling_key(name) in map(spelling_key, m.entities)


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


def test_what_was_folded_into_a_memory_is_not_another_one() -> None:
    one, two = memory("1", "x", "Redis"), memory("2", "x", "Redis")
    merged = Candidate(one, 1.0, merged=(two,))
    assert boost([merged], {"redis": {"1", "2"}}, 1.2) == [merged]


def test_asked_about_are_the_hints_under_each_of_their_names_and_what_stands_near_them() -> None:
    known = witnesses(
        [
            found(Query("entity", "PostgreSQL", "pg"), memory("1", "x", "PostgreSQL")),
            found(Query("entity", "Postgres", "pg")),
            found(Query("graph", "Ledger Service", distance=1), memory("2", "x", "ledger-service")),
            found(Query("text"), memory("3", "x", "Kafka")),
        ]
    )
    assert known == {"postgresql": {"1"}, "postgres": set(), "ledger-service": {"2"}}


def test_what_is_fetched_because_it_overtakes_was_not_asked_about() -> None:
    fetched = found(Query("graph", "Valkey", distance=1, among=frozenset({"1"})), memory("1", "x", "Valkey"))
    assert witnesses([fetched]) == {}


def test_one_who_speaks_in_what_was_found_is_not_asked_about() -> None:
    by_ana = memory("1", "Redis holds the sessions", "Redis", speaker="Ana Souza")
    known = witnesses([found(Query("entity", "ana-souza", "Ana"), by_ana), found(Query("entity", "Redis", "Redis"))])
    assert known.keys() == {"redis"}


@given(
    st.lists(st.lists(st.sampled_from(["Redis", "Kafka", "Vue"]), max_size=3), max_size=6),
    st.frozensets(st.sampled_from(["redis", "kafka", "vue"])),
    st.floats(1, 5),
)
def test_the_factor_is_applied_once_however_many_reasons_there_are(
    linked: list[list[str]], asked: frozenset[str], factor: float
) -> None:
    memories = [memory(str(at), "x", *names) for at, names in enumerate(linked)]
    known = {name: {m.id for m in memories if mentions(m, name)} for name in asked}
    for candidate in boost([Candidate(m, 2.0) for m in memories], known, factor):
        own = {name.casefold() for name in candidate.memory.entities}
        others = {n.casefold() for m in memories if m.id != candidate.memory.id for n in m.entities}
        assert candidate.relevance == pytest.approx(2.0 * candidate.parts.get("boost", 1.0))
        assert candidate.parts == ({"boost": factor} if own & others & asked else {})
