"""Transactions on the embedded store, and who waits for whom."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.sqlite.connections import Connections


def store_names(connections: Connections) -> list[str]:
    with connections.read() as db:
        return [name for (name,) in db.execute("SELECT name FROM meta ORDER BY name")]


def test_a_transaction_that_fails_is_undone_and_its_connection_used_again(path: Path) -> None:
    connections = Connections(path, 5)

    with pytest.raises(KeyError), connections.write() as db:
        db.execute("INSERT INTO meta VALUES ('half', 'done')")
        raise KeyError
    with connections.write() as db:
        db.execute("INSERT INTO meta VALUES ('whole', 'done')")

    assert store_names(connections) == ["store", "whole"]
    connections.close()


def test_a_reader_sees_one_state_while_others_write(path: Path) -> None:
    connections = Connections(path, 5)

    with connections.read() as reader:
        before = reader.execute("SELECT count(*) FROM meta").fetchone()
        with connections.write() as writer:
            writer.execute("INSERT INTO meta VALUES ('new', '')")
        assert reader.execute("SELECT count(*) FROM meta").fetchone() == before

    assert store_names(connections) == ["new", "store"]
    connections.close()


def test_all_that_a_thread_reads_in_one_moment_is_of_one_state(path: Path) -> None:
    connections = Connections(path, 5)

    with connections.one_moment():
        before = store_names(connections)
        with connections.write() as writer:
            writer.execute("INSERT INTO meta VALUES ('new', '')")
        with ThreadPoolExecutor(1) as other:
            assert other.submit(store_names, connections).result() == ["new", "store"]
        with connections.one_moment():
            assert store_names(connections) == before
        assert store_names(connections) == before

    assert store_names(connections) == ["new", "store"]
    connections.close()


@pytest.mark.parametrize("place", ["memory", "file"])
def test_threads_queue_for_writing_no_longer_than_the_time_limit(path: Path, place: str) -> None:
    connections = Connections(None if place == "memory" else path, 0.05)

    def write() -> None:
        with connections.write():
            pass

    with connections.write(), ThreadPoolExecutor(1) as thread, pytest.raises(GraphUnavailable, match="others"):
        thread.submit(write).result(timeout=10)

    write()
    connections.close()


def test_closing_does_not_pull_a_connection_from_under_its_user(path: Path) -> None:
    connections = Connections(path, 5)

    with connections.read() as db:
        connections.close()
        assert db.execute("SELECT count(*) FROM meta").fetchone() == (1,)

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        db.execute("SELECT 1")
