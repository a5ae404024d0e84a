"""The tables: migrations, files that are not ours, and that no question reads a whole table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.sqlite import migrations
from memory_fabric.graph.sqlite.connections import Connections
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.models import Filters, Selection
from tests.graph.statements import day, no_longer_uses, said, texts, uses

SPACE = "default"
FILTERS = Filters(since=day(1), until=day(9), speaker="Ana", type="technology")

SORTS_A_FEW = ("FROM aliases", "group_concat")  # namesakes of one alias, speakers of one memory

CALLS: dict[str, Callable[[SqliteStore], object]] = {
    "write": lambda store: store.write(
        SPACE,
        [
            said(
                "Two.",
                "Redis",
                "Kafka",
                relations=(uses("shop", "Vue"),),
                at=day(2),
                session="s",
                speaker="Bo",
            ),
            said("Three.", "Vue", relations=(no_longer_uses("shop", "Vue"),), at=day(3), session="s"),
        ],
    ),
    "search": lambda store: store.search_text(SPACE, TextQuery(("one",))),
    "search with filters": lambda store: store.search_text(SPACE, TextQuery(("one",), FILTERS)),
    "memories of": lambda store: store.memories_of(SPACE, "Redis", Filters(), 10),
    "memories of, with filters": lambda store: store.memories_of(SPACE, "Redis", FILTERS, 10),
    "recent": lambda store: store.recent(SPACE, Filters(), 10),
    "recent by speaker": lambda store: store.recent(SPACE, Filters(speaker="Ana"), 10),
    "recent in a time": lambda store: store.recent(SPACE, Filters(since=day(1)), 10),
    "recent with filters": lambda store: store.recent(SPACE, FILTERS, 10),
    "entity": lambda store: store.entity(SPACE, "pg"),
    "entities": lambda store: store.entities(SPACE, prefix="r", cursor="a"),
    "entities by type": lambda store: store.entities(SPACE, prefix="r", type="technology"),
    "edges": lambda store: store.edges(SPACE, ["shop", "Vue"], 10),
    "counts": lambda store: store.counts(SPACE),
    "read_graph": lambda store: store.nodes(SPACE).read_graph(),
    "search_nodes": lambda store: store.nodes(SPACE).search_nodes("redis"),
    "search_nodes, blank": lambda store: store.nodes(SPACE).search_nodes(""),
    "open_nodes": lambda store: store.nodes(SPACE).open_nodes(["Redis"]),
    "create_entities": lambda store: store.nodes(SPACE).create_entities(
        [{"name": "Redis", "entityType": "technology", "observations": ["is fast"]}]
    ),
    "delete_observations": lambda store: store.nodes(SPACE).delete_observations(
        [{"entityName": "Redis", "observations": ["One."]}]
    ),
    "delete_relations": lambda store: store.nodes(SPACE).delete_relations(
        [{"from": "shop", "to": "Vue", "relationType": "uses"}]
    ),
    "delete_entities": lambda store: store.nodes(SPACE).delete_entities(["Redis"]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_no_call_reads_a_whole_table(call: Callable[[SqliteStore], object], monkeypatch: pytest.MonkeyPatch) -> None:
    traced: list[tuple[sqlite3.Connection, list[str]]] = []
    prepare = Connections._prepare

    def tracing(self: Connections, db: sqlite3.Connection) -> None:
        prepare(self, db)
        statements: list[str] = []
        traced.append((db, statements))
        db.set_trace_callback(statements.append)

    monkeypatch.setattr(Connections, "_prepare", tracing)
    store = SqliteStore(None, timeout=5)
    store.write(
        SPACE,
        [said("One.", "Redis", relations=(uses("shop", "Vue"),), at=day(1), session="s", speaker="Ana")],
    )
    ((db, statements),) = traced
    statements.clear()

    call(store)

    db.set_trace_callback(None)
    asked = [sql for sql in statements if sql.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE"))]
    assert asked
    for sql in asked:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]
        whole = [step for step in plan if step.startswith("SCAN ") and not _is_small(step)]
        assert not whole, (sql, plan)
        if "LIMIT" in sql and not any(few in sql for few in SORTS_A_FEW):
            assert "USE TEMP B-TREE FOR ORDER BY" not in plan, (sql, plan)
    store.close()


def _is_small(step: str) -> bool:
    return step.startswith(("SCAN json_each", "SCAN CONSTANT", "SCAN (", "SCAN SUBQUERY", "SCAN sqlite_sequence"))


def test_deleting_follows_indexes_to_all_that_depends_on_a_row() -> None:
    connections = Connections(None, 5)
    with connections.read() as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            for row in db.execute(f"PRAGMA foreign_key_list({table})").fetchall():
                plan = db.execute(f"EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE {row[3]} = 1").fetchall()
                assert "SEARCH" in plan[0][3], f"no index on {table}.{row[3]}"
    connections.close()


def test_commits_survive_a_power_cut_and_readers_do_not_wait(path: Path) -> None:
    connections = Connections(path, 5)
    with connections.read() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert db.execute("PRAGMA fullfsync").fetchone() == (1,)
        assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    connections.close()


def test_a_file_knows_how_many_migrations_it_has_seen(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore(path, timeout=5).close()

    def add_colour(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE entities ADD COLUMN colour TEXT")

    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, add_colour))
    for _ in range(2):
        connections = Connections(path, 5)
        with connections.read() as db:
            assert db.execute("PRAGMA user_version").fetchone() == (len(migrations.MIGRATIONS),)
            assert db.execute("SELECT colour FROM entities").fetchall() == []
        connections.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore(path, timeout=5).close()
    original = migrations.MIGRATIONS

    def halfway(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE changes")
        db.execute("SELECT 1 FROM nowhere")

    monkeypatch.setattr(migrations, "MIGRATIONS", (*original, halfway))
    with pytest.raises(GraphUnavailable, match="nowhere"):
        SqliteStore(path, timeout=5)

    monkeypatch.setattr(migrations, "MIGRATIONS", original)
    store = SqliteStore(path, timeout=5)
    store.write(SPACE, [said("One.")])
    assert texts(store, SPACE, "one") == ["One."]
    store.close()


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    SqliteStore(path, timeout=5).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {len(migrations.MIGRATIONS) + 1}")
    db.close()

    with pytest.raises(GraphUnavailable, match=r"graph\.db.*newer version"):
        SqliteStore(path, timeout=5)


def test_the_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.commit()
    db.close()
    before = path.read_bytes()

    with pytest.raises(GraphUnavailable, match=r"graph\.db.*another program"):
        SqliteStore(path, timeout=5)

    assert path.read_bytes() == before


def test_totals_follow_every_row_that_comes_and_goes(sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("One.", "Redis", "Kafka", relations=(uses("Redis", "Kafka"),), at=day(1))])
    sqlite_store.nodes(SPACE).delete_entities(["Redis"])
    sqlite_store.write(SPACE, [said("Two.", "Kafka")])

    counts, record = sqlite_store.counts(SPACE), sqlite_store.entity(SPACE, "Kafka")
    assert (counts.memories, counts.entities, counts.relations) == (2, 1, 0)
    assert record is not None
    assert record.memory_count == 2


def test_times_keep_their_microseconds(sqlite_store: SqliteStore) -> None:
    moments = [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)]
    sqlite_store.write(SPACE, [said(f"{moment}", at=moment) for moment in moments])

    assert [memory.timestamp for memory in sqlite_store.recent(SPACE, Filters(), 2)] == moments[::-1]


_AS_THE_SECOND_VERSION_WROTE_IT = """
INSERT INTO memories VALUES (1, 'default', 'm1', 'We use Vue and Redis.', 'fact', 10, 5, 's', 0);
INSERT INTO memories VALUES (2, 'default', 'm2', 'We no longer use Vue.', 'fact', 10, 8, 's', 1);
INSERT INTO origins VALUES (1, 1, 'default', 'chat', 's', '1', 'Ana', 5, 'ana', 5);
INSERT INTO origins VALUES (2, 2, 'default', 'wiki', 's', '2', 'Bo', 8, 'bo', 8);
INSERT INTO entities (seq, namespace, key, name, type) VALUES (1, 'default', 'redis', 'Redis', 'technology');
INSERT INTO entities (seq, namespace, key, name, type) VALUES (2, 'default', 'vue', 'Vue', 'technology');
INSERT INTO aliases VALUES ('default', 'vuejs', 2, 'VueJS');
INSERT INTO links VALUES (1, 1, 2, 5);
INSERT INTO links VALUES (2, 1, 1, 5);
INSERT INTO links VALUES (3, 2, 2, 8);
INSERT INTO relations (seq, namespace, from_key, from_name, relation, to_key, to_name, polarity, modality, ended,
  valid_from, valid_to) VALUES (1, 'default', 'shop', 'shop', 'uses', 'vue', 'Vue', 'affirmed', 'asserted', 0, 5, 8);
