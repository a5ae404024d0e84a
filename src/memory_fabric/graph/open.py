"""The door to the graph: which backend a URL means."""

from __future__ import annotations

from pathlib import Path

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import GraphStore

_SQLITE = "sqlite:///"
_MCP = ("mcp+stdio:", "mcp+http://", "mcp+https://")


def open_store(url: str, *, timeout: float) -> GraphStore:
    """Open the graph behind a URL, making an embedded one where there is none yet.

    `sqlite:///FILE` (an absolute path has four slashes), `memory:`, `mcp+stdio:FILE` (an mcpServers JSON
    file) or `mcp+http://HOST/PATH`. `timeout` is how many seconds a call may take before the graph counts as
    unavailable.

    Raises:
        InvalidInput: the URL is of no known kind.
        GraphUnavailable: the graph cannot be opened; the message names the file.
    """
    if url == "memory:":
        return SqliteStore(None, timeout=timeout)
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE):
        return SqliteStore(Path(url.removeprefix(_SQLITE)).expanduser(), timeout=timeout)
    if url.startswith(_MCP):
        from memory_fabric.graph.mcp.store import McpStore  # its client is slow to import, and seldom wanted

        return McpStore.open(url, timeout=timeout)
    raise InvalidInput("graph", f"{url!r} is none of sqlite:///FILE, memory:, mcp+stdio:FILE and mcp+http://HOST/PATH")
