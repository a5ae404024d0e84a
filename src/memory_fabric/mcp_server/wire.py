"""What clients write on standard input: as JSON that can be read, and answered to the last.

A client in JavaScript that cuts a text in the middle of an emoji sends half of it, as the escape of a lone surrogate.
JavaScript reads that; the `mcp` package cannot, and drops such a line without an answer, for which the client would
then wait in vain.

A client that has asked all that it wants to may close its end at once, as a pipe in a shell does. The package then
gives up what is under way; the reference server answers it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import TextIOWrapper
from typing import IO, TextIO, cast

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId

_Requests = ObjectReceiveStream[SessionMessage | Exception]
_Answers = ObjectSendStream[SessionMessage]

_NEVER_ANSWERED = ("subscriptions/listen",)  # its answer is the end of the connection
_CANCELLED = "notifications/cancelled"

# An escaped backslash and a whole pair are looked at only so that no half of them is.
_ESCAPE = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def mended(line: str) -> str:
    """Return a line of JSON with U+FFFD for each escape of half a character."""
    if "\\ud" not in line and "\\uD" not in line:
        return line
    return _ESCAPE.sub(lambda escape: r"\ufffd" if escape["lone"] else escape[0], line)


def standard_input() -> anyio.AsyncFile[str]:
    """Return the lines of this process's standard input, mended."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return anyio.AsyncFile(cast(IO[str], _MendedLines(sys.stdin)))


class _MendedLines:
    """As much of a file as `stdio_server` asks for: its lines."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines

    def readline(self) -> str:
        return mended(self._lines.readline())


@asynccontextmanager
async def answering_all(requests: _Requests, answers: _Answers) -> AsyncIterator[tuple[_Requests, _Answers]]:
    """Give streams in the place of these two, on which the requests end only when all of them are answered."""
    waiting: set[RequestId] = set()
    fewer = anyio.Event()
    inside, passed_on = anyio.create_memory_object_stream[SessionMessage | Exception]()
    answered, outside = anyio.create_memory_object_stream[SessionMessage]()

    def settle(request: RequestId | None) -> None:
        if request is not None:
            waiting.discard(request)
            fewer.set()

    async def pass_requests() -> None:
        nonlocal fewer
        async with inside, requests:
            async for item in requests:
                message = item.message if isinstance(item, SessionMessage) else None
                if isinstance(message, JSONRPCRequest) and message.method not in _NEVER_ANSWERED:
                    waiting.add(message.id)
                elif isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
                    settle((message.params or {}).get("requestId"))
                await inside.send(item)
            while waiting:
                fewer = anyio.Event()
                await fewer.wait()

    async def pass_answers() -> None:
        async with outside, answers:
            async for item in outside:
                await answers.send(item)
                if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                    settle(item.message.id)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pass_requests)
        tasks.start_soon(pass_answers)
        async with passed_on, answered:
            yield passed_on, answered
        tasks.cancel_scope.cancel()
