"""Forgetting, merging, renaming, retracting and moving a namespace, on servers that know none of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_fabric.errors import GraphRejected, InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import Counts
from memory_fabric.models import Edge, EntityRecord, Filters, ForgetReport, Memory, Relation, RelationRecord, Selection
from tests.graph.mcp.builders import day, entity, statement, texts
from tests.graph.mcp.in_process import RecordingServer

SPACE = "default"
USES_PG = Relation("web", "uses", "Postgres")
OVER = Relation("web", "uses", "Postgres", polarity="negated", ended=True)


@pytest.fixture
def server() -> RecordingServer:
    return RecordingServer()


@pytest.fixture
def store(server: RecordingServer) -> Iterator[McpStore]:
    store = server.store()
    yield store
    store.close()


def fill(store: McpStore) -> None:
    store.write(
        SPACE,
        [
            statement("web uses Postgres", "web", "Postgres", relations=(USES_PG,), said=day(1), speaker="Ana"),
            statement("PostgreSQL is fast", "PostgreSQL", said=day(2), speaker="Bo"),
            statement("Lunch is at noon", said=day(3), speaker="Ana", session="monday"),
        ],
    )


def about(store: McpStore, name: str) -> set[str]:
    return {hit.memory.text for hit in store.memories_of(SPACE, name, Filters(), 10)}


# Merging and renaming


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


# Forgetting and retracting


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


# Moving


def test_what_is_dumped_and_restored_is_dumped_the_same_and_again_changes_nothing(store: McpStore) -> None:
    fill(store)
    store.merge(SPACE, "Postgres", "PostgreSQL")
    store.nodes(SPACE).add_observations([{"entityName": "web", "contents": ["noted by hand"]}])
    dumped = list(store.dump(SPACE))
    report = store.restore("copy", dumped)
    assert (len(report.added), report.entities_added, report.relations_added) == (4, 2, 1)
    assert list(store.dump("copy")) == dumped
    again = store.restore("copy", dumped)
    assert (again.added, again.entities_added, again.relations_added) == ((), 0, 0)
    assert store.restore(SPACE, dumped).added == ()
    assert list(store.dump(SPACE)) == dumped


def test_a_dump_tells_which_memories_prove_a_relation(store: McpStore) -> None:
    fill(store)
    [edge] = [record for record in store.dump(SPACE) if isinstance(record, RelationRecord)]
    assert edge.edge == Edge("web", "uses", "Postgres", valid_from=day(1), memories=("web uses Postgres",))
    assert [(said.memory, said.at) for said in edge.evidence] == [("web uses Postgres", day(1))]


def test_a_namespace_moves_between_a_server_and_the_embedded_graph_and_back(store: McpStore) -> None:
    fill(store)
    store.write(SPACE, [statement("no more", "web", "Postgres", relations=(OVER,), said=day(5), speaker="Cleo")])
    embedded = SqliteStore(None, timeout=5)
    embedded.restore(SPACE, store.dump(SPACE))
    store.restore("copy", embedded.dump(SPACE))
    embedded.close()

    def plain(space: str) -> set[object]:
        return {
            record if isinstance(record, Memory) else getattr(record, "name", record) for record in store.dump(space)
        }

    assert plain("copy") == plain(SPACE)


# Deaths


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.data(),
    when=st.sampled_from(["before", "after"]),
    change=st.sampled_from(
        [
            lambda store: store.merge(SPACE, "Postgres", "PostgreSQL"),
            lambda store: store.rename(SPACE, "Postgres", "pg"),
            lambda store: store.rename(SPACE, "Postgres", "POSTGRES"),
            lambda store: store.forget(SPACE, Selection(speaker="Ana")),
            lambda store: store.forget(SPACE, Selection(entity="web")),
            lambda store: store.retract(SPACE, USES_PG, day(9)),
        ]
    ),
)
def test_a_change_in_which_the_server_dies_is_made_exactly_once(
    scripted_url: Callable[..., str],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
    when: str,
    change: Callable[[McpStore], object],
) -> None:
    folder = tmp_path_factory.mktemp("death")

    def outcome(name: str, *flags: str) -> tuple[object, object, int]:
        file = folder / name
        store = McpStore.open(scripted_url("--file", str(file), *flags), timeout=20)
        fill(store)
        store.write(SPACE, [statement("web is nice", "web", entity("Ana", "person"), speaker="Bo")])
        told = change(store)
        calls = calls_of(file)
        held = store.nodes(SPACE).read_graph()
        store.close()
        return told, held, calls

    told, held, calls = outcome("undisturbed")
    call = data.draw(st.integers(calls - 7, calls))
    assert outcome("dying", f"--dies-{when}", str(call))[:2] == (told, held)


def calls_of(file: Path) -> int:
    """How many calls a scripted server with this file has had."""
    return int(file.read_text("utf-8").rpartition(",")[2].strip(" ]"))
