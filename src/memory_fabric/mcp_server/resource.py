"""The whole graph as a resource that clients read and subscribe to, as the reference server offers it."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from anyio import to_thread
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated

from memory_fabric.failures import as_fabric_error
from memory_fabric.graph.store import NodeTools
from memory_fabric.mcp_server.tool import as_json_text

URI = "memory://knowledge-graph"

GRAPH = types.Resource(
    uri=URI,
    name="knowledge-graph",
    title="Knowledge Graph",
    description="The full knowledge graph with all entities and relations",
    mime_type="application/json",
)

_MAX_SUBSCRIBERS = 1_000
_Context = ServerRequestContext[Any, Any]


def read(nodes: NodeTools) -> types.ReadResourceResult:
    """Return the graph as JSON text.

    Raises:
        FabricError: the graph cannot be read.
    """
    text = as_json_text(nodes.read_graph())
    return types.ReadResourceResult(
        contents=[types.TextResourceContents(uri=URI, mime_type="application/json", text=text)]
    )


class GraphSubscriptions:
    """Who is told when the graph has changed through this server.

    Clients of the protocol up to 2025-11-25 subscribe to the resource; those since 2026-07-28 listen, which is
    `listen`.
    """

    def __init__(self) -> None:
        self._bus = InMemorySubscriptionBus()
        self._sessions: dict[tuple[str | None, str], ServerSession] = {}
        self.listen = ListenHandler(self._bus)

    async def subscribe(self, context: _Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        """Tell this client from now on. Of very many subscribers the first are forgotten."""
        self._sessions[_connection(context), params.uri] = context.session
        if len(self._sessions) > _MAX_SUBSCRIBERS:
            del self._sessions[next(iter(self._sessions))]
        return types.EmptyResult()

    async def unsubscribe(self, context: _Context, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        """Tell this client no longer."""
        self._sessions.pop((_connection(context), params.uri), None)
        return types.EmptyResult()

    async def notify(self) -> None:
        """Tell all who want to know that the graph has changed. One who has left is no error."""
        for (_, uri), session in list(self._sessions.items()):
            if uri == URI:
                await session.send_resource_updated(URI)
        await self._bus.publish(ResourceUpdated(uri=URI))


async def read_resource(nodes: NodeTools, uri: str) -> types.ReadResourceResult:
    """Return the resource of this address.

    Raises:
        MCPError: there is none, or the graph cannot be read.
    """
    if uri != URI:
        raise MCPError(types.INVALID_PARAMS, f"MCP error {types.INVALID_PARAMS}: Resource {uri} not found")
    try:
        return await to_thread.run_sync(read, nodes)
    except Exception as error:
        told = as_fabric_error(error, "the graph as a resource")
        raise MCPError(types.INTERNAL_ERROR, f"{told.code}: {told.detail}") from error


def _connection(context: _Context) -> str | None:
    """Return which client this is: its session over HTTP; over stdio there is but one."""
    return context.request.headers.get("mcp-session-id") if context.request is not None else None
