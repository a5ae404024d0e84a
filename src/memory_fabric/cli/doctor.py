"""`doctor`: a real round trip on the configured graph, in a namespace of its own, and what is behind it."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from time import perf_counter
from typing import Any, TypeVar

from memory_fabric import __version__
from memory_fabric.config import Settings
from memory_fabric.errors import FabricError, GraphRejected, GraphUnavailable
from memory_fabric.fabric import Fabric
from memory_fabric.graph.abilities import TRIAL_NAMES, clean, try_out
from memory_fabric.graph.store import GraphStore, TextQuery
from memory_fabric.models import Entity, Filters, Memory, Origin, Relation, Statement
from memory_fabric.timestamps import now_utc

T = TypeVar("T")

NAMESPACE = "memory-fabric-doctor"
"""Where doctor writes; it is empty before and after."""

_PROBE, _TOOL = "memory-fabric-probe", "memory-fabric-probe-tool"
_TEXT = "The memory-fabric-probe uses the memory-fabric-probe-tool; doctor wrote this and takes it away again."


def examine(settings: Settings) -> dict[str, Any]:
    """Return versions, what the graph is and can do, and the milliseconds that each step of a round trip took.

    Raises:
        GraphUnavailable: a step failed; what was written is taken away if the graph still answers.
        GraphRejected: what was written did not come back, or did not go away.
    """
    started = perf_counter()
    with Fabric.open(settings) as fabric:
        loaded = perf_counter() - started
        store = fabric.store
        try:
            times = _round_trip(store)
            abilities = try_out(store, NAMESPACE)
        except FabricError:
            with suppress(FabricError):  # the first failure is the one to tell
                _clean(store)
            raise
        _clean(store)
        return {
            "version": __version__,
            "python": platform.python_version(),
            "model": fabric.base_model,
            "names": fabric.name_count,
            "load_ms": round(loaded * 1000),
            "graph": dict(fabric.describe()),
            "namespace": settings.namespace,
            **_counts(store, settings.namespace),
            **times,
            "abilities": asdict(abilities),
            "verdict": "ok",
        }


def lines(findings: Mapping[str, Any]) -> Iterator[str]:
    """Yield the findings for a person."""
    yield (
        f"memory-fabric {findings['version']} on Python {findings['python']}, model {findings['model']}, "
        f"{findings['names']:,} names, loaded in {findings['load_ms'] / 1000:.1f} s"
    )
    yield "graph"
    for name, value in _flat(findings["graph"]):
        yield f"  {name}: {value}"
    counts = (f"{findings[what]:,} {what}" for what in ("memories", "entities", "relations") if what in findings)
    yield f"namespace {findings['namespace']}: {', '.join(counts) or 'too large to be counted in time'}"
    yield "a memory with its entities and relation"
    for step in ("write", "read", "search", "delete"):
        yield f"  {step}: {findings[f'{step}_ms']:.1f} ms"
    yield "what the graph can do, by trying"
    for name, able in findings["abilities"].items():
        yield f"  {name.replace('_', ' ')}: {'yes' if able else 'no'}"
    yield f"verdict: {findings['verdict']}"


def _round_trip(store: GraphStore) -> dict[str, float]:
    """Write, read, search and delete one memory as any other; return the milliseconds of each step."""
    times: dict[str, float] = {}

    def timed(step: str, call: Callable[[], T]) -> T:
        mark = perf_counter()
        result = call()
        times[f"{step}_ms"] = round((perf_counter() - mark) * 1000, 1)
        return result

    now = now_utc()
    memory = Memory(
        "memory-fabric-probe",
        _TEXT,
        entities=(_PROBE, _TOOL),
        origins=(Origin(source="doctor", timestamp=now),),
        stored_at=now,
    )
    statement = Statement(
        memory, (Entity(_PROBE, "component"), Entity(_TOOL, "technology")), (Relation(_PROBE, "uses", _TOOL),)
    )
    timed("write", lambda: store.write(NAMESPACE, [statement]))
    kept = timed("read", lambda: store.memories_of(NAMESPACE, _PROBE, Filters(), 1))
    edges = store.edges(NAMESPACE, [_TOOL], 1)
    found = timed("search", lambda: store.search_text(NAMESPACE, TextQuery(("doctor",), limit=1)))
    if not edges or any([hit.memory for hit in hits] != [memory] for hits in (kept, found)):
        raise GraphRejected("the graph acknowledged a write and does not show it as it was written")
    timed("delete", lambda: store.nodes(NAMESPACE).delete_entities([_PROBE, _TOOL]))
    return times


def _clean(store: GraphStore) -> None:
    nodes = store.nodes(NAMESPACE)
    nodes.delete_entities([_PROBE, _TOOL])
    clean(store, NAMESPACE)
    left = nodes.open_nodes([_PROBE, _TOOL, *TRIAL_NAMES])
    if left["entities"] or left["relations"] or store.search_text(NAMESPACE, TextQuery(("doctor",), limit=1)):
        raise GraphRejected("the graph acknowledged a deletion and still shows what was deleted")


def _counts(store: GraphStore, namespace: str) -> dict[str, int]:
    """Return how much there is; nothing where a server, which must give all of it for that, takes too long."""
    try:
        return asdict(store.counts(namespace))
    except GraphRejected:
        raise
    except GraphUnavailable:
        return {}


def _flat(described: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in described.items():
        label = f"{above}{name.replace('_', ' ')}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{label} ")
        elif isinstance(value, list | tuple):
            yield label, ", ".join(map(str, value))
        elif value is not None:
            yield label, value
