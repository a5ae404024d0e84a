"""The server over streamable HTTP: the same tools, for several clients at once, by names of this machine alone."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx2 as httpx
import pytest
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.graph.open import open_store
from memory_fabric.mcp_server.http import app_over, protection
from memory_fabric.models import Entity, Filters, Memory, Origin, Relation, Statement
from tests.mcp_server.scripted import ScriptedFabric
from tests.support.command_line import Run
from tests.support.mcp_peer import Peer, connected, our_command, our_environment

ANA: dict[str, Any] = {"name": "Ana", "entityType": "person", "observations": ["owns the gateway"]}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}},
}
HEADERS = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address that a server in a process of its own prints, on a free port."""
    folder = tmp_path_factory.mktemp("http")
    command = our_command("mcp", "--http", "--port", "0")
    with subprocess.Popen(command, env=our_environment(folder), stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            yield next(match[0] for line in process.stderr if (match := re.search(r"http://\S+", line)))
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) in (0, -signal.SIGTERM)
        finally:
            process.kill()


def peer(address: str, mode: str) -> Any:
    return connected(streamable_http_client(address), mode=mode)


def test_the_address_is_that_of_the_loopback(address: str) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/mcp", address)


@pytest.mark.reference_server
@pytest.mark.difference("How it is reached")
@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_how_it_is_reached(address: str, theirs: Peer, mode: str, version: str) -> None:
    assert theirs.client.protocol_version == "2025-11-25"
    with peer(address, mode) as server:
        server.clear()

        created = server.call("create_entities", entities=[ANA])

        assert server.client.protocol_version == version
        assert created == theirs.call("create_entities", entities=[ANA])
        assert server.graph() == theirs.graph()


@pytest.mark.filterwarnings("ignore:resources/:mcp.MCPDeprecationWarning")
def test_what_one_client_writes_another_is_told_of(address: str) -> None:
    graph = "memory://knowledge-graph"
    with peer(address, "legacy") as writer, peer(address, "legacy") as reader:
        writer.clear()
        reader.run(lambda client: client.subscribe_resource(graph))

        writer.call("create_entities", entities=[ANA])

        assert reader.updates.get(timeout=10) == graph
        assert reader.graph()["entities"] == [ANA]
        assert writer.updates.empty()


def test_our_own_client_works_on_it(address: str) -> None:
    """As `--graph mcp+http://…` does: it keeps memories on our server as on any other MCP memory server."""
    with closing(open_store(f"mcp+{address}", timeout=10)) as store:
        memory = Memory(
            "m", "The gateway uses Valkey.", entities=("gateway", "Valkey"), origins=(Origin(source="notes"),)
        )
        entities = (Entity("gateway", "component"), Entity("Valkey", "technology"))
        store.write("default", [Statement(memory, entities, (Relation("gateway", "uses", "Valkey"),))])

        (hit,) = store.memories_of("default", "Valkey", Filters(), 5)

    assert (hit.memory.text, hit.memory.origins) == (memory.text, memory.origins)


def test_a_question_of_a_megabyte_is_refused_over_http_too(address: str) -> None:
    with peer(address, "auto") as server:
        answer = server.call("search_nodes", query="why " * 250_000)

    assert answer.is_error
    assert answer.text.startswith("too_large: ")


def test_a_body_over_the_limit_is_refused_before_it_is_read(address: str) -> None:
    with httpx.Client() as client:
        response = client.post(
            address, content=b"[" * 17_000_000, headers={"Content-Type": "application/json", **HEADERS}
        )

    assert response.status_code == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "[::1]:8377"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:8377"}, 421),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "https://evil.example"}, 403),
    ],
)
def test_only_calls_by_a_name_of_this_machine_are_answered(
    fabric: ScriptedFabric, headers: dict[str, str], status: int
) -> None:
    """A web page may have its own name point at 127.0.0.1; the browser then sends that name as the host."""
    app = app_over(fabric, Settings(graph="memory:"))  # type: ignore[arg-type]
    with TestClient(app, base_url="http://127.0.0.1:8377") as client:
        response = client.post("/mcp", json=INITIALIZE, headers={**HEADERS, **headers})

    assert response.status_code == status


def test_the_address_that_it_is_told_to_bind_to_is_a_name_of_this_machine() -> None:
    assert "192.0.2.7:*" in protection("192.0.2.7").allowed_hosts
    assert "http://memory.example:*" in protection("memory.example").allowed_origins
    assert protection("0.0.0.0").enable_dns_rebinding_protection
    assert not any("0.0.0.0" in host for host in protection("0.0.0.0").allowed_hosts)


def test_an_address_without_http_is_wrong_use(run: Run) -> None:
    result = run("mcp", "--port", "8378")

    assert result.code == 2
    assert "--http" in result.err


def test_an_address_that_cannot_be_had_is_told(run: Run, address: str) -> None:
    port = address.rpartition(":")[2].removesuffix("/mcp")

    result = run("mcp", "--http", "--port", port)

    assert result.code == 2
    assert f"cannot listen on 127.0.0.1:{port}" in result.err
