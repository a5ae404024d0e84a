"""How fast the embedded store writes, and whether that lasts to a million memories; what a large graph costs to walk.

Prints a table. Run with `make bench`, or `python -m benchmarks.store [--memories 1000000]`. Each memory mentions two
entities of a Zipf distribution, as in talk, has an origin, and stands in a session of two hundred turns. What is timed
is from the first write to the moment that the text index holds everything, ten thousand memories at a time; making them
up is not.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import JsonObject, TextQuery
from memory_fabric.models import Entity, Memory, Mention, Origin, Statement
from memory_fabric.search.traverse import neighbourhood

SPACE = "bench"
BATCH = 200
MANY = 20_000
FEW = 10_000
MENTIONED = 5_000
RELATED = 50_000
ROUNDS = 200

Row = dict[str, float | str | None]


class _Zipf:
    """Values of which the first is picked most often, the second half as often, the third a third as often."""

    def __init__(self, values: list[str]) -> None:
        self.values = values
        self._weights = list(itertools.accumulate(1 / rank for rank in range(1, len(values) + 1)))

    def pick(self, chance: random.Random, count: int) -> list[str]:
        return chance.choices(self.values, cum_weights=self._weights, k=count)


class Talk:
    """Made-up memories and relations, the same in every run."""

    def __init__(self) -> None:
        self._chance = random.Random(11)
        self._names = _Zipf([f"Name{number}" for number in range(MENTIONED)])
        self._ends = _Zipf([f"End{number}" for number in range(RELATED)])
        self._words = _Zipf([f"word{number}" for number in range(20_000)])

    def statements(self, first: int, count: int) -> list[Statement]:
        """Return some statements, of which the first has this number."""
        return [self._statement(number) for number in range(first, first + count)]

    def entities(self) -> list[JsonObject]:
        """Return what relations are between, as the nine tools take it."""
        return [{"name": name, "entityType": "component", "observations": []} for name in self._ends.values]

    def relations(self, count: int) -> list[JsonObject]:
        """Return relations between entities, some often, most rarely."""
        pairs = zip(self._ends.pick(self._chance, count), self._ends.pick(self._chance, count), strict=True)
        kinds = ("uses", "depends_on", "part_of")
        return [{"from": a, "to": b, "relationType": self._chance.choice(kinds)} for a, b in pairs if a != b]

    def names(self, count: int) -> list[str]:
        """Return entities that have relations, each as likely as any other."""
        return self._chance.choices(self._ends.values, k=count)

    def _statement(self, number: int) -> Statement:
        names = list(dict.fromkeys(self._names.pick(self._chance, 2)))
        words = self._words.pick(self._chance, 12)
        said = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
        memory = Memory(
            id=f"{self._chance.getrandbits(96):024x}",
            text=f"{' '.join(words)} {' and '.join(names)}",
            entities=tuple(names),
            origins=(Origin("chat", f"session-{number // 200}", str(number), f"Person{number % 12}", said),),
            stored_at=said,
        )
        return Statement(memory, tuple(Entity(name, "technology", (Mention(0, len(name), name),)) for name in names))


def written(store: SqliteStore, talk: Talk, first: int, count: int) -> float:
    """Write so many memories in batches; return the seconds until they were all written and in the index.

    They are made up some thousands at a time, while the index has nothing to do.
    """
    taken = 0.0
    for start in range(first, first + count, FEW):
        size = min(FEW, first + count - start)
        batches = [talk.statements(at, BATCH) for at in range(start, start + size, BATCH)]
        gc.collect()
        gc.freeze()  # an ingest does not hold thousands of statements, through which the collector would look
        begin = perf_counter()
        for batch in batches:
            store.write(SPACE, batch)
        while store.describe()["index"]["behind"]:
            store.search_text(SPACE, TextQuery(("word1",), limit=1))
        taken += perf_counter() - begin
        gc.unfreeze()
    return taken


def resident_mb(what: str) -> float:
    """Return `VmRSS` or `VmHWM` of this process in MB; NaN where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return float("nan")
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(what))


def milliseconds(call: Callable[[], object]) -> tuple[float, float]:
    """Return the middle and the 95th percentile of a call's time."""
    taken = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        call()
        taken.append((perf_counter() - begin) * 1_000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def measure(memories: int, folder: Path) -> Iterator[Row]:
    """Yield a row for each figure."""
    talk = Talk()
    store = SqliteStore(folder / "graph.db", timeout=30)
    at_first = FEW / written(store, talk, 0, FEW)
    yield _row(f"writes a second, first {FEW:,} memories", at_first, bar=10_000.0)
    last = min(5 * FEW, memories - FEW)
    written(store, talk, FEW, memories - FEW - last)
    before = store.counts(SPACE).memories
    at_last = last / written(store, talk, before, last)
    yield _row(f"writes a second, last {last:,} of {memories:,}", at_last)
    yield _row("the latter as a share of the former", at_last / at_first, bar=0.7)
    yield _row("memory of the process, MB", resident_mb("VmRSS"), bar=400.0)
    yield _row("its peak, MB", resident_mb("VmHWM"))

    nodes = store.nodes(SPACE)
    nodes.create_entities(talk.entities())
    begin = perf_counter()
    while store.counts(SPACE).relations < memories:
        nodes.create_relations(talk.relations(MANY))
    yield _row(f"relations a second, in batches of {MANY:,}", memories / (perf_counter() - begin))
    fives = iter([talk.names(5) for _ in range(2 * ROUNDS)])
    p50, p95 = milliseconds(lambda: nodes.open_nodes(next(fives)))
    yield _row(f"open_nodes of five at {memories:,} relations, ms", p50, p95, bar=5.0)
    p50, p95 = milliseconds(lambda: neighbourhood(store, SPACE, next(fives), depth=2, limit=100))
    yield _row(f"neighbours of five to depth 2 at {memories:,} relations, ms", p50, p95, bar=5.0)
    store.close()


def _row(what: str, value: float, p95: float | None = None, bar: float | None = None) -> Row:
    return {"what": what, "value": value, "p95": p95, "bar": bar}


def main() -> None:
    """Measure and print a table for people and a JSON line for machines."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--memories", type=int, default=1_000_000)
    rows = []
    print(f"{'what':66} {'value':>12} {'p95':>10} {'bar':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for row in measure(options.parse_args().memories, Path(folder)):
            cells = (f"{row[name]:,.2f}" if row[name] is not None else "-" for name in ("value", "p95", "bar"))
            value, p95, bar = cells
            print(f"{row['what']:66} {value:>12} {p95:>10} {bar:>10}", flush=True)
            rows.append(row)
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
