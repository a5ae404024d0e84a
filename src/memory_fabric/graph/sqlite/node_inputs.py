"""What clients of the nine tools give, as our types. All raise InvalidInput, naming the field that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.sqlite.entities import UNTYPED
from memory_fabric.graph.store import JsonObject
from memory_fabric.models import Entity, EntityType, Mention, Relation


def new_entity(item: JsonObject, place: str) -> tuple[Entity, list[str]]:
    """Return an entity to create, and its observations. Its `aliases` are mentions of it; a blank type is none."""
    name, type_ = told(item, "name", place), text(item, "entityType", place)
    mentions = tuple(Mention(0, len(alias), alias) for alias in texts(item, "aliases", place))
    # Clients have types of their own.
    entity = Entity(name, cast(EntityType, type_) if type_.strip() else UNTYPED, mentions)
    return entity, texts(item, "observations", place)


def new_relation(item: JsonObject, place: str) -> Relation:
    """Return a relation to create."""
    return Relation(told(item, "from", place), told(item, "relationType", place), told(item, "to", place))


def known_relation(item: JsonObject, place: str) -> Relation:
    """Return a relation to delete; a blank name names nothing."""
    return Relation(text(item, "from", place), text(item, "relationType", place), text(item, "to", place))


def told(item: JsonObject, field: str, place: str) -> str:
    """Return a text that must say something."""
    value = text(item, field, place)
    if not value.strip():
        raise InvalidInput(f"{place}.{field}", "must be a text that is not empty")
    return value


def text(item: JsonObject, field: str, place: str) -> str:
    """Return a text, a blank one too."""
    value = item.get(field) if isinstance(item, dict) else None
    if not isinstance(value, str):
        raise InvalidInput(f"{place}.{field}", "must be a text")
    return value


def texts(item: JsonObject, field: str, place: str) -> list[str]:
    """Return the texts of a list; none where the field is missing."""
    return strings(item.get(field) or [], f"{place}.{field}")


def strings(values: Sequence[object], field: str) -> list[str]:
    """Return values that must be texts."""
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):
        raise InvalidInput(field, "must be a list of texts")
    return [str(value) for value in values]
