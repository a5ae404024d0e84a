"""The server as a whole, and how it is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server

from memory_fabric import __version__
from memory_fabric.config import Settings
from memory_fabric.hangup import reloading_on_hangup
from memory_fabric.mcp_server.arguments import unknown
from memory_fabric.mcp_server.memory_tools import memory_tools
from memory_fabric.mcp_server.node_tools import node_tools
from memory_fabric.mcp_server.resource import GRAPH, GraphSubscriptions, read_resource
from memory_fabric.mcp_server.tool import failure
from memory_fabric.mcp_server.wire import answering_all, standard_input

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

_INSTRUCTIONS = (
    "A memory that is read by rules, not by a language model. Give what should be remembered to `remember` "
    "as it was said; ask `search_memory` in plain words. `extract` shows what a text would yield. The other "
    "tools work on the knowledge graph by hand."
)
_Context = ServerRequestContext[Any, Any]


class _MemoryServer(Server[Any]):
    """Says by default what it can do as the reference server says it."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        options = notification_options or NotificationOptions(resources_changed=True, tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)


class _Handlers:
    """What the server answers to each request. Tools run in threads, each call in one of its own."""

    def __init__(self, fabric: Fabric) -> None:
        self._fabric = fabric
        self._tools = {tool.published.name: tool for tool in (*node_tools(fabric), *memory_tools(fabric))}
        self.subscriptions = GraphSubscriptions()

    async def list_tools(self, _: _Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.published for tool in self._tools.values()])

    async def call_tool(self, _: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._tools.get(params.name)
        if tool is None:
            return failure(unknown(params.name))
        result = await to_thread.run_sync(tool.call, params.arguments or {})
        if tool.is_writing and not result.is_error:
            await self.subscriptions.notify()
        return result

    async def list_resources(
        self, _: _Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[GRAPH])

    async def list_templates(
        self, _: _Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[])

    async def read_resource(self, _: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return await read_resource(self._fabric.nodes(), params.uri)


def build_server(fabric: Fabric) -> Server[Any]:
    """Return an MCP server over `fabric`, which stays the caller's to close."""
    handlers = _Handlers(fabric)
    return _MemoryServer(
        "memory-fabric",
        title="Memory Fabric",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_subscribe_resource=handlers.subscriptions.subscribe,
        on_unsubscribe_resource=handlers.subscriptions.unsubscribe,
        on_subscriptions_listen=handlers.subscriptions.listen,
    )


def serve_stdio(settings: Settings) -> None:
    """Serve on standard input and output until the client closes them. Nothing but protocol is written there. SIGHUP
    loads the pattern files anew.

    Raises:
        FabricError: the fabric cannot be opened; see `Fabric.open`.
    """
    from memory_fabric.fabric import Fabric

    async def run(server: Server[Any]) -> None:
        async with stdio_server(stdin=standard_input()) as streams, answering_all(*streams) as (requests, answers):
            await server.run(requests, answers, server.create_initialization_options())

    with Fabric.open(settings) as fabric, reloading_on_hangup(fabric.reload_patterns):
        anyio.run(run, build_server(fabric))
