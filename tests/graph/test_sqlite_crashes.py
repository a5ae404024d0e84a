"""A writing process killed with -9 at any moment: what it acknowledged is there, nothing is half, nothing is twice."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.models import Memory, Statement
from tests.graph.statements import said, texts

SPACE = "default"
ROOT = Path(__file__).parents[2]
BATCHES = 60
BATCH = 7
KILLS = 8
LONGEST_WAIT_SECONDS = 0.02

# Writes every batch, those too that are there already, and searches every third time, so that it indexes as well.
WRITER = f"""
import sys
from pathlib import Path
from memory_fabric.graph.sqlite.store import SqliteStore
from tests.graph.statements import texts
from tests.graph.test_sqlite_crashes import BATCHES, batch

store = SqliteStore(Path(sys.argv[1]), timeout=30)
for number in range(BATCHES):
    store.write("{SPACE}", batch(number))
    print(number, flush=True)
    if number % 3 == 0:
        texts(store, "{SPACE}", "sentence", str(number))
store.close()
"""


def batch(number: int) -> list[Statement]:
    return [
        said(f"Batch {number} has sentence {more}.", f"thing-{number}", "Redis", session=f"s{number % 5}")
        for more in range(BATCH)
    ]


def killed_while_writing(path: Path, chance: random.Random) -> int:
    """Write until killed at a random moment; return how many batches were acknowledged by then."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    acknowledged = 0
    for _ in range(chance.randrange(BATCHES)):
        if process.stdout.readline():
            acknowledged += 1
    threading.Event().wait(chance.uniform(0, LONGEST_WAIT_SECONDS))  # into the midst of whatever it is doing
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=30)
    return acknowledged + len(rest.splitlines())


def held(store: SqliteStore) -> list[str]:
    return [record.text for record in store.dump(SPACE) if isinstance(record, Memory)]


@pytest.mark.issue("LightRAG#1380")
@pytest.mark.parametrize("seed", range(3))
def test_a_writer_killed_again_and_again_loses_nothing_that_it_acknowledged_and_writes_nothing_twice(
    path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    most = 0
    for _ in range(KILLS):
        most = max(most, killed_while_writing(path, chance))
        if not path.exists():
            continue  # killed before it made the file
        with closing(SqliteStore(path, timeout=10)) as store:
            texts_now = held(store)
            batches = {number: texts_now.count(f"Batch {number} has sentence 0.") for number in range(BATCHES)}
            whole = [number for number, count in batches.items() if count]

            assert len(whole) >= most
            assert sorted(texts_now) == sorted(s.memory.text for n in whole for s in batch(n))
            assert sorted(texts(store, SPACE, "sentence", limit=10_000)) == sorted(texts_now)
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []

    with closing(SqliteStore(path, timeout=10)) as store:
        for number in range(BATCHES):
            store.write(SPACE, batch(number))
        assert sorted(held(store)) == sorted(s.memory.text for n in range(BATCHES) for s in batch(n))
        assert len(texts(store, SPACE, "sentence", limit=10_000)) == BATCHES * BATCH
        assert store.counts(SPACE).entities == BATCHES + 1
