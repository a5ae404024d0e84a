"""Out and in again: nothing is lost on the way, and nothing is there twice."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings

from memory_fabric.graph.transfer import JSONL, MEMORY_JSONL, export_records, import_file
from memory_fabric.models import EntityRecord, Memory, Origin
from tests.graph.transfer.graphs import Kept, graphs, reference_files

NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
FRESH_FILE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def exported(graph: Kept, format: str, *, plain: bool = False) -> bytes:
    out = BytesIO()
    export_records(graph.dump(), out, format=format, namespace="shop", plain=plain)
    return out.getvalue()


def imported(content: bytes, folder: Path, graph: Kept | None = None) -> Kept:
    file = folder / "export"
    file.write_bytes(content)
    graph = graph or Kept()
    assert import_file(file, graph.restore).ok
    return graph


@FRESH_FILE
@given(graphs())
def test_our_own_format_gives_back_every_record_as_it_was(tmp_path: Path, graph: Kept) -> None:
    again = imported(exported(graph, JSONL), tmp_path)

    assert list(again.dump()) == list(graph.dump())
    assert exported(again, JSONL) == exported(graph, JSONL)


@FRESH_FILE
@given(graphs())
def test_importing_twice_changes_nothing(tmp_path: Path, graph: Kept) -> None:
    for format in (JSONL, MEMORY_JSONL):
        once = imported(exported(graph, format), tmp_path)
        before = list(once.dump())
        imported(exported(graph, format), tmp_path, once)
        assert list(once.dump()) == before


@FRESH_FILE
@given(graphs())
def test_the_reference_servers_format_gives_back_every_memory_and_what_holds(tmp_path: Path, graph: Kept) -> None:
    again = imported(exported(graph, MEMORY_JSONL), tmp_path)

    assert again.memories == graph.memories
    assert [(e.name, e.type) for e in again.entities.values()] == [(e.name, e.type) for e in graph.entities.values()]
    holding = {(r.edge.from_, r.edge.relation, r.edge.to) for r in graph.relations.values() if r.edge.is_current}
    assert {(r.edge.from_, r.edge.relation, r.edge.to) for r in again.relations.values()} == holding


@FRESH_FILE
@given(graphs())
def test_a_file_with_origins_comes_out_of_an_import_with_the_same_observations(tmp_path: Path, graph: Kept) -> None:
    file = exported(graph, MEMORY_JSONL)
    again = exported(imported(file, tmp_path), MEMORY_JSONL)

    assert as_sets(again) == as_sets(file)


@FRESH_FILE
@given(reference_files())
def test_a_file_of_the_reference_servers_own_comes_out_of_an_import_byte_for_byte(tmp_path: Path, file: bytes) -> None:
    assert exported(imported(file, tmp_path), MEMORY_JSONL) == file


def test_a_conversation_comes_back_in_the_order_in_which_it_was_held(tmp_path: Path) -> None:
    turns = [
        Memory(
            id=str(number),
            text=f"Turn {number}.",
            entities=(("Redis", "Vue")[number % 2],),
            origins=(Origin(session="monday", timestamp=NOON + timedelta(minutes=number)),),
            stored_at=NOON,
        )
        for number in range(6)
    ]
    graph = Kept([EntityRecord("Redis", "technology"), EntityRecord("Vue", "technology"), *turns])

    assert list(imported(exported(graph, MEMORY_JSONL), tmp_path).memories.values()) == turns


def as_sets(file: bytes) -> list[dict[str, Any]]:
    """Return the lines of a file without the order of entities and observations."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in file.decode().split("\n") if line]
    unordered = [{**line, "observations": set(line.get("observations", ()))} for line in lines]
    return sorted(unordered, key=lambda line: line.get("name", ""))
