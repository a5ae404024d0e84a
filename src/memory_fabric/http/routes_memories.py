"""Text in, graph out: what was said is extracted and kept, or forgotten again."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query
from pydantic import BaseModel, ValidationError

from memory_fabric.config import Settings
from memory_fabric.errors import InvalidInput, TooLarge
from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.problems import invalid
from memory_fabric.http.replies import ForgetAnswer, MemoriesAnswer
from memory_fabric.http.schemas import (
    ManyMemories,
    MemoriesRequest,
    MemoryRequest,
    NamespaceQuery,
    OneMemory,
    SelectionRequest,
)
from memory_fabric.http.service import ServiceDep
from memory_fabric.models import Selection, Turn
from memory_fabric.render import JsonObject, forget_report_to_json, write_report_to_json

_Model = TypeVar("_Model", bound=BaseModel)

router = APIRouter(prefix="/v1/memories", tags=["memories"], route_class=JsonRoute)


@router.post("", response_model=MemoriesAnswer)
def add_memories(request: MemoriesRequest, query: NamespaceQuery, service: ServiceDep) -> JsonReply:
    """Remember one text, or many. Each statement is kept once, however often it comes.

    Of many, each is stored right or refused by its index in `errors`, and the rest kept.
    """
    fabric, settings = service.fabric, service.settings
    errors: list[JsonObject] = []
    if isinstance(request.root, dict) and "memories" in request.root:
        many = _valid(ManyMemories, request.root)
        if len(many.memories) > settings.max_batch:
            raise TooLarge("memories", len(many.memories), settings.max_batch, "memories")
        turns = []
        for index, item in enumerate(many.memories):
            try:
                turns.append(_turn(_valid(MemoryRequest, item), settings))
            except InvalidInput as error:
                errors.append({"index": index, **error.to_problem()})
        namespace = many.namespace
    else:
        one = _valid(OneMemory, request.root)
        turns, namespace = [_turn(one, settings)], one.namespace
    report = fabric.remember(turns, namespace=query.agreed(namespace))
    return JsonReply({**write_report_to_json(report), "errors": errors})


@router.delete("", response_model=ForgetAnswer)
def forget_memories(request: Annotated[SelectionRequest, Query()], service: ServiceDep) -> JsonReply:
    """Forget memories for good, with all that only they tell: those that fit everything that is told."""
    what = Selection(request.entity, request.source, request.session, request.speaker)
    return JsonReply(forget_report_to_json(service.fabric.forget(what, namespace=request.namespace)))


def _valid(model: type[_Model], value: Any) -> _Model:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise invalid(error.errors()) from error


def _turn(request: MemoryRequest, settings: Settings) -> Turn:
    size = len(request.text.encode())
    if size > settings.max_text_bytes:
        raise TooLarge("text", size, settings.max_text_bytes, "bytes")
    return Turn(
        text=request.text,
        id=request.turn_id,
        speaker=request.speaker,
        timestamp=request.timestamp,
        session=request.session,
        source=request.source,
        project=request.project,
    )
