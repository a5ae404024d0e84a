"""What a connection keeps of what it has read is what it would read again, whoever writes in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.graph.sqlite.kept import Kept
from memory_fabric.graph.sqlite.rows import load_memories
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import MentionQuery
from memory_fabric.models import Relation, Selection

from .statements import day, said

USES = Relation("Ana", "uses", "Redis")


def test_what_is_kept_is_not_read_again_also_where_there_was_nothing() -> None:
    kept = Kept()
    read: list[list[int]] = []

    def values(*keys: int) -> dict[int, str]:
        def missing(new: list[int]) -> dict[int, str]:
            read.append(new)
            return {key: str(key) for key in new if key}

        return dict(kept.values("a", keys, missing))

    assert values(2, 1, 2, 0) == {2: "2", 1: "1"}
    assert values(0, 3, 1) == {3: "3", 1: "1"}
    assert read == [[2, 1, 0], [3]]


def test_all_is_forgotten_with_the_version_and_kinds_are_kept_apart() -> None:
    kept = Kept()
    kept.of_version(1)
    assert kept.values("a", [1], lambda _: {1: "old"}) == {1: "old"}
    assert kept.values("b", [1], lambda _: {1: "other"}) == {1: "other"}
    kept.of_version(1)
    assert kept.values("a", [1], lambda _: {1: "new"}) == {1: "old"}
    kept.of_version(2)
    assert kept.values("a", [1], lambda _: {1: "new"}) == {1: "new"}


@given(st.integers(0, 5), st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=8))
def test_however_little_is_kept_the_values_are_the_same(most: int, asked: list[list[int]]) -> None:
    kept = Kept(most)
    for keys in asked:
        found = kept.values("a", keys, lambda new: {key: str(key) for key in new if key % 3})
        assert list(found.items()) == [(key, str(key)) for key in dict.fromkeys(keys) if key % 3]


def test_heavy_values_fill_what_is_kept_sooner() -> None:
    kept = Kept(10)
    read: list[int] = []

    def value(key: int) -> str:
        def missing(new: list[int]) -> dict[int, str]:
            read.extend(new)
            return dict.fromkeys(new, "x" * 6)

        return kept.values("a", [key], missing, len)[key]

    assert [value(key) for key in (1, 1, 2, 3, 3)] == ["xxxxxx"] * 5
    assert read == [1, 2, 3]
    value(2)
    assert read == [1, 2, 3, 2]


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[SqliteStore, SqliteStore]]:
    """Two stores on one file, as two processes have."""
    one, other = SqliteStore(tmp_path / "graph.db", timeout=5), SqliteStore(tmp_path / "graph.db", timeout=5)
    yield one, other
    one.close()
    other.close()


def told(store: SqliteStore) -> tuple[object, ...]:
    """Return all that a search reads of Ana and Redis."""
    names = ["Ana", "Redis", "Valkey"]
    found = store.find("default", None, [MentionQuery(name) for name in names])
    return (
        [[hit.memory for hit in hits] for hits in found.mentions],
        store.edges("default", names, 10),
        store.edges("default", names, 10, day(9)),
        store.proved_by("default", ["Ana uses Redis.", "Yes, Redis.", "Not any more."]),
        store.overtaking("default", names, 10),
    )


@pytest.mark.parametrize("writer", [0, 1], ids=["by the same", "by another process"])
def test_every_change_is_seen_at_once(stores: tuple[SqliteStore, SqliteStore], writer: int, tmp_path: Path) -> None:
    reader, by = stores[0], stores[writer]
    changes = (
        lambda: by.write("default", [said("Ana uses Redis.", "Ana", "Redis", relations=(USES,), at=day(1))]),
        lambda: by.write("default", [said("Yes, Redis.", "Ana", "Redis", relations=(USES,), at=day(2))]),
        lambda: by.rename("default", "Redis", "Valkey"),
        lambda: by.merge("default", "Ana", "Valkey"),
        lambda: by.retract("default", USES, day(3)),
        lambda: by.forget("default", Selection(entity="Valkey")),
    )
    for change in changes:
        told(reader)
        change()
        fresh = SqliteStore(tmp_path / "graph.db", timeout=5)
        assert told(reader) == told(fresh)
        fresh.close()


def test_memories_with_all_their_origins_are_read_for_a_copy_and_not_kept() -> None:
    store = SqliteStore(None, timeout=5)
    store.write("default", [said(f"memory {number}") for number in range(9)])
    with store._connections.read() as db:
        memories = load_memories(db, range(1, 10), most_origins=None)
        again = load_memories(db, range(1, 10), most_origins=None)
    store.close()

    assert len(memories) == 9
    assert memories == again
    assert all(memories[number] is not again[number] for number in memories)
