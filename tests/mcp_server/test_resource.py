"""The graph as a resource: read, subscribed to, and told of when it changes."""

from __future__ import annotations

import json
from queue import Empty
from typing import TYPE_CHECKING, Any, cast

import anyio
import pytest
from mcp import Client
from mcp.client.subscriptions import ResourceUpdated
from mcp_types import TextResourceContents

from memory_fabric.mcp_server import build_server
from tests.mcp_server.scripted import ScriptedFabric
from tests.support.mcp_peer import Peer, connected

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

GRAPH = "memory://knowledge-graph"
ANA = {"name": "Ana", "entityType": "person", "observations": ["is Ágnes's deputy"]}
WORKS = {"from": "Ana", "to": "gateway", "relationType": "works on"}
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("create_entities", {"entities": [ANA]}),
    ("create_relations", {"relations": [WORKS]}),
    ("add_observations", {"observations": [{"entityName": "Ana", "contents": ["is away"]}]}),
    ("delete_observations", {"deletions": [{"entityName": "Ana", "observations": ["is away"]}]}),
    ("delete_relations", {"relations": [WORKS]}),
    ("delete_entities", {"entityNames": ["Ana"]}),
]

pytestmark = pytest.mark.filterwarnings("ignore:resources/:mcp.MCPDeprecationWarning")


def subscribe(server: Peer, uri: str = GRAPH) -> None:
    server.run(lambda client: client.subscribe_resource(uri))


def unsubscribe(server: Peer, uri: str = GRAPH) -> None:
    server.run(lambda client: client.unsubscribe_resource(uri))


def test_it_holds_what_read_graph_tells(server: Peer) -> None:
    server.call("create_entities", entities=[ANA])
    server.call("create_relations", relations=[WORKS])

    (content,) = server.run(lambda client: client.read_resource(GRAPH)).contents

    assert isinstance(content, TextResourceContents)
    assert (content.uri, content.mime_type) == (GRAPH, "application/json")
    assert content.text == server.call("read_graph").text
    assert json.loads(content.text) == {"entities": [ANA], "relations": [WORKS]}


@pytest.mark.parametrize(("tool", "arguments"), WRITES)
def test_a_subscriber_is_told_of_every_write(server: Peer, tool: str, arguments: dict[str, Any]) -> None:
    for earlier, its_arguments in WRITES[: [name for name, _ in WRITES].index(tool)]:
        server.call(earlier, **its_arguments)
    subscribe(server)

    server.call(tool, **arguments)

    assert server.updates.get(timeout=10) == GRAPH
    unsubscribe(server)


def test_reads_failures_and_other_resources_are_no_news(server: Peer) -> None:
    subscribe(server)
    subscribe(server, "memory://something-else")
    server.call("read_graph")
    server.call("search_nodes", query="Ana")
    server.call("open_nodes", names=["Ana"])
    assert server.call("add_observations", observations=[{"entityName": "Ana", "contents": []}]).is_error

    server.call("create_entities", entities=[ANA])

    assert server.updates.get(timeout=10) == GRAPH
    with pytest.raises(Empty):  # news of what was called before would have come before
        server.updates.get_nowait()
    unsubscribe(server)


def test_nobody_is_told_who_did_not_ask_or_no_longer_wants_to_know(server: Peer) -> None:
    server.call("create_entities", entities=[ANA])
    subscribe(server)
    unsubscribe(server)

    server.call("delete_entities", entityNames=["Ana"])
    server.run(lambda client: client.read_resource(GRAPH))

    assert server.updates.empty()


def test_what_is_remembered_is_news_too(ours: Peer) -> None:
    subscribe(ours)

    ours.call("remember", text="The gateway uses Redis.")

    assert ours.updates.get(timeout=10) == GRAPH
    unsubscribe(ours)


def test_a_client_of_the_protocol_since_2026_07_listens(fabric: ScriptedFabric) -> None:
    """The protocol has no subscriptions to a resource any more; a stream tells of changes."""

    async def listen(client: Client) -> object:
        async with client.listen(resource_subscriptions=[GRAPH]) as changes:
            await client.call_tool("create_entities", {"entities": [ANA]})
            with anyio.fail_after(10):
                return await anext(changes)

    with connected(build_server(cast("Fabric", fabric)), mode="auto") as peer:
        assert peer.client.protocol_version == "2026-07-28"
        assert peer.run(listen) == ResourceUpdated(uri=GRAPH)
