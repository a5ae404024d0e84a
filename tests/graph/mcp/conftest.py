from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory_fabric.graph.mcp.store import McpStore
from tests.graph.mcp.in_process import RecordingServer
from tests.support.reference_server import reference_server_config

_SCRIPTED = Path(__file__).with_name("scripted_server.py")
_numbers = itertools.count()


@pytest.fixture(scope="session")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[McpStore]:
    """A store on the reference server, for tests that keep to a namespace of their own."""
    store = McpStore.open(f"mcp+stdio:{reference_server_config(tmp_path_factory.mktemp('server'))}", timeout=20)
    yield store
    store.close()


@pytest.fixture
def namespace() -> str:
    """A namespace that no other test uses."""
    return f"team-{next(_numbers)}"


@pytest.fixture
def reference_url(tmp_path: Path) -> str:
    """The URL of a reference server whose file is `tmp_path / "memory.jsonl"`."""
    return f"mcp+stdio:{reference_server_config(tmp_path)}"


@pytest.fixture
def store(reference_url: str) -> Iterator[McpStore]:
    """A store on a reference server of its own."""
    store = McpStore.open(reference_url, timeout=20)
    yield store
    store.close()


@pytest.fixture
def server() -> RecordingServer:
    """A memory server in this process."""
    return RecordingServer()


@pytest.fixture
def store_on_server(server: RecordingServer) -> Iterator[McpStore]:
    """A store on it."""
    store = server.store()
    yield store
    store.close()


@pytest.fixture
def scripted_url(tmp_path: Path) -> Callable[..., str]:
    """Make the URL of a server that misbehaves as its flags say (see `scripted_server`)."""

    def url(*flags: str) -> str:
        server = {"command": sys.executable, "args": ["-S", str(_SCRIPTED), *flags]}
        config = tmp_path / f"scripted-{next(_numbers)}.json"
        config.write_text(json.dumps({"mcpServers": {"scripted": server}}), "utf-8")
        return f"mcp+stdio:{config}"

    return url
