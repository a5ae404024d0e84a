"""The pattern files, loaded anew while the service runs. Which folder is a setting, not the caller's to say."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter

from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.replies import PatternsAnswer
from memory_fabric.http.service import ServiceDep

router = APIRouter(prefix="/v1/patterns", tags=["patterns"], route_class=JsonRoute)
# Reloads wait for one another; they must not do so in the threads that the other routes work in.
_reloads = CapacityLimiter(1)


@router.post("/reload", response_model=PatternsAnswer)
async def reload_patterns(service: ServiceDep) -> JsonReply:
    """Load the pattern files anew. No request is dropped or waits: those under way end with the patterns that they
    began with, and with a faulty file everything stays as it was.
    """
    report = await to_thread.run_sync(service.fabric.reload_patterns, limiter=_reloads)
    return JsonReply({"names": report.names, "rules": report.rules, "seconds": round(report.seconds, 3)})
