"""Text in, entities and relations out. Nothing is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from pydantic import ValidationError

from memory_fabric.answers import ExtractionAnswer
from memory_fabric.errors import TooLarge
from memory_fabric.failures import as_fabric_error
from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.problems import invalid
from memory_fabric.http.replies import BatchAnswer
from memory_fabric.http.schemas import BatchRequest, DocumentRequest, ExtractRequest
from memory_fabric.http.service import ServiceDep
from memory_fabric.render import JsonObject, extraction_to_json

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

router = APIRouter(prefix="/v1/extract", tags=["extract"], route_class=JsonRoute)


@router.post("", response_model=ExtractionAnswer)
def extract(request: ExtractRequest, service: ServiceDep) -> JsonReply:
    """Read entities and relations out of one text. An empty text yields none."""
    return JsonReply(_extract(service.fabric, request))


@router.post("/batch", response_model=BatchAnswer)
def extract_batch(request: BatchRequest, service: ServiceDep) -> JsonReply:
    """Read many texts; the results come in the same order, and one error never fails the rest."""
    count, most = len(request.documents), service.settings.max_batch
    if count > most:
        raise TooLarge("documents", count, most, "documents")
    fabric = service.fabric
    return JsonReply({"results": [_result(fabric, document) for document in request.documents]})


def _result(fabric: Fabric, document: Any) -> JsonObject:
    try:
        request = DocumentRequest.model_validate(document)
    except ValidationError as error:
        return {"id": _id(document), "error": invalid(error.errors()).to_problem()}
    try:
        return {"id": request.id, **_extract(fabric, request)}
    except Exception as error:
        return {"id": request.id, "error": as_fabric_error(error, "extract_batch").to_problem()}


def _extract(fabric: Fabric, request: ExtractRequest) -> JsonObject:
    extraction = fabric.extract(request.text, speaker=request.speaker, project=request.project)
    return extraction_to_json(extraction, explain=request.explain)


def _id(document: Any) -> str | int | None:
    found = document.get("id") if isinstance(document, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None
