"""How a target is connected to: as a process of ours, with its error output caught, or at an HTTP address."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from memory_fabric.graph.mcp.target import HttpTarget, StdioTarget

_LAST_LINES = 10
_LAST_CHARS = 500
_DRAIN_SECONDS = 1.0


def dial(target: StdioTarget | HttpTarget) -> Client:
    """Return a client for `target` that is not connected yet: entering it connects."""
    if isinstance(target, HttpTarget):
        return Client(streamable_http_client(target.url), cache=None)
    return Client(_quiet_process(target.parameters), cache=None)


@asynccontextmanager
async def _quiet_process(parameters: StdioServerParameters) -> AsyncIterator[tuple[Any, Any]]:
    """Run the server, its error output kept off ours; when it fails, the error tells the last lines of it."""
    output = _ErrorOutput()
    try:
        with closing(output):
            async with stdio_client(parameters, errlog=output.sink) as streams:
                output.close()  # the process has its own copy; ours would keep the pipe open after its death
                yield streams
    except Exception as error:
        said = output.last_words()
        if not said:
            raise
        raise ConnectionError(f"{innermost(error)} (the server's last words: {said})") from error


class _ErrorOutput:
    """A pipe for a process's error output that is read to its end, of which only the last lines are kept."""

    def __init__(self) -> None:
        source, sink = os.pipe()
        self.sink = os.fdopen(sink, "w")
        self._lines: deque[str] = deque(maxlen=_LAST_LINES)
        self._reader = threading.Thread(target=self._read, args=(source,), daemon=True)
        self._reader.start()

    def close(self) -> None:
        self.sink.close()

    def last_words(self) -> str:
        self._reader.join(_DRAIN_SECONDS)
        return " / ".join(line for line in self._lines if line)[-_LAST_CHARS:]

    def _read(self, source: int) -> None:
        with os.fdopen(source, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                self._lines.append(line.strip()[:_LAST_CHARS])


def innermost(error: BaseException) -> BaseException:
    """Return the error that a task group has wrapped, the one that a person can act on."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error
