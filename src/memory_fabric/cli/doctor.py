"""`doctor`: a real round trip on the configured graph, in a namespace of its own, and what is behind it."""

from __future__ import annotations

import platform
from time import perf_counter
from typing import Any

from memory_fabric import __version__
from memory_fabric.config import Settings
from memory_fabric.errors import GraphRejected
from memory_fabric.fabric import Fabric

_NAMESPACE = "memory-fabric-doctor"
_PROBE = "memory-fabric-probe"
_WORDS = "a probe that doctor wrote and takes away again"


def examine(settings: Settings) -> dict[str, Any]:
    """Return versions, what the graph is, and the milliseconds that each step of a round trip took.

    Raises:
        GraphUnavailable: a step failed; the probe is taken away if the graph still answers.
        GraphRejected: what was written did not come back.
    """
    started = perf_counter()
    with Fabric.open(settings) as fabric:
        ready = perf_counter()
        nodes = fabric.nodes(namespace=_NAMESPACE)
        times: dict[str, float] = {}
        try:
            mark = perf_counter()
            nodes.create_entities([{"name": _PROBE, "entityType": "concept", "observations": [_WORDS]}])
            times["write"] = perf_counter() - mark
            mark = perf_counter()
            opened = nodes.open_nodes([_PROBE])["entities"]
            times["read"] = perf_counter() - mark
            mark = perf_counter()
            found = nodes.search_nodes(_PROBE)["entities"]
            times["search"] = perf_counter() - mark
        finally:
            mark = perf_counter()
            nodes.delete_entities([_PROBE])
            times["delete"] = perf_counter() - mark
        if not opened or not found or nodes.open_nodes([_PROBE])["entities"]:
            raise GraphRejected("the graph acknowledged a write and does not show it, or a deletion and still does")
        return {
            "version": __version__,
            "python": platform.python_version(),
            "model": fabric.base_model,
            "names": fabric.name_count,
            "load_ms": round((ready - started) * 1000),
            "graph": dict(fabric.describe()),
            **{f"{name}_ms": round(seconds * 1000, 1) for name, seconds in times.items()},
            "verdict": "ok",
        }