INSERT INTO relations (seq, namespace, from_key, from_name, relation, to_key, to_name, polarity, modality, ended,
  valid_from, valid_to) VALUES (2, 'default', 'shop', 'shop', 'uses', 'vue', 'Vue', 'negated', 'asserted', 1, 8, NULL);
INSERT INTO relations (seq, namespace, from_key, from_name, relation, to_key, to_name, polarity, modality, ended,
  valid_from, valid_to)
  VALUES (3, 'default', 'shop', 'shop', 'uses', 'redis', 'Redis', 'affirmed', 'asserted', 0, 5, NULL);
INSERT INTO witnesses VALUES (1, 5, 1);
INSERT INTO witnesses VALUES (2, 8, 2);
INSERT INTO endings VALUES ('default', 'shop', 'uses', 'vue', 8);
INSERT INTO changes VALUES (1, 1, 7);
INSERT INTO changes VALUES (2, 2, 7)
"""


def test_a_file_of_an_older_version_is_brought_to_the_present_with_all_it_holds(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:2])
        connections = Connections(path, 5)
        with connections.write() as db:
            for statement in _AS_THE_SECOND_VERSION_WROTE_IT.split(";\n"):
                db.execute(statement)
        connections.close()

    store = SqliteStore(path, timeout=5)
    (first, second) = (hit.memory for hit in reversed(store.memories_of(SPACE, "VueJS", Filters(), 10)))
    assert (first.id, first.entities, first.speaker, second.id) == ("m1", ("Vue", "Redis"), "Ana", "m2")
    assert texts(store, SPACE, "redis")[0] == "We use Vue and Redis."
    assert (store.counts(SPACE).memories, store.counts(SPACE).entities, store.counts(SPACE).relations) == (2, 2, 3)
    assert {(e.to, e.is_current, e.memories) for e in store.edges(SPACE, ["shop"], 10)} == {
        ("Redis", True, ()),
        ("Vue", False, ("m1",)),
        ("Vue", False, ("m2",)),
    }

    store.forget(SPACE, Selection(source="wiki"))  # who told of an ending was made out too
    assert {(e.to, e.is_current) for e in store.edges(SPACE, ["shop"], 10)} == {("Redis", True), ("Vue", True)}
    store.close()
