"""A namespace on a server as records, and back."""

from __future__ import annotations

import pytest

from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.models import Edge, Memory, RelationRecord
from tests.graph.mcp.a_shop import OVER, SPACE, fill
from tests.graph.mcp.builders import day, statement


@pytest.fixture
def store(store_on_server: McpStore) -> McpStore:
    return store_on_server


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
