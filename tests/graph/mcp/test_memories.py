"""Memories on an MCP memory server: kept whole, found by words, filtered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_fabric.graph.mcp.observation import Note, encode
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts, TextQuery
from memory_fabric.models import Filters, Memory, Origin, Statement
from tests.graph.mcp.builders import STORED, day, entity, statement, texts
from tests.graph.mcp.in_process import RecordingServer

reference = pytest.mark.reference_server


@reference
def test_origin_kind_and_times_come_back_as_they_were_written(shared_store: McpStore, namespace: str) -> None:
    memory = Memory(
        id="m1",
        text="We décided:\n\t“Redis” for caching 🚀 [really]",
        kind="decision",
        entities=("Redis",),
        origins=(Origin("standup.jsonl", "monday", "t3", "Ana Souza", day(15)), Origin("wiki")),
        stored_at=STORED,
    )
    shared_store.write(namespace, [Statement(memory, (entity("Redis"),))])
    [hit] = shared_store.search_text(namespace, TextQuery(("decided",)))
    assert hit.memory == memory
    assert [hit.memory for hit in shared_store.memories_of(namespace, "redis", Filters(), 5)] == [memory]
    assert shared_store.recent(namespace, Filters(), 5) == [memory]


@reference
def test_a_memory_on_several_entities_is_found_once(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("Redis and Vue are fast", "Redis", "Vue")])
    assert texts(shared_store, namespace, "redis", "vue", "fast") == ["Redis and Vue are fast"]


@reference
def test_a_memory_without_entities_is_found_and_its_conversation_is_hidden(
    shared_store: McpStore, namespace: str
) -> None:
    shared_store.write(namespace, [statement("Lunch is at noon.", session="monday")])
    assert texts(shared_store, namespace, "lunch") == ["Lunch is at noon."]
    assert [memory.text for memory in shared_store.recent(namespace, Filters(), 5)] == ["Lunch is at noon."]
    assert shared_store.entities(namespace).entities == ()
    for name in ("conversation: monday", "conversation", "monday"):
        assert shared_store.entity(namespace, name) is None
        assert shared_store.memories_of(namespace, name, Filters(), 5) == []
    assert shared_store.counts(namespace) == Counts(memories=1)


@reference
@pytest.mark.issue("uteke#1051")
@pytest.mark.issue("graphiti#1144")
@pytest.mark.issue("adk-python#5601")
@pytest.mark.issue("hermes-agent#24416")
@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("database-engineer", "database-engineer"),
        ("us-east-1", "us-east-1"),
        ("ADR-0005", "adr-0005"),
        ("gpt-4", '"gpt-4'),
        ("CI/CD", "CI/CD"),
        ("a|b", "a|b"),
        (r"C:\tools\x.exe", r"C:\tools\x.exe"),
        ("C", "C"),
        ("Ágnes", "agnes"),
        ("Élasticsearch", "elasticsearch"),
        ("Łukasz", "Lukasz"),
        ("Jose", "José"),
        ("缓存", "缓存策略"),
    ],
)
def test_odd_names_are_stored_and_found(shared_store: McpStore, namespace: str, name: str, question: str) -> None:
    said = f"{name} is here"
    shared_store.write(namespace, [statement(said, name), statement("something else", "Other")])
    assert texts(shared_store, namespace, question) == [said]
    record = shared_store.entity(namespace, name.swapcase())
    assert record is not None
    assert record.name == name


@reference
def test_a_substring_is_no_match(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("React is nice.", "React")])
    assert texts(shared_store, namespace, "act") == []


@reference
def test_words_of_the_origin_are_no_words_of_the_statement(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("Vue is nice.", "Vue", session="redis-weekly")])
    assert texts(shared_store, namespace, "redis") == []


@reference
def test_filters_hold_for_every_way_of_asking(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(
        namespace,
        [
            statement("Ana likes Redis", entity("Ana", "person"), "Redis", said=day(10), speaker="Bo"),
            statement("Redis was slow", "Redis", said=day(2), speaker="Ana"),
            statement("Redis at some time", "Redis", speaker="Bo"),
        ],
    )
    assert texts(shared_store, namespace, "redis", since=day(5)) == ["Ana likes Redis"]
    assert texts(shared_store, namespace, "redis", until=day(5)) == ["Redis was slow"]
    assert texts(shared_store, namespace, "slow", "likes", speaker="ana") == ["Redis was slow"]
    assert texts(shared_store, namespace, "redis", type="person") == ["Ana likes Redis"]
    assert texts(shared_store, namespace, "redis", type="organization") == []
    of_redis = shared_store.memories_of(namespace, "Redis", Filters(type="person"), 5)
    assert [hit.memory.text for hit in of_redis] == ["Ana likes Redis"]
    recent = shared_store.recent(namespace, Filters(speaker="Bo"), 5)
    assert [memory.text for memory in recent] == ["Redis at some time", "Ana likes Redis"]


@reference
def test_memories_of_an_entity_and_recent_ones_come_latest_first_and_limited(
    shared_store: McpStore, namespace: str
) -> None:
    shared_store.write(namespace, [statement(f"Redis {n}", "Redis", said=day(n)) for n in (3, 9, 1, 5)])
    of_redis = shared_store.memories_of(namespace, "redis", Filters(), 3)
    assert [hit.memory.text for hit in of_redis] == ["Redis 9", "Redis 5", "Redis 3"]
    assert [memory.text for memory in shared_store.recent(namespace, Filters(), 1)] == ["Redis 9"]
    assert len(shared_store.search_text(namespace, TextQuery(("redis",), limit=2))) == 2


@reference
def test_what_other_clients_wrote_is_read_too(store: McpStore) -> None:
    store.nodes("default").create_entities(
        [{"name": "John_Smith", "entityType": "person", "observations": ["Speaks fluent Spanish"]}]
    )
    [hit] = store.search_text("default", TextQuery(("spanish",)))
    assert (hit.memory.text, hit.memory.entities) == ("Speaks fluent Spanish", ("John_Smith",))
    record = store.entity("default", "john smith")
    assert record is not None
    assert (record.name, record.type) == ("John_Smith", "person")


def test_two_strings_of_one_memory_are_read_as_one_and_the_next_write_mends_them(
    server: RecordingServer, store_on_server: McpStore
) -> None:
    ana = statement("Redis is fast", "Redis", speaker="Ana")
    bo = statement("Redis is fast", "Redis", speaker="Bo")
    for said in (ana, bo):  # what a failure between adding the new string and taking the old one away leaves
        observation = {"entityName": "Redis", "contents": [encode(Note(said.memory))]}
        store_on_server.nodes("default").create_entities(
            [{"name": "Redis", "entityType": "technology", "observations": []}]
        )
        store_on_server.nodes("default").add_observations([observation])
    one = replace(ana.memory, origins=(*ana.memory.origins, *bo.memory.origins))
    assert store_on_server.recent("default", Filters(), 5) == [one]
    assert [hit.memory for hit in store_on_server.memories_of("default", "redis", Filters(), 5)] == [one]
    assert [hit.memory for hit in store_on_server.search_text("default", TextQuery(("fast",)))] == [one]
    assert store_on_server.counts("default") == Counts(memories=1, entities=1)
    assert store_on_server.write("default", [ana]).known == ("Redis is fast",)
    assert server.graph.entities["Redis"]["observations"] == [encode(Note(one))]
