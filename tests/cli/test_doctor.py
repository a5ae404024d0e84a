"""`doctor`, on every kind of graph: what it tells, and that it leaves nothing behind."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from memory_fabric.cli.doctor import NAMESPACE
from memory_fabric.errors import EXIT_DONE, EXIT_GRAPH_UNAVAILABLE
from memory_fabric.graph.open import open_store
from memory_fabric.graph.store import Counts
from tests.graph.mcp import scripted_server
from tests.support.command_line import Run
from tests.support.reference_server import reference_server_config

STEPS = ("write", "read", "search", "delete")


@pytest.fixture(params=["sqlite", "memory", pytest.param("mcp", marks=pytest.mark.reference_server)])
def graph(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "mcp":
        return f"mcp+stdio:{reference_server_config(tmp_path)}"
    return "memory:" if request.param == "memory" else f"sqlite:///{tmp_path / 'doctor.db'}"


def scripted(folder: Path, *flags: str) -> str:
    """Return the URL of a scripted server that keeps its graph in `graph.json` of `folder`."""
    arguments = ["-S", scripted_server.__file__, "--file", str(folder / "graph.json"), *flags]
    config = folder / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"memory": {"command": sys.executable, "args": arguments}}}), "utf-8")
    return f"mcp+stdio:{config}"


def test_it_writes_reads_searches_and_deletes_and_leaves_nothing(run: Run, graph: str) -> None:
    findings = run("doctor", "--json", "--graph", graph).json

    assert findings["verdict"] == "ok"
    assert graph.startswith(findings["graph"]["backend"])
    assert all(findings[f"{step}_ms"] >= 0 for step in STEPS)
    store = open_store(graph, timeout=20)
    assert store.counts(NAMESPACE) == store.counts("default") == Counts()
    store.close()


def test_it_speaks_to_a_person(run: Run) -> None:
    told = run("doctor").out.splitlines()

    assert "  backend: sqlite" in told
    assert "  synchronous: full" in told
    assert "  journal mode: wal" in told
    assert "  keeps history: yes" in told
    assert [line for line in told if line.startswith(tuple(f"  {step}: " for step in STEPS))]
    assert told[-1] == "verdict: ok"


@pytest.mark.reference_server
def test_it_tells_what_the_reference_server_cannot_do(run: Run, tmp_path: Path) -> None:
    findings = run("doctor", "--json", "--graph", f"mcp+stdio:{reference_server_config(tmp_path)}").json

    assert findings["abilities"] == {
        "keeps_history": False,
        "takes_dangling_relations": True,
        "returns_relations_at_either_end": True,
        "searches_for_words": False,
        "searches_for_substrings": True,
        "refuses_batches_whole": True,
        "keeps_long_texts": True,
    }
    assert findings["graph"]["other_processes"] == "write in turn"
    assert findings["graph"]["file"] == str(tmp_path / "memory.jsonl")


@pytest.mark.parametrize("calls", [1, 4, 7, 10, 14, 18, 22])
def test_a_failure_is_told_and_nothing_is_left_of_the_trial(run: Run, tmp_path: Path, calls: int) -> None:
    result = run("doctor", "--graph", scripted(tmp_path, "--refuses-after", str(calls)))

    assert result.code in (EXIT_DONE, EXIT_GRAPH_UNAVAILABLE)  # a refusal may be what a trial was about
    assert result.code == EXIT_DONE or "that is enough" in result.err
    entities, relations, _ = json.loads((tmp_path / "graph.json").read_text("utf-8"))
    assert (entities, relations) == ({}, [])


@pytest.mark.parametrize("tool", ["add_observations", "delete_entities"])
def test_a_server_that_only_says_that_it_did_is_found_out(run: Run, tmp_path: Path, tool: str) -> None:
    result = run("doctor", "--graph", scripted(tmp_path, "--loses", tool))

    assert result.code == EXIT_GRAPH_UNAVAILABLE
    assert "acknowledged a" in result.err
