"""The file that comes out: what stands in it, and that it is there whole or not at all."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.observed import observed
from memory_fabric.graph.transfer import JSONL, MEMORY_JSONL, ExportReport, export_records, replacing
from memory_fabric.models import Edge, EntityRecord, Evidence, Filters, GraphRecord, Memory, Origin, RelationRecord
from tests.graph.transfer.graphs import Kept
from tests.support.reference_server import reference_server_config

NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
SAID = Memory("4f1c", "We use Redis.", "fact", ("shop", "Redis"), (Origin(speaker="Ana", timestamp=NOON),), NOON)
GRAPH = Kept(
    [
        EntityRecord("shop", "component"),
        EntityRecord("Redis", "technology", ("redis-server", "cache"), former_names=("cache",)),
        SAID,
        observed("Redis", 'in memory, "fast" \\ \u2028 \x7f \x01 é 日本 \U0001f600'),
        Memory("9a", "Good\tmorning.\n", origins=(Origin(session="monday"),), stored_at=NOON),
        RelationRecord(Edge("shop", "uses", "Redis", valid_from=NOON, memories=("4f1c",)), (Evidence("4f1c", NOON),)),
        RelationRecord(Edge("shop", "uses", "Vue", valid_from=NOON, valid_to=NOON)),
        RelationRecord(Edge("shop", "uses", "Redis", modality="planned", valid_from=NOON)),
    ]
)


def exported(format: str, *, plain: bool = False, graph: Kept = GRAPH) -> str:
    out = BytesIO()
    report = export_records(graph.dump(), out, format=format, namespace="shop", plain=plain)
    assert report == ExportReport(len(graph.entities), len(graph.memories), len(graph.relations))
    return out.getvalue().decode()


def test_our_own_format_tells_everything_a_line_a_record() -> None:
    header, shop, redis, said, *_, uses, used, plans = map(json.loads, exported(JSONL).rstrip("\n").split("\n"))

    assert header == {"format": "memory-fabric", "version": 1, "namespace": "shop"}
    assert shop == {"record": "entity", "name": "shop", "type": "component", "aliases": [], "former_names": []}
    assert (redis["aliases"], redis["former_names"]) == (["redis-server", "cache"], ["cache"])
    assert said == {
        "record": "memory",
        "id": "4f1c",
        "text": "We use Redis.",
        "kind": "fact",
        "entities": ["shop", "Redis"],
        "origins": [{"speaker": "Ana", "timestamp": "2026-01-15T12:00:00Z"}],
        "stored_at": "2026-01-15T12:00:00Z",
    }
    assert uses["evidence"] == [{"memory": "4f1c", "at": "2026-01-15T12:00:00Z"}]
    assert (used["valid_to"], used["evidence"], plans["modality"]) == ("2026-01-15T12:00:00Z", [], "planned")


def test_the_reference_servers_format_has_a_memory_on_each_entity_and_what_holds_once() -> None:
    shop, redis, conversation, *relations = map(json.loads, exported(MEMORY_JSONL).split("\n"))

    assert [text.partition(" [mf ")[0] for text in shop["observations"]] == ["We use Redis."]
    also_called, said, noted = redis["observations"]
    assert also_called.startswith("Also called cache.") and said == shop["observations"][0]
    assert noted.startswith("in memory") and " [mf " not in noted
    assert (conversation["name"], conversation["entityType"]) == ("conversation: monday", "conversation")
    assert relations == [{"type": "relation", "from": "shop", "to": "Redis", "relationType": "uses"}]


def test_plain_leaves_the_origins_out() -> None:
    assert " [mf " not in exported(MEMORY_JSONL, plain=True)


def test_plain_is_nothing_that_our_own_format_could_be() -> None:
    with pytest.raises(InvalidInput, match="plain"):
        exported(JSONL, plain=True)
    with pytest.raises(InvalidInput, match="format: 'csv' is none of jsonl, memory-jsonl"):
        exported("csv")


@pytest.mark.reference_server
@pytest.mark.parametrize("graph", [GRAPH, Kept()], ids=["full", "empty"])
def test_the_reference_server_writes_our_file_as_we_did(tmp_path: Path, graph: Kept) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(exported(MEMORY_JSONL, graph=graph), "utf-8", newline="")
    before = file.stat().st_ino
    store = McpStore.open(f"mcp+stdio:{reference_server_config(tmp_path)}", timeout=20)
    try:
        store.nodes("default").delete_relations([])  # changes nothing, and writes the file anew
        assert {memory.id for memory in store.recent("default", Filters(), 10)} == set(graph.memories)
    finally:
        store.close()

    assert file.stat().st_ino != before
    assert file.read_text("utf-8") == exported(MEMORY_JSONL, graph=graph)


def test_a_file_is_replaced_only_when_all_of_the_new_one_is_there(tmp_path: Path) -> None:
    file = tmp_path / "graph.jsonl"
    file.write_text("old", "utf-8")

    def breaks() -> Iterator[GraphRecord]:
        yield SAID
        assert file.read_text("utf-8") == "old"
        raise LookupError

    with pytest.raises(LookupError), replacing(file) as out:
        export_records(breaks(), out, format=JSONL, namespace="shop")
    assert [path.name for path in tmp_path.iterdir()] == ["graph.jsonl"] and file.read_text("utf-8") == "old"

    with replacing(file) as out:
        export_records(GRAPH.dump(), out, format=JSONL, namespace="shop")
    assert [path.name for path in tmp_path.iterdir()] == ["graph.jsonl"] and file.read_text("utf-8") == exported(JSONL)


def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with replacing(tmp_path / "link") as out:
        out.write(b"new")

    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()

    with replacing(pipe) as out:
        out.write(b"new")

    reader.join(10)
    assert read == [b"new"] and pipe.is_fifo()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(InvalidInput, match=r"output: .*nowhere/x cannot be written: No such file"),
        replacing(tmp_path / "nowhere" / "x"),
    ):
        pass
