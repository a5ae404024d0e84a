"""The server over streamable HTTP, for clients that share one, or that run elsewhere."""

from __future__ import annotations

import gc
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from memory_fabric.config import Settings
from memory_fabric.hangup import reloading_on_hangup
from memory_fabric.listening import LOGGING, listen, longest_body, url_of
from memory_fabric.mcp_server.server import build_server

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

PATH = "/mcp"

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104  told apart here, not bound to
_GRACE_SECONDS = 2  # a client may hold a stream open for as long as it lives


def serve_http(settings: Settings) -> None:
    """Serve on `settings.host` and `settings.port` until told to stop. The address is printed on standard error as
    soon as the server can answer. SIGHUP loads the pattern files anew.

    Raises:
        InvalidInput: the address cannot be had.
        FabricError: the fabric cannot be opened; see `Fabric.open`.
    """
    from memory_fabric.fabric import Fabric

    with listen(settings.host, settings.port) as listener, Fabric.open(settings) as fabric:
        config = uvicorn.Config(
            app_over(fabric, settings), log_config=LOGGING, access_log=False, timeout_graceful_shutdown=_GRACE_SECONDS
        )
        gc.freeze()  # what is loaded stays: the collector need not look at it during a call
        sys.stderr.write(f"Memory Fabric serves MCP at {url_of(listener)}{PATH}\n")
        sys.stderr.flush()
        with reloading_on_hangup(fabric.reload_patterns):
            uvicorn.Server(config).run(sockets=[listener])


def app_over(fabric: Fabric, settings: Settings) -> Starlette:
    """Return the application over `fabric`, which stays the caller's to close."""
    return build_server(fabric).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=longest_body(settings.max_text_bytes),
        transport_security=protection(settings.host),
    )


def protection(host: str) -> TransportSecuritySettings:
    """Return what keeps web pages out whose name was made to point at this machine (DNS rebinding): only calls by
    names that are this machine's are answered.
    """
    own = [*_LOOPBACK, socket.gethostname(), *([host] if host not in _ANY_ADDRESS else [])]
    names = [f"[{name}]" if ":" in name else name for name in dict.fromkeys(own)]
    hosts = [form for name in names for form in (name, f"{name}:*")]
    return TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    )
