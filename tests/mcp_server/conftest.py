"""The two servers that a memory client may have behind it, each started once, and empty before each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from memory_fabric.graph.open import open_store
from tests.mcp_server.scripted import ScriptedFabric
from tests.support.mcp_peer import Peer, connected, our_server, reference_server


@pytest.fixture(scope="package")
def their_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peer]:
    with connected(reference_server(tmp_path_factory.mktemp("theirs"))) as peer:
        yield peer


@pytest.fixture(scope="package")
def our_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peer]:
    with connected(our_server(tmp_path_factory.mktemp("ours"))) as peer:
        yield peer


@pytest.fixture
def theirs(their_process: Peer) -> Peer:
    """The reference server, with nothing in it."""
    their_process.clear()
    return their_process


@pytest.fixture
def ours(our_process: Peer) -> Peer:
    """Our server, with nothing in it."""
    our_process.clear()
    return our_process


@pytest.fixture(params=["reference server", "memory-fabric"])
def server(request: pytest.FixtureRequest) -> Peer:
    """Either server: what a test says of it holds for both."""
    name = "theirs" if request.param == "reference server" else "ours"
    peer: Peer = request.getfixturevalue(name)
    return peer


@pytest.fixture
def fabric() -> Iterator[ScriptedFabric]:
    with closing(open_store("memory:", timeout=10)) as store:
        yield ScriptedFabric(store)
