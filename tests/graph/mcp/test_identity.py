"""Merging and renaming on a server that knows neither: other names are observations of their entity."""

from __future__ import annotations

import pytest

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from memory_fabric.models import Edge, EntityRecord, Filters, Relation
from tests.graph.mcp.a_shop import SPACE, USES_PG, fill
from tests.graph.mcp.builders import statement, texts
from tests.graph.mcp.in_process import RecordingServer


@pytest.fixture
def store(store_on_server: McpStore) -> McpStore:
    return store_on_server


def about(store: McpStore, name: str) -> set[str]:
    return {hit.memory.text for hit in store.memories_of(SPACE, name, Filters(), 10)}


def test_what_is_merged_is_found_and_written_to_under_both_names(store: McpStore) -> None:
    fill(store)
    merged = store.merge(SPACE, "postgres", "PostgreSQL")
    assert merged == EntityRecord("PostgreSQL", "technology", ("Postgres",), 2, ("Postgres",))
    assert store.entity(SPACE, "POSTGRES") == merged
    assert about(store, "Postgres") == {"web uses Postgres", "PostgreSQL is fast"}
    assert store.edges(SPACE, ["Postgres"], 5) == [Edge("web", "uses", "PostgreSQL")]
    report = store.write(SPACE, [statement("Postgres is free", "postgres", "web", relations=(USES_PG,))])
    assert (report.entities_added, report.relations_added) == (0, 0)
    assert store.counts(SPACE) == Counts(memories=4, entities=2, relations=1)


def test_another_process_learns_of_an_alias_when_the_name_that_it_knew_is_gone(
    server: RecordingServer, store: McpStore
) -> None:
    fill(store)
    other = server.store()
    assert other.merge(SPACE, "Postgres", "PostgreSQL") is not None
    other.close()
    assert store.write(SPACE, [statement("Postgres is free", "Postgres")]).entities_added == 0
    assert "Postgres is free" in about(store, "PostgreSQL")


def test_an_alias_is_readable_and_no_memory(server: RecordingServer, store: McpStore) -> None:
    fill(store)
    store.merge(SPACE, "Postgres", "PostgreSQL")
    assert 'Also called Postgres. [mf {"alias": "Postgres"}]' in server.graph.entities["PostgreSQL"]["observations"]
    assert texts(store, SPACE, "called", "also") == []
    assert store.counts(SPACE).memories == len(store.recent(SPACE, Filters(), 10)) == 3


def test_two_that_are_merged_have_no_relation_with_each_other(store: McpStore) -> None:
    between = Relation("Postgres", "is_a", "PostgreSQL")
    store.write(SPACE, [statement("Postgres is PostgreSQL", "Postgres", "PostgreSQL", relations=(between,))])
    store.merge(SPACE, "Postgres", "PostgreSQL")
    assert store.counts(SPACE) == Counts(memories=1, entities=1, relations=0)


def test_what_others_noted_of_an_entity_moves_with_it_word_for_word(server: RecordingServer, store: McpStore) -> None:
    store.nodes(SPACE).create_entities([{"name": "pg", "entityType": "technology", "observations": ["is free"]}])
    store.rename(SPACE, "pg", "PostgreSQL")
    assert server.graph.entities["PostgreSQL"]["observations"] == [
        'Also called pg. [mf {"alias": "pg"}]',
        "is free",
    ]


def test_a_renamed_entity_keeps_everything_and_can_have_its_name_back(store: McpStore) -> None:
    fill(store)
    assert store.rename(SPACE, "web", "storefront") == EntityRecord("storefront", "technology", ("web",), 1, ("web",))
    assert store.edges(SPACE, ["web"], 5) == [Edge("storefront", "uses", "Postgres")]
    [hit] = store.memories_of(SPACE, "web", Filters(), 5)
    assert hit.memory.entities == ("storefront", "Postgres")
    renamed = store.rename(SPACE, "storefront", "web")
    assert renamed is not None
    assert (renamed.name, renamed.aliases) == ("web", ("storefront",))


def test_a_name_can_change_its_spelling_alone(store: McpStore) -> None:
    fill(store)
    assert store.rename(SPACE, "postgres", "POSTGRES") == EntityRecord("POSTGRES", "technology", (), 1)


def test_the_name_of_another_entity_is_refused_and_the_unknown_is_none(store: McpStore) -> None:
    fill(store)
    with pytest.raises(InvalidInput, match="'PostgreSQL' is another entity; merge the two"):
        store.rename(SPACE, "Postgres", "postgresql")
    assert store.rename(SPACE, "nobody", "somebody") is None
    assert store.merge(SPACE, "nobody", "web") is None
    assert store.merge(SPACE, "web", "nobody") is None
