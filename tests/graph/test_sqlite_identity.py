"""Merging and renaming in the embedded store: one entity afterwards, under every name that it had."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.models import Entity, Filters, Memory, Mention, Relation, Statement
from tests.graph.statements import day, no_longer_uses, said, uses

SPACE = "shop"


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    store = SqliteStore(None, timeout=5)
    yield store
    store.close()


def memories(store: SqliteStore, name: str) -> list[str]:
    return [hit.memory.text for hit in store.memories_of(SPACE, name, Filters(), 100)]


def test_merged_entities_have_their_memories_relations_and_names_together(store: SqliteStore) -> None:
    store.write(
        SPACE,
        [
            said("The shop uses pgsql.", "pgsql", relations=(uses("shop", "pgsql"),), at=day(1)),
            said("PostgreSQL is fast.", "PostgreSQL", at=day(2)),
        ],
    )

    merged = store.merge(SPACE, "pgsql", "PostgreSQL")

    assert merged is not None
    assert (merged.name, merged.aliases, merged.former_names, merged.memory_count) == (
        "PostgreSQL",
        ("pgsql",),
        ("pgsql",),
        2,
    )
    assert memories(store, "pgsql") == memories(store, "PostgreSQL") == ["PostgreSQL is fast.", "The shop uses pgsql."]
    assert [(e.from_, e.to) for e in store.edges(SPACE, ["PostgreSQL"], 10)] == [("shop", "PostgreSQL")]
    assert store.counts(SPACE).entities == 2


def test_what_is_written_under_a_former_name_is_written_to_the_one_that_is_left(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", "pgsql"), said("b", "PostgreSQL")])
    store.merge(SPACE, "pgsql", "PostgreSQL")

    report = store.write(SPACE, [said("c", "PGSQL", relations=(uses("shop", "pgsql"),))])
    store.nodes(SPACE).add_observations([{"entityName": "pgsql", "contents": ["is free"]}])

    assert report.entities_added == 1  # the shop
    assert set(memories(store, "PostgreSQL")) == {"a", "b", "c", "is free"}
    assert [(e.from_, e.to) for e in store.edges(SPACE, ["shop"], 10)] == [("shop", "PostgreSQL")]


def test_equal_relations_become_one_with_both_witnesses(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", relations=(uses("shop", "pg"),), at=day(1))])
    store.write(SPACE, [said("b", relations=(uses("shop", "PostgreSQL"),), at=day(3))])
    store.write(SPACE, [said("c", relations=(no_longer_uses("shop", "PostgreSQL"),), at=day(2))])

    store.merge(SPACE, "pg", "PostgreSQL")

    held = [(e.valid_from, e.valid_to, e.memories) for e in store.edges(SPACE, ["shop"], 10) if not e.ended]
    assert held == [(day(3), None, ("b",)), (day(1), day(2), ("a",))]


def test_relations_of_the_two_with_each_other_are_dropped(store: SqliteStore) -> None:
    alias = Relation("pg", "is_a", "PostgreSQL")
    store.write(SPACE, [said("a", relations=(alias, uses("shop", "pg")), at=day(1))])

    store.merge(SPACE, "PostgreSQL", "pg")

    assert [(e.from_, e.relation, e.to) for e in store.edges(SPACE, ["pg"], 10)] == [("shop", "uses", "pg")]


def test_an_alias_that_only_a_text_used_may_stay_another_entity(store: SqliteStore) -> None:
    mention = Mention(0, 11, "the gateway")
    store.write(SPACE, [Statement(Memory("m", "the gateway"), (Entity("api-gateway", "component", (mention,)),))])

    report = store.write(SPACE, [said("b", "the gateway")])

    assert report.entities_added == 1


def test_nothing_is_merged_with_what_is_unknown_or_with_itself(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", "Redis")])

    assert store.merge(SPACE, "Redis", "Kafka") is None
    assert store.merge(SPACE, "Kafka", "Redis") is None
    merged = store.merge(SPACE, "redis", "Redis")
    assert merged is not None
    assert (merged.name, merged.former_names) == ("Redis", ())


def test_a_renamed_entity_is_found_and_written_to_under_both_names(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", "checkout", "Redis", relations=(uses("checkout", "Redis"),))])

    renamed = store.rename(SPACE, "checkout", "basket")
    store.write(SPACE, [said("b", "checkout")])

    assert renamed is not None
    assert (renamed.name, renamed.former_names) == ("basket", ("checkout",))
    assert memories(store, "basket") == memories(store, "checkout") != []
    assert [(e.from_, e.to) for e in store.edges(SPACE, ["basket"], 10)] == [("basket", "Redis")]
    assert store.nodes(SPACE).search_nodes("basket")["entities"][0]["name"] == "basket"
    assert [e["name"] for e in store.nodes(SPACE).search_nodes("checkout")["entities"]] == ["basket"]


def test_a_name_can_change_its_spelling_alone(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", "postgresql")])

    renamed = store.rename(SPACE, "postgresql", "PostgreSQL")

    assert renamed is not None
    assert (renamed.name, renamed.aliases) == ("PostgreSQL", ())


def test_a_renamed_entity_can_have_its_old_name_back(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", "checkout")])
    store.rename(SPACE, "checkout", "basket")

    renamed = store.rename(SPACE, "basket", "checkout")

    assert renamed is not None
    assert (renamed.name, renamed.former_names) == ("checkout", ("basket",))


def test_the_name_of_another_entity_is_refused(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", "checkout", "basket")])

    with pytest.raises(InvalidInput, match="merge the two instead"):
        store.rename(SPACE, "checkout", "Basket")
    assert store.rename(SPACE, "nobody", "somebody") is None


def test_a_new_name_takes_up_relations_that_dangled_under_it(store: SqliteStore) -> None:
    store.nodes(SPACE).create_relations([{"from": "basket", "to": "Redis", "relationType": "uses"}])
    store.write(SPACE, [said("a", "checkout", relations=(uses("checkout", "Redis"),))])

    store.rename(SPACE, "checkout", "basket")

    (edge,) = store.edges(SPACE, ["basket"], 10)
    assert (edge.from_, edge.to, edge.memories) == ("basket", "Redis", ("a",))


def test_the_words_of_all_former_names_find_the_entity(store: SqliteStore) -> None:
    nodes = store.nodes(SPACE)
    nodes.create_entities([{"name": "Alpha Ledger", "entityType": "component"}])

    store.rename(SPACE, "Alpha Ledger", "Beta")
    store.rename(SPACE, "Beta", "Gamma")

    assert [node["name"] for node in nodes.search_nodes("ledger")["entities"]] == ["Gamma"]


def test_a_relation_outlives_the_observation_that_told_of_it_and_a_rename(store: SqliteStore) -> None:
    store.write(
        SPACE,
        [
            said("api uses Redis", "api", "Redis", relations=(uses("api", "Redis"),), at=day(1)),
            said("api uses Solr", "api", "Solr", relations=(uses("api", "Solr"),), at=day(1)),
            said("no more Solr", "api", "Solr", relations=(no_longer_uses("api", "Solr"),), at=day(2)),
        ],
    )
    told = ["api uses Redis", "no more Solr"]
    nodes = store.nodes(SPACE)
    nodes.delete_observations([{"entityName": name, "observations": told} for name in ("api", "Redis", "Solr")])
    assert store.counts(SPACE).memories == 1

    store.rename(SPACE, "api", "gateway")

    assert nodes.read_graph()["relations"] == [{"from": "gateway", "to": "Redis", "relationType": "uses"}]


def test_edges_are_found_under_a_former_name(store: SqliteStore) -> None:
    store.write(SPACE, [said("a", relations=(uses("checkout", "Redis"),))])

    store.rename(SPACE, "checkout", "basket")

    assert store.edges(SPACE, ["checkout"], 10) == store.edges(SPACE, ["basket"], 10) != []
