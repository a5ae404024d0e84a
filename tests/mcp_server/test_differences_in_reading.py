"""Where our server finds and shows otherwise than the reference server, each with what that one does."""

from __future__ import annotations

from typing import Any

import pytest

from memory_fabric.graph.sqlite.node_views import MAX_GRAPH_ENTITIES, MAX_RELATIONS
from tests.support.mcp_peer import Peer

pytestmark = pytest.mark.reference_server


def entity(name: str, *observations: str, type: str = "technology") -> dict[str, Any]:
    return {"name": name, "entityType": type, "observations": list(observations)}


def found(server: Peer, query: str) -> list[str]:
    return [entity["name"] for entity in server.call("search_nodes", query=query).structured["entities"]]


@pytest.mark.difference("What a search looks for")
@pytest.mark.parametrize(
    ("query", "by_substring", "by_words"),
    [
        ("pagination database-engineer", [], ["database-engineer", "frontend-engineer"]),
        ("cursor pagination", [], ["database-engineer", "frontend-engineer"]),
        ("recommended", [], ["database-engineer"]),
        ("cafe", [], ["React"]),
        ("act", ["React"], []),
        ("-pag", ["database-engineer"], []),
        ("Rea", ["React"], ["React"]),
        ("react", ["React"], ["React"]),
    ],
)
def test_what_a_search_looks_for(
    ours: Peer, theirs: Peer, query: str, by_substring: list[str], by_words: list[str]
) -> None:
    for server in (ours, theirs):
        server.call(
            "create_entities",
            entities=[
                entity("database-engineer", "recommends cursor-pagination", type="agent"),
                entity("frontend-engineer", "likes pagination", type="agent"),
                entity("React", "was made in a caf\u00e9"),
            ],
        )

    assert found(theirs, query) == by_substring
    assert found(ours, query) == by_words


@pytest.mark.difference("The order of what is found")
def test_the_order_of_what_is_found(ours: Peer, theirs: Peer) -> None:
    for server in (ours, theirs):
        server.call("create_entities", entities=[entity("Ana", "runs the gateway"), entity("gateway", "is slow")])

    assert found(theirs, "gateway") == ["Ana", "gateway"]
    assert found(ours, "gateway") == ["gateway", "Ana"]


@pytest.mark.difference("A blank query")
@pytest.mark.issue("servers#3953")
def test_a_blank_query(ours: Peer, theirs: Peer) -> None:
    crowd = [entity(f"thing-{number}") for number in range(150)]
    for server in (ours, theirs):
        server.call("create_entities", entities=crowd)

    assert [len(found(theirs, "")), len(found(theirs, " "))] == [150, 0]
    assert found(ours, "") == found(ours, " ") == [entity["name"] for entity in crowd[:100]]


@pytest.mark.difference("The size of an answer")
@pytest.mark.issue("servers#3953")
def test_the_size_of_an_answer(ours: Peer, theirs: Peer) -> None:
    noted = [f"note {number}" for number in range(1_001)]
    for server in (ours, theirs):
        server.call("create_entities", entities=[entity(f"thing {number}", "is a thing") for number in range(150)])
        server.call("create_entities", entities=[entity("diary", *noted)])

    assert len(found(theirs, "thing")) == 150
    assert len(found(ours, "thing")) == 100
    assert (MAX_GRAPH_ENTITIES, MAX_RELATIONS) == (10_000, 10_000)
    for server, shown in ((theirs, noted), (ours, noted[1:])):
        assert server.call("open_nodes", names=["diary"]).structured["entities"] == [entity("diary", *shown)]


@pytest.mark.difference("More than the nine tools")
def test_more_than_the_nine_tools(ours: Peer, theirs: Peer) -> None:
    """What is remembered from texts is there for the nine tools too."""
    assert "not found" in theirs.call("remember", text="The gateway uses Redis.").text

    assert not ours.call("remember", text="The gateway uses Redis.").is_error

    graph = ours.graph()
    assert {"Redis", "gateway"} <= {entity["name"] for entity in graph["entities"]}
    assert {"from": "gateway", "to": "Redis", "relationType": "uses"} in graph["relations"]
