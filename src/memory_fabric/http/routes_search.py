"""Questions: answered from the graph, or only parsed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from memory_fabric.answers import ParsedQueryAnswer, SearchAnswer
from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.query_route import QueryRoute
from memory_fabric.http.schemas import NamespaceQuery, QueryRequest, SearchRequest
from memory_fabric.http.service import Service, ServiceDep
from memory_fabric.search.render import parsed_to_json, response_to_json
from memory_fabric.search.steps import Steps, server_timing

router = APIRouter(prefix="/v1", tags=["search"], route_class=JsonRoute)


def search(request: Annotated[SearchRequest, Query()], service: ServiceDep) -> JsonReply:
    """Answer a question with memories, best first; an empty question gives the most recent ones."""
    return _search(request, request.namespace, service)


router.add_api_route("/search", search, response_model=SearchAnswer, route_class_override=QueryRoute)


@router.post("/search", response_model=SearchAnswer)
def search_by_body(request: SearchRequest, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """Answer a question as `GET` does, the parameters in the body, where no log of addresses has them."""
    return _search(request, query.agreed(request.namespace), service)


@router.get("/query", response_model=ParsedQueryAnswer)
def parse_query(request: Annotated[QueryRequest, Query()], service: ServiceDep) -> JsonReply:
    """Read a question without answering it."""
    return JsonReply(parsed_to_json(service.fabric.parse_query(request.q, now=request.now)))


def _search(request: SearchRequest, namespace: str | None, service: Service) -> JsonReply:
    response = service.fabric.search(
        request.q,
        limit=request.limit,
        depth=request.depth,
        now=request.now,
        since=request.since,
        until=request.until,
        speaker=request.speaker,
        type=request.type,
        as_of=request.as_of,
        explain=request.explain,
        namespace=namespace,
    )
    steps = Steps(response.seconds)
    with steps.timed("render"):
        reply = JsonReply(response_to_json(response))
    reply.headers["Server-Timing"] = server_timing(steps.seconds)
    return reply
