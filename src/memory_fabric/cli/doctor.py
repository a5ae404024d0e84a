"""`doctor`: a real round trip on the configured graph, in a namespace of its own, and what is behind it."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from time import perf_counter
from typing import Any, TypeVar

from memory_fabric import __version__
from memory_fabric.config import Settings
from memory_fabric.errors import FabricError, GraphRejected
from memory_fabric.fabric import Fabric

T = TypeVar("T")

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
        loaded = perf_counter() - started
        nodes = fabric.nodes(namespace=_NAMESPACE)
        times: dict[str, float] = {}

        def timed(step: str, call: Callable[[], T]) -> T:
            mark = perf_counter()
            result = call()
            times[f"{step}_ms"] = round((perf_counter() - mark) * 1000, 1)
            return result

        probe = {"name": _PROBE, "entityType": "concept", "observations": [_WORDS]}
        try:
            timed("write", lambda: nodes.create_entities([probe]))
            opened = timed("read", lambda: nodes.open_nodes([_PROBE]))["entities"]
            found = timed("search", lambda: nodes.search_nodes(_PROBE))["entities"]
        except FabricError:
            with suppress(FabricError):  # the first failure is the one to tell
                nodes.delete_entities([_PROBE])
            raise
        timed("delete", lambda: nodes.delete_entities([_PROBE]))
        if not opened or not found or nodes.open_nodes([_PROBE])["entities"]:
            raise GraphRejected("the graph acknowledged a write and does not show it, or a deletion and still does")
        return {
            "version": __version__,
            "python": platform.python_version(),
            "model": fabric.base_model,
            "names": fabric.name_count,
            "load_ms": round(loaded * 1000),
            "graph": dict(fabric.describe()),
            "namespace": settings.namespace,
            **asdict(fabric.store.counts(settings.namespace)),
            **times,
            "verdict": "ok",
        }
