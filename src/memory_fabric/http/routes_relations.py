"""Relations by hand."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from memory_fabric.http.body import JsonRoute
from memory_fabric.http.replies import RetractAnswer
from memory_fabric.http.schemas import NamespaceQuery, RetractRequest
from memory_fabric.http.service import ServiceDep

router = APIRouter(prefix="/v1/relations", tags=["relations"], route_class=JsonRoute)


@router.post("/retract", response_model=RetractAnswer)
def retract_relation(request: RetractRequest, query: NamespaceQuery, service: ServiceDep) -> JSONResponse:
    """End a relation that holds, and keep it as history."""
    count = service.fabric.retract(
        request.from_, request.relation, request.to, at=request.at, namespace=query.agreed(request.namespace)
    )
    return JSONResponse({"retracted": count})
