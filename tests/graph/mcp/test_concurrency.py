"""Several writers at once, and servers that die."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from tests.graph.mcp.builders import statement

reference = pytest.mark.reference_server


@reference
@pytest.mark.issue("servers#1819")
@pytest.mark.issue("servers#2577")
def test_fifty_writers_at_once_lose_nothing(store: McpStore) -> None:
    def write(number: int) -> None:
        names = [f"Tool {number}-{part}" for part in "abc"]
        store.write("default", [statement(f"said {number}", *names), statement(f"shared {number}", "Redis")])

    with ThreadPoolExecutor(50) as pool:
        list(pool.map(write, range(50)))
    assert store.counts("default") == Counts(memories=100, entities=151, relations=0)


@reference
@pytest.mark.issue("servers#4797")
def test_two_servers_over_one_file_lose_nothing(reference_url: str) -> None:
    stores = [McpStore.open(reference_url, timeout=20) for _ in range(2)]

    def write(number: int) -> None:
        stores[number % 2].write("default", [statement(f"said {number}", f"Tool {number}", "Redis")])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(20)))
    assert [store.counts("default") for store in stores] == [Counts(20, 21, 0)] * 2
    for store in stores:
        store.close()


@pytest.fixture
def server_process(reference_url: str, tmp_path: Path) -> Callable[[], int]:
    """Make the reference server leave its process number behind; the result reads it."""
    config, number = Path(reference_url.removeprefix("mcp+stdio:")), tmp_path / "pid"
    document = json.loads(config.read_text("utf-8"))
    server = document["mcpServers"]["memory"]
    server["args"] = ["-c", f'echo $$ > "{number}"; exec "$0" "$@"', server["command"], *server["args"]]
    server["command"] = "sh"
    config.write_text(json.dumps(document), "utf-8")
    return lambda: int(number.read_text())


@reference
@pytest.mark.issue("python-sdk#265")
def test_a_server_killed_in_the_middle_of_a_call_is_an_error_and_then_a_reconnect(
    reference_url: str, server_process: Callable[[], int]
) -> None:
    store = McpStore.open(reference_url, timeout=20)
    store.write("default", [statement("We use Redis.", "Redis")])
    first = server_process()
    os.kill(first, signal.SIGSTOP)  # from here on the server is in the middle of whatever it is asked
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(store.counts, "default")
        threading.Timer(0.2, os.kill, (first, signal.SIGKILL)).start()
        with pytest.raises(GraphUnavailable, match="went away"):
            call.result(15)
    assert store.counts("default") == Counts(1, 1, 0)
    assert server_process() != first
    store.close()


@reference
@pytest.mark.issue("python-sdk#577")
def test_a_server_killed_while_idle_is_started_anew_by_the_next_write(
    reference_url: str, server_process: Callable[[], int]
) -> None:
    store = McpStore.open(reference_url, timeout=20)
    os.kill(server_process(), signal.SIGKILL)
    assert store.write("default", [statement("We use Redis.", "Redis")]).added == ("We use Redis.",)
    assert store.counts("default") == Counts(1, 1, 0)
    store.close()
