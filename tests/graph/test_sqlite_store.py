"""What the embedded store keeps beyond the contract, and how it fails."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.models import Entity, Filters, Memory, Mention, Origin, Statement
from tests.graph.statements import STORED, day, said, texts, uses

SPACE = "default"


def test_a_second_origin_is_a_second_witness(sqlite_store: SqliteStore) -> None:
    first = said("Redis is fast.", "Redis", speaker="Ana", source="a.txt", at=day(1))
    second = said("Redis is fast.", "Redis", speaker="Bo", source="b.txt", at=day(4))
    sqlite_store.write(SPACE, [first])

    report = sqlite_store.write(SPACE, [second, second])

    (memory,) = sqlite_store.recent(SPACE, Filters(), 10)
    assert report.known == ("Redis is fast.", "Redis is fast.")
    assert memory.origins == (*first.memory.origins, *second.memory.origins)
    assert {origin.witness for origin in memory.origins} == {("speaker", "ana"), ("speaker", "bo")}
    assert texts(sqlite_store, SPACE, "Bo") == ["Redis is fast."]


def test_a_later_saying_makes_a_memory_more_recent(sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Old.", "Redis", at=day(1)), said("New.", "Redis", at=day(3))])

    sqlite_store.write(SPACE, [said("Old.", "Redis", at=day(5))])

    assert [memory.text for memory in sqlite_store.recent(SPACE, Filters(), 10)] == ["Old.", "New."]
    assert [hit.memory.text for hit in sqlite_store.memories_of(SPACE, "Redis", Filters(), 10)] == [
        "Old.",
        "New.",
    ]


def test_origins_that_differ_only_in_what_is_unknown_are_two(sqlite_store: SqliteStore) -> None:
    origins = (Origin(), Origin(source=""), Origin(source="a"), Origin(source="a", turn_id="1"))
    statement = said("Fact.")

    sqlite_store.write(SPACE, [replace(statement, memory=replace(statement.memory, origins=origins))])

    assert sqlite_store.recent(SPACE, Filters(), 1)[0].origins == origins


def test_hits_say_which_query_found_them(sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Redis is fast.", "Redis")])

    (by_text,) = sqlite_store.search_text(SPACE, TextQuery(("fast",)))
    (by_entity,) = sqlite_store.memories_of(SPACE, "redis", Filters(), 10)

    assert by_text.via == "text"
    assert (by_entity.via, by_entity.score) == ("entity:Redis", 1.0)


def test_other_wordings_of_a_name_become_aliases(sqlite_store: SqliteStore) -> None:
    entity = Entity(
        "PostgreSQL",
        "technology",
        (Mention(0, 8, "Postgres"), Mention(13, 15, "pg"), Mention(20, 30, "postgresql")),
    )
    sqlite_store.write(SPACE, [Statement(Memory("1", "Postgres, or pg: it is postgresql."), (entity,))])

    record = sqlite_store.entity(SPACE, "PG")

    assert record is not None
    assert (record.name, record.aliases) == ("PostgreSQL", ("pg", "Postgres"))
    assert len(sqlite_store.memories_of(SPACE, "postgres", Filters(), 10)) == 1


def test_a_concept_turns_into_what_it_is_found_to_be(sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("For search.", relations=(uses("shop", "Vespa"),))])

    sqlite_store.write(SPACE, [said("Vespa is here.", "vespa")])
    sqlite_store.write(SPACE, [said("Vespa is a scooter.", "VESPA", type="component")])

    record = sqlite_store.entity(SPACE, "Vespa")
    assert record is not None
    assert (record.name, record.type) == ("Vespa", "technology")


def test_a_name_that_only_the_memory_tells_is_linked_too(sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [Statement(Memory("1", "Redis.", entities=("Redis",)))])

    assert [hit.memory.id for hit in sqlite_store.memories_of(SPACE, "Redis", Filters(), 1)] == ["1"]


TIMES = st.sampled_from([None, *(day(number) for number in range(1, 6))])
SPEAKERS = st.sampled_from([None, "", "Ana", "ANA", "Bo", "Straße", "STRASSE"])
ORIGINS = st.builds(Origin, speaker=SPEAKERS, timestamp=TIMES)


@settings(max_examples=60, deadline=None)
@given(
    memories=st.lists(st.lists(ORIGINS, max_size=3), max_size=5),
    since=TIMES,
    until=TIMES,
    speaker=SPEAKERS,
)
def test_filters_mean_the_same_in_sql_as_in_python(
    memories: list[list[Origin]], since: datetime | None, until: datetime | None, speaker: str | None
) -> None:
    filters = Filters(since, until, speaker)
    written = [
        Memory(
            str(number),
            "same words",
            entities=("Redis",),
            origins=tuple(dict.fromkeys(origins)),
            stored_at=STORED,
        )
        for number, origins in enumerate(memories)
    ]
    expected = {memory.id for memory in written if filters.accept(memory)}
    store = SqliteStore(None, timeout=5)
    store.write(SPACE, [Statement(memory) for memory in written])

    by_text = [hit.memory.id for hit in store.search_text(SPACE, TextQuery(("words",), filters))]
    by_entity = [hit.memory.id for hit in store.memories_of(SPACE, "Redis", filters, 10)]
    by_time = [memory.id for memory in store.recent(SPACE, filters, 10)]
    store.close()

    assert [len(found) for found in (by_text, by_entity, by_time)] == [len(expected)] * 3
    assert set(by_text) == set(by_entity) == set(by_time) == expected


def test_a_filter_is_met_however_many_better_hits_do_not_meet_it(sqlite_store: SqliteStore) -> None:
    crowd = [said(f"redis redis redis {number}", speaker="Ana") for number in range(60)]
    sqlite_store.write(SPACE, [*crowd, said("a long sentence that also mentions redis once", speaker="Bo")])

    found = texts(sqlite_store, SPACE, "redis", filters=Filters(speaker="Bo"), limit=1)

    assert found == ["a long sentence that also mentions redis once"]


def test_edges_come_current_first_then_most_recent_and_bounded(sqlite_store: SqliteStore) -> None:
    asked = replace(uses("shop", "Kafka"), modality="question")
    sqlite_store.write(
        SPACE,
        [
            said("1", relations=(uses("shop", "Redis"),), at=day(1)),
            said("2", relations=(asked,), at=day(9)),
            said("3", relations=(uses("shop", "Vue"),), at=day(3)),
            said("4", relations=(uses("Vue", "Vite"),), at=day(2)),
        ],
    )

    assert [edge.to for edge in sqlite_store.edges(SPACE, ["shop", "vue", "nobody"], 10)] == [
        "Vue", "Vite", "Redis", "Kafka",
    ]  # fmt: skip
    assert [edge.to for edge in sqlite_store.edges(SPACE, ["shop"], 2)] == ["Vue", "Redis"]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_means_nothing_rather_than_all(sqlite_store: SqliteStore, limit: int) -> None:
    sqlite_store.write(SPACE, [said("One.", "Redis", relations=(uses("shop", "Redis"),))])

    assert texts(sqlite_store, SPACE, "one", limit=limit) == []
    assert sqlite_store.recent(SPACE, Filters(), limit) == []
    assert sqlite_store.memories_of(SPACE, "Redis", Filters(), limit) == []
    assert sqlite_store.edges(SPACE, ["shop"], limit) == []
    assert sqlite_store.entities(SPACE, limit=limit).entities == ()


def test_a_write_that_fails_leaves_nothing_behind(sqlite_store: SqliteStore) -> None:
    broken = Statement(Memory("2", text=None))  # type: ignore[arg-type]

    with pytest.raises(AttributeError):
        sqlite_store.write(SPACE, [said("Whole.", "Redis"), broken])

    assert sqlite_store.counts(SPACE).memories == 0
    assert sqlite_store.recent(SPACE, Filters(), 10) == []


@pytest.mark.issue("cognee#2717")
@pytest.mark.issue("mem0#7196")
def test_eight_writers_and_searches_meanwhile_all_get_through(sqlite_store: SqliteStore) -> None:
    def ingest(number: int) -> list[str]:
        text = f"Document {number} is about Redis."
        sqlite_store.write(SPACE, [said(text, "Redis")])
        return [hit.memory.text for hit in sqlite_store.search_text(SPACE, TextQuery((f"document {number}",)))]

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ingest, range(40)))

    for number, answer in enumerate(answers):
        assert f"Document {number} is about Redis." in answer
    assert sqlite_store.counts(SPACE).memories == 40


def test_a_store_that_is_opened_again_has_everything(path: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("Redis is fast.", "Redis")])
    sqlite_store.close()

    again = SqliteStore(path, timeout=5)

    assert texts(again, SPACE, "fast") == ["Redis is fast."]
    assert again.describe()["memories"] == 1
    again.close()


def test_describe_tells_where_it_is_and_how_far_the_index_reaches(path: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("One."), said("Two.")])
    before = sqlite_store.describe()
    texts(sqlite_store, SPACE, "one")

    after = sqlite_store.describe()

    assert (before["backend"], before["path"], before["memories"]) == ("sqlite", str(path), 2)
    assert before["sqlite_version"] == sqlite3.sqlite_version
    assert (before["index"]["memories"], before["index"]["behind"]) == (0, 2)
    assert (after["index"]["memories"], after["index"]["behind"]) == (2, 0)


def test_a_file_that_is_gone_is_an_error_and_not_an_empty_graph(path: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("One.")])
    path.unlink()

    for call in (
        sqlite_store.describe,
        lambda: sqlite_store.recent(SPACE, Filters(), 1),
        lambda: sqlite_store.write(SPACE, [said("Two.")]),
        lambda: texts(sqlite_store, SPACE, "one"),
    ):
        with pytest.raises(GraphUnavailable, match=path.name):
            call()
    assert not path.exists()


def test_a_file_that_turns_to_garbage_is_an_error(path: Path, sqlite_store: SqliteStore) -> None:
    sqlite_store.write(SPACE, [said("One.")])
    sqlite_store.close()
    path.write_bytes(b"not a database, " * 1000)

    with pytest.raises(GraphUnavailable, match=path.name):
        SqliteStore(path, timeout=1)
    assert path.read_bytes().startswith(b"not a database")


def test_a_store_locked_by_another_writer_gives_up_after_the_time_limit(path: Path, sqlite_store: SqliteStore) -> None:
    impatient = SqliteStore(path, timeout=0.05)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")

    with pytest.raises(GraphUnavailable, match="locked"):
        impatient.write(SPACE, [said("One.")])
    assert impatient.recent(SPACE, Filters(), 1) == [], "readers are not held up"

    blocker.execute("ROLLBACK")
    blocker.close()
    impatient.write(SPACE, [said("One.")])
    impatient.close()


def test_a_closed_store_answers_no_more_and_may_be_closed_again(sqlite_store: SqliteStore) -> None:
    sqlite_store.close()
    sqlite_store.close()

    with pytest.raises(GraphUnavailable, match="closed"):
        sqlite_store.recent(SPACE, Filters(), 1)
