"""Opening a store on an MCP memory server, and opening it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_fabric.errors import GraphRejected, GraphUnavailable, InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts
from tests.graph.mcp.builders import statement, texts

reference = pytest.mark.reference_server


@reference
def test_the_store_tells_what_is_behind_it(shared_store: McpStore) -> None:
    about = shared_store.describe()
    assert about["backend"] == "mcp"
    assert str(about["server"]).startswith("memory-server ")
    assert len(about["tools"]) == 9
    assert about["writes"]
    assert shared_store.reindex() == 0


def test_a_command_that_there_is_none_of_is_unavailable(tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": {"memory": {"command": "no-such-command-anywhere"}}}', "utf-8")
    with pytest.raises(GraphUnavailable, match=r"'memory' of .* cannot be reached: .*no-such-command-anywhere"):
        McpStore.open(f"mcp+stdio:{config}", timeout=20)


def test_a_broken_configuration_is_invalid_input(tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": ', "utf-8")
    with pytest.raises(InvalidInput, match=r"mcp\.json: is not JSON"):
        McpStore.open(f"mcp+stdio:{config}", timeout=20)


def test_a_server_that_is_no_memory_server_is_told_by_the_tools_that_it_lacks(
    scripted_url: Callable[..., str],
) -> None:
    url = scripted_url("--lacks", "create_entities", "--lacks", "open_nodes")
    with pytest.raises(GraphRejected, match="no memory server: it lacks create_entities, open_nodes") as caught:
        McpStore.open(url, timeout=20)
    assert caught.value.params["missing"] == ["create_entities", "open_nodes"]


@reference
def test_the_folder_of_the_servers_file_is_made(reference_url: str, tmp_path: Path) -> None:
    config = Path(reference_url.removeprefix("mcp+stdio:"))
    document = json.loads(config.read_text("utf-8"))
    document["mcpServers"]["memory"]["env"]["MEMORY_FILE_PATH"] = str(tmp_path / "new/folder/memory.jsonl")
    config.write_text(json.dumps(document), "utf-8")
    store = McpStore.open(reference_url, timeout=20)
    store.write("default", [statement("We use Redis.", "Redis")])
    store.close()
    assert (tmp_path / "new/folder/memory.jsonl").exists()


@reference
def test_a_folder_that_cannot_be_made_is_unavailable(reference_url: str, tmp_path: Path) -> None:
    (tmp_path / "memory.jsonl").write_text("", "utf-8")
    config = Path(reference_url.removeprefix("mcp+stdio:"))
    config.write_text(config.read_text("utf-8").replace("memory.jsonl", "memory.jsonl/memory.jsonl"), "utf-8")
    with pytest.raises(GraphUnavailable, match="folder"):
        McpStore.open(reference_url, timeout=20)


@reference
def test_a_closed_store_is_unavailable(reference_url: str) -> None:
    store = McpStore.open(reference_url, timeout=20)
    store.close()
    store.close()
    with pytest.raises(GraphUnavailable, match="closed"):
        store.counts("default")


@reference
def test_what_one_store_wrote_the_next_one_finds(reference_url: str) -> None:
    for added, known in ((1, 0), (0, 1)):
        store = McpStore.open(reference_url, timeout=20)
        report = store.write("default", [statement("We use Redis.", "Redis")])
        assert (len(report.added), len(report.known)) == (added, known)
        assert texts(store, "default", "redis") == ["We use Redis."]
        store.close()


@reference
@pytest.mark.issue("servers PR#3653")
def test_a_file_that_the_server_cannot_read_is_an_error_with_its_reason(store: McpStore, tmp_path: Path) -> None:
    (tmp_path / "memory.jsonl").write_text('{"type":"entity"}{"type":"entity"}\n', "utf-8")
    with pytest.raises(GraphRejected, match=r"refused read_graph: .*JSON"):
        store.counts("default")
    (tmp_path / "memory.jsonl").unlink()
    assert store.counts("default") == Counts()
