"""The graph by name: which entities there are, what stands around one, and putting it right by hand."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from memory_fabric.answers import EntityAnswer
from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.replies import EntitiesAnswer, ForgetAnswer, NeighboursAnswer
from memory_fabric.http.schemas import (
    EntitiesRequest,
    MergeRequest,
    NamespaceQuery,
    NeighboursRequest,
    RenameRequest,
    Scrubbed,
)
from memory_fabric.http.service import ServiceDep
from memory_fabric.models import Selection
from memory_fabric.render import edge_to_json, entity_to_json, forget_report_to_json

router = APIRouter(prefix="/v1/entities", tags=["entities"], route_class=JsonRoute)

Name = Annotated[
    Scrubbed,
    Path(min_length=1, description="Name, alias or spelling variant; it may hold slashes, as CI/CD does."),
]


@router.get("", response_model=EntitiesAnswer)
def list_entities(request: Annotated[EntitiesRequest, Query()], service: ServiceDep) -> JsonReply:
    """List entities in order of name, a page at a time."""
    page = service.fabric.entities(
        prefix=request.prefix,
        type=request.type,
        cursor=request.cursor,
        limit=request.limit,
        namespace=request.namespace,
    )
    return JsonReply({"entities": [entity_to_json(record) for record in page.entities], "cursor": page.cursor})


# Before the entity itself, whose name takes in any slash that follows.
@router.get("/{name:path}/neighbours", response_model=NeighboursAnswer)
def get_neighbours(name: Name, request: Annotated[NeighboursRequest, Query()], service: ServiceDep) -> JsonReply:
    """List the relations around an entity, nearest first."""
    fabric, settings = service.fabric, service.settings
    entity = fabric.entity(name, namespace=request.namespace)
    edges = fabric.neighbours(entity.name, depth=request.depth, as_of=request.as_of, namespace=request.namespace)
    return JsonReply(
        {
            "entity": entity.name,
            "depth": min(request.depth, settings.max_depth),
            "relations": [edge_to_json(edge) for edge in edges],
            "truncated": len(edges) >= settings.max_limit,
        }
    )


@router.get("/{name:path}", response_model=EntityAnswer)
def get_entity(name: Name, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """Find one entity by name, alias or spelling variant."""
    return JsonReply(entity_to_json(service.fabric.entity(name, namespace=query.namespace)))


@router.delete("/{name:path}", response_model=ForgetAnswer)
def forget_entity(name: Name, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """Forget an entity for good, with every memory that mentions it and all its relations."""
    report = service.fabric.forget(Selection(entity=name), namespace=query.namespace)
    return JsonReply(forget_report_to_json(report))


@router.post("/{name:path}/merge", response_model=EntityAnswer)
def merge_entities(name: Name, request: MergeRequest, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """Make an entity one with another, whose name and type it takes; its own name stays as an alias."""
    record = service.fabric.merge(name, request.into, namespace=query.agreed(request.namespace))
    return JsonReply(entity_to_json(record))


@router.post("/{name:path}/rename", response_model=EntityAnswer)
def rename_entity(name: Name, request: RenameRequest, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """Give an entity another name; the one before stays as an alias."""
    record = service.fabric.rename(name, request.to, namespace=query.agreed(request.namespace))
    return JsonReply(entity_to_json(record))
