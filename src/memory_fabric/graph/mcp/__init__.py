"""The graph on any MCP memory server. `store.McpStore` is the way in."""
