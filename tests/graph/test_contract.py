"""What every backend must do, asked of each of them; among them the real reference MCP memory server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from memory_fabric.graph.store import Counts, GraphStore, MentionQuery, TextQuery
from memory_fabric.models import Filters, Hit, WriteReport
from tests.graph.conftest import Backend
from tests.graph.statements import day, said, texts, uses


def texts_of(hits: list[Hit]) -> list[str]:
    return [hit.memory.text for hit in hits]


def test_what_was_written_is_found_by_its_words(store: GraphStore, namespace: str) -> None:
    written = said("We cache sessions in Redis.", "Redis", speaker="Ana", at=day(1), session="monday")

    report = store.write(namespace, [written, said("The build is green again.", "CI")])
    (hit, *_) = store.search_text(namespace, TextQuery(("cache", "sessions")))

    assert report.added == (written.memory.id, "The build is green again.")
    assert hit.memory == written.memory
    assert hit.score > 0
    assert "The build is green again." not in texts(store, namespace, "sessions")


def test_more_of_the_words_score_higher(store: GraphStore, namespace: str) -> None:
    store.write(
        namespace,
        [
            said("Pagination is slow."),
            said("Cursor pagination is fast."),
            said("Lunch was late."),
            said("Good night."),
        ],
    )

    assert texts(store, namespace, "cursor", "pagination") == [
        "Cursor pagination is fast.",
        "Pagination is slow.",
    ]


def test_a_search_gives_no_more_than_asked_for(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said(f"Kafka topic {number}", "Kafka") for number in range(5)])

    assert len(texts(store, namespace, "kafka", limit=3)) == 3
    assert len(store.memories_of(namespace, "Kafka", Filters(), 3)) == 3
    assert len(store.recent(namespace, Filters(), 3)) == 3


def test_memories_of_an_entity_come_most_recent_first(store: GraphStore, namespace: str) -> None:
    store.write(
        namespace,
        [
            said("Redis was new.", "Redis", at=day(1)),
            said("Redis is old.", "Redis", at=day(3)),
            said("Kafka?", "Kafka"),
        ],
    )

    found = [hit.memory.text for hit in store.memories_of(namespace, "redis", Filters(), 10)]

    assert found == ["Redis is old.", "Redis was new."]
    assert store.memories_of(namespace, "Memcached", Filters(), 10) == []


def test_several_queries_asked_at_once_find_what_each_finds_alone(store: GraphStore, namespace: str) -> None:
    store.write(
        namespace,
        [
            said("Redis was new.", "Redis", speaker="Ana", at=day(1)),
            said("Redis is old, Kafka too.", "Redis", "Kafka", speaker="Bo", at=day(3)),
            said("Kafka?", "Kafka", speaker="Bo", at=day(2)),
        ],
    )

    for filters in (Filters(), Filters(speaker="bo")):
        text = TextQuery(("old", "new"), filters, 10)
        mentions = [MentionQuery(name, filters, 2) for name in ("redis", "Memcached", "Kafka", "redis")]
        found = store.find(namespace, text, mentions)

        assert found.texts == store.search_text(namespace, text)
        assert found.mentions == [store.memories_of(namespace, q.name, q.filters, q.limit) for q in mentions]
        assert store.find(namespace, None, mentions).mentions == found.mentions
        among = MentionQuery("redis", filters, 2, frozenset({"Redis is old, Kafka too.", "Kafka?", "Never said."}))
        assert texts_of(store.find(namespace, None, [among, mentions[0]]).mentions[0]) == ["Redis is old, Kafka too."]


def test_among_memories_of_some_ids_the_latest_are_found_however_many_later_ones_there_are(
    store: GraphStore, namespace: str
) -> None:
    store.write(namespace, [said(f"Redis {n}.", "Redis", at=day(n)) for n in range(1, 10)])

    old = MentionQuery("redis", limit=2, among=frozenset({"Redis 1.", "Redis 2.", "Redis 3."}))

    assert texts_of(store.find(namespace, None, [old]).mentions[0]) == ["Redis 3.", "Redis 2."]
    assert store.find("elsewhere", None, [old]).mentions == [[]]


def test_recent_memories_are_those_said_last_or_else_stored_last(store: GraphStore, namespace: str) -> None:
    store.write(
        namespace,
        [
            said("In the middle.", at=day(5)),
            said("First.", at=day(1)),
            said("Nobody knows when.", stored_at=day(7)),
            said("Last.", at=day(9)),
        ],
    )

    recent = [memory.text for memory in store.recent(namespace, Filters(), 10)]

    assert recent == ["Last.", "Nobody knows when.", "In the middle.", "First."]


def test_an_empty_graph_has_no_answers_and_no_errors(store: GraphStore, namespace: str) -> None:
    assert store.write(namespace, []) == WriteReport()
    assert texts(store, namespace, "anything") == []
    assert store.recent(namespace, Filters(), 10) == []
    assert store.edges(namespace, ["Redis"], 10) == []
    assert store.entity(namespace, "Redis") is None
    assert store.entities(namespace).entities == ()
    assert store.counts(namespace) == Counts()


@pytest.mark.issue("graphiti#767")
@pytest.mark.issue("graphiti#963")
def test_writing_the_same_again_changes_nothing(store: GraphStore, namespace: str) -> None:
    statements = [
        said("Ana uses Redis.", "Ana", "Redis", relations=(uses("Ana", "Redis"),), at=day(1)),
        said("Bo uses Kafka.", "Bo", "Kafka", relations=(uses("Bo", "Kafka"),)),
    ]
    store.write(namespace, statements)
    before = store.counts(namespace)

    report = store.write(namespace, statements)

    assert report == WriteReport(known=("Ana uses Redis.", "Bo uses Kafka."))
    assert store.counts(namespace) == before == Counts(memories=2, entities=4, relations=2)
    assert len(texts(store, namespace, "uses")) == 2


@pytest.mark.issue("LightRAG#1726")
def test_spelling_variants_are_one_entity_under_the_first_name(store: GraphStore, namespace: str) -> None:
    report = store.write(
        namespace,
        [
            said("One", "cursor_pagination", type="pattern"),
            said("Two", "Cursor Pagination", type="pattern"),
            said("Three", "cursor-pagination", type="pattern"),
        ],
    )

    assert report.entities_added == 1
    record = store.entity(namespace, "CURSOR-PAGINATION")
    assert record is not None
    assert (record.name, record.type, record.memory_count) == ("cursor_pagination", "pattern", 3)


@pytest.mark.issue("servers PR#4383")
def test_redis_in_any_case_is_one_entity_that_does_not_use_itself(store: GraphStore, namespace: str) -> None:
    written = said(
        "Redis, redis and REDIS are fast. Redis uses Redis.",
        "Redis",
        "redis",
        "REDIS",
        relations=(uses("Redis", "redis"),),
    )

    report = store.write(namespace, [written])

    assert (report.entities_added, report.relations_added) == (1, 0)
    assert [record.name for record in store.entities(namespace).entities] == ["Redis"]
    assert store.edges(namespace, ["redis"], 10) == []


def test_an_entity_that_is_there_is_extended_and_keeps_its_type(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("Redis is fast.", "Redis")])

    report = store.write(namespace, [said("Redis is small.", "redis", type="concept")])

    record = store.entity(namespace, "Redis")
    assert report.entities_added == 0
    assert record is not None
    assert (record.type, record.memory_count) == ("technology", 2)
    assert len(store.memories_of(namespace, "Redis", Filters(), 10)) == 2


def test_namespaces_are_kept_apart(store: GraphStore, namespace: str) -> None:
    other = f"{namespace}-other"
    store.write(namespace, [said("Ours is Redis.", "Redis", relations=(uses("we", "Redis"),))])
    store.write(other, [said("Theirs is Kafka.", "Kafka")])

    assert texts(store, other, "redis", "ours") == []
    assert store.entity(other, "Redis") is None
    assert store.edges(other, ["Redis"], 10) == []
    assert [memory.text for memory in store.recent(other, Filters(), 10)] == ["Theirs is Kafka."]
    assert store.nodes(other).open_nodes(["Redis"]) == {"entities": [], "relations": []}
    assert store.counts(other) == Counts(memories=1, entities=1)


def test_entities_are_listed_in_pages_by_name(store: GraphStore, namespace: str) -> None:
    names = ["Data Lake", "database-engineer", "Datadog", "Redis", "dataflow"]
    store.write(namespace, [said("All of them.", *names)])

    first = store.entities(namespace, prefix="DATA", limit=3)
    second = store.entities(namespace, prefix="DATA", limit=3, cursor=first.cursor)

    found = [record.name for page in (first, second) for record in page.entities]
    assert found == ["Data Lake", "database-engineer", "Datadog", "dataflow"]
    assert first.cursor is not None
    assert second.cursor is None


def test_entities_are_listed_by_type(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("Ana.", "Ana", type="person"), said("Redis.", "Redis")])

    assert [record.name for record in store.entities(namespace, type="person").entities] == ["Ana"]


@pytest.mark.issue("uteke#1051")
@pytest.mark.issue("hermes-agent#14024")
@pytest.mark.parametrize(
    "word",
    ["database-engineer", "us-east-1", "ADR-0005", "-excluded", "gpt-4", '"unbalanced', "a OR b:*^~(", "C++"],
)
def test_words_are_words_and_never_syntax(store: GraphStore, namespace: str, word: str) -> None:
    store.write(namespace, [said(f"Here is {word} in a sentence.")])

    assert texts(store, namespace, word) == [f"Here is {word} in a sentence."]


@pytest.mark.parametrize("words", [(), ("",), ("?!",), ("\x00", "\ud800")])
def test_a_search_without_words_finds_nothing(store: GraphStore, namespace: str, words: tuple[str, ...]) -> None:
    store.write(namespace, [said("Something.")])

    assert texts(store, namespace, *words) == []


@pytest.mark.issue("adk-python#5601")
def test_chinese_and_japanese_are_found_by_characters(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("我们使用缓存来提高性能", "缓存"), said("データベースを移行した", "データベース")])

    assert texts(store, namespace, "缓存") == ["我们使用缓存来提高性能"]
    assert texts(store, namespace, "移行") == ["データベースを移行した"]


@pytest.mark.issue("hermes-agent#24416")
@pytest.mark.parametrize("word", ["Ágnes", "agnes", "Élasticsearch", "elasticsearch", "Łukasz", "lukasz"])
def test_accents_do_not_matter(store: GraphStore, namespace: str, word: str) -> None:
    text = "Ágnes uses Qdrant; José recommends Élasticsearch; Łukasz owns the ETL"
    store.write(namespace, [said(text, "Ágnes", "Élasticsearch", "Łukasz")])

    assert texts(store, namespace, word) == [text]


@pytest.mark.issue("graphiti#1144")
@pytest.mark.parametrize("name", ["CI/CD", "a|b", r"C:\Users\ana\notes.md", "50% off_peak", "O'Brien; DROP TABLE"])
def test_names_may_hold_any_sign(store: GraphStore, namespace: str, name: str) -> None:
    store.write(namespace, [said("A sentence.", name, relations=(uses("shop", name),))])

    record = store.entity(namespace, name)
    assert record is not None
    assert record.name == name
    assert [hit.memory.text for hit in store.memories_of(namespace, name, Filters(), 10)] == ["A sentence."]
    assert [edge.to for edge in store.edges(namespace, [name], 10)] == [name]


def test_time_speaker_and_type_filter(store: GraphStore, namespace: str) -> None:
    store.write(
        namespace,
        [
            said("Redis is new.", "Redis", speaker="Ana", at=day(1)),
            said("Redis is old.", "Redis", speaker="Bo", at=day(5)),
            said("Redis is what?", "Redis"),
            said("Redis and Cleo.", "Cleo", speaker="ana", at=day(9), type="person"),
        ],
    )

    def found(**filters: object) -> set[str]:
        return set(texts(store, namespace, "redis", filters=Filters(**filters)))  # type: ignore[arg-type]

    assert found(speaker="ANA") == {"Redis is new.", "Redis and Cleo."}
    assert found(since=day(5)) == {"Redis is old.", "Redis and Cleo."}
    assert found(until=day(5)) == {"Redis is new.", "Redis is old."}
    assert found(type="person") == {"Redis and Cleo."}
    assert found(since=day(2), speaker="Ana", type="technology") == set()
    assert [memory.text for memory in store.recent(namespace, Filters(speaker="bo"), 10)] == ["Redis is old."]
    assert [hit.memory.text for hit in store.memories_of(namespace, "Redis", Filters(until=day(4)), 10)] == [
        "Redis is new."
    ]


@pytest.mark.issue("servers#1819")
@pytest.mark.issue("servers#2577")
def test_fifty_writes_at_once_are_all_there(store: GraphStore, namespace: str) -> None:
    statements = [said(f"Item {n}.", *(f"part {n} {side}" for side in "abc")) for n in range(50)]

    with ThreadPoolExecutor(10) as threads:
        reports = list(threads.map(lambda statement: store.write(namespace, [statement]), statements))

    assert sum(report.entities_added for report in reports) == 150
    assert store.counts(namespace) == Counts(memories=50, entities=150)


def test_texts_that_no_database_takes_are_stored_with_a_replacement(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("A lone \ud800 and a \x00 byte.", "sur\ud800gate", id="odd", speaker="A\x00na")])

    assert texts(store, namespace, "lone") == ["A lone \ufffd and a \ufffd byte."]
    assert store.entity(namespace, "sur\ufffdgate") is not None
    assert store.entity(namespace, "another sur\ud800gate") is None


def test_describe_tells_which_backend_it_is(backend: Backend) -> None:
    assert backend.name.startswith(backend.store.describe()["backend"])


def test_reindexing_loses_nothing(store: GraphStore, namespace: str) -> None:
    store.write(namespace, [said("Still there.")])

    store.reindex()

    assert texts(store, namespace, "still") == ["Still there."]
