"""Where our server takes what is written to it otherwise than the reference server, each with what that one does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.mcp_peer import Peer

pytestmark = pytest.mark.reference_server


def entity(name: str, *observations: str, type: str = "technology") -> dict[str, Any]:
    return {"name": name, "entityType": type, "observations": list(observations)}


def relation(from_: str, to: str, type: str = "uses") -> dict[str, Any]:
    return {"from": from_, "to": to, "relationType": type}


def names(server: Peer) -> list[str]:
    return [entity["name"] for entity in server.graph()["entities"]]


@pytest.mark.difference("One name in all spellings")
@pytest.mark.issue("LightRAG#1726")
@pytest.mark.issue("arcana#114")
@pytest.mark.parametrize(
    "spellings",
    [
        ("Zorblax", "zorblax", "ZORBLAX"),
        ("feed_reader", "Feed Reader", "feed-reader"),
        ("Jose\u0301", "Jos\u00e9", " Jos\u00e9 "),
    ],
)
def test_one_name_in_all_spellings(ours: Peer, theirs: Peer, spellings: tuple[str, ...]) -> None:
    first, second, third = spellings
    for server in (ours, theirs):
        server.call("create_entities", entities=[entity(first)])
        server.call("create_relations", relations=[relation(second, "gateway")])
        server.call("create_entities", entities=[entity(second), entity(third)])

    assert names(theirs) == [*spellings]
    assert theirs.call("open_nodes", names=[first]).structured["relations"] == []
    assert names(ours) == [first]
    assert ours.call("open_nodes", names=[third]).structured["relations"] == [relation(first, "gateway")]
    ours.call("delete_entities", entityNames=[second])
    assert ours.graph() == {"entities": [], "relations": []}


@pytest.mark.difference("One thing under its names")
def test_one_thing_under_its_names(ours: Peer, theirs: Peer) -> None:
    for server in (ours, theirs):
        for name in ("Postgres", "k8s", "PostgreSQL", "Kubernetes", "go", "node", "HTTP/2"):
            server.call("create_entities", entities=[entity(name)])

    assert names(theirs) == ["Postgres", "k8s", "PostgreSQL", "Kubernetes", "go", "node", "HTTP/2"]
    assert names(ours) == ["PostgreSQL", "Kubernetes", "go", "node", "HTTP/2"]
    assert ours.call("open_nodes", names=["k8s"]).structured["entities"] == [entity("Kubernetes")]


@pytest.mark.difference("News about a known entity")
def test_news_about_a_known_entity(ours: Peer, theirs: Peer) -> None:
    for server in (ours, theirs):
        server.call("create_entities", entities=[entity("Redis", "is fast")])
        again = server.call("create_entities", entities=[entity("Redis", "is small")])
        assert again.structured == {"entities": []}, "neither tells it as created"

    assert theirs.graph()["entities"] == [entity("Redis", "is fast")]
    assert ours.graph()["entities"] == [entity("Redis", "is fast", "is small")]


@pytest.mark.difference("The same twice in one call")
def test_the_same_twice_in_one_call(ours: Peer, theirs: Peer) -> None:
    twice = {"entities": [entity("Redis", "is fast", "is fast")] * 2, "relations": [relation("shop", "Redis")] * 2}
    once = {"entities": [entity("Redis", "is fast")], "relations": [relation("shop", "Redis")]}

    for server, kept in ((ours, once), (theirs, twice)):
        assert server.call("create_entities", entities=twice["entities"]).structured["entities"] == kept["entities"]
        assert (
            server.call("create_relations", relations=twice["relations"]).structured["relations"] == kept["relations"]
        )
        assert server.graph() == kept


@pytest.mark.difference("A relation of a thing to itself")
@pytest.mark.issue("servers PR#4383")
def test_a_relation_of_a_thing_to_itself(ours: Peer, theirs: Peer) -> None:
    for server in (ours, theirs):
        server.call("create_relations", relations=[relation("Redis", "redis"), relation("Redis", "Redis")])

    assert theirs.graph()["relations"] == [relation("Redis", "redis"), relation("Redis", "Redis")]
    assert ours.graph()["relations"] == []


@pytest.mark.difference("A blank name")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("create_entities", {"entities": [entity("Redis"), entity(" ")]}),
        ("create_relations", {"relations": [relation("shop", "")]}),
        ("create_relations", {"relations": [relation("shop", "Redis", type="")]}),
    ],
)
def test_a_blank_name(ours: Peer, theirs: Peer, tool: str, arguments: dict[str, Any]) -> None:
    assert not theirs.call(tool, **arguments).is_error
    refused = ours.call(tool, **arguments)

    assert refused.is_error
    assert refused.text.startswith("invalid_input: ")
    assert ours.graph() == {"entities": [], "relations": []}


@pytest.mark.difference("A type that says nothing")
def test_a_type_that_says_nothing(ours: Peer, theirs: Peer) -> None:
    for server in (ours, theirs):
        server.call("create_entities", entities=[entity("Redis", type=""), entity("Kafka", type="concept")])
        server.call("create_entities", entities=[entity("Kafka", type="technology")])

    assert [entity["entityType"] for entity in theirs.graph()["entities"]] == ["", "concept"]
    assert [entity["entityType"] for entity in ours.graph()["entities"]] == ["concept", "technology"]


@pytest.mark.difference("Too long for a name, a text or a question")
def test_too_long_for_a_name_a_text_or_a_question(ours: Peer, theirs: Peer) -> None:
    for tool, arguments in (
        ("create_entities", {"entities": [entity("n" * 201)]}),
        ("create_entities", {"entities": [entity("Redis", "x" * 1_000_001)]}),
        ("search_nodes", {"query": "q" * 2_049}),
    ):
        assert not theirs.call(tool, **arguments).is_error
        assert ours.call(tool, **arguments).text.startswith("too_large: ")


@pytest.mark.difference("A NUL character")
def test_a_nul_character(ours: Peer, theirs: Peer) -> None:
    for server in (ours, theirs):
        server.call("create_entities", entities=[entity("Redis", "is\0fast")])

    assert theirs.graph()["entities"] == [entity("Redis", "is\0fast")]
    assert ours.graph()["entities"] == [entity("Redis", "is\ufffdfast")]


@pytest.mark.difference("A list sent as JSON text")
def test_a_list_sent_as_json_text(ours: Peer, theirs: Peer) -> None:
    arguments = {"entities": json.dumps([entity("Redis", "is fast")])}

    assert "expected array, received string" in theirs.call("create_entities", **arguments).text
    assert ours.call("create_entities", **arguments).structured == {"entities": [entity("Redis", "is fast")]}
