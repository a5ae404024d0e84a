"""What a client is told that did something wrong: the words of the reference server, where it has them."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import MCPError

from tests.mcp_server.scripted import ScriptedFabric, call
from tests.support.mcp_peer import Peer

ANA = {"name": "Ana", "entityType": "person", "observations": []}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (
        "add_observations",
        {"observations": [{"entityName": "nobody", "contents": ["a"]}]},
        "Entity with name nobody not found",
    ),
    ("no_such_tool", {}, "MCP error -32602: Tool no_such_tool not found"),
    ("create_entities", {}, "expected array, received undefined at entities"),
    ("create_entities", {"entities": "Ana"}, "expected array, received string at entities"),
    ("create_entities", {"entities": {}}, "expected array, received object at entities"),
    ("create_entities", {"entities": ["Ana"]}, "expected object, received string at entities[0]"),
    (
        "create_entities",
        {"entities": [ANA, {"name": "Bo"}]},
        "expected string, received undefined at entities[1].entityType\n"
        "Invalid input: expected array, received undefined at entities[1].observations",
    ),
    ("create_entities", {"entities": [{**ANA, "name": 7}]}, "expected string, received number at entities[0].name"),
    (
        "create_entities",
        {"entities": [{**ANA, "observations": [True]}]},
        "expected string, received boolean at entities[0].observations[0]",
    ),
    ("create_relations", {"relations": [{"to": "a", "relationType": "b"}]}, "received undefined at relations[0].from"),
    ("delete_entities", {"entityNames": [None]}, "expected string, received null at entityNames[0]"),
    ("delete_observations", {"deletions": [[]]}, "expected object, received array at deletions[0]"),
    ("delete_relations", {"relations": [{}]}, "received undefined at relations[0].relationType"),
    ("search_nodes", {"query": 7.5}, "expected string, received number at query"),
    ("search_nodes", {"query": None}, "expected string, received null at query"),
    ("open_nodes", {}, "expected array, received undefined at names"),
]


@pytest.mark.reference_server
@pytest.mark.parametrize(("tool", "arguments", "words"), REFUSED)
def test_what_is_wrong_is_told_in_the_same_words(
    ours: Peer, theirs: Peer, tool: str, arguments: dict[str, Any], words: str
) -> None:
    answer = ours.call(tool, **arguments)

    assert answer.is_error
    assert words in answer.text
    assert answer == theirs.call(tool, **arguments)
    assert ours.graph() == theirs.graph() == {"entities": [], "relations": []}


@pytest.mark.parametrize("tool", ["create_entities", "read_graph"])
def test_arguments_that_no_tool_has_are_no_mistake(server: Peer, tool: str) -> None:
    arguments = {"entities": [{**ANA, "since": 2026}]} if tool == "create_entities" else {}

    answer = server.call(tool, **arguments, verbose=True)

    assert not answer.is_error
    assert answer.structured["entities"] == [ANA] * len(arguments)


@pytest.mark.reference_server
def test_a_resource_that_there_is_not_is_refused_in_the_same_words(ours: Peer, theirs: Peer) -> None:
    told = []
    for server in (ours, theirs):
        with pytest.raises(MCPError) as refused:
            server.run(lambda client: client.read_resource("memory://nothing"))
        told.append((refused.value.error.code, refused.value.error.message))

    assert told[0] == told[1]


def test_a_graph_that_cannot_be_read_is_told_with_a_code(fabric: ScriptedFabric) -> None:
    fabric.store.close()

    answer = call(fabric, "read_graph")

    assert answer.is_error
    assert answer.text.startswith("graph_unavailable: ")
