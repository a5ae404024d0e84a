"""What the nine tools of the reference MCP memory server must do on every backend."""

from __future__ import annotations

import pytest

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.store import GraphStore, JsonObject, TextQuery
from memory_fabric.models import Filters
from tests.graph.statements import said, texts, uses


def test_the_nine_tools_see_what_was_written(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("Ana uses Redis.", "Ana", "Redis", relations=(uses("Ana", "Redis"),))])

    graph = store.nodes(namespace).open_nodes(["Ana"])

    (ana,) = graph["entities"]
    assert ana["name"] == "Ana"
    assert [text.startswith("Ana uses Redis.") for text in ana["observations"]] == [True]
    assert graph["relations"] == [{"from": "Ana", "to": "Redis", "relationType": "uses"}]


def test_what_was_written_with_the_nine_tools_is_found(store: GraphStore, namespace: str) -> None:
    nodes = store.nodes(namespace)
    nodes.create_entities([entity("Ana", "person", "prefers green tea", "lives in Porto")])
    nodes.create_entities([entity("Redis", "technology")])
    nodes.create_relations([relation("Ana", "uses", "Redis")])

    (hit,) = store.search_text(namespace, TextQuery(("tea",)))

    assert (hit.memory.text, hit.memory.entities) == ("prefers green tea", ("Ana",))
    assert {hit.memory.text for hit in store.memories_of(namespace, "ana", Filters(), 10)} == {
        "prefers green tea",
        "lives in Porto",
    }
    assert [(edge.from_, edge.relation, edge.to) for edge in store.edges(namespace, ["Redis"], 10)] == [
        ("Ana", "uses", "Redis")
    ]


def test_the_nine_tools_create_and_read(store: GraphStore, namespace: str) -> None:
    nodes = store.nodes(namespace)
    ana, redis = entity("Ana", "person", "lives in Porto"), entity("Redis", "technology")

    assert nodes.create_entities([ana, redis]) == [ana, redis]
    assert nodes.create_entities([redis, entity("Kafka", "technology")]) == [entity("Kafka", "technology")]
    assert nodes.create_relations([relation("Ana", "uses", "Redis")]) == [relation("Ana", "uses", "Redis")]
    assert nodes.create_relations([relation("Ana", "uses", "Redis")]) == []
    assert nodes.add_observations([{"entityName": "Ana", "contents": ["lives in Porto", "likes tea"]}]) == [
        {"entityName": "Ana", "addedObservations": ["likes tea"]}
    ]

    graph = nodes.read_graph()
    assert graph["entities"][0] == entity("Ana", "person", "lives in Porto", "likes tea")
    assert [node["name"] for node in graph["entities"]] == ["Ana", "Redis", "Kafka"]
    assert graph["relations"] == [relation("Ana", "uses", "Redis")]


@pytest.mark.parametrize("query", ["porto", "Ana", "person"])
def test_the_nine_tools_search_names_types_and_observations(store: GraphStore, namespace: str, query: str) -> None:
    nodes = store.nodes(namespace)
    nodes.create_entities([entity("Ana", "person", "lives in Porto"), entity("Redis", "technology", "is fast")])
    nodes.create_relations([relation("Ana", "uses", "Redis")])

    graph = nodes.search_nodes(query)

    assert [node["name"] for node in graph["entities"]] == ["Ana"]
    assert graph["relations"] == [relation("Ana", "uses", "Redis")]


def test_the_nine_tools_delete(store: GraphStore, namespace: str) -> None:
    nodes = store.nodes(namespace)
    nodes.create_entities(
        [entity("Ana", "person", "lives in Porto", "likes tea"), entity("Redis", "technology", "is fast")]
    )
    nodes.create_relations([relation("Ana", "uses", "Redis"), relation("Ana", "owns", "Redis")])

    nodes.delete_observations([{"entityName": "Ana", "observations": ["likes tea", "is not there"]}])
    nodes.delete_relations([relation("Ana", "owns", "Redis")])
    assert nodes.open_nodes(["Ana"]) == {
        "entities": [entity("Ana", "person", "lives in Porto")],
        "relations": [relation("Ana", "uses", "Redis")],
    }

    nodes.delete_entities(["Redis", "is not there"])
    assert nodes.read_graph() == {"entities": [entity("Ana", "person", "lives in Porto")], "relations": []}
    assert texts(store, namespace, "fast", "tea") == []


def test_observations_on_an_entity_that_is_not_there_are_refused_as_a_whole(store: GraphStore, namespace: str) -> None:
    nodes = store.nodes(namespace)
    nodes.create_entities([entity("Ana", "person")])

    with pytest.raises(GraphRejected, match=r"Entity with name .*Nobody not found"):
        nodes.add_observations(
            [{"entityName": "Ana", "contents": ["one"]}, {"entityName": "Nobody", "contents": ["two"]}]
        )

    assert nodes.read_graph()["entities"] == [entity("Ana", "person")]


def entity(name: str, type: str, *observations: str) -> JsonObject:
    return {"name": name, "entityType": type, "observations": list(observations)}


def relation(from_: str, type: str, to: str) -> JsonObject:
    return {"from": from_, "to": to, "relationType": type}
