from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mcp import Client
from mcp.server import MCPServer

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.mcp.session import McpSession
from memory_fabric.graph.mcp.tools import WireTools


class Recorder:
    """A server that keeps what its tools are given and answers with what it was told to."""

    def __init__(self) -> None:
        self.answer: Any = None
        self.given: Any = None

    def search_nodes(self, query: str) -> Any:
        self.given = query
        return self.answer

    def create_entities(self, entities: list[dict[str, Any]]) -> Any:
        self.given = entities
        return self.answer

    def create_relations(self, relations: list[dict[str, Any]]) -> Any:
        self.given = relations
        return self.answer

    def add_observations(self, observations: list[dict[str, Any]]) -> Any:
        self.given = observations
        return self.answer


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def tools(recorder: Recorder) -> Iterator[WireTools]:
    server = MCPServer("recorder")
    for tool in ("search_nodes", "create_entities", "create_relations", "add_observations"):
        server.add_tool(getattr(recorder, tool), name=tool, structured_output=False)
    session = McpSession(lambda: Client(server), label="the server", timeout=20)
    yield WireTools(session)
    session.close()


@pytest.mark.issue("servers#2044")
def test_what_a_server_leaves_out_is_filled_in(tools: WireTools, recorder: Recorder) -> None:
    recorder.answer = {
        "entities": [
            {"name": "Redis"},
            {"entityType": "x"},
            "no object",
            {"name": "Vue", "observations": None},
        ],
        "relations": [{"from": "Redis"}, {"from": "Redis", "to": "Vue", "relationType": "uses"}],
    }
    assert tools.search_nodes("x") == {
        "entities": [
            {"name": "Redis", "entityType": "concept", "observations": []},
            {"name": "Vue", "entityType": "concept", "observations": []},
        ],
        "relations": [{"from": "Redis", "to": "Vue", "relationType": "uses"}],
    }


def test_an_entity_that_the_server_has_twice_is_read_once(tools: WireTools, recorder: Recorder) -> None:
    recorder.answer = {
        "entities": [
            {"name": "Redis", "entityType": "technology", "observations": ["a", "b"]},
            {"name": "Redis", "entityType": "concept", "observations": ["b", "c"]},
        ]
    }
    assert tools.search_nodes("x")["entities"] == [
        {"name": "Redis", "entityType": "technology", "observations": ["a", "b", "c"]}
    ]


@pytest.mark.parametrize("wrap", [lambda v: v, json.dumps, lambda v: {"entities": v}, lambda v: {"result": v}])
def test_lists_are_read_bare_and_wrapped(tools: WireTools, recorder: Recorder, wrap: Callable[[Any], Any]) -> None:
    recorder.answer = wrap([{"name": "Redis"}, {"name": "Vue"}])
    assert tools.create_entities([]) == [{"name": "Redis"}, {"name": "Vue"}]
    recorder.answer = wrap([{"name": "Redis"}])
    assert tools.create_entities([]) == [{"name": "Redis"}]
    recorder.answer = wrap([])
    assert tools.create_entities([]) == []


@pytest.mark.parametrize("answer", ["no JSON", 7, {"entities": 7}, {}])
def test_an_answer_that_no_memory_server_gives_is_an_error(tools: WireTools, recorder: Recorder, answer: Any) -> None:
    recorder.answer = answer
    with pytest.raises(GraphRejected, match="search_nodes in a form that no memory server has"):
        tools.search_nodes("x")
    with pytest.raises(GraphRejected, match="create_entities in a form"):
        tools.create_entities([])


def test_what_is_twice_in_one_call_is_sent_once(tools: WireTools, recorder: Recorder) -> None:
    recorder.answer = []
    tools.create_entities(
        [
            {"name": "Redis", "entityType": "technology", "observations": ["a", "a"]},
            {"name": "Redis", "entityType": "concept", "observations": ["b"]},
            {"name": "Vue", "entityType": "technology", "observations": []},
        ]
    )
    assert recorder.given == [
        {"name": "Redis", "entityType": "technology", "observations": ["a"]},
        {"name": "Vue", "entityType": "technology", "observations": []},
    ]
    relation = {"from": "Redis", "to": "Vue", "relationType": "uses"}
    tools.create_relations([relation, dict(relation)])
    assert recorder.given == [relation]
    tools.add_observations(
        [{"entityName": "Redis", "contents": ["a", "b"]}, {"entityName": "Redis", "contents": ["b", "c"]}]
    )
    assert recorder.given == [{"entityName": "Redis", "contents": ["a", "b", "c"]}]


def test_text_that_cannot_be_sent_is_made_harmless(tools: WireTools, recorder: Recorder) -> None:
    recorder.answer = {"entities": []}
    tools.search_nodes("a\ud800b")
    assert recorder.given == "a\ufffdb"
