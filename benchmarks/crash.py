"""What is left when an ingest is killed with -9 again and again: every turn, once. Prints a table.

Run with `make bench`, or `python -m benchmarks.crash [--kills 50] [--turns 4000]`. Each time a process of its own
ingests the whole transcript into the same store, with real extraction, and is killed a little further on than the one
before: half of the times while it writes a batch, half of the times anywhere. After each kill the store is looked at;
the last process is left to finish. The processes are forked from one that has loaded the pipeline.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import statistics
import struct
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Event
from time import perf_counter

from memory_fabric.cli.ingestion import turn_to_json
from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.models import Memory, Statement, Turn, WriteReport
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.nlp.pipeline import Pipeline, build_pipeline
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.resources import resource_folder

SPACE = "default"
PEOPLE = ("Ana", "Bo", "Priya", "Tomas")
SAYINGS = (
    "We use {name},",
    "Thanks, on it,",
    "I recommend {name},",
    "Back in an hour,",
    "Has anybody tried {name}?",
    "Lunch,",
)
BATCH = 50
PROBE_BATCHES = 10
_MESSAGE = struct.Struct("<cI")
_BEGINS, _ENDS = b"b", b"e"


class ReportingStore(SqliteStore):
    """A store that says on a pipe when it begins to write, and how many memories it has acknowledged."""

    def __init__(self, path: Path, pipe: int) -> None:
        super().__init__(path, timeout=10)
        self._pipe = pipe
        self._acknowledged = 0

    def write(self, namespace: str, statements: Sequence[Statement]) -> WriteReport:
        os.write(self._pipe, _MESSAGE.pack(_BEGINS, self._acknowledged))
        report = super().write(namespace, statements)
        self._acknowledged += len(report.added) + len(report.known)
        os.write(self._pipe, _MESSAGE.pack(_ENDS, self._acknowledged))
        return report


class Ingest:
    """A process that ingests a transcript, forked from this one; `messages` are what its store says, with the time."""

    def __init__(self, pipeline: Pipeline, transcript: Path, graph: Path) -> None:
        self._read, write = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(self._read)
            settings = Settings(graph=f"sqlite:///{graph}", write_batch=BATCH)
            with Fabric(settings, NlpWorker(pipeline), ReportingStore(graph, write)) as fabric:
                fabric.ingest([transcript])
            os._exit(0)
        os.close(write)

    def messages(self) -> Iterator[tuple[bytes, int, float]]:
        while data := os.read(self._read, _MESSAGE.size):
            kind, acknowledged = _MESSAGE.unpack(data)
            yield kind, acknowledged, perf_counter()

    def kill(self) -> int:
        """Kill it now, and return how many memories it had acknowledged by then; 0 where it said nothing more."""
        os.kill(self._process, signal.SIGKILL)
        said = [acknowledged for _, acknowledged, _ in self.messages()]
        self.wait()
        return max(said, default=0)

    def wait(self) -> int:
        _, status = os.waitpid(self._process, 0)
        os.close(self._read)
        return os.waitstatus_to_exitcode(status)


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds a batch takes, and how many of them its write."""

    batch: float
    write: float


def numbered(count: int) -> list[Turn]:
    """Return short made-up turns, as in a chat, each of which can be told from all others by one word."""
    chance = random.Random(3)
    names = [row.name for row in load_patterns([resource_folder("patterns")]).names if row.type == "technology"]
    start = datetime(2025, 1, 1, tzinfo=UTC)
    return [
        Turn(
            f"{chance.choice(SAYINGS).format(name=chance.choice(names))} q{number:05}",
            id=str(number),
            speaker=chance.choice(PEOPLE),
            timestamp=start + timedelta(minutes=number),
            session=f"day-{number // 200}",
        )
        for number in range(count)
    ]


def pace_of(ingest: Ingest) -> Pace:
    """Measure the first batches of an ingest, which is killed then."""
    began: list[float] = []
    ended: list[float] = []
    for kind, _, at in ingest.messages():
        (began if kind == _BEGINS else ended).append(at)
        if len(ended) == PROBE_BATCHES:
            break
    ingest.kill()
    writes = [end - begin for begin, end in zip(began, ended, strict=False)]
    batches = [after - before for before, after in pairwise(began)]
    return Pace(statistics.median(batches), statistics.median(writes))


def kill_at(ingest: Ingest, target: int, delay: float, kind: bytes) -> int:
    """Kill an ingest `delay` seconds after it began or ended the write at which `target` memories were acknowledged.

    Return how many it had acknowledged.
    """
    acknowledged = 0
    for said, acknowledged, _ in ingest.messages():
        if said == kind and acknowledged >= target:
            break
    Event().wait(delay)
    return max(acknowledged, ingest.kill())


def told(store: SqliteStore) -> Counter[str]:
    """Return how often each turn is there, by its id."""
    records = (record for record in store.dump(SPACE) if isinstance(record, Memory))
    return Counter(origin.turn_id or "" for memory in records for origin in memory.origins)


def is_sound(graph: Path) -> bool:
    with closing(sqlite3.connect(graph)) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


def measure(kills: int, count: int, folder: Path) -> dict[str, float]:
    """Return how many turns are there, there twice, missing, and not found, and what was lost on the way."""
    chance = random.Random(5)
    transcript = folder / "talk.jsonl"
    said = numbered(count)
    transcript.write_text("\n".join(json.dumps(turn_to_json(turn)) for turn in said), "utf-8")
    pipeline = build_pipeline()
    pace = pace_of(Ingest(pipeline, transcript, folder / "pace.db"))
    graph = folder / "graph.db"
    lost = twice_meanwhile = unsound = 0
    most = 0
    for number in range(kills):
        target = int(count * (number + chance.random()) / kills)
        kind, longest = (_BEGINS, pace.write) if number % 2 else (_ENDS, pace.batch)
        most = max(most, kill_at(Ingest(pipeline, transcript, graph), target, chance.uniform(0, longest), kind))
        with closing(SqliteStore(graph, timeout=10)) as store:
            there = told(store)
        lost += max(0, most - len(there))
        twice_meanwhile += sum(times > 1 for times in there.values())
        unsound += not is_sound(graph)
    last = Ingest(pipeline, transcript, graph)
    for _ in last.messages():
        pass
    if last.wait() != 0:
        raise SystemExit("the last ingest failed")
    with closing(SqliteStore(graph, timeout=10)) as store:
        there = told(store)
        found = sum(
            turn.text in [hit.memory.text for hit in store.search_text(SPACE, TextQuery((f"q{n:05}",)))]
            for n, turn in enumerate(said)
        )
    return {
        "kills": kills,
        "turns": count,
        "there": len(there),
        "twice": sum(times > 1 for times in there.values()) + twice_meanwhile,
        "missing": count - len(there),
        "found": found,
        "acknowledged and lost": lost,
        "unsound": unsound + (not is_sound(graph)),
    }


def main() -> None:
    """Measure and print a table for people and a JSON line for machines."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--turns", type=int, default=4_000)
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        row = measure(arguments.kills, arguments.turns, Path(folder))
    bars = {
        "kills": "-",
        "turns": "-",
        "there": f"{row['turns']:,}",
        "twice": "0",
        "missing": "0",
        "found": f"{row['turns']:,}",
        "acknowledged and lost": "0",
        "unsound": "0",
    }
    print(f"{'an ingest killed again and again':34} {'value':>8} {'bar':>8}")
    for name, value in row.items():
        print(f"{name:34} {value:8,} {bars[name]:>8}")
    print(json.dumps(row))


if __name__ == "__main__":
    main()
