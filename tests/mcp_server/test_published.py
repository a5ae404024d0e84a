"""What a client learns of the server before its first call: the same from ours as from the reference server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client
from mcp_types import Tool

from tests.support.mcp_peer import Peer

OUR_OWN = ["extract", "remember", "search_memory"]


def tools(peer: Peer) -> dict[str, Tool]:
    return {tool.name: tool for tool in peer.run(lambda client: client.list_tools()).tools}


@pytest.mark.reference_server
def test_the_nine_tools_are_published_word_for_word(ours: Peer, theirs: Peer) -> None:
    """Names, titles, descriptions, schemas, annotations and whatever else stands there, in the same order."""
    published, expected = tools(ours), tools(theirs)

    assert list(published) == [*expected, *OUR_OWN]
    for name, tool in expected.items():
        assert published[name].model_dump() == tool.model_dump()


@pytest.mark.reference_server
def test_the_graph_is_published_as_the_same_resource(ours: Peer, theirs: Peer) -> None:
    async def resources(client: Client) -> Any:
        return (await client.list_resources()).resources, (await client.list_resource_templates()).resource_templates

    assert ours.run(resources) == theirs.run(resources)


@pytest.mark.reference_server
def test_the_same_abilities_are_declared(ours: Peer, theirs: Peer) -> None:
    assert ours.client.server_capabilities == theirs.client.server_capabilities


def test_the_server_says_who_it_is(ours: Peer) -> None:
    assert ours.client.server_info is not None
    assert (ours.client.server_info.name, ours.client.server_info.title) == ("memory-fabric", "Memory Fabric")
    assert "remember" in (ours.client.instructions or "")


def test_no_schema_holds_a_reference_that_a_client_would_have_to_follow(ours: Peer) -> None:
    for tool in tools(ours).values():
        assert "$ref" not in json.dumps([tool.input_schema, tool.output_schema])
        assert tool.description
        assert tool.annotations is not None
