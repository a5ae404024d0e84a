"""How soon a memory that one process wrote is found by a search in another. Prints a table.

Run with `make bench`, or `python -m benchmarks.freshness [--memories 10000] [--rounds 100]`. This process writes,
through the whole pipeline; a service in a process of its own, on the same store, is asked over HTTP as soon as a write
was acknowledged. What is timed is from there to the first answer that holds the memory.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

import httpx2 as httpx

from benchmarks.speed import service, turns
from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.models import Turn
from memory_fabric.timestamps import now_utc

BAR_MS = 60.0
ATTEMPTS = 100


def answers_until_found(client: httpx.Client, question: str, text: str) -> int:
    """Ask until the answer holds `text`; return how many answers that took, 0 if none of `ATTEMPTS` did."""
    for attempt in range(1, ATTEMPTS + 1):
        response = client.get("/v1/search", params={"q": question}).raise_for_status()
        if any(result["text"] == text for result in response.json()["results"]):
            return attempt
    return 0


def measure(memories: int, rounds: int, folder: Path) -> dict[str, float]:
    """Return the times in milliseconds, and how many memories were in the first answer."""
    graph = f"sqlite:///{folder / 'graph.db'}"
    taken: list[float] = []
    again: list[float] = []
    at_once = 0
    with Fabric.open(Settings(graph=graph)) as fabric:
        fabric.remember(list(turns(memories)))
        with service(graph) as (client, _):
            answers_until_found(client, "What does the auth service use?", "")
            for number in range(rounds):
                text = f"The relay-{number} service uses Kafka for parcel {number}."
                fabric.remember([Turn(text, id=str(number), session="relays", timestamp=now_utc())])
                acknowledged = perf_counter()
                question = f"What does the relay-{number} service use?"
                answers = answers_until_found(client, question, text)
                answered = perf_counter()
                if answers:
                    taken.append((answered - acknowledged) * 1_000)
                at_once += answers == 1
                answers_until_found(client, question, text)
                again.append((perf_counter() - answered) * 1_000)
    return {
        "rounds": rounds,
        "found": len(taken),
        "in the first answer": at_once,
        "p50": statistics.median(taken),
        "p95": statistics.quantiles(taken, n=20)[-1],
        "again": statistics.median(again),
    }


def main() -> None:
    """Measure and print a table for people and a JSON line for machines."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--memories", type=int, default=10_000)
    options.add_argument("--rounds", type=int, default=100)
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        row = measure(arguments.memories, arguments.rounds, Path(folder))
    rounds = row["rounds"]
    print(f"{'written here, found in another process':44} {'value':>10} {'bar':>10}")
    print(f"{'found, of ' + str(rounds):44} {row['found']:10} {rounds:10}")
    print(f"{'in the first answer':44} {row['in the first answer']:10} {rounds:10}")
    print(f"{'from acknowledgement to answer, p50, ms':44} {row['p50']:10.1f} {'-':>10}")
    print(f"{'from acknowledgement to answer, p95, ms':44} {row['p95']:10.1f} {BAR_MS:10.1f}")
    print(f"{'the same question again, p50, ms':44} {row['again']:10.1f} {'-':>10}")
    print(json.dumps(row))


if __name__ == "__main__":
    main()
