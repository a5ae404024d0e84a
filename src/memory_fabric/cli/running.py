"""What runs on, and what looks after the graph."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_fabric.cli import options
from memory_fabric.cli.options import Graph, Host, Json, Namespace, Port
from memory_fabric.cli.output import counted, write, write_json
from memory_fabric.errors import InvalidInput


def serve(
    host: Host = None,
    port: Port = None,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Serve the HTTP API until told to stop.

    Example: memory-fabric serve --port 8377
    """
    from memory_fabric.http.app import serve as serve_http

    serve_http(options.settings(graph, namespace, host=host, port=port))


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Over streamable HTTP instead.")] = False,
    host: Host = None,
    port: Port = None,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Serve the graph to an MCP client over standard input and output, or to several over HTTP.

    Example: memory-fabric mcp --namespace shop
    """
    settings = options.settings(graph, namespace, host=host, port=port)
    if http:
        from memory_fabric.mcp_server.http import serve_http as serve_mcp
    else:
        from memory_fabric.mcp_server import serve_stdio as serve_mcp

        if host is not None or port is not None:
            raise InvalidInput("--host and --port", "are for --http")
    serve_mcp(settings)


def reindex(json: Json = False, graph: Graph = None, namespace: Namespace = None) -> None:
    """Rebuild the text index from the graph. It rebuilds itself when missing or damaged; this is for doubt.

    Example: memory-fabric reindex
    """
    from memory_fabric.graph.open import open_store

    settings = options.settings(graph, namespace)
    store = open_store(settings.graph, timeout=settings.graph_timeout)
    try:
        count = store.reindex()
    finally:
        store.close()
    if json:
        write_json({"memories": count})
    else:
        write(f"{counted(count, 'memory', 'memories')} indexed")


def doctor(json: Json = False, graph: Graph = None, namespace: Namespace = None) -> None:
    """Write, read, search and delete on the configured graph; say how that went, and what the graph can do.

    Example: memory-fabric doctor --graph mcp+stdio:servers.json
    """
    from memory_fabric.cli.doctor import examine, lines

    findings = examine(options.settings(graph, namespace))
    if json:
        write_json(findings)
    else:
        for line in lines(findings):
            write(line)
