"""Several processes on one embedded store, and processes that die."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import Counts
from tests.graph.statements import said, texts

SPACE = "default"
ROOT = Path(__file__).parents[2]

WRITER = """
import sys
from pathlib import Path
from memory_fabric.graph.sqlite.store import SqliteStore
from tests.graph.statements import said, texts

store = SqliteStore(Path(sys.argv[1]), timeout=30)
print("ready", flush=True)
sys.stdin.readline()
for number in range(15):
    text = f"process {sys.argv[2]} wrote sentence {number}"
    store.write("default", [said(text, f"{sys.argv[2]}-{number}", session=sys.argv[2])])
    assert text in texts(store, "default", "wrote", sys.argv[2], str(number)), text
store.close()
"""

DIES_WHILE_WRITING = """
import os, sys
from pathlib import Path
from memory_fabric.graph.sqlite.store import SqliteStore
from tests.graph.statements import said

class Fatal:
    def __iter__(self):
        yield said("Written but never acknowledged.", "Redis")
        os._exit(9)
    def __len__(self):
        return 2

store = SqliteStore(Path(sys.argv[1]), timeout=30)
store.write("default", [said("Acknowledged.", "Redis")])
store.write("default", Fatal())
"""

DIES_WHILE_INDEXING = """
import os, sys
from pathlib import Path
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.textindex import IndexWriter
from tests.graph.statements import said, texts

store = SqliteStore(Path(sys.argv[1]), timeout=30)
store.write("default", [said(f"Acknowledged {number}.", "Redis") for number in range(3)])
IndexWriter.commit = lambda self, position: os._exit(9)
texts(store, "default", "acknowledged")
"""


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.issue("servers#4797")
@pytest.mark.issue("cognee#2717")
def test_processes_write_and_search_together_and_lose_nothing(path: Path) -> None:
    processes = [start(WRITER, path, name) for name in ("alpha", "beta")]
    for process in processes:  # both have opened a store that did not exist; now both write
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, "")

    store = SqliteStore(path, timeout=5)
    assert store.counts(SPACE) == Counts(memories=30, entities=30)
    assert len(texts(store, SPACE, "wrote")) == 30
    assert store.describe()["index"]["memories"] == 30
    store.close()


@pytest.mark.issue("LightRAG#1380")
@pytest.mark.parametrize(
    ("script", "kept"),
    [
        (DIES_WHILE_WRITING, ["Acknowledged."]),
        (DIES_WHILE_INDEXING, [f"Acknowledged {n}." for n in range(3)]),
    ],
    ids=["writing", "indexing"],
)
def test_a_process_that_dies_leaves_what_it_acknowledged_and_no_more(path: Path, script: str, kept: list[str]) -> None:
    process = start(script, path)
    process.communicate(timeout=60)
    assert process.returncode == 9

    store = SqliteStore(path, timeout=5)
    assert sorted(texts(store, SPACE, "acknowledged")) == kept
    assert store.counts(SPACE).memories == len(kept)
    store.write(SPACE, [said("Life goes on.")])
    assert texts(store, SPACE, "life") == ["Life goes on."]
    store.close()
