"""Names that clients of the nine tools give are those of the lexicon, where there is no doubt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from memory_fabric.errors import GraphRejected, InvalidInput
from memory_fabric.graph.open import open_store
from memory_fabric.graph.store import GraphStore, JsonObject, NodeTools
from memory_fabric.linked_nodes import LinkedNodes
from memory_fabric.nlp.worker import NlpWorker


@pytest.fixture
def store() -> Iterator[GraphStore]:
    with closing(open_store("memory:", timeout=10)) as store:
        yield store


@pytest.fixture
def nodes(store: GraphStore, worker: NlpWorker) -> NodeTools:
    return LinkedNodes(store.nodes("default"), worker.lexicon)


def entity(name: str, *observations: str) -> JsonObject:
    return {"name": name, "entityType": "database", "observations": list(observations)}


def relation(from_: str, to: str) -> JsonObject:
    return {"from": from_, "to": to, "relationType": "runs on"}


@pytest.mark.issue("graphrag#401")
@pytest.mark.issue("llm-graph-builder#60")
def test_an_alias_makes_the_canonical_entity_and_is_kept(store: GraphStore, nodes: NodeTools) -> None:
    created = nodes.create_entities([entity("Postgres", "is fast"), entity("k8s"), entity("pg", "is old")])

    assert created == [entity("PostgreSQL", "is fast"), entity("Kubernetes")]
    record = store.entity("default", "PostgreSQL")
    assert record is not None
    assert set(record.aliases) == {"Postgres", "pg"}
    for name in ("Postgres", "postgres", "PostgreSQL", "pg"):
        assert nodes.open_nodes([name])["entities"] == [entity("PostgreSQL", "is fast", "is old")]


def test_it_is_worked_on_under_either_name(nodes: NodeTools) -> None:
    nodes.create_entities([entity("PostgreSQL", "is fast", "is old")])
    nodes.create_relations([relation("Postgres", "k8s")])

    added = nodes.add_observations([{"entityName": "postgres", "contents": ["is big"]}])
    nodes.delete_observations([{"entityName": "pg", "observations": ["is old"]}])

    assert added == [{"entityName": "postgres", "addedObservations": ["is big"]}]
    graph = {
        "entities": [entity("PostgreSQL", "is fast", "is big")],
        "relations": [relation("PostgreSQL", "Kubernetes")],
    }
    assert nodes.read_graph() == nodes.open_nodes(["pg"]) == graph
    nodes.delete_relations([relation("pg", "Kubernetes")])
    nodes.delete_entities(["Postgres"])
    assert nodes.read_graph() == {"entities": [], "relations": []}


def test_it_is_found_by_what_the_client_called_it(nodes: NodeTools) -> None:
    nodes.create_entities([entity("k8s"), entity("Redis")])

    assert [found["name"] for found in nodes.search_nodes("where does k8s run")["entities"]] == ["Kubernetes"]


@pytest.mark.issue("graphiti PR#1241")
@pytest.mark.parametrize(
    "name",
    [
        "node",
        "Node",
        "go",
        "Go",
        "rest",
        "react",
        "Python 3.11",
        "Python 3.12",
        "python3",
        "IE6",
        "PG 15",
        "us-east-1",
        "Postgres team",
    ],
)
def test_where_there_is_doubt_a_name_stays_as_it_is(nodes: NodeTools, name: str) -> None:
    """An ordinary word may be one, and a version, or what belongs to a thing, is not the thing."""
    assert nodes.create_entities([entity(name)]) == [entity(name)]


def test_what_stands_under_the_alias_is_what_is_meant_until_the_canonical_one_is_there(
    store: GraphStore, nodes: NodeTools
) -> None:
    store.nodes("default").create_entities([entity("Postgres", "was here before the pattern")])

    nodes.create_entities([entity("pg", "is fast")])
    nodes.create_entities([entity("Postgres", "is old")])
    nodes.create_relations([relation("Postgres", "k8s")])

    assert nodes.open_nodes(["Postgres"])["entities"] == [
        entity("Postgres", "was here before the pattern"),
        entity("PostgreSQL", "is fast", "is old"),
    ]
    nodes.delete_entities(["Postgres"])
    nodes.add_observations([{"entityName": "Postgres", "contents": ["stays"]}])
    assert nodes.read_graph() == {
        "entities": [entity("Postgres", "was here before the pattern", "stays")],
        "relations": [],
    }


def test_what_is_not_there_is_refused_under_the_name_that_was_given(nodes: NodeTools) -> None:
    for name in ("Postgres", "redis"):
        with pytest.raises(GraphRejected, match=f"^Entity with name {name} not found$"):
            nodes.add_observations([{"entityName": name, "contents": ["is fast"]}])


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("create_entities", ["Postgres"]), ("create_relations", [{"from": 7}]), ("open_nodes", [None])],
)
def test_what_is_wrong_is_left_to_the_graph_to_refuse(nodes: NodeTools, tool: str, argument: Any) -> None:
    with pytest.raises(InvalidInput):
        getattr(nodes, tool)(argument)
