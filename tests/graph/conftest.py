from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory_fabric.graph.open import open_store
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import GraphStore
from tests.support.reference_server import reference_server_config

_numbers = itertools.count()


@dataclass(frozen=True)
class Backend:
    """A kind of store under the contract, and what the server behind it is able to keep.

    `keeps_history`: relations with flags and dates, past ones too; an MCP memory server keeps bare triples,
    so only those that hold now are there.
    """

    name: str
    store: GraphStore
    keeps_history: bool


@pytest.fixture(
    scope="module",
    params=["memory", "sqlite", pytest.param("mcp+stdio", marks=pytest.mark.reference_server)],
)
def backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Every kind of store in turn; tests keep to a namespace of their own."""
    folder: Path = tmp_path_factory.mktemp("graph")
    if request.param == "memory":
        url = "memory:"
    elif request.param == "sqlite":
        url = f"sqlite:///{folder / 'graph.db'}"
    else:
        url = f"mcp+stdio:{reference_server_config(folder)}"
    store = open_store(url, timeout=20)
    yield Backend(request.param, store, keeps_history=request.param != "mcp+stdio")
    store.close()


@pytest.fixture
def store(backend: Backend) -> GraphStore:
    """The store of the backend."""
    return backend.store


@pytest.fixture
def namespace() -> str:
    """A namespace that no other test uses."""
    return f"project-{next(_numbers)}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's own SQLite graph lies."""
    return tmp_path / "graph.db"


@pytest.fixture
def sqlite_store(path: Path) -> Iterator[SqliteStore]:
    """An embedded store of the test's own."""
    store = SqliteStore(path, timeout=10)
    yield store
    store.close()
