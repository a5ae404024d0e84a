"""Short ways to write memories and statements in tests."""

from __future__ import annotations

from datetime import UTC, datetime

from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.models import Entity, EntityType, Filters, Memory, Origin, Relation, Statement

STORED = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def day(number: int) -> datetime:
    """Return noon of a day of January 2026."""
    return datetime(2026, 1, number, 12, tzinfo=UTC)


def entity(name: str, type_: EntityType = "technology") -> Entity:
    """Return an entity without mentions."""
    return Entity(name, type_)


def statement(
    text: str,
    *names: str | Entity,
    relations: tuple[Relation, ...] = (),
    id_: str | None = None,
    said: datetime | None = None,
    speaker: str | None = None,
    session: str | None = None,
) -> Statement:
    """Return a statement about `names`; its id is its text unless told."""
    entities = tuple(name if isinstance(name, Entity) else entity(name) for name in names)
    memory = Memory(
        id=id_ or text,
        text=text,
        entities=tuple(each.name for each in entities),
        origins=(Origin(session=session, speaker=speaker, timestamp=said),),
        stored_at=STORED,
    )
    return Statement(memory, entities, relations)


def texts(store: McpStore, namespace: str, *words: str, **filters: object) -> list[str]:
    """Return the texts that a search finds, best first."""
    query = TextQuery(words, Filters(**filters))  # type: ignore[arg-type]
    return [hit.memory.text for hit in store.search_text(namespace, query)]
