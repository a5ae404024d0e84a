"""What every server of ours on a network address shares: the socket, its address in words, and the log."""

from __future__ import annotations

import socket
from typing import Any

from memory_fabric.errors import InvalidInput

# No access log: questions stand in addresses.
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stderr"}},
    "loggers": {
        "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "memory_fabric": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}
"""How uvicorn is to log: warnings, on standard error."""

_BODY_TEXTS = 16
_BODY_FRAME_BYTES = 65_536


def longest_body(max_text_bytes: int) -> int:
    """Return how many bytes of a request are taken into memory before its texts are measured.

    One text may need six bytes of JSON for each of its own, and a request holds several.
    """
    return _BODY_TEXTS * max_text_bytes + _BODY_FRAME_BYTES


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes a free one.

    Raises:
        InvalidInput: the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2_048)
    except OSError as error:
        raise InvalidInput("port", f"cannot listen on {host}:{port}: {error.strerror}") from error
    # asyncio turns this on only for sockets that it opened itself; without it each answer waits 40 ms for an ACK.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def url_of(listener: socket.socket) -> str:
    """Return the address of a socket as a URL without a path."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
