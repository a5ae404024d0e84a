"""A server that dies at any stage of a write: it is written exactly once in effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from memory_fabric.models import Edge, EntityRecord, Evidence, Memory, Origin, Relation, RelationRecord, Selection
from tests.graph.mcp.a_shop import SPACE, USES_PG, fill
from tests.graph.mcp.builders import day, entity, statement

Opener = Callable[..., McpStore]

USES = Relation("web", "uses", "Vue")
NO_LONGER = Relation("web", "uses", "Vue", polarity="negated", ended=True)
WRITES = [
    [statement("web uses Vue", "web", "Vue", relations=(USES,), said=day(1)), statement("Hello.", session="monday")],
    [statement("web uses Vue", "web", "Vue", relations=(USES,), said=day(1), speaker="Ana")],
    [statement("web no longer uses Vue", "web", "Vue", relations=(NO_LONGER,), said=day(2))],
]


@pytest.fixture
def opened(scripted_url: Callable[..., str], tmp_path: Path) -> Iterator[Opener]:
    """Open a store on a server that keeps its graph in a file of its own for each call."""
    stores: list[McpStore] = []

    def open_store(*flags: str, timeout: float = 20) -> McpStore:
        file = tmp_path / f"graph-{len(stores)}.json"
        stores.append(McpStore.open(scripted_url("--file", str(file), *flags), timeout=timeout))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


def write_all(store: McpStore) -> list[tuple[tuple[str, ...], tuple[str, ...], int, int, int]]:
    reports = [store.write("default", statements) for statements in WRITES]
    return [(r.added, r.known, r.entities_added, r.relations_added, r.relations_ended) for r in reports]


def held(store: McpStore) -> dict[str, Any]:
    return store.nodes("default").read_graph()


@pytest.fixture
def undisturbed(opened: Opener) -> tuple[Any, Any]:
    """What the writes report and leave on a server that does not die."""
    store = opened()
    return write_all(store), held(store)


@pytest.fixture
def stages(undisturbed: tuple[Any, Any], tmp_path: Path) -> int:
    """How many calls of the server the writes are made of."""
    _, _, calls = json.loads((tmp_path / "graph-0.json").read_text("utf-8"))
    return int(calls) - 1  # without the reading afterwards


@pytest.mark.issue("python-sdk#265")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), when=st.sampled_from(["before", "after"]), strict=st.booleans())
def test_a_write_in_which_the_server_dies_is_done_exactly_once(
    opened: Opener, undisturbed: tuple[Any, Any], stages: int, data: st.DataObject, when: str, strict: bool
) -> None:
    call = data.draw(st.integers(1, stages))
    store = opened(f"--dies-{when}", str(call), *(["--strict"] if strict else []))
    assert (write_all(store), held(store)) == undisturbed


@pytest.mark.issue("python-sdk#577")
def test_a_server_that_dies_again_is_an_error_and_the_next_write_completes(
    opened: Opener, undisturbed: tuple[Any, Any]
) -> None:
    store = opened("--dies-after", "5", "--dies-after", "9")
    with pytest.raises(GraphUnavailable, match="went away"):
        write_all(store)
    write_all(store)
    assert held(store) == undisturbed[1]


@pytest.mark.issue("python-sdk#265")
def test_writers_that_wait_for_one_whose_server_dies_are_not_disturbed(opened: Opener) -> None:
    store = opened("--dies-after", "9")
    with ThreadPoolExecutor(8) as pool:
        writes = [pool.submit(store.write, "default", [statement(f"said {n}", f"Tool {n}")]) for n in range(8)]
        reports = [write.result(30) for write in writes]
    assert [report.entities_added for report in reports] == [1] * 8
    assert store.counts("default") == Counts(memories=8, entities=8)


def test_a_write_that_runs_out_of_time_is_not_repeated(opened: Opener, tmp_path: Path) -> None:
    store = opened("--hangs-on", "create_relations", timeout=2)
    with pytest.raises(GraphUnavailable, match="did not answer create_relations"):
        write_all(store)
    entities, relations, calls = json.loads((tmp_path / "graph-0.json").read_text("utf-8"))
    assert (len(entities), relations) == (3, [])
    assert calls == 5, "as many as come before the one that hangs"


def test_what_the_server_refuses_is_not_repeated(opened: Opener) -> None:
    store = opened("--refuses-after", "3")
    with pytest.raises(GraphRejected, match="that is enough"):
        write_all(store)


RECORDS = [
    EntityRecord("Go", "technology", ("golang",), 1, ("golang",)),
    Memory("web uses Go", "web uses Go", entities=("web", "Go"), origins=(Origin("wiki", timestamp=day(4)),)),
    RelationRecord(Edge("web", "uses", "Go", memories=("web uses Go",)), (Evidence("web uses Go", day(4)),)),
]


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
            lambda store: store.restore(SPACE, RECORDS),
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
