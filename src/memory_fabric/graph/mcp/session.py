"""One connection to an MCP server, for callers without an event loop: one call at a time, each limited.

The client of the `mcp` package is asynchronous and can wait for ever when its server dies. Here it lives in a
background event loop; a call that fails drops the connection, and the next call makes a new one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, MCPError

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.dial import innermost

_T = TypeVar("_T")
_log = logging.getLogger(__name__)

# What a connection that ends in good order may take: the server gets two seconds each to finish and to obey a
# signal.
_FAREWELL = 8.0
_CONNECTION_ERRORS = (types.CONNECTION_CLOSED, types.REQUEST_TIMEOUT)
_PAGES = 100


class ConnectionLost(GraphUnavailable):
    """The connection ended in the middle of a call, which may have been carried out or not."""


@dataclass(eq=False)
class _Link:
    """One connection: `stop` ends it in good order, `task` by force; `gone` tells that it is over."""

    opened: Future[Client] = field(default_factory=Future)
    gone: threading.Event = field(default_factory=threading.Event)
    stop: anyio.Event = field(default_factory=anyio.Event)
    task: Future[None] | None = None


class McpSession:
    """A connection to one MCP server. Safe to use from several threads; close it.

    `dial` makes a client that is not connected yet; it is called again for each new connection. `label` names
    the server in errors. `timeout` is in seconds and holds for each call, a reconnect included. `guard` is
    held by `exclusive`, beside this session's own lock.
    """

    def __init__(
        self,
        dial: Callable[[], Client],
        *,
        label: str,
        timeout: float,
        guard: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.label = label
        self._dial = dial
        self._timeout = timeout
        self._guard = guard
        self._calls = threading.Lock()
        self._writers = threading.Lock()
        self._link: _Link | None = None
        self._leaving: threading.Event | None = None
        self._failures = 0
        self._resources = ExitStack()
        self._portal: BlockingPortal | None = self._resources.enter_context(start_blocking_portal())

    def call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """Call a tool and return its result, connecting first where need be.

        Raises:
            ConnectionLost: the server went away before it answered.
            GraphUnavailable: the server cannot be reached, died, or did not answer within the time limit.
            GraphRejected: the server answered with an error.
        """
        request = types.CallToolRequest(params=types.CallToolRequestParams(name=tool, arguments=arguments))

        async def send(client: Client) -> types.CallToolResult:
            # Not `client.call_tool`: it checks every result against the tool's JSON schema, which takes twice
            # as long as the server itself. `tools` reads results with care instead.
            return await client.session.send_request(request, types.CallToolResult)

        result = self._run(tool, send)
        if result.is_error:
            raise GraphRejected(f"{self.label} refused {tool}: {_message(result)}", tool=tool)
        return result

    def tool_names(self) -> list[str]:
        """Ask the server for its tools and return their names. Raises like `call`."""

        async def list_tools(client: Client) -> list[str]:
            names: list[str] = []
            cursor: str | None = None
            for _ in range(_PAGES):
                page = await client.list_tools(cursor=cursor)
                names += [tool.name for tool in page.tools]
                cursor = page.next_cursor
                if cursor is None:
                    break
            return names

        return self._run("tools/list", list_tools)

    def server_name(self) -> str:
        """Return name and version as the server reports them; both may say little. Raises like `call`."""

        async def server_info(client: Client) -> str:
            info = client.server_info
            return f"{info.name} {info.version}" if info else "unnamed"

        return self._run("initialize", server_info)

    def writing(self, attempt: Callable[[], None]) -> None:
        """Run `attempt`, a write of several calls, while other writers are kept away.

        Where the connection dies in the middle, `attempt` is run once more: it must ask what the server holds by
        then and send what is missing. A call that used up its time is not repeated.

        Raises:
            GraphUnavailable: as `call`, or the connection died again.
        """
        with self.exclusive():
            try:
                attempt()
            except ConnectionLost as error:
                _log.info("%s; writing once more what it does not hold", error.detail)
                attempt()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep all other writers away, while reads go on: a write is several calls. Not to be nested.

        Raises:
            GraphUnavailable: the connection failed while this one waited.
        """
        with self._turn(self._writers), self._guard():
            yield

    def close(self) -> None:
        """End the connection and the background thread. Safe to call twice."""
        with self._calls:
            portal, self._portal = self._portal, None
            if portal is None:
                return
            link, self._link = self._link, None
            if link is not None and link.task is not None:
                portal.start_task_soon(link.stop.set)
                if not link.gone.wait(_FAREWELL):
                    link.task.cancel()
            self._resources.close()

    @contextmanager
    def _turn(self, lock: threading.Lock) -> Iterator[None]:
        # Were each of many waiting callers to try a dead server anew, the last would wait for all their time
        # limits. Where one of them has reached it again, the others go on.
        failures = self._failures
        with lock:
            if failures != self._failures and self._link is None:
                raise GraphUnavailable(f"{self.label} failed while this call waited for its turn")
            yield

    def _run(self, what: str, work: Callable[[Client], Awaitable[_T]]) -> _T:
        deadline = time.monotonic() + self._timeout
        with self._turn(self._calls):
            client = self._connected(deadline)
            task: Future[_T] | None = None
            try:
                task = self._running().start_task_soon(work, client)
                return task.result(max(0.0, deadline - time.monotonic()))
            except MCPError as error:
                if error.code not in _CONNECTION_ERRORS:
                    raise GraphRejected(f"{self.label} refused {what}: {error.message}", tool=what) from error
                self._drop()
                if error.code == types.REQUEST_TIMEOUT:
                    raise GraphUnavailable(self._too_slow(what)) from error
                raise ConnectionLost(f"{self.label} went away during {what}: {error.message}") from error
            except TimeoutError as error:
                self._drop()
                raise GraphUnavailable(self._too_slow(what)) from error
            except Exception as error:
                self._drop()
                raise ConnectionLost(f"{self.label} failed during {what}: {_cause(error)}") from error
            except BaseException:
                self._drop()
                raise
            finally:
                if task is not None:
                    task.cancel()

    def _connected(self, deadline: float) -> Client:
        if self._link is not None:
            return self._link.opened.result()
        # Two server processes over one file undo each other's work: the old one must be gone first.
        if self._leaving is not None and not self._leaving.wait(max(0.0, deadline - time.monotonic())):
            raise GraphUnavailable(f"{self.label} is still being stopped")
        link = self._link = _Link()
        link.task = self._running().start_task_soon(self._hold, link)
        try:
            return link.opened.result(max(0.0, deadline - time.monotonic()))
        except TimeoutError as error:
            self._drop()
            raise GraphUnavailable(self._too_slow("the handshake")) from error
        except Exception as error:
            self._drop()
            raise GraphUnavailable(f"{self.label} cannot be reached: {_cause(error)}") from error
        except BaseException:
            self._drop()
            raise

    async def _hold(self, link: _Link) -> None:
        """Keep one connection open until it is told to stop; it must be entered and left by the same task."""
        try:
            async with self._dial() as client:
                link.opened.set_result(client)
                await link.stop.wait()
        except Exception as error:
            if not link.opened.done():
                link.opened.set_exception(error)
            else:
                _log.debug("%s: the connection ended with %s", self.label, _cause(error))
        finally:
            link.gone.set()

    def _running(self) -> BlockingPortal:
        if self._portal is None:
            raise GraphUnavailable(f"the connection to {self.label} is closed")
        return self._portal

    def _drop(self) -> None:
        link, self._link = self._link, None
        if link is None or link.task is None:
            return
        self._failures += 1
        self._leaving = link.gone
        link.task.cancel()

    def _too_slow(self, what: str) -> str:
        return f"{self.label} did not answer {what} within {self._timeout:g} s"


def _message(result: types.CallToolResult) -> str:
    texts = [block.text for block in result.content if isinstance(block, types.TextContent)]
    return " ".join(texts)[:500] or "no reason given"


def _cause(error: BaseException) -> str:
    inner = innermost(error)
    return str(inner) or type(inner).__name__
