"""A namespace as records and back, and the graph as it stood at a time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.models import GraphRecord, Relation, Statement, WriteReport
from tests.graph.statements import day, no_longer_uses, said, uses

SPACE = "shop"
VUE = uses("shop", "Vue")
NO_VUE = no_longer_uses("shop", "Vue")


@st.composite
def _statements(draw: st.DrawFn) -> list[Statement]:
    relations = [
        (),
        (VUE,),
        (NO_VUE,),
        (uses("shop", "React"),),
        (Relation("shop", "uses", "Vue", modality="planned"),),
    ]
    return [
        said(
            f"memory {draw(st.integers(0, 3))} {number}",
            *draw(st.lists(st.sampled_from(["Vue", "shop", "vue"]), unique_by=str.lower)),
            relations=draw(st.sampled_from(relations)),
            at=draw(st.sampled_from([None, day(1), day(2), day(3)])),
            session=draw(st.sampled_from([None, "monday"])),
            speaker=draw(st.sampled_from([None, "Ana"])),
        )
        for number in range(draw(st.integers(0, 8)))
    ]


def _restored(records: Iterable[GraphRecord]) -> list[GraphRecord]:
    store = SqliteStore(None, timeout=5)
    store.restore(SPACE, records)
    dumped = list(store.dump(SPACE))
    store.close()
    return dumped


@settings(deadline=None)
@given(_statements(), st.booleans(), st.booleans())
def test_what_is_dumped_and_restored_is_dumped_the_same(
    statements: list[Statement], retracted: bool, merged: bool
) -> None:
    store = SqliteStore(None, timeout=5)
    for statement in statements:
        store.write(SPACE, [statement])
    if retracted:
        store.retract(SPACE, VUE, day(4))
    if merged:
        store.merge(SPACE, "React", "Vue")
    dumped = list(store.dump(SPACE))

    assert _restored(dumped) == dumped
    again = store.restore(SPACE, dumped)
    assert (again.added, again.entities_added, again.relations_added, again.relations_ended) == ((), 0, 0, 0)
    assert list(store.dump(SPACE)) == dumped
    store.close()


def test_many_records_come_in_pages_and_all_origins_with_them() -> None:
    store = SqliteStore(None, timeout=5)
    store.write(SPACE, [said(f"memory {number}", f"name-{number}") for number in range(1_200)])
    for number in range(120):
        store.write(SPACE, [said("often", at=day(1) + timedelta(minutes=number))])
    dumped = list(store.dump(SPACE))

    assert len(dumped) == 2_401
    assert _restored(dumped) == dumped
    store.close()


def test_a_retraction_ends_what_holds_and_keeps_it_as_history() -> None:
    store = SqliteStore(None, timeout=5)
    store.write(SPACE, [said("a", relations=(VUE,), at=day(1))])

    assert store.retract(SPACE, VUE, day(3)) == 1
    assert store.retract(SPACE, VUE, day(4)) == 0
    assert store.retract(SPACE, uses("shop", "React"), day(4)) == 0

    (edge,) = store.edges(SPACE, ["shop"], 10)
    assert (edge.valid_from, edge.valid_to, edge.memories) == (day(1), day(3), ("a",))
    assert store.write(SPACE, [said("a", relations=(VUE,), at=day(1))]) == WriteReport(known=("a",))
    assert not any(edge.is_current for edge in store.edges(SPACE, ["shop"], 10))
    store.close()


def test_the_graph_can_be_asked_as_of_a_time() -> None:
    store = SqliteStore(None, timeout=5)
    store.write(SPACE, [said("a", relations=(VUE,), at=day(1))])
    store.write(SPACE, [said("b", relations=(NO_VUE, uses("shop", "React")), at=day(5))])

    def current(number: int) -> list[tuple[str, tuple[str, ...]]]:
        edges = store.edges(SPACE, ["shop"], 10, as_of=day(number))
        return [(edge.to, edge.memories) for edge in edges if edge.is_current]

    assert current(0) == []
    assert current(1) == current(4) == [("Vue", ("a",))]
    assert current(5) == current(9) == [("React", ("b",))]
    assert store.edges(SPACE, ["shop"], 10, as_of=day(9)) == store.edges(SPACE, ["shop"], 10)
    store.close()
