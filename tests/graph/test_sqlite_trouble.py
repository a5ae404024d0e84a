"""A full disk, a file that may only be read: told as what it is, and nothing is lost by it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.sqlite.store import SqliteStore
from tests.graph.statements import said, texts

resource = pytest.importorskip("resource", reason="this system has no limits on the size of files")

SPACE = "default"
LONG = "It goes on and on about it. " * 2_000


def ran(command: str, *arguments: str | Path) -> bool:
    """Run a command of the system, if it has it; return whether it did what it was told."""
    if shutil.which(command) is None:
        return False
    return subprocess.run([command, *arguments], check=False, capture_output=True).returncode == 0


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Let no file of this process grow over `size` bytes: to a program that is what a full disk is."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def only_to_be_read(path: Path) -> Iterator[None]:
    """Take away the right to write, by permissions, or for root, who has all, by the file's attributes."""
    if os.geteuid() != 0:
        mode = path.stat().st_mode
        path.chmod(mode & ~0o222)
        try:
            yield
        finally:
            path.chmod(mode)
        return
    if not ran("chattr", "+i", path):
        pytest.skip("root may write to everything on this file system")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", path], check=True)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder outside of pytest's own: what a killed run leaves protected or mounted there stops all later runs."""
    folder = Path(tempfile.mkdtemp(prefix="memory-fabric-trouble-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "graph.db"


@pytest.fixture
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    if not ran("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder):
        pytest.skip("a disk of its own may not be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def is_sound(path: Path) -> bool:
    with sqlite3.connect(path) as db:
        sound: bool = db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    return sound


def write_until_it_fails(store: SqliteStore) -> tuple[list[str], GraphUnavailable]:
    """Write batches of two until one is refused; return the texts of those before, and the error."""
    kept: list[str] = []
    while True:
        batch = [f"Redis number {len(kept) + more}." for more in range(2)]
        try:
            store.write(SPACE, [said(text + LONG, "Redis", id=text) for text in batch])
        except GraphUnavailable as error:
            return kept, error
        kept += batch


def ids(store: SqliteStore, word: str) -> list[str]:
    """Return the ids of what a search finds, which for these memories is how they begin."""
    return sorted(text.removesuffix(LONG) for text in texts(store, SPACE, word))


def test_a_full_disk_refuses_a_batch_whole_and_keeps_all_before(path: Path, sqlite_store: SqliteStore) -> None:
    with no_file_longer_than(2_000_000):
        kept, error = write_until_it_fails(sqlite_store)
        assert ids(sqlite_store, "redis") == sorted(kept)

    assert (
        kept
        and error.code == "graph_unavailable"
        and str(path) in error.detail
        and "all before is kept" in error.detail
    )
    assert is_sound(path)
    sqlite_store.write(SPACE, [said("There is room again.")])
    assert texts(sqlite_store, SPACE, "room") == ["There is room again."]
    assert ids(sqlite_store, "redis") == sorted(kept)


def test_a_disk_that_is_really_full_is_told_as_such_and_searched_all_the_same(small_disk: Path) -> None:
    path = small_disk / "graph.db"
    store = SqliteStore(path, timeout=5)
    store.write(SPACE, [said("Redis at first.")])
    ballast = small_disk / "ballast"
    with ballast.open("wb") as file:
        for _ in range(1_024):
            file.write(bytes(1_024))

    kept, error = write_until_it_fails(store)
    assert str(path) in error.detail and "full" in error.detail and "make room" in error.detail
    assert ids(store, "redis") == sorted(["Redis at first.", *kept])

    ballast.unlink()
    store.write(SPACE, [said("Redis once more.")])
    assert ids(store, "redis") == sorted(["Redis at first.", *kept, "Redis once more."])
    assert "trouble" not in store.describe()["index"]
    store.close()
    assert is_sound(path)


def test_without_room_for_the_index_searches_read_the_graph_and_the_index_stays_what_it_is(
    sqlite_store: SqliteStore,
) -> None:
    sqlite_store.write(SPACE, [said(f"Redis number {number}.") for number in range(5)])
    assert len(texts(sqlite_store, SPACE, "redis")) == 5
    sqlite_store.write(SPACE, [said("Redis is not indexed yet.")])

    with no_file_longer_than(100):
        assert len(texts(sqlite_store, SPACE, "redis")) == 6
        told = sqlite_store.describe()["index"]
    assert (told["memories"], told["behind"], told["trouble"]) == (5, 1, "File too large")

    assert len(texts(sqlite_store, SPACE, "redis")) == 6
    told = sqlite_store.describe()["index"]
    assert (told["memories"], told["behind"]) == (6, 0) and "trouble" not in told


def test_without_room_for_any_index_searches_read_the_graph(path: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Redis.")])

    with no_file_longer_than(10):
        assert texts(sqlite_store, SPACE, "redis") == ["Redis."]
        with pytest.raises(GraphUnavailable, match=rf"{path.name}\.index.*File too large.*Make room"):
            sqlite_store.reindex()

    assert sqlite_store.reindex() == 1


def test_an_index_that_may_only_be_read_is_read_and_no_more(path: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Redis before.")])
    texts(sqlite_store, SPACE, "redis")

    with only_to_be_read(path.with_name(f"{path.name}.index")):
        sqlite_store.write(SPACE, [said("Redis after.")])
        assert sorted(texts(sqlite_store, SPACE, "redis")) == ["Redis after.", "Redis before."]
        assert sqlite_store.describe()["index"]["behind"] == 1

    assert sorted(texts(sqlite_store, SPACE, "redis")) == ["Redis after.", "Redis before."]
    assert sqlite_store.describe()["index"]["behind"] == 0


@pytest.mark.parametrize(
    ("protected", "advice"),
    [(lambda path: path, "allowed to write the file"), (lambda path: path.parent, "the file and its folder")],
    ids=["file", "folder"],
)
def test_a_graph_that_may_only_be_read_says_what_to_do_and_is_whole_afterwards(
    path: Path, protected: Callable[[Path], Path], advice: str
) -> None:
    store = SqliteStore(path, timeout=5)
    store.write(SPACE, [said("Redis before.")])
    store.close()

    with only_to_be_read(protected(path)):  # noqa: SIM117 - what is protected must be so when it is opened
        with pytest.raises(GraphUnavailable, match=rf"{path.name}.*{advice}"):
            SqliteStore(path, timeout=5).write(SPACE, [said("Redis meanwhile.")])

    store = SqliteStore(path, timeout=5)
    store.write(SPACE, [said("Redis after.")])
    assert sorted(texts(store, SPACE, "redis")) == ["Redis after.", "Redis before."]
    store.close()
    assert is_sound(path)
