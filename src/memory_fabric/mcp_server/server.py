"""The server as a whole, and how it is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer

from memory_fabric import __version__
from memory_fabric.config import Settings
from memory_fabric.hangup import reloading_on_hangup
from memory_fabric.mcp_server.memory_tools import memory_tools
from memory_fabric.mcp_server.node_tools import node_tools

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

_INSTRUCTIONS = (
    "A memory that is read by rules, not by a language model. Give what should be remembered to `remember` "
    "as it was said; ask `search_memory` in plain words. `extract` shows what a text would yield. The other "
    "tools work on the knowledge graph by hand."
)


def build_server(fabric: Fabric) -> MCPServer[Any]:
    """Return an MCP server over `fabric`, which stays the caller's to close."""
    return MCPServer(
        "memory-fabric",
        title="Memory Fabric",
        version=__version__,
        instructions=_INSTRUCTIONS,
        tools=[*node_tools(fabric), *memory_tools(fabric)],
        log_level="WARNING",
    )


def serve_stdio(settings: Settings) -> None:
    """Serve on standard input and output until the client closes them. Nothing but protocol is written there. SIGHUP
    loads the pattern files anew.

    Raises:
        FabricError: the fabric cannot be opened; see `Fabric.open`.
    """
    from memory_fabric.fabric import Fabric

    with Fabric.open(settings) as fabric, reloading_on_hangup(fabric.reload_patterns):
        build_server(fabric).run("stdio")
