from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from memory_fabric.models import Edge, Filters, Relation
from tests.graph.mcp.builders import entity, statement

WEB_USES_VUE = statement("web uses Vue", "web", "Vue", relations=(Relation("web", "uses", "Vue"),))
NO_LONGER = statement(
    "web no longer uses Vue",
    "web",
    "Vue",
    relations=(Relation("web", "uses", "Vue", polarity="negated", ended=True),),
)

reference = pytest.mark.reference_server


@reference
def test_a_write_tells_what_it_added_and_a_second_one_adds_nothing(shared_store: McpStore, namespace: str) -> None:
    report = shared_store.write(namespace, [WEB_USES_VUE, statement("Hello.")])
    assert (report.added, report.known) == (("web uses Vue", "Hello."), ())
    assert (report.entities_added, report.relations_added, report.relations_ended) == (2, 1, 0)
    again = shared_store.write(namespace, [WEB_USES_VUE, statement("Hello.")])
    assert (again.added, again.known) == ((), ("web uses Vue", "Hello."))
    assert (again.entities_added, again.relations_added) == (0, 0)
    assert shared_store.counts(namespace) == Counts(memories=2, entities=2, relations=1)


@reference
def test_an_entity_that_is_there_is_extended_and_not_replaced(store: McpStore) -> None:
    store.nodes("default").create_entities(
        [{"name": "redis", "entityType": "database", "observations": ["Someone else wrote this."]}]
    )
    store.write("default", [statement("We use Redis.", "Redis")])
    texts = [hit.memory.text for hit in store.memories_of("default", "Redis", Filters(), 10)]
    assert sorted(texts) == ["Someone else wrote this.", "We use Redis."]
    record = store.entity("default", "REDIS")
    assert record is not None
    assert (record.name, record.type, record.memory_count) == ("redis", "database", 2)


@reference
@pytest.mark.issue("servers PR#4383")
def test_spelling_variants_in_one_batch_are_one_entity(shared_store: McpStore, namespace: str) -> None:
    said = statement("Redis uses Redis", "Redis", "redis", "REDIS", relations=(Relation("Redis", "uses", "redis"),))
    shared_store.write(namespace, [said])
    assert shared_store.counts(namespace) == Counts(memories=1, entities=1, relations=0)


@reference
def test_an_ended_relation_is_taken_away_and_its_statement_stays(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [WEB_USES_VUE])
    assert shared_store.edges(namespace, ["web"], 10) == [Edge("web", "uses", "Vue")]
    report = shared_store.write(namespace, [NO_LONGER])
    assert report.relations_ended == 1
    assert shared_store.edges(namespace, ["web"], 10) == []
    assert len(shared_store.memories_of(namespace, "Vue", Filters(), 10)) == 2
    shared_store.write(namespace, [WEB_USES_VUE])
    assert shared_store.edges(namespace, ["web"], 10) == []


@reference
def test_more_than_a_batch_of_everything_is_written_whole(shared_store: McpStore, namespace: str) -> None:
    statements = [
        statement(
            f"service-{number} uses tool {number}",
            entity(f"service-{number}", "component"),
            f"Tool {number}",
            relations=(Relation(f"service-{number}", "uses", f"Tool {number}"),),
        )
        for number in range(250)
    ]
    report = shared_store.write(namespace, statements)
    assert (len(report.added), report.entities_added, report.relations_added) == (250, 500, 250)
    assert shared_store.counts(namespace) == Counts(memories=250, entities=500, relations=250)


@reference
def test_no_relation_is_ever_without_both_its_entities(store: McpStore, tmp_path: Path) -> None:
    store.write("default", [statement("web uses Vue", relations=(Relation("web", "uses", "Vue"),))])
    lines = [json.loads(line) for line in (tmp_path / "memory.jsonl").read_text("utf-8").splitlines()]
    names = {line["name"] for line in lines if line["type"] == "entity"}
    relations = [line for line in lines if line["type"] == "relation"]
    assert relations
    assert all(relation["from"] in names and relation["to"] in names for relation in relations)


@pytest.mark.issue("servers#1819")
@pytest.mark.parametrize("tool", ["create_relations", "delete_relations", "add_observations"])
def test_a_write_that_the_server_only_says_it_did_is_an_error(scripted_url: Callable[..., str], tool: str) -> None:
    store = McpStore.open(scripted_url("--loses", tool), timeout=20)
    try:
        with pytest.raises(GraphUnavailable, match="acknowledged a write and does not hold it"):
            for said in (WEB_USES_VUE, NO_LONGER):
                store.write("default", [said])
    finally:
        store.close()


@pytest.mark.parametrize("survivors", range(1, 6))
def test_a_write_that_failed_half_way_is_completed_by_writing_again(
    scripted_url: Callable[..., str], survivors: int
) -> None:
    store = McpStore.open(scripted_url("--refuses-after", str(survivors)), timeout=20)
    try:
        with pytest.raises(GraphRejected, match="enough"):
            store.write("default", [WEB_USES_VUE, statement("Vue is fast.", "Vue")])
        store.write("default", [WEB_USES_VUE, statement("Vue is fast.", "Vue")])
        assert store.counts("default") == Counts(memories=2, entities=2, relations=1)
        assert store.write("default", [WEB_USES_VUE]).known == ("web uses Vue",)
    finally:
        store.close()
