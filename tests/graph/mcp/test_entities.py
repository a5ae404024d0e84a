"""Entities, edges and namespaces on an MCP memory server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from memory_fabric.models import Edge, Filters, Relation
from tests.graph.mcp.builders import entity, statement, texts

reference = pytest.mark.reference_server


@reference
def test_entities_come_in_order_of_name_a_page_at_a_time(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("all", "redis-stack", "Kafka", "Redis", entity("ana", "person"))])
    page = shared_store.entities(namespace, limit=3)
    assert [record.name for record in page.entities] == ["ana", "Kafka", "Redis"]
    rest = shared_store.entities(namespace, cursor=page.cursor, limit=3)
    assert ([record.name for record in rest.entities], rest.cursor) == (["redis-stack"], None)
    found = shared_store.entities(namespace, prefix="RED")
    assert [record.name for record in found.entities] == ["Redis", "redis-stack"]
    assert [record.name for record in shared_store.entities(namespace, type="person").entities] == ["ana"]
    assert shared_store.entities(namespace, limit=4).cursor is None


@reference
def test_an_entity_that_someone_deleted_is_gone_and_can_come_back(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("We use Redis.", "Redis")])
    shared_store.nodes(namespace).delete_entities(["Redis"])
    assert shared_store.entity(namespace, "redis") is None
    assert shared_store.write(namespace, [statement("We use Redis.", "redis")]).entities_added == 1
    record = shared_store.entity(namespace, "REDIS")
    assert record is not None
    assert record.name == "redis"


@reference
def test_edges_are_found_from_either_end(shared_store: McpStore, namespace: str) -> None:
    relations = (
        Relation("web", "uses", "Vue"),
        Relation("web", "uses", "Redis"),
        Relation("Bo", "owns", "web"),
    )
    shared_store.write(namespace, [statement("a lot", "web", "Vue", "Redis", "Bo", relations=relations)])
    assert shared_store.edges(namespace, ["vue"], 10) == [Edge("web", "uses", "Vue")]
    assert shared_store.edges(namespace, ["WEB"], 10) == [
        Edge("Bo", "owns", "web"),
        Edge("web", "uses", "Redis"),
        Edge("web", "uses", "Vue"),
    ]
    assert len(shared_store.edges(namespace, ["web", "Vue"], 2)) == 2
    assert shared_store.edges(namespace, ["nobody"], 10) == []
    assert shared_store.edges(namespace, [], 10) == []


def test_edges_are_found_on_servers_that_return_them_with_both_ends_only(
    scripted_url: Callable[..., str],
) -> None:
    store = McpStore.open(scripted_url("--both-ends", "--text-only"), timeout=20)
    try:
        store.write("default", [statement("web uses Vue", "web", relations=(Relation("web", "uses", "Vue"),))])
        assert store.edges("default", ["web"], 10) == [Edge("web", "uses", "Vue")]
    finally:
        store.close()


@reference
def test_namespaces_are_kept_apart(store: McpStore, tmp_path: Path) -> None:
    for space in ("default", "team-a", "team-b"):
        said = statement(f"{space} uses Redis", "Redis", relations=(Relation("we", "uses", "Redis"),))
        store.write(space, [said])
    for space in ("default", "team-a", "team-b"):
        assert texts(store, space, "redis") == [f"{space} uses Redis"]
        assert store.counts(space) == Counts(memories=1, entities=2, relations=1)
        assert store.edges(space, ["redis"], 10) == [Edge("we", "uses", "Redis")]
        assert len(store.recent(space, Filters(), 10)) == 1
    assert store.counts("team-c") == Counts()
    on_the_wire = (tmp_path / "memory.jsonl").read_text("utf-8")
    assert '"name":"Redis"' in on_the_wire
    assert '"name":"[team-a] Redis"' in on_the_wire


@reference
def test_a_name_that_looks_like_a_namespace_survives(store: McpStore) -> None:
    store.write("default", [statement("a draft", "[team-a] plan")])
    assert texts(store, "default", "draft") == ["a draft"]
    assert [record.name for record in store.entities("default").entities] == ["[team-a] plan"]
    assert store.counts("team-a") == Counts()


def test_a_namespace_that_cannot_be_is_refused(scripted_url: Callable[..., str]) -> None:
    store = McpStore.open(scripted_url(), timeout=20)
    try:
        with pytest.raises(InvalidInput, match="namespace"):
            store.write("no spaces", [statement("We use Redis.", "Redis")])
    finally:
        store.close()
