from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from mcp.server import MCPServer

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import TextQuery
from tests.graph.mcp.builders import statement
from tests.graph.mcp.scripted_server import TOOLS, Graph


@pytest.fixture
def http_url() -> Iterator[str]:
    """The URL of a memory server over streamable HTTP, whose results are texts without structured content."""
    graph, server = Graph(both_ends=False), MCPServer("over http")
    for tool in TOOLS:
        server.add_tool(getattr(graph, tool), name=tool, structured_output=False)
    listener = socket.create_server(("127.0.0.1", 0))
    service = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), ws="none", log_level="warning"))
    thread = threading.Thread(target=service.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"mcp+http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    service.should_exit = True
    thread.join(20)
    listener.close()


def test_a_server_at_an_http_address_is_written_to_and_asked(http_url: str) -> None:
    store = McpStore.open(http_url, timeout=20)
    try:
        assert store.write("default", [statement("We use Redis.", "Redis")]).added == ("We use Redis.",)
        [hit] = store.search_text("default", TextQuery(("redis",)))
        assert hit.memory.text == "We use Redis."
        assert str(store.describe()["server"]).startswith("over http")
    finally:
        store.close()


def test_an_http_address_where_nobody_listens_is_unavailable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(GraphUnavailable, match=f"MCP server at http://127.0.0.1:{port}/mcp cannot be reached"):
        McpStore.open(f"mcp+http://127.0.0.1:{port}/mcp", timeout=20)


@pytest.mark.reference_server
def test_the_servers_error_output_stays_off_ours(capfd: pytest.CaptureFixture[str], reference_url: str) -> None:
    McpStore.open(reference_url, timeout=20).close()
    assert capfd.readouterr() == ("", "")
