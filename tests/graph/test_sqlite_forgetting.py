"""Forgetting for good in the embedded store: what goes, what stays, and that nothing is left in its files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.graph.textindex import TextIndex
from memory_fabric.models import Edge, Filters, ForgetReport, Memory, RelationRecord, Selection, Statement
from tests.graph.statements import day, no_longer_uses, said, texts, uses

SPACE = "shop"


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    store = SqliteStore(None, timeout=5)
    yield store
    store.close()


def current(store: SqliteStore, name: str) -> list[tuple[str, str]]:
    return [(edge.from_, edge.to) for edge in store.edges(SPACE, [name], 100) if edge.is_current]


def test_a_source_takes_its_memories_relations_and_orphaned_entities_with_it(store: SqliteStore) -> None:
    store.write(
        SPACE,
        [
            said("The shop uses Vue.", "shop", "Vue", relations=(uses("shop", "Vue"),), source="chat", at=day(1)),
            said("The shop is open.", "shop", source="wiki"),
        ],
    )

    report = store.forget(SPACE, Selection(source="chat"))

    assert report == ForgetReport(("The shop uses Vue.",), origins=1, entities=("Vue",), relations=1)
    assert texts(store, SPACE, "shop", "vue") == ["The shop is open."]
    assert store.entity(SPACE, "Vue") is None
    assert store.edges(SPACE, ["shop"], 10) == []


def test_what_another_said_too_stays_with_its_witness(store: SqliteStore) -> None:
    by_ana = said("We use Vue.", "Vue", id="m", relations=(uses("shop", "Vue"),), speaker="Ana", at=day(1), session="a")
    by_bo = said("We use Vue.", "Vue", id="m", relations=(uses("shop", "Vue"),), speaker="Bo", at=day(3), session="b")
    store.write(SPACE, [by_ana, by_bo])

    report = store.forget(SPACE, Selection(speaker="ANA"))

    assert report == ForgetReport((), origins=1)
    (hit,) = store.memories_of(SPACE, "Vue", Filters(), 10)
    assert hit.memory.origins == by_bo.memory.origins
    (edge,) = store.edges(SPACE, ["Vue"], 10)
    assert edge.valid_from == day(3)


def test_an_ending_that_is_forgotten_lets_the_fact_hold_again(store: SqliteStore) -> None:
    store.write(SPACE, [said("We use Vue.", relations=(uses("shop", "Vue"),), source="a", at=day(1))])
    store.write(SPACE, [said("No more Vue.", relations=(no_longer_uses("shop", "Vue"),), source="b", at=day(5))])
    assert current(store, "Vue") == []

    store.forget(SPACE, Selection(source="b"))

    assert current(store, "Vue") == [("shop", "Vue")]


def test_an_entity_goes_with_every_memory_that_mentions_it(store: SqliteStore) -> None:
    store.write(
        SPACE,
        [
            said("Ana owns the gateway.", "Ana", "gateway", relations=(uses("Ana", "gateway"),)),
            said("The gateway is slow.", "gateway"),
        ],
    )
    store.nodes(SPACE).create_relations([{"from": "Ana", "to": "wiki", "relationType": "edits"}])

    report = store.forget(SPACE, Selection(entity="ana"))

    assert (report.memories, report.entities) == (("Ana owns the gateway.",), ("Ana",))
    assert report.relations == 2
    assert store.edges(SPACE, ["Ana"], 10) == []
    assert texts(store, SPACE, "gateway") == ["The gateway is slow."]


def test_an_entity_and_a_speaker_are_both_meant(store: SqliteStore) -> None:
    store.write(
        SPACE,
        [
            said("Ana on Vue.", "Vue", speaker="Ana"),
            said("Ana on Redis.", "Redis", speaker="Ana"),
            said("Bo on Vue.", "Vue", speaker="Bo"),
        ],
    )

    report = store.forget(SPACE, Selection(entity="Vue", speaker="Ana"))

    assert (report.memories, report.entities) == (("Ana on Vue.",), ())
    assert store.counts(SPACE).memories == 2


def test_what_is_unknown_takes_nothing(store: SqliteStore) -> None:
    store.write(SPACE, [said("The shop uses Vue.", "Vue", source="chat", session="s")])

    for what in (Selection(entity="Redis"), Selection(source="wiki"), Selection(source="chat", session="t")):
        assert store.forget(SPACE, what) == ForgetReport()
    assert store.forget("other", Selection(source="chat")) == ForgetReport()
    assert store.counts(SPACE).memories == 1


def test_no_word_of_it_is_left_in_the_files(sqlite_store: SqliteStore, path: Path) -> None:
    sqlite_store.write(
        SPACE,
        [
            said("The password is zxqvwordzxqv.", "Vault", source="leak", session="zxqvsession", speaker="Zxqvspeaker"),
            said("The weather is fine.", source="wiki", session="zxqvsession"),
        ],
    )
    texts(sqlite_store, SPACE, "password")
    assert "zxqv" in _all_bytes(path)

    sqlite_store.forget(SPACE, Selection(source="leak"))

    left = _all_bytes(path)
    assert "zxqvword" not in left
    assert "zxqvspeaker" not in left
    assert texts(sqlite_store, SPACE, "weather") == ["The weather is fine."]


def test_no_word_is_left_of_an_entity_that_no_memory_mentions(sqlite_store: SqliteStore, path: Path) -> None:
    sqlite_store.nodes(SPACE).create_entities([{"name": "Zxqvault", "entityType": "technology"}])
    texts(sqlite_store, SPACE, "anything")
    assert "zxqv" in _all_bytes(path)

    assert sqlite_store.forget(SPACE, Selection(entity="Zxqvault")).entities == ("Zxqvault",)

    assert "zxqv" not in _all_bytes(path)


def test_whoever_writes_to_the_index_meanwhile_is_waited_for(
    sqlite_store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_store.write(SPACE, [said("The password is zxqvword.", source="leak"), said("Fine.", source="wiki")])
    texts(sqlite_store, SPACE, "password")

    with ExitStack() as elsewhere:
        elsewhere.enter_context(TextIndex(path.with_name(path.name + ".index")).writer())
        monkeypatch.setattr(time, "sleep", lambda _: elsewhere.close())
        report = sqlite_store.forget(SPACE, Selection(source="leak"))

    assert report.memories == ("The password is zxqvword.",)
    assert "zxqv" not in _all_bytes(path)


def test_a_retraction_goes_with_the_last_that_told_of_what_it_ended(store: SqliteStore) -> None:
    store.write(SPACE, [said("api uses Redis", "api", relations=(uses("api", "Redis"),), at=day(1), source="chat")])
    store.retract(SPACE, uses("api", "Redis"), day(3))

    store.forget(SPACE, Selection(source="chat"))

    store.write(SPACE, [said("api has Redis", "api", relations=(uses("api", "Redis"),), at=day(2), source="wiki")])
    assert current(store, "api") == [("api", "Redis")]


def test_of_two_origins_that_came_together_each_proves_the_relation(store: SqliteStore) -> None:
    told = said("api uses Redis", "api", relations=(uses("api", "Redis"),), at=day(1), source="chat")
    again = said("api uses Redis", at=day(2), source="wiki")
    both = replace(told, memory=replace(told.memory, origins=told.memory.origins + again.memory.origins))
    store.write(SPACE, [both])

    store.forget(SPACE, Selection(source="wiki"))

    assert current(store, "api") == [("api", "Redis")]


def test_a_session_that_only_the_forgotten_told_of_is_not_kept(sqlite_store: SqliteStore, path: Path) -> None:
    sqlite_store.write(SPACE, [said("Hello.", id="m", source="leak", session="zxqvsession"), said("Hello.", id="m")])

    sqlite_store.forget(SPACE, Selection(source="leak"))

    assert "zxqv" not in _all_bytes(path)


def _all_bytes(path: Path) -> str:
    index = sorted(path.with_name(path.name + ".index").iterdir())
    files = [file for file in (path, path.with_name(path.name + "-wal"), *index) if file.exists()]
    return "".join(file.read_bytes().decode("latin-1").lower() for file in files)


_NAMES = st.sampled_from(["shop", "Vue", "Redis"])
_SOURCES = ["a", "b"]


@st.composite
def _statements(draw: st.DrawFn) -> Statement:
    """One of a few memories, from one of two sources, on one of four days, that tells of a use, its end or nothing."""
    ends = draw(st.lists(_NAMES, min_size=2, max_size=2, unique=True))
    relation = draw(st.sampled_from([(), (uses(*ends),), (no_longer_uses(*ends),)]))
    source = draw(st.sampled_from(_SOURCES))
    # At different hours: of a memory that two sources told at one instant, which of them proved what is not kept.
    at = day(draw(st.integers(1, 4))) + timedelta(hours=_SOURCES.index(source))
    told = "".join(f" {r.from_} {r.ended} {r.to}" for r in relation)
    statement = said(
        f"memory {draw(st.integers(0, 2))} of {ends}{told}",
        *ends,
        relations=relation,
        at=at,
        source=source,
    )
    return replace(statement, memory=replace(statement.memory, id=statement.memory.text))


@settings(deadline=None)
@given(st.lists(_statements(), max_size=12))
def test_afterwards_the_graph_is_as_if_the_source_had_never_been_heard(statements: list[Statement]) -> None:
    assert _state(statements, forgetting="a") == _state([s for s in statements if s.memory.origins[0].source != "a"])


def _state(statements: list[Statement], forgetting: str | None = None) -> tuple[object, ...]:
    store = SqliteStore(None, timeout=5)
    for statement in statements:
        store.write(SPACE, [statement])
    if forgetting:
        store.forget(SPACE, Selection(source=forgetting))
    records = list(store.dump(SPACE))
    found = {hit.memory.text for hit in store.search_text(SPACE, TextQuery(("memory",)))}
    store.close()
    memories = {(m.id, frozenset(m.origins), frozenset(m.entities)) for m in records if isinstance(m, Memory)}
    edges = {(_bare(r.edge), r.evidence) for r in records if isinstance(r, RelationRecord)}
    names = {r.name for r in records if not isinstance(r, Memory | RelationRecord)}
    return memories, edges, names, found


def _bare(edge: Edge) -> Edge:
    return replace(edge, memories=())
