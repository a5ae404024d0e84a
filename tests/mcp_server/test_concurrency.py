"""Writes that come together are all kept, in one process and in several."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import anyio
import pytest
from mcp import Client

from tests.support.mcp_peer import (
    Peer,
    answer_of,
    connected,
    our_command,
    our_environment,
    our_server,
    reference_server,
)

WRITES = 50


def create_at_once(server: Peer, count: int, *, prefix: str = "thing") -> int:
    """Send `count` creates without waiting for any, and return how many the server said were done."""
    done = 0

    async def create(client: Client, number: int) -> None:
        nonlocal done
        entities = [{"name": f"{prefix} {number}-{part}", "entityType": "x", "observations": ["a"]} for part in "abc"]
        answer = answer_of(await client.call_tool("create_entities", {"entities": entities}))
        done += not answer.is_error

    async def run(client: Client) -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(count):
                tasks.start_soon(create, client, number)

    server.run(run)
    return done


def count(server: Peer) -> int:
    return len(server.graph()["entities"])


@pytest.fixture
def two_of_ours(tmp_path: Path) -> Iterator[list[Peer]]:
    with ExitStack() as stack:
        yield [stack.enter_context(connected(our_server(tmp_path))) for _ in range(2)]


@pytest.fixture
def ours_alone(tmp_path: Path) -> Iterator[Peer]:
    with connected(our_server(tmp_path)) as peer:
        yield peer


def write_from_each(servers: list[Peer], writes: int) -> None:
    threads = [
        Thread(target=create_at_once, args=(server, writes), kwargs={"prefix": f"from {number}"})
        for number, server in enumerate(servers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.reference_server
@pytest.mark.difference("Writes at the same time")
@pytest.mark.issue("servers#1819")
@pytest.mark.issue("servers#2577")
def test_writes_at_the_same_time(ours: Peer, theirs: Peer) -> None:
    """Fifty at once, of three entities each. The other server says of each that it was done, too."""
    assert create_at_once(theirs, WRITES) == create_at_once(ours, WRITES) == WRITES

    assert count(theirs) < 3 * WRITES
    assert count(ours) == 3 * WRITES


@pytest.mark.reference_server
@pytest.mark.difference("Two servers over one graph")
@pytest.mark.issue("servers#1819")
@pytest.mark.issue("servers#2577")
def test_two_servers_over_one_graph(two_of_ours: list[Peer], tmp_path: Path) -> None:
    with ExitStack() as stack:
        two_of_theirs = [stack.enter_context(connected(reference_server(tmp_path))) for _ in range(2)]
        for servers in (two_of_ours, two_of_theirs):
            write_from_each(servers, WRITES)

        assert count(two_of_theirs[0]) < 2 * 3 * WRITES
        assert [count(server) for server in two_of_ours] == [2 * 3 * WRITES] * 2


@pytest.mark.issue("servers#4797")
def test_a_server_and_the_command_line_write_to_one_graph(ours_alone: Peer, tmp_path: Path) -> None:
    """The server remembers for as long as the other process takes; some of what it hears stands in the file too."""
    texts = [f"Service {number} uses Redis." for number in range(200)]
    transcript = tmp_path / "notes.jsonl"
    transcript.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts[:150]), "utf-8")
    remembered = set()

    ingest = subprocess.Popen(our_command("ingest", str(transcript)), env=our_environment(tmp_path))
    for text in texts[100:]:
        assert not ours_alone.call("remember", text=text, source=str(transcript)).is_error
        remembered.add(text)
        if ingest.poll() is not None:
            break
    assert ingest.wait(60) == 0

    (redis,) = ours_alone.call("open_nodes", names=["Redis"]).structured["entities"]
    assert set(redis["observations"]) == {*texts[:150], *remembered}
