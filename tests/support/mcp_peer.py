"""A client of an MCP server for tests without an event loop, and the two memory servers that it is tried on."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple, TypeVar

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, ResourceUpdatedNotification, TextContent

import memory_fabric
from tests.support.reference_server import reference_server_config

_T = TypeVar("_T")
_LIMIT_SECONDS = 60
_SOURCE = Path(memory_fabric.__file__).parents[1]  # what this process tests, whatever is installed


class Answer(NamedTuple):
    """What a tool answered: the text for readers, and the object for programs."""

    text: str
    structured: Any
    is_error: bool


class Peer:
    """One connection to one server; calls block, none longer than a minute.

    `updates` has the address of each resource that the server said had changed.
    """

    def __init__(self, portal: BlockingPortal, client: Client, updates: Queue[str]) -> None:
        self._portal = portal
        self.client = client
        self.updates = updates

    def run(self, use: Callable[[Client], Awaitable[_T]]) -> _T:
        """Run `use` with the client, in its event loop."""

        async def limited() -> _T:
            with anyio.fail_after(_LIMIT_SECONDS):
                return await use(self.client)

        return self._portal.call(limited)

    def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool."""
        return answer_of(self.run(lambda client: client.call_tool(tool, arguments)))

    def graph(self) -> Any:
        """Return all that the server holds."""
        return self.call("read_graph").structured

    def clear(self) -> None:
        """Delete all that the server holds."""
        graph = self.graph()
        self.call("delete_relations", relations=graph["relations"])
        self.call("delete_entities", entityNames=[entity["name"] for entity in graph["entities"]])
        while not self.updates.empty():
            self.updates.get_nowait()


def answer_of(result: CallToolResult) -> Answer:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return Answer(content.text, result.structured_content, bool(result.is_error))


@contextmanager
def connected(server: Any, *, mode: str = "legacy") -> Iterator[Peer]:
    """Connect to a server: its parameters as a process, or whatever else an `mcp.Client` takes."""
    updates: Queue[str] = Queue()

    async def heard(message: object) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            updates.put(message.params.uri)

    if isinstance(server, StdioServerParameters):
        server = stdio_client(server)
    with start_blocking_portal() as portal:
        client = Client(server, mode=mode, message_handler=heard, cache=None)
        with portal.wrap_async_context_manager(client):
            yield Peer(portal, client, updates)


def reference_server(folder: Path) -> StdioServerParameters:
    """Return the real server from npm, over a file in this folder; skips the test where it is not installed."""
    config = json.loads(reference_server_config(folder).read_text("utf-8"))
    return StdioServerParameters(**config["mcpServers"]["memory"])


def our_command(*arguments: str) -> list[str]:
    """Return the command line that runs `memory-fabric` in a process of its own."""
    return [sys.executable, "-m", "memory_fabric", *arguments]


def our_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that works on a graph in this folder."""
    return {"MEMORY_FABRIC_GRAPH": f"sqlite:///{folder}/graph.db", "PYTHONPATH": str(_SOURCE)}


def our_server(folder: Path) -> StdioServerParameters:
    """Return our server, over a graph in this folder."""
    command, *arguments = our_command("mcp")
    return StdioServerParameters(command=command, args=arguments, env=our_environment(folder))
