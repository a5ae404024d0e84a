"""How fast it is where a person waits: start, one sentence, one search over 10,000 memories. Prints a table.

Run with `make bench`, or `python benchmarks/speed.py [--memories 10000]`. Everything is measured on one core where the
system allows to choose it, with the whole way in the figure: a search is a call over HTTP.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

import httpx2 as httpx

from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.models import Turn
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.resources import resource_folder

SENTENCE = "database-engineer uses pgvector for RAG applications"
PEOPLE = ["Ana", "Bo", "Priya", "Tomas", "Yuki", "Lena", "Omar", "Ines", "Karl", "Mei", "Sofia", "Ivan"]
PARTS = (
    "auth billing orders search checkout invoice report upload session profile pricing catalog shipping audit".split()
)
KINDS = "service API worker app".split()
SAYINGS = [
    "{part} uses {name} {purpose}",
    "{part} depends on {name}, which {person} set up",
    "I recommend {name} {purpose}",
    "We decided to use {name} {purpose} in {part}",
    "{person} moved {part} from {other} to {name}",
    "{part} is blocked by {name} again",
    "Has anybody tried {name} {purpose}?",
    "{person} prefers {name} over {other} {purpose}",
    "{part} was slow this morning, and nobody knows why yet",
    "Let us talk about {purpose} after lunch, {person} has a few numbers",
    "Thanks, that helps. I will look at {part} tomorrow",
    "The review of ticket {number} took longer than I thought, sorry for that",
]
PURPOSES = (
    "for session caching|for full-text search|because of the load|for nightly builds|in the new region|for tracing|"
    "after the outage in spring|for the mobile clients|to send invoices|for feature flags|for the data team"
).split("|")
QUESTIONS = [
    "What does the auth service use?",
    "Which service depends on Kafka?",
    "What did Ana recommend for session caching?",
    "Why was the billing service moved to PostgreSQL?",
    "What did we decide about tracing in the new region?",
    "What do we use for full-text search now?",
    "Who prefers Redis?",
    "the review of ticket 4711",
    "What is the checkout API blocked by?",
    "What did Priya say about feature flags last month?",
]
STARTS = 6
BARS = {"ready to serve": 3_000.0, "extract one sentence": 15.0, "search, 10,000 memories": 20.0}


def turns(count: int) -> Iterator[Turn]:
    """Yield made-up turns as teams talk: a few names often, most names rarely, every third turn with none."""
    chance = random.Random(7)
    rows = load_patterns([resource_folder("patterns")]).names
    names = [row.name for row in rows if row.type == "technology" and not row.common and row.case == "any"]
    chance.shuffle(names)
    weights = [1 / rank for rank in range(1, len(names) + 1)]  # Zipf's law
    for number in range(count):
        name, other = chance.choices(names, weights, k=2)
        text = chance.choice(SAYINGS).format(
            part=f"the {chance.choice(PARTS)} {chance.choice(KINDS)}",
            name=name,
            other=other,
            person=chance.choice(PEOPLE),
            purpose=chance.choice(PURPOSES),
            number=number,
        )
        said = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=9 * number)
        tail = f" It was on the list of day {number % 251}." if number % 3 else ""
        yield Turn(
            f"{text[0].upper()}{text[1:]}.{tail}",
            id=str(number),
            speaker=chance.choice(PEOPLE),
            timestamp=said,
            session=f"day-{number // 200}",
            project="shop",
        )


def median_ms(call: Callable[[], object], times: int) -> tuple[float, float]:
    """Return the middle and the 95th percentile of a call's time in milliseconds, after three calls to warm up."""
    for _ in range(3):
        call()
    taken = []
    for _ in range(times):
        start = perf_counter()
        call()
        taken.append((perf_counter() - start) * 1_000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


@contextmanager
def service(graph: str) -> Iterator[tuple[httpx.Client, float]]:
    """Serve a graph in a process of its own; yield a client and the milliseconds from start to ready."""
    command = [sys.executable, "-m", "memory_fabric", "serve", "--port", "0", "--graph", graph]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        address = next(match[0] for line in process.stderr if (match := re.search(r"http://\S+", line)))
        with httpx.Client(base_url=address) as client:
            client.get("/readyz").raise_for_status()
            yield client, (perf_counter() - start) * 1_000
    finally:
        process.terminate()
        process.wait(10)


def measure(memories: int, folder: Path) -> list[dict[str, float | str]]:
    """Return a row for each figure."""
    graph = f"sqlite:///{folder / 'graph.db'}"
    with Fabric.open(Settings(graph=graph)) as fabric:
        start = perf_counter()
        fabric.remember(list(turns(memories)))
        seconds = perf_counter() - start
    rows: list[dict[str, float | str]] = [
        {
            "what": f"remember, {memories:,} turns",
            "p50": seconds * 1_000 / memories,
            "p95": float("nan"),
            "unit": "ms a turn",
        }
    ]
    starts = []
    for _ in range(STARTS):
        with service(graph) as (_, ready):
            starts.append(ready)
    # The first start compiles what an installed package has compiled.
    starts = sorted(starts[1:])
    rows.append({"what": "ready to serve", "p50": statistics.median(starts), "p95": starts[-1], "unit": "ms"})
    with service(graph) as (client, _):
        p50, p95 = median_ms(lambda: client.post("/v1/extract", json={"text": SENTENCE}).raise_for_status(), 100)
        rows.append({"what": "extract one sentence", "p50": p50, "p95": p95, "unit": "ms"})
        asked = iter(QUESTIONS * 100)
        p50, p95 = median_ms(lambda: client.get("/v1/search", params={"q": next(asked)}).raise_for_status(), 120)
        rows.append({"what": f"search, {memories:,} memories", "p50": p50, "p95": p95, "unit": "ms"})
        p50, p95 = median_ms(lambda: client.get("/healthz").raise_for_status(), 100)
        rows.append({"what": "health, for comparison", "p50": p50, "p95": p95, "unit": "ms"})
    return rows


def main() -> None:
    """Measure and print a table for people and a JSON line for machines."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--memories", type=int, default=10_000)
    arguments = options.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(arguments.memories, Path(folder))
    print(f"{'what':32} {'p50':>10} {'p95':>10}  {'unit':10} {'bar':>8}")
    for row in rows:
        bar = BARS.get(str(row["what"]))
        print(f"{row['what']:32} {row['p50']:10.2f} {row['p95']:10.2f}  {row['unit']:10} {bar if bar else '-':>8}")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
