"""What is too much for one call is refused, by name of the field, before anything is done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mcp_server.scripted import ScriptedFabric, call
from tests.support.mcp_peer import Peer

ANA: dict[str, Any] = {"name": "Ana", "entityType": "person", "observations": []}
NOTHING: dict[str, Any] = {"entities": [], "relations": []}


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("create_entities", {"entities": [ANA, {**ANA, "name": "n" * 201}]}, "too_large: name: 201 characters"),
        ("create_entities", {"entities": [{**ANA, "entityType": "t" * 201}]}, "too_large: entityType: 201 characters"),
        (
            "create_entities",
            {"entities": [{**ANA, "observations": ["x" * 1_000_001]}]},
            "too_large: observations: 1,000,001 bytes",
        ),
        (
            "create_relations",
            {"relations": [{"from": "f" * 201, "to": "b", "relationType": "c"}]},
            "too_large: from: 201 characters",
        ),
        (
            "add_observations",
            {"observations": [{"entityName": "Ana", "contents": ["\u00e9" * 500_001]}]},
            "too_large: contents: 1,000,002 bytes",
        ),
        ("search_nodes", {"query": "q" * 2_049}, "too_large: query: 2,049 characters, the limit is 2,048"),
    ],
)
def test_what_is_over_a_limit_is_refused(
    fabric: ScriptedFabric, tool: str, arguments: dict[str, Any], words: str
) -> None:
    answer = call(fabric, tool, **arguments)

    assert answer.is_error
    assert words in answer.text
    assert call(fabric, "read_graph").structured == NOTHING


def test_a_name_that_can_be_no_name_is_not_found(fabric: ScriptedFabric) -> None:
    assert call(fabric, "open_nodes", names=["n" * 201]).structured == NOTHING
    assert not call(fabric, "delete_entities", entityNames=["n" * 201]).is_error


@pytest.mark.issue("servers PR#4662")
@pytest.mark.parametrize(("tool", "field"), [("search_nodes", "query"), ("search_memory", "question")])
def test_a_question_of_a_megabyte_is_refused_and_the_server_goes_on(ours: Peer, tool: str, field: str) -> None:
    answer = ours.call(tool, **{field: "why " * 250_000})

    assert answer.is_error
    assert answer.text.startswith("too_large: ")
    assert len(answer.text) < 200
    assert ours.graph() == NOTHING


@pytest.mark.issue("servers#3953")
def test_of_very_many_an_empty_question_gets_a_few(ours: Peer) -> None:
    for start in range(0, 5_000, 1_000):
        crowd = [
            {**ANA, "name": f"Ana {number}", "observations": ["is here"]} for number in range(start, start + 1_000)
        ]
        assert not ours.call("create_entities", entities=crowd).is_error

    memories, nodes = ours.call("search_memory", question=""), ours.call("search_nodes", query="")

    assert len(memories.structured["results"]) == 20
    assert len(nodes.structured["entities"]) == 100
    assert len(memories.text) + len(nodes.text) < 50_000
