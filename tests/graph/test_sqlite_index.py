"""The text index beside the embedded store: it may lag, it may be lost, but it never lies."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph import textindex
from memory_fabric.graph.sqlite import indexing
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.graph.textindex import IndexRefused, IndexWriter, Position, TextIndex
from memory_fabric.models import Filters, Selection
from tests.graph.statements import day, said, texts

SPACE = "default"


@pytest.fixture
def index(path: Path) -> Path:
    """Where the index of `path` lies."""
    return path.with_name("graph.db.index")


@contextmanager
def reopened(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path, timeout=5)
    yield store
    store.close()


def cut_off_segments(index: Path) -> None:
    for file in index.glob("*.term"):
        file.write_bytes(file.read_bytes()[:10])


def scramble_segments(index: Path) -> None:
    for file in [*index.glob("*.idx"), *index.glob("*.term")]:
        content = bytearray(file.read_bytes())
        content[: len(content) // 2] = bytes(byte ^ 0xFF for byte in content[: len(content) // 2])
        file.write_bytes(content)


def put_another_index_there(index: Path) -> None:
    shutil.rmtree(index)
    other = SqliteStore(index.with_name("other.db"), timeout=5)
    other.write(SPACE, [said(f"Something else {number}.") for number in range(9)])
    texts(other, SPACE, "else")
    other.close()
    shutil.move(index.with_name("other.db.index"), index)


def replace_by_a_file(index: Path) -> None:
    shutil.rmtree(index)
    index.write_text("this is no folder")


def cut_off_the_list_of_segments(index: Path) -> None:
    (index / "meta.json").write_text('{"segments":')


def lose_the_list_of_segments(index: Path) -> None:
    (index / "meta.json").unlink()


DAMAGES: list[Callable[[Path], None]] = [
    shutil.rmtree,
    cut_off_segments,
    scramble_segments,
    put_another_index_there,
    replace_by_a_file,
    lose_the_list_of_segments,
    cut_off_the_list_of_segments,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_an_index_that_is_missing_damaged_or_foreign_is_made_anew(
    path: Path, index: Path, damage: Callable[[Path], None]
) -> None:
    with reopened(path) as store:
        store.write(SPACE, [said(f"Redis number {number}.") for number in range(5)])
        assert len(texts(store, SPACE, "redis")) == 5
    damage(index)

    with reopened(path) as store:
        assert len(texts(store, SPACE, "redis")) == 5
        assert texts(store, SPACE, "else") == []
        assert store.describe()["index"]["memories"] == 5


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_it_is_made_anew_under_an_open_store_too(path: Path, index: Path, damage: Callable[[Path], None]) -> None:
    with reopened(path) as store:
        store.write(SPACE, [said("Redis before.")])
        texts(store, SPACE, "redis")

        damage(index)
        store.write(SPACE, [said("Redis after.")])

        assert sorted(texts(store, SPACE, "redis")) == ["Redis after.", "Redis before."]


def test_an_index_of_another_format_is_filled_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with reopened(path) as store:
        store.write(SPACE, [said("Redis.")])
        texts(store, SPACE, "redis")
    monkeypatch.setattr(textindex, "FORMAT", 99)

    with reopened(path) as store:
        assert store.describe()["index"] | {"engine": ""} == {"engine": "", "memories": 0, "behind": 1}
        assert texts(store, SPACE, "redis") == ["Redis."]


def test_where_no_index_can_be_made_searches_read_the_graph_and_the_trouble_is_told(
    index: Path, sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(f"not yours: {path}")

    sqlite_store.write(SPACE, [said("Redis.")])
    index.mkdir()
    (index / "meta.json").write_text("{")
    monkeypatch.setattr(shutil, "rmtree", refuse)

    assert texts(sqlite_store, SPACE, "redis") == ["Redis."]
    assert "not yours" in sqlite_store.describe()["index"]["trouble"]
    with pytest.raises(GraphUnavailable, match=rf"{index.name}.*not yours"):
        sqlite_store.reindex()

    monkeypatch.undo()
    assert texts(sqlite_store, SPACE, "redis") == ["Redis."]
    assert "trouble" not in sqlite_store.describe()["index"]


def test_a_restored_backup_that_goes_another_way_is_noticed(path: Path) -> None:
    backup = path.with_name("backup.db")
    with reopened(path) as store:
        store.write(SPACE, [said("Redis at first.")])
    shutil.copy(path, backup)
    with reopened(path) as store:
        store.write(SPACE, [said("Redis that is undone.")])
        texts(store, SPACE, "redis")
    backup.replace(path)

    with reopened(path) as store:
        store.write(SPACE, [said("Kafka instead.")])

        assert texts(store, SPACE, "redis") == ["Redis at first."]
        assert texts(store, SPACE, "undone", "instead") == ["Kafka instead."]


def test_a_file_that_is_put_in_the_place_of_an_open_one_is_not_written_to(path: Path) -> None:
    other = path.with_name("other.db")
    with reopened(other) as store:
        store.write(SPACE, [said("Kafka is in the other file.")])
    content = other.read_bytes()
    with reopened(path) as store:
        store.write(SPACE, [said("Redis is in the first file.")])

        other.replace(path)

        for call in (store.describe, lambda: store.write(SPACE, [said("Lost.")])):
            with pytest.raises(GraphUnavailable, match="replaced"):
                call()
    assert path.read_bytes() == content


def test_a_store_that_takes_the_place_of_another_gets_an_index_of_its_own(path: Path) -> None:
    other = path.with_name("other.db")
    for place, text in ((other, "Kafka is in the other file."), (path, "Redis is in the first file.")):
        with reopened(place) as store:
            store.write(SPACE, [said(text)])
            assert texts(store, SPACE, "file") == [text]

    other.replace(path)

    with reopened(path) as store:
        assert texts(store, SPACE, "file") == ["Kafka is in the other file."]


def test_what_is_written_while_another_holds_the_lock_is_found_at_once(index: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Redis caches the sessions.", at=day(1)), said("Nothing of the kind.")])
    texts(sqlite_store, SPACE, "redis")

    with TextIndex(index).writer():
        sqlite_store.write(
            SPACE,
            [
                said("Redis caches the very same sessions.", "Redis", speaker="Bo", at=day(9)),
                said("Redis.", at=day(2), session="s"),
                said("A turn after that.", session="s"),
                *(said(f"Filler {number}.") for number in range(20)),
            ],
        )
        found = texts(sqlite_store, SPACE, "redis", "sessions")
        filtered = texts(sqlite_store, SPACE, "redis", filters=Filters(speaker="bo", since=day(5)))
        assert sqlite_store.describe()["index"]["behind"] == 23

    assert set(found) == {
        "Redis caches the sessions.", "Redis caches the very same sessions.", "Redis.", "A turn after that.",
    }  # fmt: skip
    assert set(found[:2]) == {"Redis caches the sessions.", "Redis caches the very same sessions."}
    assert filtered == ["Redis caches the very same sessions."]
    assert set(texts(sqlite_store, SPACE, "redis", "sessions")) == set(found)
    assert sqlite_store.describe()["index"]["behind"] == 0


def test_what_is_forgotten_after_the_index_was_found_level_is_not_found(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reopened(path) as store:
        store.write(SPACE, [said("Ana wrote the plan.", "Ana"), said("Bo read the plan.", "Bo")])
        assert len(texts(store, SPACE, "plan")) == 2
        caught_up = store._keeper.caught_up

        def forgotten_meanwhile() -> indexing.View:
            view = caught_up()
            store.forget(SPACE, Selection(entity="Ana"))
            return view

        monkeypatch.setattr(store._keeper, "caught_up", forgotten_meanwhile)
        assert texts(store, SPACE, "plan") == ["Bo read the plan."]


def test_with_no_index_at_all_and_the_lock_held_everything_is_still_found(
    index: Path, sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_store.write(SPACE, [said("Redis is fast."), said("Kafka is not.")])

    with TextIndex(index).writer():
        assert texts(sqlite_store, SPACE, "redis") == ["Redis is fast."]
        monkeypatch.setattr(sqlite_store._keeper, "_timeout", 0)
        with pytest.raises(GraphUnavailable, match="writing to the text index"):
            sqlite_store.reindex()


@pytest.mark.parametrize("backlog", [1, 3, 4, 6, 10])
def test_a_large_backlog_is_applied_in_chunks(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch, backlog: int
) -> None:
    monkeypatch.setattr(indexing, "CHUNK", 3)
    sqlite_store.write(SPACE, [said(f"Redis number {number}.", session="s") for number in range(backlog)])

    assert len(texts(sqlite_store, SPACE, "redis")) == backlog
    assert sqlite_store.describe()["index"]["behind"] == 0
    assert sqlite_store.reindex() == backlog
    assert len(texts(sqlite_store, SPACE, "redis")) == backlog


def test_a_search_reads_the_few_memories_that_a_large_index_lacks_and_the_index_follows(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, may_commit = IndexWriter.commit, threading.Event()

    def commit(writer: IndexWriter, position: Position) -> None:
        assert may_commit.wait(30)
        commits(writer, position)

    with reopened(path) as store:
        store.write(SPACE, [said(f"Redis number {number}.") for number in range(5)])
        assert len(texts(store, SPACE, "redis")) == 5
        monkeypatch.setattr(indexing, "ENOUGH", 5)
        monkeypatch.setattr(IndexWriter, "commit", commit)

        store.write(SPACE, [said("Redis, found before it is indexed.")])
        assert len(texts(store, SPACE, "redis")) == 6  # while the commit waits
        may_commit.set()

    with reopened(path) as store:
        assert store.describe()["index"] | {"engine": ""} == {"engine": "", "memories": 6, "behind": 0}


@pytest.mark.parametrize("chunk", [3, 4])
def test_an_index_that_is_level_is_not_written_to_by_searches(
    index: Path, sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(indexing, "CHUNK", chunk)
    sqlite_store.write(SPACE, [said(f"Redis number {number}.") for number in range(6)])
    texts(sqlite_store, SPACE, "redis")
    before = (index / "meta.json").read_text()

    texts(sqlite_store, SPACE, "number")

    assert (index / "meta.json").read_text() == before


@pytest.mark.parametrize("place", ["memory", "file"])
def test_threads_that_search_first_at_once_all_find(path: Path, place: str) -> None:
    store = SqliteStore(None if place == "memory" else path, timeout=10)
    store.write(SPACE, [said(f"Redis number {number}.") for number in range(50)])
    start = threading.Barrier(8)

    def search(_: int) -> int:
        start.wait(timeout=10)
        return len(texts(store, SPACE, "redis"))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(search, range(8))) == [50] * 8
    store.close()


def test_turns_are_found_through_their_neighbours_in_the_session(sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Which database shall we take?", session="a"), said("PostgreSQL.", session="a")])
    assert texts(sqlite_store, SPACE, "database") == ["Which database shall we take?", "PostgreSQL."]

    sqlite_store.write(
        SPACE,
        [
            said("Fine.", session="a"),
            said("Good.", session="a"),
            said("In another session.", session="b"),
            said("In none."),
            said("Nor this."),
        ],
    )

    assert texts(sqlite_store, SPACE, "database") == ["Which database shall we take?", "PostgreSQL.", "Fine."]
    assert set(texts(sqlite_store, SPACE, "fine")) == {"PostgreSQL.", "Fine.", "Good."}


def test_sessions_of_one_name_in_two_namespaces_are_strangers(sqlite_store: SqliteStore) -> None:
    sqlite_store.write("one", [said("Which database?", session="s")])
    sqlite_store.write("two", [said("PostgreSQL.", session="s")])

    assert texts(sqlite_store, "two", "database") == []


def test_scores_do_not_depend_on_how_many_share_the_namespace(sqlite_store: SqliteStore) -> None:
    for namespace in ("one", "two"):
        sqlite_store.write(namespace, [said("Redis is fast."), said("Kafka is slow.")])
    sqlite_store.write("two", [said(f"Filler {number}.") for number in range(20)])

    one, two = (sqlite_store.search_text(space, TextQuery(("redis",)))[0].score for space in ("one", "two"))

    assert one == pytest.approx(two)


@pytest.mark.parametrize("others", [0, 3, 7, 60])
def test_a_namespace_finds_all_of_its_own_and_nothing_else_whatever_its_share(
    sqlite_store: SqliteStore, others: int
) -> None:
    sqlite_store.write("mine", [said(f"Redis number {number}.") for number in range(20)])
    if others:
        sqlite_store.write("theirs", [said(f"Redis, Redis, and Redis {number}!") for number in range(others)])

    assert len(texts(sqlite_store, "mine", "redis", limit=20)) == 20
    assert len(texts(sqlite_store, "mine", "redis", limit=5)) == 5
    assert all("number" in text for text in texts(sqlite_store, "mine", "redis", limit=100))
    assert len(texts(sqlite_store, "theirs", "redis", limit=100)) == others


def test_the_index_in_memory_does_as_the_one_on_disk() -> None:
    store = SqliteStore(None, timeout=5)
    store.write(SPACE, [said("Redis.", session="s"), said("Indeed.", session="s")])

    assert texts(store, SPACE, "redis") == ["Redis.", "Indeed."]
    assert store.reindex() == 2
    store.close()


def test_the_index_follows_in_the_background_while_much_is_written(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "FOLLOW_FROM", 3)

    for number in range(3):
        assert sqlite_store.describe()["index"]["behind"] == number
        sqlite_store.write(SPACE, [said(f"Redis number {number}.")])

    assert sqlite_store.reindex() == 3  # waits for what is under way
    following = sqlite_store._keeper._following
    assert following is not None
    assert following.exception() is None


def test_what_is_written_while_the_store_is_closing_is_acknowledged(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "FOLLOW_FROM", 1)
    sqlite_store._keeper.close()  # as far as another thread has come

    assert sqlite_store.write(SPACE, [said("Redis.")]).added == ("Redis.",)


def test_where_the_index_cannot_be_read_anew_searches_read_the_graph(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_store.write(SPACE, [said("Redis.")])
    assert texts(sqlite_store, SPACE, "redis") == ["Redis."]
    sqlite_store.write(SPACE, [said("Redis again.")])

    def refuse(index: TextIndex) -> None:
        raise IndexRefused("too many open files")

    monkeypatch.setattr(TextIndex, "refresh", refuse)

    assert set(texts(sqlite_store, SPACE, "redis")) == {"Redis.", "Redis again."}
