"""Memory Fabric as an MCP server, over stdio or HTTP: the nine tools of the reference server and three of its own."""

from memory_fabric.mcp_server.server import build_server, serve_stdio

__all__ = ["build_server", "serve_stdio"]
