"""How long a whole search takes over HTTP in a large graph, and where the time goes. Prints two tables for each size.

Run with `make bench`, or `python -m benchmarks.search_speed [--memories 100000 1000000] [--keep FOLDER]`. The service
has one core for itself where the system allows to choose it; what asks has another, if there is one. Two hundred
questions of ten sorts are asked once each, after others that warm up. The time of each step is what the service tells
in `Server-Timing`; `http` is all the rest. A graph that is kept is not filled again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.speed import service
from benchmarks.talk import DAYS, START, TeamTalk, Zipf
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import TextQuery

SPACE = "default"
BATCH = 200
QUESTIONS, WARM_UP = 200, 40
BARS = {100_000: (12.0, 30.0), 1_000_000: (20.0, 50.0)}
"""Milliseconds, the middle and the 95th percentile."""

_STEP = re.compile(r"([\w-]+);dur=([\d.]+)")

# {n} and {c} are a name and a component as often asked for as they are spoken of, {h} and {k} the most frequent ones,
# {r} and {q} any, {w} a word, {p} a person, {m} a month.
SORTS = {
    "hub": ("What does the {k} use?", "Who recommends {h}?", "What do we use {h} for now?", "{h}"),
    "name": ("What depends on {n}?", "What does the {c} depend on?", "Why did we choose {n}?", "What uses {n}?"),
    "rare name": ("What do we know about the {q}?", "What is the {q} blocked by?", "who set up {r}", "{r} problems?"),
    "two names": ("{n} or {h}?", "Did we move from {h} to {n}?", "Why did {p} prefer {n} over {r}?"),
    "words": ("what was the trouble about {w} {w}", "the review of {w}", "did anybody look at {w} {w} {w}?"),
    "common words": ("What did we decide about {f}?", "why was it slow this morning", "nobody knows {f} {f} yet"),
    "time": ("What did we decide about {w} in {m}?", "what happened with {n} last month", "what was slow in {m}?"),
    "speaker": ("What did {p} recommend for {w}?", "what did {p} say about {n}?", "What does {p} prefer?"),
    "mixed": ("What did we decide about {n} for {w} in the {c}?", "Is the {c} still blocked by {h}, {p} asked?"),
    "nothing": ("what about it", "", "qwxzj vbnmq", "so what do we have now?"),
}

Row = dict[str, Any]


class Asked(NamedTuple):
    """One answer: what sort of question it was to, and the milliseconds, whole and by step."""

    sort: str
    whole: float
    steps: dict[str, float]


def questions(talk: TeamTalk, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield sorts and questions, the sorts in turn."""
    chance = random.Random(seed)

    def one(values: Zipf, first: int | None = None) -> str:
        return chance.choice(values.values[:first]) if first else values.pick(chance, 1)[0]

    sorts = list(SORTS.items())
    for number in range(count):
        sort, wordings = sorts[number % len(sorts)]
        said = START + timedelta(days=chance.randrange(DAYS))
        filled: dict[str, str] = {
            "h": one(talk.names, 10), "k": one(talk.components, 10), "n": one(talk.names), "c": one(talk.components),
            "r": chance.choice(talk.names.values), "q": chance.choice(talk.components.values),
            "p": one(talk.people), "f": one(talk.words, 20), "m": f"{said:%B %Y}",
        }  # fmt: skip
        wording = wordings[number // len(sorts) % len(wordings)]
        while "{w}" in wording:
            wording = wording.replace("{w}", one(talk.words), 1)
        yield sort, wording.format_map(filled)


def fill(path: Path, count: int) -> None:
    """Write a graph of so many memories, with all of them in the text index."""
    store = SqliteStore(path, timeout=30)
    statements = TeamTalk().statements(count)
    while batch := list(islice(statements, BATCH)):
        store.write(SPACE, batch)
    while store.describe()["index"]["behind"]:
        store.search_text(SPACE, TextQuery(("anything",), limit=1))
    store.close()


@contextmanager
def alone_on_a_core() -> Iterator[None]:
    """Have processes that are started inside keep to one core, of which this one stays clear if there is another."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores[:-1] or cores)


def ask(host: str, port: int, asked: Sequence[tuple[str, str]]) -> list[Asked]:
    """Ask one question after the other, over one connection."""
    connection = HTTPConnection(host, port, timeout=60)
    answers = []
    for sort, question in asked:
        path = f"/v1/search?{urlencode({'q': question, 'now': (START + timedelta(days=DAYS)).isoformat()})}"
        begin = perf_counter()
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        whole = (perf_counter() - begin) * 1_000
        if response.status != 200:
            raise RuntimeError(f"{response.status} for {question!r}: {body[:500]!r}")
        steps = {name: float(taken) for name, taken in _STEP.findall(response.headers["Server-Timing"])}
        answers.append(Asked(sort, whole, {**steps, "http": whole - sum(steps.values())}))
    connection.close()
    return answers


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """Return the middle and the 95th percentile."""
    return statistics.median(values), statistics.quantiles(values, n=20)[-1]


def measure(count: int, folder: Path) -> list[Row]:
    """Return a row for the whole, one for each step and one for each sort of question."""
    path = folder / f"{count}.db"
    if not path.exists():
        fill(path, count)
    talk = TeamTalk()
    with ExitStack() as running:
        with alone_on_a_core():
            client, _ = running.enter_context(service(f"sqlite:///{path}"))
        host, port = client.base_url.host, client.base_url.port or 80
        ask(host, port, list(questions(talk, WARM_UP, seed=1)))
        answers = ask(host, port, list(questions(talk, QUESTIONS, seed=2)))
    rows = [_row(count, "whole", "", [answer.whole for answer in answers])]
    for step in dict.fromkeys(name for answer in answers for name in answer.steps):
        rows.append(_row(count, "step", step, [answer.steps.get(step, 0.0) for answer in answers]))
    for sort in SORTS:
        rows.append(_row(count, "sort", sort, [answer.whole for answer in answers if answer.sort == sort]))
    return rows


def _row(count: int, of: str, name: str, values: Sequence[float]) -> Row:
    p50, p95 = percentiles(values)
    return {"memories": count, "of": of, "name": name, "p50": p50, "p95": p95, "mean": statistics.fmean(values)}


def main() -> None:
    """Measure and print tables for people and a JSON line for machines."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--memories", type=int, nargs="+", default=[100_000, 1_000_000])
    options.add_argument("--keep", type=Path, help="the folder of graphs, to be used again")
    arguments = options.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as passing:
        folder = arguments.keep or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for count in arguments.memories:
            print(f"{f'search over HTTP, {count:,} memories, ms':42} {'p50':>9} {'p95':>9} {'mean':>9}   bar")
            for row in measure(count, folder):
                rows.append(row)
                bar = " / ".join(f"{value:g}" for value in BARS.get(count, ())) if row["of"] == "whole" else ""
                name = f"{row['of']} {row['name']}".strip()
                print(f"  {name:40} {row['p50']:9.2f} {row['p95']:9.2f} {row['mean']:9.2f}   {bar}", flush=True)
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
