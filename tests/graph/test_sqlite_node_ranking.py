"""Which entities `search_nodes` of the embedded store finds, and in which order."""

from __future__ import annotations

import pytest

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import JsonObject, NodeTools

SPACE = "default"


@pytest.fixture
def nodes(sqlite_store: SqliteStore) -> NodeTools:
    return sqlite_store.nodes(SPACE)


def entity(name: str, *observations: str, type: str = "technology") -> JsonObject:
    return {"name": name, "entityType": type, "observations": list(observations)}


def names(graph: JsonObject) -> list[str]:
    return [node["name"] for node in graph["entities"]]


def test_search_takes_any_word_and_ranks(nodes: NodeTools) -> None:
    nodes.create_entities(
        [
            entity("database-engineer", "recommends cursor pagination", type="agent"),
            entity("frontend-engineer", "likes infinite scroll", type="agent"),
            entity("React", "is a library"),
        ]
    )

    assert names(nodes.search_nodes("pagination database-engineer")) == [
        "database-engineer",
        "frontend-engineer",
    ]
    assert names(nodes.search_nodes("engineers")) == ["database-engineer", "frontend-engineer"]
    assert names(nodes.search_nodes("Agent")) == ["database-engineer", "frontend-engineer"]
    assert names(nodes.search_nodes("act")) == [], "React does not hold the word"
    assert nodes.search_nodes('"-(:*') == {"entities": [], "relations": []}


def test_the_one_that_is_named_comes_first(nodes: NodeTools) -> None:
    nodes.create_entities([entity("C"), entity("C#"), entity("C++"), entity("\U0001f375"), entity("Kubernetes")])

    assert names(nodes.search_nodes("c++")) == ["C++", "C", "C#"]
    assert names(nodes.search_nodes("who likes \U0001f375")) == ["\U0001f375"]
    assert names(nodes.search_nodes("kube")) == ["Kubernetes"], "names are found by their beginnings too"
    assert names(nodes.search_nodes("ku")) == []


def test_an_alias_is_found_by_search(nodes: NodeTools) -> None:
    nodes.create_entities([{**entity("Amazon Web Services"), "aliases": ["the big cloud"]}, entity("Redis")])

    assert names(nodes.search_nodes("what runs on The Big Cloud now")) == ["Amazon Web Services"]
    assert names(nodes.search_nodes("cloud")) == []


def test_types_are_found_by_their_words(nodes: NodeTools) -> None:
    nodes.create_entities([entity("Ana", type="Database Engineer"), entity("Bo", type="person")])

    assert names(nodes.search_nodes("engineers")) == ["Ana"]
    assert names(nodes.search_nodes("PERSON")) == ["Bo"]
