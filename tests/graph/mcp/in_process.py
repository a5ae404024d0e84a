"""A memory server in this process that tells what it was asked, and lets a test step in between two calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp import Client
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from memory_fabric.graph.mcp.session import McpSession
from memory_fabric.graph.mcp.store import McpStore
from tests.graph.mcp.scripted_server import Graph


class RecordingServer:
    """The scripted server's graph; `asked` are the tools called so far, `before` is run ahead of each."""

    def __init__(self, *, both_ends: bool = False, strict: bool = False) -> None:
        self.graph = Graph(both_ends, strict)
        self.asked: list[str] = []
        self.before: Callable[[str], None] = lambda tool: None
        self._server = MCPServer("recording")
        for tool in (
            self.create_entities,
            self.create_relations,
            self.add_observations,
            self.delete_entities,
            self.delete_observations,
            self.delete_relations,
            self.read_graph,
            self.search_nodes,
            self.open_nodes,
        ):
            self._server.add_tool(tool, structured_output=False)

    def store(self) -> McpStore:
        """Open a store on it; the caller closes it."""
        return McpStore(McpSession(lambda: Client(self._server), label="the server", timeout=20))

    def create_entities(self, entities: list[dict[str, Any]]) -> Any:
        return self._asked("create_entities", entities)

    def create_relations(self, relations: list[dict[str, Any]]) -> Any:
        return self._asked("create_relations", relations)

    def add_observations(self, observations: list[dict[str, Any]]) -> Any:
        return self._asked("add_observations", observations)

    def delete_entities(self, entityNames: list[str]) -> Any:  # noqa: N803  the wire's own name
        return self._asked("delete_entities", entityNames)

    def delete_observations(self, deletions: list[dict[str, Any]]) -> Any:
        return self._asked("delete_observations", deletions)

    def delete_relations(self, relations: list[dict[str, Any]]) -> Any:
        return self._asked("delete_relations", relations)

    def read_graph(self) -> Any:
        return self._asked("read_graph")

    def search_nodes(self, query: str) -> Any:
        return self._asked("search_nodes", query)

    def open_nodes(self, names: list[str]) -> Any:
        return self._asked("open_nodes", names)

    def _asked(self, tool: str, *arguments: Any) -> Any:
        self.asked.append(tool)
        self.before(tool)
        try:
            return getattr(self.graph, tool)(*arguments) or []
        except KeyError as error:
            raise ToolError(f"Entity {error} not found") from error
