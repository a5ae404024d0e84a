"""Servers that take a relation to nothing, and servers that refuse all that came with it: no version tells which."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.models import Edge, Relation
from tests.graph.mcp.builders import statement
from tests.graph.mcp.in_process import RecordingServer

WEB_USES_VUE = statement("web uses Vue", "web", "Vue", relations=(Relation("web", "uses", "Vue"),))


@pytest.fixture(params=[False, True], ids=["lenient", "strict"])
def server(request: pytest.FixtureRequest) -> RecordingServer:
    return RecordingServer(strict=request.param)


@pytest.fixture
def store(server: RecordingServer) -> Iterator[McpStore]:
    store = server.store()
    yield store
    store.close()


def relation(from_: str, to: str) -> dict[str, str]:
    return {"from": from_, "to": to, "relationType": "uses"}


def test_no_relation_of_a_batch_is_lost_for_another_one_that_leads_nowhere(
    server: RecordingServer, store: McpStore
) -> None:
    nodes = store.nodes("team")
    nodes.create_entities([{"name": name, "entityType": "component", "observations": []} for name in ("web", "api")])
    sent = [relation("web", "api"), relation("web", "nowhere")]
    assert nodes.create_relations(sent) == sent
    assert nodes.read_graph()["relations"] == sent
    there = {entity["name"]: entity["entityType"] for entity in nodes.read_graph()["entities"]}
    made = {"nowhere": "concept"} if server.graph.strict else {}
    assert there == {"web": "component", "api": "component", **made}


def test_a_server_that_takes_everything_is_asked_once(server: RecordingServer, store: McpStore) -> None:
    store.nodes("team").create_relations([relation("web", "nowhere")])
    asked_again = ["open_nodes", "create_entities", "create_relations"] if server.graph.strict else []
    assert server.asked == ["create_relations", *asked_again]


def test_an_end_that_another_client_deletes_in_the_middle_of_a_write_is_made_anew(
    server: RecordingServer, store: McpStore
) -> None:
    def delete_once(tool: str) -> None:
        if tool == "create_relations" and server.asked.count(tool) == 1:
            server.graph.delete_entities(["Vue"])

    server.before = delete_once
    if server.graph.strict:
        store.write("default", [WEB_USES_VUE])
    else:  # only the observations are refused: writing again completes it
        with pytest.raises(GraphRejected, match="Vue"):
            store.write("default", [WEB_USES_VUE])
        store.write("default", [WEB_USES_VUE])
    assert store.edges("default", ["vue"], 5) == [Edge("web", "uses", "Vue")]
    assert {node["name"] for node in store.nodes("default").read_graph()["entities"]} == {"web", "Vue"}


def test_what_is_refused_for_another_reason_is_told(server: RecordingServer, store: McpStore) -> None:
    def refuse(tool: str) -> None:
        if tool == "create_relations":
            raise ToolError("no more relations today")

    server.before = refuse
    nodes = store.nodes("team")
    nodes.create_entities([{"name": name, "entityType": "component", "observations": []} for name in ("web", "api")])
    with pytest.raises(GraphRejected, match="no more relations today"):
        nodes.create_relations([relation("web", "api")])
