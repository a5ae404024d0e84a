"""What a graph must do: one protocol for every backend, and one contract test suite for them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from memory_fabric.models import Edge, EntityRecord, Filters, Hit, Memory, Statement, WriteReport

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EntityPage:
    """A bounded list of entities in order of name; `cursor` continues it, None at the end."""

    entities: tuple[EntityRecord, ...]
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a namespace holds."""

    memories: int = 0
    entities: int = 0
    relations: int = 0


@dataclass(frozen=True, slots=True)
class TextQuery:
    """What to look for in texts: `words` as written in the question, any of them; more of them score higher."""

    words: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    limit: int = 200


class NodeTools(Protocol):
    """The nine tools of the reference MCP memory server, by name, on plain JSON objects.

    Entities are `{"name", "entityType", "observations"}`, relations `{"from", "to", "relationType"}`. All raise
    GraphUnavailable when the graph cannot be reached, GraphRejected when it refuses.
    """

    def create_entities(self, entities: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet and return it. Entities may have `aliases`, for a graph that keeps them."""
        ...

    def create_relations(self, relations: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet and return it."""
        ...

    def add_observations(self, observations: Sequence[JsonObject]) -> list[JsonObject]:
        """Add `{"entityName", "contents"}`; return `{"entityName", "addedObservations"}` for each."""
        ...

    def delete_entities(self, names: Sequence[str]) -> None:
        """Delete entities with their relations."""
        ...

    def delete_observations(self, deletions: Sequence[JsonObject]) -> None:
        """Delete `{"entityName", "observations"}`."""
        ...

    def delete_relations(self, relations: Sequence[JsonObject]) -> None:
        """Delete relations, exactly as given."""
        ...

    def read_graph(self) -> JsonObject:
        """Return `{"entities": [...], "relations": [...]}`."""
        ...

    def search_nodes(self, query: str) -> JsonObject:
        """Return the entities that match and the relations that touch them."""
        ...

    def open_nodes(self, names: Sequence[str]) -> JsonObject:
        """Return the named entities and the relations that touch them."""
        ...


class GraphStore(Protocol):
    """A knowledge graph of memories, entities and relations, kept apart by namespace.

    Safe to call from several threads. Every method raises GraphUnavailable when the graph cannot be reached or does
    not answer within the time limit. The embedded graph then holds a write wholly or not at all; an MCP server may hold
    a part of it, and writing the same again completes it.
    """

    def write(self, namespace: str, statements: Sequence[Statement]) -> WriteReport:
        """Write statements, each memory once however often it comes; acknowledged is found by the next search.

        Entities are known by their spelling key (see `text.spelling_key`). A relation seen again gains a witness. A
        relation that is `ended` closes the current edge of the same ends and type, and keeps it.
        """
        ...

    def search_text(self, namespace: str, query: TextQuery) -> list[Hit]:
        """Return the memories whose texts match, best first, with scores comparable within the answer."""
        ...

    def memories_of(self, namespace: str, name: str, filters: Filters, limit: int) -> list[Hit]:
        """Return the memories that mention the entity, most recent first; none for an unknown name."""
        ...

    def recent(self, namespace: str, filters: Filters, limit: int) -> list[Memory]:
        """Return the memories said, or where that is unknown stored, last."""
        ...

    def entity(self, namespace: str, name: str) -> EntityRecord | None:
        """Return the entity of this name or spelling variant, or, where the graph keeps aliases, of this alias."""
        ...

    def entities(
        self, namespace: str, *, prefix: str = "", type: str | None = None, cursor: str | None = None, limit: int = 20
    ) -> EntityPage:
        """Return entities whose name starts with `prefix` in any case, in order of name."""
        ...

    def edges(self, namespace: str, names: Sequence[str], limit: int) -> list[Edge]:
        """Return the edges that touch any of `names`, current ones first."""
        ...

    def counts(self, namespace: str) -> Counts:
        """Return how much the namespace holds."""
        ...

    def nodes(self, namespace: str) -> NodeTools:
        """Return the same graph seen through the nine tools of the reference server."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """Return what is behind this store, for a person: kind, place, abilities. Raises like any call."""
        ...

    def reindex(self) -> int:
        """Rebuild the text index from the truth; return how many memories it holds. 0 where there is none."""
        ...

    def close(self) -> None:
        """Let go of files, threads and processes. Safe to call twice."""
        ...
