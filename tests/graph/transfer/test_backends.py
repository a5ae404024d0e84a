"""A namespace moves from any graph to any other: all memories, and the relations that hold."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import GraphStore
from memory_fabric.graph.transfer import EXPORT_FORMATS, export_records, import_file
from memory_fabric.models import EntityRecord, Memory, RelationRecord
from tests.graph.conftest import Backend
from tests.graph.statements import day, said, uses


def move(source: GraphStore, target: GraphStore, namespace: str, format: str, file: Path) -> None:
    out = BytesIO()
    export_records(source.dump(namespace), out, format=format, namespace=namespace)
    file.write_bytes(out.getvalue())
    assert import_file(file, lambda records: target.restore(namespace, records)).ok


def summary(store: GraphStore, namespace: str) -> tuple[object, ...]:
    records = list(store.dump(namespace))
    return (
        {(r.name, r.type) for r in records if isinstance(r, EntityRecord)},
        {r.id: (r.text, set(r.entities), set(r.origins)) for r in records if isinstance(r, Memory)},
        {
            (r.edge.from_, r.edge.relation, r.edge.to)
            for r in records
            if isinstance(r, RelationRecord) and r.edge.is_current
        },
    )


@pytest.mark.parametrize("format", EXPORT_FORMATS)
def test_a_namespace_moves_out_and_in_again_over_another_graph(
    backend: Backend, namespace: str, tmp_path: Path, format: str
) -> None:
    there = backend.store
    there.write(
        namespace,
        [
            said("shop uses Redis.", "shop", "Redis", relations=(uses("shop", "Redis"),), at=day(1), speaker="Ana"),
            said("shop uses Vue.", "shop", "Vue", relations=(uses("shop", "Vue"),), at=day(2), session="monday"),
            said("Good morning.", at=day(3), session="monday"),
        ],
    )
    there.nodes(namespace).add_observations([{"entityName": "Redis", "contents": ["in memory"]}])
    before = summary(there, namespace)
    here = SqliteStore(None, timeout=5)

    move(there, here, namespace, format, tmp_path / "out")
    assert summary(here, namespace) == before

    move(here, there, namespace, format, tmp_path / "in")
    assert summary(there, namespace) == before
    here.close()
