"""Relations by hand."""

from __future__ import annotations

from fastapi import APIRouter

from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.replies import RetractAnswer
from memory_fabric.http.schemas import NamespaceQuery, RetractRequest
from memory_fabric.http.service import ServiceDep

router = APIRouter(prefix="/v1/relations", tags=["relations"], route_class=JsonRoute)


@router.post("/retract", response_model=RetractAnswer)
def retract_relation(request: RetractRequest, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """End a relation that holds, and keep it as history."""
    count = service.fabric.retract(
        request.from_, request.relation, request.to, at=request.at, namespace=query.agreed(request.namespace)
    )
    return JsonReply({"retracted": count})
