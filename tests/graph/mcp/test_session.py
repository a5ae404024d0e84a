from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from mcp import Client
from mcp.server import MCPServer

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.dial import dial
from memory_fabric.graph.mcp.session import McpSession
from memory_fabric.graph.mcp.target import parse_target

Opener = Callable[..., McpSession]


@pytest.fixture
def session(scripted_url: Callable[..., str]) -> Iterator[Opener]:
    """Make a session on a scripted server with the given flags."""
    opened: list[McpSession] = []

    def make(*flags: str, timeout: float = 20) -> McpSession:
        target = parse_target(scripted_url(*flags))
        opened.append(McpSession(lambda: dial(target), label="the server", timeout=timeout))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


def test_a_tool_is_called_and_answers(session: Opener) -> None:
    result = session().call("read_graph", {})
    assert result.structured_content == {"entities": [], "relations": []}


def test_the_server_tells_its_name_and_tools(session: Opener) -> None:
    server = session()
    assert server.server_name() == "scripted 1"
    assert "search_nodes" in server.tool_names()


def test_a_tool_that_fails_says_why_and_the_connection_stays(session: Opener) -> None:
    server = session()
    server.call("create_entities", {"entities": [{"name": "Redis", "entityType": "t", "observations": []}]})
    with pytest.raises(GraphRejected, match="the server refused add_observations: Entity 'x' not found"):
        server.call("add_observations", {"observations": [{"entityName": "x", "contents": []}]})
    assert server.call("read_graph", {}).structured_content != {"entities": [], "relations": []}


@pytest.mark.issue("python-sdk#577")
def test_a_server_that_does_not_answer_is_given_up_and_called_anew(session: Opener) -> None:
    server = session("--hangs-on", "search_nodes", timeout=1)
    with pytest.raises(GraphUnavailable, match="did not answer search_nodes within 1 s"):
        server.call("search_nodes", {"query": "x"})
    assert server.call("read_graph", {}).structured_content is not None


@pytest.mark.issue("python-sdk#577")
def test_callers_that_wait_behind_one_that_fails_fail_with_it(session: Opener) -> None:
    server = session("--hangs-on", "search_nodes", timeout=1)
    server.tool_names()
    start = threading.Barrier(8)

    def call() -> str:
        start.wait(10)
        try:
            server.call("search_nodes", {"query": "x"})
        except GraphUnavailable as error:
            return error.detail
        return "answered"

    with ThreadPoolExecutor(8) as pool:
        answers = [task.result(30) for task in [pool.submit(call) for _ in range(8)]]
    assert sum("did not answer" in answer for answer in answers) == 1
    assert sum("waited for its turn" in answer for answer in answers) == 7


def test_a_server_that_never_speaks_is_unavailable(session: Opener) -> None:
    with pytest.raises(GraphUnavailable, match="did not answer the handshake within"):
        session("--mute", timeout=0.5).tool_names()


def test_a_server_that_dies_at_once_is_unavailable_and_its_last_words_are_told(session: Opener) -> None:
    with pytest.raises(GraphUnavailable, match="last words: the database is locked"):
        session("--dies").tool_names()


def test_a_closed_session_is_unavailable_and_closes_twice(session: Opener) -> None:
    server = session()
    server.tool_names()
    server.close()
    server.close()
    with pytest.raises(GraphUnavailable, match="closed"):
        server.tool_names()


def test_a_refused_request_is_no_dead_connection(session: Opener) -> None:
    server = McpSession(lambda: Client(MCPServer("empty")), label="the server", timeout=20)
    try:
        with pytest.raises(GraphRejected, match="nonesuch"):
            server.call("nonesuch", {})
        assert server.tool_names() == []
    finally:
        server.close()


def test_writers_exclude_each_other_and_let_reads_through(session: Opener) -> None:
    server = session()
    waiting, entered = threading.Event(), threading.Event()

    def write() -> None:
        waiting.set()
        with server.exclusive():
            entered.set()

    with server.exclusive():
        other = threading.Thread(target=write)
        other.start()
        waiting.wait(10)
        assert server.tool_names()
        assert not entered.is_set()
    other.join(10)
    assert entered.is_set()
