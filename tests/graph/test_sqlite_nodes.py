"""Where the nine tools of the embedded store do better than the reference server, and how they refuse."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import pytest

from memory_fabric.errors import GraphRejected, InvalidInput
from memory_fabric.graph.sqlite import node_ranking, node_views
from memory_fabric.graph.sqlite import nodes as nodes_module
from memory_fabric.graph.sqlite.nodes import SqliteNodes
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import JsonObject, NodeTools
from memory_fabric.models import Filters, Origin
from tests.graph.statements import day, no_longer_uses, said, texts, uses

SPACE = "default"


@pytest.fixture
def nodes(sqlite_store: SqliteStore) -> NodeTools:
    return sqlite_store.nodes(SPACE)


def entity(name: str, *observations: str, type: str = "technology") -> JsonObject:
    return {"name": name, "entityType": type, "observations": list(observations)}


def relation(from_: str, type: str, to: str) -> JsonObject:
    return {"from": from_, "to": to, "relationType": type}


def names(graph: JsonObject) -> list[str]:
    return [node["name"] for node in graph["entities"]]


def test_new_observations_of_a_known_entity_are_added_and_not_dropped(nodes: NodeTools) -> None:
    nodes.create_entities([entity("Redis", "is fast")])

    assert nodes.create_entities([entity("redis", "is fast", "is small", "is small")]) == []

    assert nodes.open_nodes(["REDIS"])["entities"] == [entity("Redis", "is fast", "is small")]


def test_what_is_known_of_an_entity_is_looked_through_once_a_call(
    nodes: NodeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes.create_entities([entity("Redis", "is fast")])
    looks: list[int] = []
    look = nodes_module._linked

    def counted(db: sqlite3.Connection, number: int, texts: Sequence[str]) -> list[tuple[str, int]]:
        looks.append(number)
        return look(db, number, texts)

    monkeypatch.setattr(nodes_module, "_linked", counted)

    added = nodes.add_observations(
        [{"entityName": "redis", "contents": [text, "is fast"]} for text in ("is small", "is old", "is small")]
    )

    assert [item["addedObservations"] for item in added] == [["is small"], ["is old"], []]
    assert len(looks) == 1


def test_a_duplicate_within_one_call_is_one_entity(nodes: NodeTools) -> None:
    created = nodes.create_entities([entity("Redis", "is fast"), entity("Redis", "is small")])

    assert created == [entity("Redis", "is fast")]
    assert nodes.read_graph()["entities"] == [entity("Redis", "is fast", "is small")]


def test_observations_are_memories_from_mcp(sqlite_store: SqliteStore, nodes: NodeTools) -> None:
    nodes.create_entities([entity("Ana", "likes tea", type="human being")])

    (memory,) = sqlite_store.recent(SPACE, Filters(), 10)

    assert (memory.text, memory.entities, memory.origins) == ("likes tea", ("Ana",), (Origin(source="mcp"),))


def test_the_same_words_about_two_entities_are_two_facts(sqlite_store: SqliteStore, nodes: NodeTools) -> None:
    nodes.create_entities([entity("Ana", "likes tea"), entity("Bo", "likes tea")])

    nodes.delete_observations([{"entityName": "Ana", "observations": ["likes tea"]}])

    assert nodes.read_graph()["entities"] == [entity("Ana"), entity("Bo", "likes tea")]
    assert sqlite_store.counts(SPACE).memories == 1


def test_a_memory_of_several_entities_stays_until_the_last_one_goes(
    sqlite_store: SqliteStore, nodes: NodeTools
) -> None:
    sqlite_store.write(SPACE, [said("Redis beats Memcached.", "Redis", "Memcached")])

    nodes.delete_entities(["Memcached"])
    assert nodes.read_graph()["entities"] == [entity("Redis", "Redis beats Memcached.")]

    nodes.delete_entities(["Redis"])
    assert sqlite_store.counts(SPACE).memories == 0
    assert texts(sqlite_store, SPACE, "beats") == []


def test_what_is_deleted_is_no_longer_found_through_its_neighbours(sqlite_store: SqliteStore, nodes: NodeTools) -> None:
    turns = ["We met.", "The password is swordfish.", "Right.", "Good.", "Bye."]
    sqlite_store.write(SPACE, [said(turn, f"thing {n}", session="s") for n, turn in enumerate(turns)])
    assert len(texts(sqlite_store, SPACE, "swordfish")) == 4

    nodes.delete_entities(["thing 1"])

    assert texts(sqlite_store, SPACE, "swordfish") == []
    assert texts(sqlite_store, SPACE, "met") == ["We met.", "Right.", "Good."], "those after it moved up"


def test_dangling_relations_are_kept_and_get_their_end_later(nodes: NodeTools) -> None:
    nodes.create_relations([relation("ana", "uses", "redis")])
    assert nodes.read_graph() == {"entities": [], "relations": [relation("ana", "uses", "redis")]}

    nodes.create_entities([entity("Redis")])

    assert nodes.open_nodes(["redis"])["relations"] == [relation("ana", "uses", "Redis")]


def test_only_what_holds_now_is_shown(sqlite_store: SqliteStore, nodes: NodeTools) -> None:
    sqlite_store.write(
        SPACE,
        [
            said("We use Vue and Redis.", relations=(uses("shop", "Vue"), uses("shop", "Redis")), at=day(1)),
            said("We no longer use Vue.", relations=(no_longer_uses("shop", "Vue"),), at=day(2)),
        ],
    )

    assert nodes.read_graph()["relations"] == [relation("shop", "uses", "Redis")]
    assert nodes.create_relations([relation("shop", "uses", "Vue"), relation("shop", "uses", "redis")]) == [
        relation("shop", "uses", "Vue")
    ]


def test_deleting_a_relation_leaves_the_past(sqlite_store: SqliteStore, nodes: NodeTools) -> None:
    sqlite_store.write(
        SPACE,
        [
            said("We use Vue.", relations=(uses("shop", "Vue"),), at=day(1)),
            said("We no longer use Vue.", relations=(no_longer_uses("shop", "Vue"),), at=day(2)),
            said("We use Vue again.", relations=(uses("shop", "Vue"),), at=day(3)),
        ],
    )

    nodes.delete_relations([relation("shop", "uses", "Vue")])

    assert nodes.read_graph()["relations"] == []
    assert [edge.valid_to for edge in sqlite_store.edges(SPACE, ["Vue"], 10)] == [None, day(2)]


@pytest.mark.issue("servers#3953")
def test_answers_are_bounded(nodes: NodeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_ranking, "MAX_FOUND_ENTITIES", 3)
    for bound in ("MAX_GRAPH_ENTITIES", "MAX_RELATIONS"):
        monkeypatch.setattr(node_views, bound, 3)
    monkeypatch.setattr(node_views, "MAX_OBSERVATIONS", 2)
    nodes.create_entities([entity(f"thing {number}", "one", "two", "three") for number in range(5)])
    nodes.create_relations([relation("thing 0", "uses", f"thing {number}") for number in range(1, 5)])

    assert len(names(nodes.search_nodes(""))) == 3
    assert len(names(nodes.search_nodes("thing"))) == 3
    assert nodes.read_graph()["entities"] == [entity(f"thing {number}", "two", "three") for number in range(3)]
    assert len(nodes.read_graph()["relations"]) == 3
    assert len(nodes.open_nodes(["thing 0", "thing 1"])["relations"]) == 3


@pytest.mark.issue("servers#2044")
def test_an_entity_without_observations_is_one(nodes: NodeTools) -> None:
    nodes.create_entities([{"name": "Redis", "entityType": "technology"}])

    assert nodes.search_nodes("redis")["entities"] == [entity("Redis")]


@pytest.mark.parametrize(
    ("tool", "argument", "field"),
    [
        ("create_entities", [{"name": "Redis"}], r"entities\[0\].entityType"),
        ("create_entities", [entity("Fine"), entity("  ")], r"entities\[1\].name"),
        ("create_entities", [{**entity("Redis"), "observations": "fast"}], r"entities\[0\].observations"),
        ("create_entities", ["Redis"], r"entities\[0\].name"),
        ("create_relations", [{"from": "a", "to": "b"}], r"relations\[0\].relationType"),
        ("add_observations", [{"entityName": "Redis", "contents": [1]}], r"observations\[0\].contents"),
        ("delete_observations", [{"observations": []}], r"deletions\[0\].entityName"),
        ("create_relations", [relation("a", "uses", " ")], r"relations\[0\].to"),
        ("delete_relations", [{"from": "a", "to": "b"}], r"relations\[0\].relationType"),
        ("delete_entities", [None], "entityNames"),
        ("open_nodes", "Redis", "names"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_written(
    sqlite_store: SqliteStore, nodes: NodeTools, tool: str, argument: Any, field: str
) -> None:
    with pytest.raises(InvalidInput, match=field):
        getattr(nodes, tool)(argument)

    assert nodes.read_graph() == {"entities": [], "relations": []}


def test_a_blank_name_names_nothing(nodes: NodeTools) -> None:
    nodes.create_relations([relation("a", "uses", "b")])

    nodes.delete_entities([" "])
    nodes.delete_observations([{"entityName": "", "observations": ["fast"]}])
    nodes.delete_relations([relation("a", "uses", "")])
    with pytest.raises(GraphRejected, match=r"^Entity with name  not found$"):
        nodes.add_observations([{"entityName": "", "contents": ["fast"]}])

    assert nodes.open_nodes([""])["entities"] == []
    assert nodes.read_graph()["relations"] == [relation("a", "uses", "b")]


def test_a_blank_type_is_none_and_gives_way_to_one(nodes: NodeTools) -> None:
    assert nodes.create_entities([entity("Redis", type="")]) == [entity("Redis", type="concept")]

    nodes.create_entities([entity("Redis", type="technology")])

    assert nodes.read_graph()["entities"] == [entity("Redis", type="technology")]


def test_what_is_told_as_created_is_what_is_stored(nodes: NodeTools) -> None:
    created = nodes.create_entities([entity("a\0b", "o\0", type="t\0")])
    related = nodes.create_relations([relation("a\0b", "uses\0", "c\0")])

    assert nodes.read_graph() == {"entities": created, "relations": related}


def test_the_refusal_names_the_entity_that_is_missing(nodes: NodeTools) -> None:
    with pytest.raises(GraphRejected, match=r"^Entity with name Redis not found$"):
        nodes.add_observations([{"entityName": "Redis", "contents": ["fast"]}])


def test_an_alias_is_no_entity_to_be_extended_by_mistake(nodes: NodeTools) -> None:
    assert isinstance(nodes, SqliteNodes)
    nodes.create_entities([entity("PostgreSQL")])

    with pytest.raises(GraphRejected):
        nodes.add_observations([{"entityName": "pg", "contents": ["is old"]}])


def test_what_was_merged_or_renamed_is_worked_on_under_its_former_names(
    sqlite_store: SqliteStore, nodes: NodeTools
) -> None:
    nodes.create_entities([entity("Bo"), entity("Robert", "owns the gateway"), entity("gateway")])
    nodes.create_relations([relation("Bo", "knows", "gateway")])
    sqlite_store.merge(SPACE, "Bo", "Robert")
    sqlite_store.rename(SPACE, "gateway", "api-gateway")

    assert nodes.create_entities([entity("bo", "is away")]) == []
    nodes.add_observations([{"entityName": "Gateway", "contents": ["is slow"]}])

    robert, gateway = entity("Robert", "owns the gateway", "is away"), entity("api-gateway", "is slow")
    knows = relation("Robert", "knows", "api-gateway")
    assert nodes.open_nodes(["BO"]) == {"entities": [robert], "relations": [knows]}
    assert nodes.read_graph() == {"entities": [robert, gateway], "relations": [knows]}
    nodes.delete_relations([relation("bo", "knows", "gateway")])
    nodes.delete_entities(["Bo", "gateway"])
    assert nodes.read_graph() == {"entities": [], "relations": []}


def test_an_observation_that_a_merge_left_twice_is_deleted_twice(sqlite_store: SqliteStore, nodes: NodeTools) -> None:
    nodes.create_entities([entity("Bo", "likes tea"), entity("Robert", "likes tea")])
    sqlite_store.merge(SPACE, "Bo", "Robert")

    nodes.delete_observations([{"entityName": "Robert", "observations": ["likes tea"]}])

    assert nodes.read_graph()["entities"] == [entity("Robert")]
