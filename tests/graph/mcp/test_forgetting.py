"""Forgetting for good and retracting, on a server that keeps no proofs: the memories tell what they proved."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from memory_fabric.models import Edge, Filters, ForgetReport, GraphRecord, Selection
from tests.graph.mcp.a_shop import OVER, SPACE, USES_PG, fill
from tests.graph.mcp.builders import day, statement
from tests.graph.mcp.in_process import RecordingServer


@pytest.fixture
def store(store_on_server: McpStore) -> McpStore:
    return store_on_server


def test_forgetting_a_speaker_takes_away_what_only_she_said(store: McpStore) -> None:
    fill(store)
    assert store.forget(SPACE, Selection(speaker="ANA")) == ForgetReport(
        ("web uses Postgres", "Lunch is at noon"), 2, ("web", "Postgres"), 1
    )
    assert store.counts(SPACE) == Counts(memories=1, entities=1)
    assert store.entity(SPACE, "web") is None


def test_a_memory_that_another_told_too_only_loses_its_origin(server: RecordingServer, store: McpStore) -> None:
    fill(store)
    store.write(
        SPACE, [statement("web uses Postgres", "web", "Postgres", relations=(USES_PG,), said=day(1), speaker="Bo")]
    )
    assert store.forget(SPACE, Selection(entity="web", speaker="Ana")) == ForgetReport(origins=1)
    [hit] = store.memories_of(SPACE, "web", Filters(), 5)
    assert [origin.speaker for origin in hit.memory.origins] == ["Bo"]
    assert "Ana" not in str(server.graph.entities["web"])
    assert store.edges(SPACE, ["web"], 5) == [Edge("web", "uses", "Postgres")]


def test_forgetting_an_entity_takes_its_memories_and_relations_and_nothing_else(store: McpStore) -> None:
    fill(store)
    store.merge(SPACE, "Postgres", "PostgreSQL")
    report = store.forget(SPACE, Selection(entity="Postgres"))
    assert set(report.memories) == {"web uses Postgres", "PostgreSQL is fast"}
    assert (set(report.entities), report.relations) == ({"PostgreSQL", "web"}, 1)
    assert store.entity(SPACE, "Postgres") is None
    assert store.forget(SPACE, Selection(entity="Postgres")) == ForgetReport()


def test_what_was_said_to_be_over_holds_again_when_that_is_forgotten(store: McpStore) -> None:
    fill(store)
    ending = statement("no more Postgres", "web", "Postgres", relations=(OVER,), said=day(5), speaker="Cleo")
    store.write(SPACE, [ending])
    assert store.edges(SPACE, ["web"], 5) == []
    store.forget(SPACE, Selection(speaker="Cleo"))
    assert store.edges(SPACE, ["web"], 5) == [Edge("web", "uses", "Postgres")]


def test_a_relation_that_nobody_vouches_for_stays_until_its_entity_is_forgotten(store: McpStore) -> None:
    fill(store)
    store.nodes(SPACE).create_relations([{"from": "web", "to": "PostgreSQL", "relationType": "likes"}])
    store.forget(SPACE, Selection(speaker="Ana"))
    assert store.edges(SPACE, ["web"], 5) == [Edge("web", "likes", "PostgreSQL")]
    assert store.forget(SPACE, Selection(entity="web")).relations == 1
    assert store.edges(SPACE, ["PostgreSQL"], 5) == []


def test_a_retracted_relation_is_deleted_and_does_not_come_back_with_what_proved_it(store: McpStore) -> None:
    fill(store)
    assert store.retract(SPACE, USES_PG, day(6)) == 1
    assert store.retract(SPACE, USES_PG, day(6)) == 0
    fill(store)
    assert store.edges(SPACE, ["web"], 5) == []
    assert store.counts(SPACE).memories == 3


def test_a_server_cannot_tell_how_the_graph_stood(store: McpStore) -> None:
    with pytest.raises(GraphRejected, match="keeps no history"):
        store.edges(SPACE, ["web"], 5, as_of=day(1))


SAYINGS = st.lists(
    st.tuples(st.sampled_from([None, "keep", "forget"]), st.integers(1, 9), st.booleans()), unique_by=lambda row: row[1]
)


@given(SAYINGS)
@settings(max_examples=40)
def test_after_a_source_is_forgotten_the_graph_is_as_if_it_had_never_been_written(
    sayings: list[tuple[str | None, int, bool]],
) -> None:
    server = RecordingServer()
    store = server.store()
    for source, number, over in sayings:
        said = statement(
            f"day {number}", "web", relations=(OVER if over else USES_PG,), said=day(number), speaker=source
        )
        store.write(SPACE, [said])
        if source != "forget":
            store.write("other", [said])
    store.forget(SPACE, Selection(speaker="forget"))
    assert by_value(store.dump(SPACE)) == by_value(store.dump("other"))
    store.close()


def by_value(records: Iterable[GraphRecord]) -> list[str]:
    return sorted(map(repr, records))
