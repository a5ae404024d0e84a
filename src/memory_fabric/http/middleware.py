"""What stands around the whole application: a limit on bodies, a last resort for errors nobody foresaw."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory_fabric.errors import TooLarge
from memory_fabric.failures import as_fabric_error
from memory_fabric.http.problems import problem_response


class BodyLimit:
    """Refuse bodies over `limit` bytes: at once where the length is declared, else while they are read.

    Starlette's own middleware does the same but answers in plain text.
    """

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        if declared.isdecimal() and int(declared) > self.limit:
            await problem_response(self._too_large(int(declared)).to_problem())(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.limit:
                raise self._too_large(taken)
            return message

        await self.app(scope, counted, send)

    def _too_large(self, size: int) -> TooLarge:
        return TooLarge("body", size, self.limit, "bytes")


class ErrorBoundary:
    """Answer an unforeseen error with a problem document, and log it without texts.

    Starlette would hand the error on to the server, which logs its message, and with it what the user wrote.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            if scope["type"] != "http":
                raise
            route = getattr(scope.get("route"), "path", "no route")
            failure = as_fabric_error(error, f"{scope['method']} {route}")
            if not started:
                await problem_response(failure.to_problem())(scope, receive, send)
