"""A graph in memory that does what the search asks of one, a lexicon of one name, and short ways to both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from memory_fabric.config import Settings
from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.store import Finds, GraphStore, MentionQuery, TextQuery
from memory_fabric.graph.terms import terms
from memory_fabric.models import Edge, EntityRecord, Filters, Hit, Kind, Memory, Origin, ParsedQuery
from memory_fabric.search.traverse import ProvedEdges
from memory_fabric.text import spelling_key


def settings(**fields: object) -> Settings:
    return Settings.model_validate(fields)


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def days_ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def memory(
    id: str,
    text: str,
    *entities: str,
    speaker: str | None = None,
    source: str | None = None,
    said: datetime | None = None,
    kind: Kind = "fact",
    stored_at: datetime | None = None,
) -> Memory:
    origin = Origin(source=source, session="s1", turn_id=id, speaker=speaker, timestamp=said)
    return Memory(id, text, kind, entities, (origin,), stored_at)


def question(text: str, *hints: str, query: str | None = None, **more: Any) -> ParsedQuery:
    return ParsedQuery(question=text, query=text if query is None else query, entity_hints=hints, **more)


def by_witness(edges: Iterable[Edge]) -> ProvedEdges:
    """Return the edges by the ids of the memories that prove them."""
    proved: dict[str, list[Edge]] = {}
    for edge in edges:
        for id in edge.memories:
            proved.setdefault(id, []).append(edge)
    return proved


@dataclass
class FakeLexicon:
    """Knows PostgreSQL by three spellings."""

    names: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"PostgreSQL": ("Postgres", "pg")})
    negation_words: frozenset[str] = frozenset(
        {"not", "n't", "never", "without", "no longer", "stop", "avoid", "decide against"}
    )

    def canonical(self, name: str) -> str:
        for canonical, aliases in self.names.items():
            if spelling_key(name) in {spelling_key(spelling) for spelling in (canonical, *aliases)}:
                return canonical
        return name

    def aliases(self, name: str) -> tuple[str, ...]:
        return self.names.get(name, ())


class FakeStore:
    """Memories and edges in lists, searched by shared terms; `renamed` tells what former names are now.

    `calls` tells what was asked, by method; the one named by `fail_on` fails.
    """

    def __init__(
        self, memories: Iterable[Memory] = (), edges: Iterable[Edge] = (), renamed: Mapping[str, str] | None = None
    ) -> None:
        self.memories = list(memories)
        self.all_edges = list(edges)
        self.renamed = renamed or {}
        self.calls: list[tuple[str, object]] = []
        self.fail_on: str | None = None

    def search_text(self, namespace: str, query: TextQuery) -> list[Hit]:
        self._called("search_text", query.words)
        wanted = {term for word in query.words for term in terms(word)}
        hits = [Hit(m, float(len(wanted.intersection(terms(m.text)))), "words") for m in self._accepted(query.filters)]
        return sorted((hit for hit in hits if hit.score), key=lambda hit: -hit.score)[: query.limit]

    def memories_of(self, namespace: str, name: str, filters: Filters, limit: int) -> list[Hit]:
        self._called("memories_of", name)
        key = spelling_key(name)
        mentioning = [m for m in self._accepted(filters) if key in {spelling_key(entity) for entity in m.entities}]
        return [Hit(m, 1.0, name) for m in mentioning][:limit]

    def find(self, namespace: str, text: TextQuery | None, mentions: Sequence[MentionQuery]) -> Finds:
        self._called("find", text)
        found = [self.memories_of(namespace, query.name, query.filters, len(self.memories)) for query in mentions]
        return Finds(
            self.search_text(namespace, text) if text else [],
            [
                [hit for hit in hits if query.among is None or hit.memory.id in query.among][: query.limit]
                for query, hits in zip(mentions, found, strict=True)
            ],
        )

    def one_moment(self) -> AbstractContextManager[None]:
        return nullcontext()

    def recent(self, namespace: str, filters: Filters, limit: int) -> list[Memory]:
        self._called("recent", filters)
        oldest = datetime.min.replace(tzinfo=UTC)
        return sorted(self._accepted(filters), key=lambda m: m.timestamp or m.stored_at or oldest, reverse=True)[:limit]

    def entity(self, namespace: str, name: str) -> EntityRecord | None:
        self._called("entity", name)
        name = self.renamed.get(name, name)
        count = sum(spelling_key(name) in {spelling_key(entity) for entity in m.entities} for m in self.memories)
        return EntityRecord(name, "technology", memory_count=count) if count else None

    def edges(
        self,
        namespace: str,
        names: Sequence[str],
        limit: int,
        as_of: datetime | None = None,
        *,
        with_witnesses: bool = True,
    ) -> list[Edge]:
        self._called("edges", tuple(names))
        keys = {spelling_key(self.renamed.get(name, name)) for name in names}
        touching = [e for e in self.all_edges if keys & {spelling_key(e.from_), spelling_key(e.to)}]
        return sorted(touching, key=lambda edge: not edge.is_current)[:limit]

    def proved_by(
        self, namespace: str, memory_ids: Sequence[str], as_of: datetime | None = None
    ) -> dict[str, list[Edge]]:
        self._called("proved_by", tuple(memory_ids))
        proved = {id: [edge for edge in self.all_edges if id in edge.memories] for id in memory_ids}
        return {id: edges for id, edges in proved.items() if edges}

    def overtaking(self, namespace: str, names: Sequence[str], limit: int, as_of: datetime | None = None) -> list[Edge]:
        self._called("overtaking", tuple(names))
        keys = {spelling_key(name) for name in names}
        ending = [e for e in self.all_edges if e.relation == "replaces" or e.ended]
        return [edge for edge in ending if spelling_key(edge.to) in keys][:limit]

    def _accepted(self, filters: Filters) -> list[Memory]:
        return [m for m in self.memories if filters.accept(m)]

    def _called(self, method: str, argument: object) -> None:
        self.calls.append((method, argument))
        if self.fail_on == method:
            raise GraphUnavailable("the graph does not answer")

    @property
    def as_store(self) -> GraphStore:
        """The fake, as what it stands in for; the search calls nothing else of it."""
        return cast(GraphStore, self)
