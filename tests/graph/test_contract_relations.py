"""What every backend must do with relations: who touches whom, what is over, and what proves them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_fabric.graph.store import GraphStore, MentionQuery
from memory_fabric.models import Filters, Relation
from tests.graph.conftest import Backend
from tests.graph.statements import day, no_longer_uses, said, uses


def test_relations_touch_both_of_their_ends(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("Ana uses Redis.", "Ana", "Redis", relations=(uses("ana", "REDIS"),))])

    for end in ("Ana", "redis"):
        (edge,) = store.edges(namespace, [end], 10)
        assert (edge.from_, edge.relation, edge.to) == ("Ana", "uses", "Redis")
        assert edge.is_current


def test_ends_of_relations_exist_as_entities(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("For caching.", "Redis", relations=(Relation("Redis", "used_for", "caching"),))])

    record = store.entity(namespace, "caching")
    assert record is not None
    assert record.type == "concept"


@pytest.mark.issue("mem0#5576")
def test_what_is_over_is_no_longer_current(backend: Backend, namespace: str) -> None:
    store = backend.store
    store.write(namespace, [said("We use Vue.", "shop", "Vue", relations=(uses("shop", "Vue"),), at=day(1))])

    moved = said(
        "We moved from Vue to React.",
        "shop",
        "Vue",
        "React",
        relations=(uses("shop", "React"), no_longer_uses("shop", "Vue")),
        at=day(8),
    )
    report = store.write(namespace, [moved])

    edges = store.edges(namespace, ["shop"], 10)
    assert [edge.to for edge in edges if edge.is_current] == ["React"]
    assert report.relations_ended == 1
    if backend.keeps_history:
        (past,) = [edge for edge in edges if edge.valid_to]
        assert (past.to, past.valid_from, past.valid_to) == ("Vue", day(1), day(8))


def test_what_was_not_asserted_is_never_current(backend: Backend, namespace: str) -> None:
    flags = [
        {"polarity": "negated"},
        {"modality": "hypothetical"},
        {"modality": "question"},
        {"modality": "proposed"},
        {"ended": True},
    ]
    relations = tuple(replace(uses("shop", f"Thing {n}"), **flag) for n, flag in enumerate(flags))  # type: ignore[arg-type]

    backend.store.write(namespace, [said("Perhaps, perhaps not.", "shop", relations=relations)])

    edges = backend.store.edges(namespace, ["shop"], 10)
    assert not [edge for edge in edges if edge.is_current]
    assert len(edges) == (len(flags) if backend.keeps_history else 0)


def test_a_question_about_the_end_of_something_does_not_end_it(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("We use Redis.", relations=(uses("shop", "Redis"),), at=day(1))])

    asked = replace(no_longer_uses("shop", "Redis"), modality="question")
    store.write(namespace, [said("Should we stop using Redis?", relations=(asked,), at=day(2))])

    assert any(edge.is_current for edge in store.edges(namespace, ["Redis"], 10))


def test_a_memory_tells_which_edges_it_proves_those_of_others_left_out(
    backend: Backend, store: GraphStore, namespace: str
) -> None:
    store.write(
        namespace,
        [
            said("Ana uses Redis.", "Ana", "Redis", relations=(uses("Ana", "Redis"),), at=day(1)),
            said("She does indeed.", "Ana", relations=(uses("Ana", "Redis"), uses("Ana", "Kafka")), at=day(2)),
            said("Bo uses Redis.", "Bo", "Redis", relations=(uses("Bo", "Redis"),), at=day(3)),
            said("Hello."),
        ],
    )

    for name in ("Ana", "Bo"):
        store.memories_of(namespace, name, Filters(), 10)
    proved = store.proved_by(namespace, ["She does indeed.", "Bo uses Redis.", "Hello.", "Never said."])

    told = {id: [(edge.from_, edge.to) for edge in edges] for id, edges in proved.items()}
    assert told == {"She does indeed.": [("Ana", "Redis"), ("Ana", "Kafka")], "Bo uses Redis.": [("Bo", "Redis")]}
    if backend.keeps_history:
        everything = [replace(edge, memories=()) for edge in store.edges(namespace, ["Ana", "Bo"], 10)]
        assert all(replace(edge, memories=()) in everything for edges in proved.values() for edge in edges)
    assert store.proved_by(namespace, []) == {}


def test_what_tells_of_an_end_is_found_among_everything_else_that_touches_a_name(
    store: GraphStore, namespace: str
) -> None:
    replaces = Relation("Valkey", "replaces", "Redis")
    store.write(
        namespace,
        [
            said("Valkey replaces Redis.", "Valkey", "Redis", relations=(replaces,), at=day(1)),
            said("Ana no longer uses Redis.", "Ana", "Redis", relations=(no_longer_uses("Ana", "Redis"),), at=day(2)),
            *(said(f"{n} uses Redis.", f"{n}", relations=(uses(f"team-{n}", "Redis"),), at=day(3)) for n in range(8)),
        ],
    )

    found = store.overtaking(namespace, ["redis", "team-1", "Nobody"], 10)

    ends = {("Valkey", "replaces", False), ("Ana", "uses", True)}
    assert {(edge.from_, edge.relation, edge.ended) for edge in found} == ends
    assert store.overtaking(namespace, ["Valkey"], 10) == []
    assert len(store.overtaking(namespace, ["Redis"], 1)) == 1


def test_edges_are_the_same_without_their_witnesses(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("Ana uses Redis.", "Ana", "Redis", relations=(uses("Ana", "Redis"),))])

    (whole,) = store.edges(namespace, ["Redis"], 10)
    (bare,) = store.edges(namespace, ["Redis"], 10, with_witnesses=False)

    assert replace(bare, memories=()) == replace(whole, memories=())


def test_what_is_read_in_one_moment_is_as_it_was_at_its_beginning_and_the_rest_as_it_is(
    store: GraphStore, namespace: str
) -> None:
    store.write(namespace, [said("Ana uses Redis.", "Ana", "Redis", relations=(uses("Ana", "Redis"),), at=day(1))])
    with store.one_moment(), store.one_moment():
        assert [edge.to for edge in store.edges(namespace, ["Ana"], 10)] == ["Redis"]
        assert store.find(namespace, None, [MentionQuery("Ana")]).mentions[0][0].memory.text == "Ana uses Redis."
    store.write(namespace, [said("Bo uses Redis.", "Bo", "Redis", relations=(uses("Bo", "Redis"),), at=day(2))])
    assert len(store.edges(namespace, ["Redis"], 10)) == 2
