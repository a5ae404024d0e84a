"""What a graph must do: one protocol for every backend, and one contract test suite for them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from memory_fabric.models import (
    Edge,
    EntityRecord,
    Filters,
    ForgetReport,
    GraphRecord,
    Hit,
    Memory,
    Relation,
    Selection,
    Statement,
    WriteReport,
)

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
    """What to look for in texts: `words` as written in the question, any of them; more of them score higher. Those that
    are `light` too count for a little less.
    """

    words: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    limit: int = 200
    light: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MentionQuery:
    """What to look for by name: the memories that mention an entity, the `limit` most recent, most recent first; with
    `among`, of those alone that have one of these ids.
    """

    name: str
    filters: Filters = field(default_factory=Filters)
    limit: int = 200
    among: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Finds:
    """What was found for each of several queries that were asked at once, in their order."""

    texts: list[Hit]
    mentions: list[list[Hit]]


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

    def find(self, namespace: str, text: TextQuery | None, mentions: Sequence[MentionQuery]) -> Finds:
        """Return what `search_text` and `memories_of` would for several queries: asked at once, and, where the graph
        can tell, of one moment.
        """
        ...

    def one_moment(self) -> AbstractContextManager[None]:
        """Let what this thread reads inside be of one moment, where the graph can tell: it then costs less too. Nothing
        may be written inside, nor a text be looked for.
        """
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

    def edges(
        self,
        namespace: str,
        names: Sequence[str],
        limit: int,
        as_of: datetime | None = None,
        *,
        with_witnesses: bool = True,
    ) -> list[Edge]:
        """Return the edges that touch any of `names`, current ones first. With `as_of`, as the graph stood at that
        time: what began later is left out, and what ended later holds (`valid_to` None).
        Without `with_witnesses` they may come without the memories that prove them, which takes less to read.

        Raises GraphRejected for any `as_of` where the graph keeps no history.
        """
        ...

    def proved_by(
        self, namespace: str, memory_ids: Sequence[str], as_of: datetime | None = None
    ) -> dict[str, list[Edge]]:
        """Return for each memory the edges that it proves, as `edges` tells them, but maybe without the memories of
        those that tell of no end and no replacement, and with just the latest few of the others. A graph that keeps no
        proofs knows what the memories say that it read of late. Raises as `edges`.
        """
        ...

    def overtaking(self, namespace: str, names: Sequence[str], limit: int, as_of: datetime | None = None) -> list[Edge]:
        """Return the edges to any of `names` that tell of an end: what replaces it, and what was said to be over with
        it; in the order of `edges`, at most a few for each name. Raises as `edges`.
        """
        ...

    def retract(self, namespace: str, relation: Relation, at: datetime) -> int:
        """End the current edges of a triple (ends and type; flags do not count) at `at`, and keep them as history,
        where the graph has one. Return how many were current.
        """
        ...

    def forget(self, namespace: str, what: Selection) -> ForgetReport:
        """Remove for good what `what` selects: memories with texts, index entries and proofs.

        Where it names source, session or speaker, those origins of memories go (of those that mention the entity, if
        it names one too), and a memory goes with its last origin. Where it names an entity alone, every memory that
        mentions it goes, the entity, its aliases and its relations. A relation goes with its last proof, an entity
        when it has thereby lost all memories and relations. What is unknown removes nothing.

        After a source is forgotten the graph is as if it had never been written.
        """
        ...

    def merge(self, namespace: str, name: str, into: str) -> EntityRecord | None:
        """Make two entities one: memories, relations and aliases of `name` go to `into`, which keeps its name and type.
        `name` and its aliases become aliases of `into`, and what is written under them from now on is `into`.

        Relations between the two are dropped, equal ones become one with all witnesses. None where either is unknown.
        """
        ...

    def rename(self, namespace: str, name: str, to: str) -> EntityRecord | None:
        """Give an entity another canonical name; the old one stays as an alias, under which it is found and written
        to. None where it is unknown.

        Raises InvalidInput where another entity has that name already.
        """
        ...

    def dump(self, namespace: str) -> Iterator[GraphRecord]:
        """Yield everything of a namespace, each once: entities, then memories, then relations. As it was at one
        moment.
        """
        ...

    def restore(self, namespace: str, records: Iterable[GraphRecord]) -> WriteReport:
        """Write what `dump` yielded, here or on another graph, into what is there already; again changes nothing."""
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
