"""The life of relations in the embedded store: seen again, over, taken up anew, in whatever order."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_fabric.graph.sqlite.edges import MAX_WITNESSES
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.models import Edge, Relation, RelationRecord, Statement
from tests.graph.statements import day, no_longer_uses, said, uses

SPACE = "shop"
VUE = uses("shop", "Vue")
NO_VUE = no_longer_uses("shop", "Vue")

Saying = tuple[int, bool]  # on which day, and whether it was said to be over


def saying(number: int, ended: bool) -> Statement:
    return said(f"day {number}", relations=(NO_VUE if ended else VUE,), at=day(number))


def stretches(edges: list[Edge]) -> set[tuple[datetime | None, datetime | None, frozenset[str]]]:
    return {
        (edge.valid_from, edge.valid_to, frozenset(edge.memories))
        for edge in edges
        if not edge.ended and edge.polarity == "affirmed"
    }


def write_one_by_one(statements: list[Statement]) -> list[Edge]:
    store = SqliteStore(None, timeout=5)
    for statement in statements:
        store.write(SPACE, [statement])
    edges = store.edges(SPACE, ["Vue"], 1000)
    store.close()
    return edges


def test_said_again_is_one_more_witness() -> None:
    (edge,) = write_one_by_one([saying(3, False), saying(5, False), saying(1, False)])

    assert edge.memories == ("day 5", "day 3", "day 1")
    assert (edge.valid_from, edge.valid_to) == (day(1), None)


def test_over_closes_the_edge_and_is_kept_itself() -> None:
    edges = write_one_by_one([saying(1, False), saying(5, True)])

    over, past = edges
    assert (past.valid_from, past.valid_to, past.memories) == (day(1), day(5), ("day 1",))
    assert (over.ended, over.polarity, over.valid_from, over.memories) == (
        True,
        "negated",
        day(5),
        ("day 5",),
    )
    assert not past.is_current
    assert not over.is_current


def test_taken_up_anew_is_an_edge_of_its_own() -> None:
    edges = write_one_by_one([saying(1, False), saying(5, True), saying(9, False)])

    assert stretches(edges) == {
        (day(1), day(5), frozenset({"day 1"})),
        (day(9), None, frozenset({"day 9"})),
    }
    assert edges[0].valid_from == day(9), "the current edge comes first"


def test_what_was_said_before_a_known_ending_is_closed_from_the_start() -> None:
    edges = write_one_by_one([saying(5, True), saying(8, True), saying(1, False)])

    assert stretches(edges) == {(day(1), day(5), frozenset({"day 1"}))}


def test_an_ending_that_comes_in_late_leaves_what_was_said_after_it() -> None:
    edges = write_one_by_one([saying(1, False), saying(9, False), saying(5, True)])

    assert stretches(edges) == {
        (day(1), day(5), frozenset({"day 1"})),
        (day(9), None, frozenset({"day 9"})),
    }


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 30), st.booleans()), max_size=8, unique_by=lambda saying: saying[0]).flatmap(
        lambda sayings: st.tuples(st.just(sayings), st.permutations(sayings))
    )
)
def test_the_order_in_which_it_comes_in_does_not_matter(orders: tuple[list[Saying], list[Saying]]) -> None:
    one, other = (write_one_by_one([saying(*each) for each in order]) for order in orders)

    assert stretches(one) == stretches(other)
    assert len([edge for edge in one if edge.is_current]) <= 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 30), st.booleans()), max_size=6, unique_by=lambda saying: saying[0]))
def test_ingesting_the_same_again_does_not_revive_what_is_over(sayings: list[Saying]) -> None:
    statements = [saying(*each) for each in sayings]

    assert stretches(write_one_by_one(statements)) == stretches(write_one_by_one(statements + statements))


def test_a_memory_of_unknown_time_counts_from_when_it_was_first_stored() -> None:
    undated = said("We use Vue.", relations=(VUE,), stored_at=day(1))
    again = replace(undated, memory=replace(undated.memory, stored_at=day(9)))

    edges = write_one_by_one([undated, saying(5, True), again])

    assert stretches(edges) == {(day(1), day(5), frozenset({"We use Vue."}))}


def test_within_one_batch_and_moment_the_order_of_speaking_counts() -> None:
    first, then = said("We used Vue.", relations=(VUE,)), said("No more.", relations=(NO_VUE,))
    again = said("Vue it is, again.", relations=(VUE,))
    store = SqliteStore(None, timeout=5)

    report = store.write(SPACE, [first, then, again])

    current = [edge.memories for edge in store.edges(SPACE, ["Vue"], 10) if edge.is_current]
    store.close()
    assert current == [("Vue it is, again.",)]
    assert (report.relations_added, report.relations_ended) == (3, 1)


def test_flags_make_edges_of_their_own() -> None:
    planned = replace(VUE, modality="planned")
    edges = write_one_by_one(
        [
            said("We use Vue.", relations=(VUE,), at=day(1)),
            said("We will use Vue.", relations=(planned,), at=day(2)),
            said("We do not use Vue.", relations=(replace(VUE, polarity="negated"),), at=day(3)),
            said("Vue is over.", relations=(NO_VUE,), at=day(4)),
        ]
    )

    assert {(edge.polarity, edge.modality, edge.ended, edge.valid_to) for edge in edges} == {
        ("affirmed", "asserted", False, day(4)),
        ("affirmed", "planned", False, day(4)),
        ("negated", "asserted", False, None),
        ("negated", "asserted", True, None),
    }


@pytest.mark.parametrize("relation", [uses("shop", "SHOP"), uses("data-base", "Data Base")])
@pytest.mark.issue("servers PR#4383")
def test_a_relation_of_a_thing_to_itself_is_dropped(relation: Relation) -> None:
    store = SqliteStore(None, timeout=5)

    report = store.write(SPACE, [said("Odd.", relations=(relation,))])

    assert (report.relations_added, store.counts(SPACE).relations) == (0, 0)
    store.close()


def test_no_more_witnesses_are_told_than_a_reader_can_use() -> None:
    (edge,) = write_one_by_one([saying(number, False) for number in range(1, 31)])

    assert edge.memories == tuple(f"day {number}" for number in range(30, 30 - MAX_WITNESSES, -1))


def test_a_relation_that_a_client_creates_again_and_again_is_said_once() -> None:
    store = SqliteStore(None, timeout=5)
    for _ in range(3):
        store.nodes(SPACE).create_relations([{"from": "shop", "to": "Vue", "relationType": "uses"}])

    (record,) = [record for record in store.dump(SPACE) if isinstance(record, RelationRecord)]
    assert len(record.evidence) == 1
    store.close()
