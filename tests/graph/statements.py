"""Statements for the graph tests, in few words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory_fabric.graph.store import GraphStore, TextQuery
from memory_fabric.models import Entity, EntityType, Filters, Memory, Origin, Relation, Statement

STORED = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def day(number: int) -> datetime:
    """Return noon of the day with this number, counted from the first of January 2026."""
    return datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=number - 1)


def said(
    text: str,
    *names: str,
    relations: tuple[Relation, ...] = (),
    id: str | None = None,
    at: datetime | None = None,
    speaker: str | None = None,
    session: str | None = None,
    source: str | None = None,
    type: EntityType = "technology",
    stored_at: datetime = STORED,
) -> Statement:
    """Return a statement that mentions `names`; its id is its text unless told."""
    entities = tuple(Entity(name, type) for name in names)
    origin = Origin(source=source, session=session, speaker=speaker, timestamp=at)
    memory = Memory(id or text, text, entities=names, origins=(origin,), stored_at=stored_at)
    return Statement(memory, entities, relations)


def uses(from_: str, to: str) -> Relation:
    """Return "`from_` uses `to`", said as a plain fact."""
    return Relation(from_, "uses", to)


def no_longer_uses(from_: str, to: str) -> Relation:
    """Return "`from_` no longer uses `to`"."""
    return Relation(from_, "uses", to, polarity="negated", ended=True)


def texts(
    store: GraphStore, namespace: str, *words: str, filters: Filters | None = None, limit: int = 200
) -> list[str]:
    """Return the texts that a search finds, best first."""
    query = TextQuery(words, filters or Filters(), limit)
    return [hit.memory.text for hit in store.search_text(namespace, query)]
