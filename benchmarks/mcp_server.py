"""Our MCP server beside the reference server: what it keeps of concurrent writes, how fast it searches. Prints a table.

Run with `make bench`, or `python -m benchmarks.mcp_server [--entities 20000]`. Both servers hold the same entities and
are asked by the same client, over standard input and output; times are the client's, without its check of the answer
against the tool's schema. Without npm's server its column stays empty.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from time import perf_counter
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolRequest, CallToolRequestParams, CallToolResult

from memory_fabric.graph.open import open_store

REFERENCE = (
    Path(__file__).parents[1] / "tests/reference_server/node_modules/@modelcontextprotocol/server-memory/dist/index.js"
)
CONCURRENT = 200
STARTS = 5
CALLS = 40
SLOW_CALLS = 5
OBSERVATIONS = (
    "Owned by team {team}, who keep the runbook of service {number}, see doc{number}",
    "Reads from queue {queue} and writes to table orders_{number}",
    "Was moved to region {region} after the outage of day {day}",
    "Its p99 latency is {day} ms since the cache went in",
    "Talks to service {other} over gRPC; the contract is v{day}",
)


@dataclass(frozen=True)
class Row:
    """One line of the table: ours, theirs, and how many times better ours must be."""

    what: str
    ours: float
    theirs: float | None
    unit: str
    bar: str = ""

    @property
    def times(self) -> float | None:
        """How many times the other takes as long; None where there is no other, or nothing to be faster at."""
        return self.theirs / self.ours if self.theirs is not None and self.unit == "ms" else None


def entities(count: int) -> list[dict[str, Any]]:
    """Return services of a made-up company, all alike but for their numbers."""
    return [
        {
            "name": f"service-{number}",
            "entityType": "component",
            "observations": [
                text.format(
                    number=number,
                    team=number % 97,
                    queue=number % 211,
                    region=number % 13,
                    day=number % 365,
                    other=(number * 7919) % count,
                )
                for text in OBSERVATIONS
            ],
        }
        for number in range(count)
    ]


def ours(folder: Path) -> StdioServerParameters:
    """Return our server over the graph in a folder."""
    environment = {name: value for name, value in os.environ.items() if name == "PYTHONPATH"}
    environment["MEMORY_FABRIC_GRAPH"] = f"sqlite:///{folder / 'graph.db'}"
    return StdioServerParameters(command=sys.executable, args=["-m", "memory_fabric", "mcp"], env=environment)


def theirs(folder: Path) -> StdioServerParameters:
    """Return the reference server over the file in a folder."""
    return StdioServerParameters(
        command="node", args=[str(REFERENCE)], env={"MEMORY_FILE_PATH": str(folder / "memory.jsonl")}
    )


def fill(folder: Path, count: int) -> None:
    """Write the same entities for both servers."""
    made = entities(count)
    with closing(open_store(f"sqlite:///{folder / 'graph.db'}", timeout=60)) as store:
        nodes = store.nodes("default")
        for start in range(0, count, 1_000):
            nodes.create_entities(made[start : start + 1_000])
        nodes.search_nodes("nothing of the kind")  # the text index catches up
    lines = (json.dumps({"type": "entity", **entity}) for entity in made)
    (folder / "memory.jsonl").write_text("\n".join(lines), "utf-8")


@asynccontextmanager
async def connected(server: StdioServerParameters) -> AsyncIterator[Client]:
    """Run a server and a client of it."""
    with Path(os.devnull).open("w") as nowhere:
        async with Client(stdio_client(server, errlog=nowhere), cache=None) as client:
            yield client


async def call(client: Client, tool: str, arguments: dict[str, Any]) -> Any:
    """Call a tool and return its structured result."""
    request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=arguments))
    result = await client.session.send_request(request, CallToolResult)
    assert not result.is_error, result
    return result.structured_content


async def median_ms(work: Callable[[], Awaitable[object]], times: int, warm_up: int = 2) -> float:
    """Return the middle of the times that some work takes, in milliseconds."""
    taken = []
    for number in range(times + warm_up):
        start = perf_counter()
        await work()
        if number >= warm_up:
            taken.append((perf_counter() - start) * 1_000)
    return statistics.median(taken)


async def kept(servers: Sequence[StdioServerParameters]) -> int:
    """Send creates to all servers at once and return how many entities there are when all were reported as done."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(connected(server)) for server in servers]
        creates = (
            call(
                clients[number % len(clients)],
                "create_entities",
                {"entities": [{"name": f"entity {number}", "entityType": "thing", "observations": ["is one"]}]},
            )
            for number in range(CONCURRENT)
        )
        await asyncio.gather(*creates)
        return len((await call(clients[0], "read_graph", {}))["entities"])


