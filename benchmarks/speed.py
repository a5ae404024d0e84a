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
from pathlib import Path
from time import perf_counter

import httpx

from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.models import Turn

SENTENCE = "database-engineer uses pgvector for RAG applications"
SUBJECTS = [
    "the auth service",
    "the billing service",
    "the orders API",
    "backend-architect",
    "Ana Souza",
    "the search API",
]
VERBS = ["uses", "depends on", "no longer uses", "will use", "recommends", "was moved to"]
OBJECTS = ["Redis", "Kafka", "PostgreSQL", "Kubernetes", "Terraform", "GraphQL", "Elasticsearch", "RabbitMQ"]
TAILS = ["for session caching", "since the outage", "because of the load", "in the new region", "after the review"]
QUESTIONS = [
    "What does the auth service use?",
    "Which service depends on Kafka?",
    "What did backend-architect recommend?",
    "Why was the billing service moved to PostgreSQL?",
    "What did we decide about session caching in the new region?",
    "ticket 4711",
]
BARS = {"ready to serve": 3_000.0, "extract one sentence": 15.0, "search, 10,000 memories": 20.0}


def turns(count: int) -> Iterator[Turn]:
    """Yield made-up turns of some twenty words, a fifth of them with a number of their own."""
    chance = random.Random(7)
    for number in range(count):
        words = [chance.choice(part) for part in (SUBJECTS, VERBS, OBJECTS, TAILS)]
        text = f"{' '.join(words).capitalize()}, says ticket {number}; the rest is as it was on day {number % 97}."
        yield Turn(text, id=str(number), session=f"s{number // 200}", speaker=f"speaker-{number % 9}")


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
    start = perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
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
    with service(graph) as (_, first):
        pass
    with service(graph) as (client, ready):
        rows.append({"what": "ready to serve", "p50": (ready + first) / 2, "p95": max(ready, first), "unit": "ms"})
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
