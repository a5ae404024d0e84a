"""A fabric that answers from a script: these tests are about HTTP, not about language or graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from memory_fabric.config import Settings
from memory_fabric.errors import GraphUnavailable, InvalidInput, NotFound, PatternError, TooLarge
from memory_fabric.graph.store import EntityPage
from memory_fabric.models import (
    Edge,
    Entity,
    EntityRecord,
    Extraction,
    Filler,
    ForgetReport,
    Match,
    Mention,
    ParsedQuery,
    PatternReport,
    Relation,
    SearchResponse,
    SearchResult,
    Selection,
    Span,
    Turn,
    WriteReport,
)

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric


class ScriptedFabric:
    """Finds `redis` in every text, remembers turns in a list, and fails on the words `boom` and `down`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.turns: list[Turn] = []
        self.calls: list[Mapping[str, Any]] = []
        self.graph_is_down = False
        self.closed = False
        self.pattern_error: PatternError | None = None

    def extract(self, text: str, *, speaker: str | None = None, project: str | None = None) -> Extraction:
        size = len(text.encode())
        if size > self.settings.max_text_bytes:
            raise TooLarge("text", size, self.settings.max_text_bytes, "bytes")
        if "boom" in text:
            raise RuntimeError(text)
        start = text.find("redis")
        if start < 0:
            return Extraction(text)
        mention = Mention(start, start + 5, "redis")
        match = Match((Span(3, 6),), Filler("subj", 0, 2), Filler("obj", start, start + 5))
        relation = Relation(speaker or "team", "uses", "Redis", evidence=Span(0, len(text)), rule="use", match=match)
        return Extraction(text, (Entity("Redis", "technology", (mention,)),), (relation,))

    def remember(self, turns: Sequence[Turn], *, namespace: str | None = None) -> WriteReport:
        self._reach_graph()
        self.calls.append({"namespace": namespace})
        self.turns += turns
        return WriteReport(added=tuple(f"memory-{i}" for i in range(len(turns))), entities_added=1)

    def parse_query(self, question: str, *, now: datetime | None = None) -> ParsedQuery:
        self.calls.append({"q": question, "now": now})
        if len(question) > self.settings.max_question_chars:
            raise TooLarge("q", len(question), self.settings.max_question_chars, "characters")
        return ParsedQuery(question, question, ("Redis",))

    def search(self, question: str, **options: Any) -> SearchResponse:
        self._reach_graph()
        parsed = self.parse_query(question)
        self.calls.append({"q": question, **options})
        edge = Edge("team", "uses", "Redis")
        result = SearchResult(
            id="graph:memory-0",
            text="We use Redis.",
            score=0.9,
            relevance=1.0,
            timestamp=datetime(2026, 1, 15, 10, tzinfo=UTC),
            entities=("Redis",),
            graph_relations=(edge,),
            metadata={"kind": "fact", "origins": (), "merged": (), "matched": {"words": ("Redis",)}},
        )
        return SearchResponse(question, parsed, (result,), seconds={"parse": 0.0015})

    def entities(self, **options: Any) -> EntityPage:
        self.calls.append(options)
        return EntityPage((EntityRecord("Redis", "technology", ("redis",), 2),), "next")

    def entity(self, name: str, *, namespace: str | None = None) -> EntityRecord:
        if name == "nobody":
            raise NotFound(f"there is no entity {name!r}", name=name)
        return EntityRecord(name, "technology")

    def neighbours(
        self, name: str, *, depth: int = 1, as_of: datetime | None = None, namespace: str | None = None
    ) -> list[Edge]:
        self.calls.append({"name": name, "depth": depth, "as_of": as_of, "namespace": namespace})
        return [Edge(name, "uses", "Redis", valid_from=datetime(2026, 1, 15, tzinfo=UTC), memories=("m",))]

    def forget(self, what: Selection, *, namespace: str | None = None) -> ForgetReport:
        self.calls.append({"what": what, "namespace": namespace})
        if what.entity is not None:
            self.entity(what.entity)
        if what == Selection():
            raise InvalidInput("selection", "tell what to forget")
        return ForgetReport(("memory-0",), 1, ("Redis",), 2)

    def retract(
        self, from_: str, relation: str, to: str, *, at: datetime | None = None, namespace: str | None = None
    ) -> int:
        self.calls.append({"triple": (from_, relation, to), "at": at, "namespace": namespace})
        self.entity(from_)
        return 1

    def merge(self, name: str, into: str, *, namespace: str | None = None) -> EntityRecord:
        self.calls.append({"name": name, "into": into, "namespace": namespace})
        self.entity(name)
        return EntityRecord(into, "technology", (name,), 2)

    def rename(self, name: str, to: str, *, namespace: str | None = None) -> EntityRecord:
        self.calls.append({"name": name, "to": to, "namespace": namespace})
        self.entity(name)
        return EntityRecord(to, "technology", (name,), 2)

    def describe(self) -> Mapping[str, Any]:
        self._reach_graph()
        return {"kind": "scripted"}

    def reload_patterns(self) -> PatternReport:
        if self.pattern_error:
            raise self.pattern_error
        return PatternReport(names=3, rules=2, seconds=0.12345)

    def close(self) -> None:
        self.closed = True

    def _reach_graph(self) -> None:
        if self.graph_is_down:
            raise GraphUnavailable("the graph is switched off for this test")


def as_fabric(scripted: ScriptedFabric) -> Fabric:
    return cast("Fabric", scripted)