async def start(server: StdioServerParameters) -> None:
    """Start a server, ask for its tools, and end it."""
    async with connected(server) as client:
        await client.list_tools()


async def measure(count: int, folder: Path, with_reference: bool) -> list[Row]:
    """Return a row for each figure."""
    empty, full = folder / "empty", folder / "full"
    empty.mkdir()
    full.mkdir()
    rows = [
        Row(
            f"{CONCURRENT} creates at once, kept",
            await kept([ours(empty), ours(empty)]),
            await kept([theirs(empty)]) if with_reference else None,
            "entities",
            str(CONCURRENT),
        )
    ]
    fill(full, count)
    size = f"{count:,} entities"
    searches = (
        (f"search, a word of one entity, {size}", f"doc{count // 3}", "20 times"),
        (f"search, a word of all, {size}", "service", "100 times"),
        (f"search, a name whose first word all share, {size}", f"service-{count // 3}", ""),
    )
    async with AsyncExitStack() as stack:
        mine = await stack.enter_async_context(connected(ours(full)))
        other = await stack.enter_async_context(connected(theirs(full))) if with_reference else None

        async def both(what: str, tool: str, calls: Iterator[dict[str, Any]], bar: str = "") -> Row:
            async def ask(client: Client) -> None:
                await call(client, tool, next(calls))

            slow = await median_ms(lambda: ask(other), SLOW_CALLS, 1) if other else None
            return Row(what, await median_ms(lambda: ask(mine), CALLS), slow, "ms", bar)

        for what, query, bar in searches:
            rows.append(await both(what, "search_nodes", repeat({"query": query}), bar))
        rows.append(await both(f"open five, {size}", "open_nodes", repeat({"names": names(count)})))
        rows.append(await both(f"create one, {size}", "create_entities", map(addition, itertools.count())))
    rows.append(
        Row(
            f"start to first answer, {size}",
            await median_ms(lambda: start(ours(full)), STARTS, 1),
            await median_ms(lambda: start(theirs(full)), STARTS, 1) if with_reference else None,
            "ms",
        )
    )
    return rows


def names(count: int) -> list[str]:
    """Return the names of five entities."""
    return [f"service-{number * count // 7}" for number in range(1, 6)]


def addition(number: int) -> dict[str, Any]:
    """Return the arguments that create an entity which is not there yet."""
    return {"entities": [{"name": f"addition {number}", "entityType": "thing", "observations": ["was added"]}]}


def main() -> None:
    """Measure and print a table for people and a JSON line for machines."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entities", type=int, default=20_000)
    arguments = options.parse_args()
    with_reference = REFERENCE.exists() and shutil.which("node") is not None
    if not with_reference:
        print("the reference server is not installed: run `make reference-server` to see its figures beside ours")
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measure(arguments.entities, Path(folder), with_reference))
    print(f"{'MCP servers':50} {'ours':>10} {'reference':>10} {'times':>7}  {'unit':8} {'bar':>9}")
    for row in rows:
        other = "-" if row.theirs is None else f"{row.theirs:.1f}"
        times = "-" if row.times is None else f"{row.times:.1f}"
        print(f"{row.what:50} {row.ours:10.1f} {other:>10} {times:>7}  {row.unit:8} {row.bar or '-':>9}")
    print(json.dumps([{**row.__dict__, "times": row.times} for row in rows]))


if __name__ == "__main__":
    main()
