"""Is the process alive, and can it answer? Neither waits for the threads that the other routes work in."""

from __future__ import annotations

import anyio
from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter

from memory_fabric import __version__
from memory_fabric.errors import GraphUnavailable
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.replies import HealthAnswer, ReadyAnswer
from memory_fabric.http.service import ServiceDep

router = APIRouter(tags=["health"])
_checks = CapacityLimiter(4)


@router.get("/healthz", response_model=HealthAnswer)
async def healthz() -> JsonReply:
    """Tell that the process is alive. Answers always, and at once."""
    return JsonReply({"status": "ok", "version": __version__})


@router.get("/readyz", response_model=ReadyAnswer)
async def readyz(service: ServiceDep) -> JsonReply:
    """Tell whether the pipeline is loaded and the graph answers; 503 and the reason where not."""
    describe = service.fabric.describe
    timeout = service.settings.graph_timeout
    try:
        with anyio.fail_after(timeout):
            await to_thread.run_sync(describe, abandon_on_cancel=True, limiter=_checks)
    except TimeoutError as error:
        raise GraphUnavailable(f"The graph did not answer within {timeout:g} s.") from error
    return JsonReply({"status": "ready", "pipeline": "loaded", "graph": "reachable"})
