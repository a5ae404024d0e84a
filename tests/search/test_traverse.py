"""Walking the graph: nearest first, bounded, every edge once."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Edge, Intent
from memory_fabric.search.traverse import EdgeIndex, Step, neighbourhood, neighbours, telling_names, walk

from .fakes import FakeStore, by_witness, memory

OVER = datetime(2025, 1, 1, tzinfo=UTC)
CHAIN = [Edge("a", "uses", "b"), Edge("b", "uses", "c"), Edge("c", "uses", "d"), Edge("d", "uses", "e")]


def near(edges: list[Edge], *names: str, depth: int = 2, limit: int = 100) -> list[Edge]:
    return neighbourhood(FakeStore(edges=edges).as_store, "default", names, depth=depth, limit=limit)


def test_depth_counts_edges_from_the_start() -> None:
    assert near(CHAIN, "a", depth=0) == []
    assert near(CHAIN, "a", depth=1) == CHAIN[:1]
    assert near(CHAIN, "A", depth=3) == CHAIN[:3]


def test_near_ones_come_first_and_current_ones_before_past_ones() -> None:
    past, current, far = Edge("a", "uses", "x", valid_to=OVER), Edge("a", "uses", "b"), Edge("b", "uses", "c")
    assert near([far, past, current], "a") == [current, past, far]


def test_a_circle_ends_and_gives_each_edge_once() -> None:
    circle = [Edge("a", "uses", "b"), Edge("b", "uses", "c"), Edge("c", "uses", "a")]
    assert sorted(near(circle, "a", depth=3), key=lambda e: e.from_) == circle


def test_one_query_for_each_level_whatever_the_number_of_names() -> None:
    store = FakeStore(edges=[*CHAIN, Edge("a", "uses", "x"), Edge("y", "uses", "a")])
    walk(store.as_store, "default", ["a", "d"], depth=2, limit=100)
    assert len(store.calls) == 2


def test_a_hub_is_bounded() -> None:
    spokes = [Edge("hub", "uses", f"s{at}") for at in range(500)]
    assert len(near(spokes, "hub", limit=30)) == 30


NAMES = st.sampled_from("abcdef")
EDGES = st.lists(st.builds(Edge, NAMES, st.just("uses"), NAMES), max_size=20)


@given(EDGES, st.integers(0, 3), st.integers(1, 10))
def test_a_walk_has_no_duplicates_keeps_its_bound_and_goes_outwards(edges: list[Edge], depth: int, limit: int) -> None:
    steps = walk(FakeStore(edges=edges).as_store, "default", ["a"], depth=depth, limit=limit)
    assert len({step.edge for step in steps}) == len(steps) <= limit
    assert [step.distance for step in steps] == sorted(step.distance for step in steps)
    assert all(1 <= step.distance <= depth for step in steps)


def test_the_relation_that_answers_the_question_is_followed_first() -> None:
    steps = [
        Step(1, Edge("database-engineer", "uses", "Vim")),
        Step(1, Edge("database-engineer", "recommends", "cursor-pagination")),
        Step(2, Edge("cursor-pagination", "uses", "keyset")),
    ]
    intents: tuple[Intent, ...] = ("recommendation",)
    queries = neighbours(steps, ["database-engineer"], intents, 2)
    assert [(query.name, query.distance) for query in queries] == [("cursor-pagination", 1), ("Vim", 1)]


def test_a_thing_leads_to_what_replaced_it_and_not_to_everything_else_its_user_uses() -> None:
    steps = [
        Step(1, Edge("shop", "uses", "Vue")),
        Step(1, Edge("React", "replaces", "Vue")),
        Step(2, Edge("shop", "uses", "Redis")),
        Step(2, Edge("React", "part_of", "client")),
    ]
    intents: tuple[Intent, ...] = ("general",)
    queries = neighbours(steps, ["Vue"], intents, 9)
    assert [(query.name, query.distance) for query in queries] == [("React", 1), ("client", 2)]


def test_the_relations_of_a_result_are_its_own_first_then_those_between_its_entities_then_outwards() -> None:
    own, inside = Edge("ana", "owns", "gateway", memories=("m1",)), Edge("ana", "prefers", "gateway")
    beside, far = Edge("gateway", "uses", "Redis"), Edge("Redis", "part_of", "platform")
    unrelated = Edge("Vue", "replaces", "Ember")
    index = EdgeIndex((far, beside, unrelated, inside, own), by_witness([own]))
    assert index.around(["ana", "gateway"], ["m1"], depth=2, limit=9) == (own, inside, beside, far)
    assert index.around(["ana", "gateway"], ["m1"], depth=1, limit=9) == (own, inside, beside)
    assert index.around(["ana", "gateway"], ["m1"], depth=2, limit=2) == (own, inside)
    assert index.around([], ["m1"], depth=2, limit=9) == ()


def test_the_rarest_names_come_first_and_hubs_are_left_out_of_a_crowd() -> None:
    crowd = [memory(str(at), "x", "acme", *(["Redis"] if at < 2 else [f"e{at}"])) for at in range(6)]
    names = telling_names(crowd)
    assert "acme" not in names
    assert names[-1] == "Redis"
    assert telling_names([memory("1", "x", "acme")]) == ["acme"]
    assert telling_names([memory(str(at), "x", "acme") for at in range(6)]) == ["acme"]
