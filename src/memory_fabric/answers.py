"""The shape of every answer, as pydantic models: what OpenAPI and MCP publish about what `render` returns."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from memory_fabric.models import EntityType, Intent, Modality, Polarity, Tense

EXAMPLE_TEXT = "database-engineer uses pgvector for RAG applications"
EXAMPLE_QUESTION = "What pagination approach did database-engineer recommend?"


def example(value: dict[str, Any]) -> ConfigDict:
    """Return the configuration of a model whose published schema shows `value`."""
    return ConfigDict(json_schema_extra={"examples": [value]})


class SpanAnswer(BaseModel):
    """A stretch of the text, in Unicode code points."""

    start: int
    end: int


class MentionAnswer(SpanAnswer):
    """Where an entity is named: `text[start:end]` of the document is `text`."""

    text: str


class EntityMentions(BaseModel):
    """An entity of a text."""

    name: str = Field(description="The canonical name.")
    type: EntityType
    mentions: list[MentionAnswer]


class FillerAnswer(MentionAnswer):
    """The words at one end of a relation."""

    role: str = Field(description="What they are to the predicate: `subj`, `obj`, `@with` and so on.")


class MatchAnswer(BaseModel):
    """How a relation came about."""

    rule: str = Field(description="The row of the pattern files that made it.")
    predicate: list[MentionAnswer]
    from_: FillerAnswer = Field(alias="from")
    to: FillerAnswer
    cues: list[MentionAnswer] = Field(description="The words that say how it is meant.")


class RelationRead(BaseModel):
    """A relation of a text, in the active direction."""

    from_: str = Field(alias="from")
    relation: str
    to: str
    polarity: Polarity
    modality: Modality
    ended: bool = Field(description="It held once and no longer does.")
    evidence: SpanAnswer = Field(description="The sentence that it was read from.")
    explain: MatchAnswer | None = Field(None, description="How it came about, where asked for.")


def _example_entity(name: str, kind: str, start: int, end: int) -> dict[str, Any]:
    return {"name": name, "type": kind, "mentions": [{"start": start, "end": end, "text": name}]}


def _example_relation(from_: str, relation: str, to: str) -> dict[str, Any]:
    flags = {"polarity": "affirmed", "modality": "asserted", "ended": False}
    return {"from": from_, "relation": relation, "to": to, **flags, "evidence": {"start": 0, "end": 52}}


EXAMPLE_EXTRACTION: dict[str, Any] = {
    "text": EXAMPLE_TEXT,
    "entities": [
        _example_entity("database-engineer", "agent", 0, 17),
        _example_entity("pgvector", "technology", 23, 31),
        _example_entity("RAG", "pattern", 36, 39),
    ],
    "relations": [
        _example_relation("database-engineer", "uses", "pgvector"),
        _example_relation("pgvector", "used_for", "RAG"),
    ],
}


class ExtractionAnswer(BaseModel):
    """What a text yields: entities in order of first mention, relations in order of reading."""

    model_config = example(EXAMPLE_EXTRACTION)

    text: str
    entities: list[EntityMentions]
    relations: list[RelationRead]


class WriteAnswer(BaseModel):
    """What a write did."""

    model_config = example(
        {
            "added": ["5f1d0c6b9a3e"],
            "known": [],
            "entities_added": 3,
            "relations_added": 2,
            "relations_ended": 0,
        }
    )

    added: list[str] = Field(description="Ids of the memories that are new.")
    known: list[str] = Field(description="Ids of the memories that were there already.")
    entities_added: int
    relations_added: int
    relations_ended: int = Field(description="Current relations that the new memories closed.")


class EntityAnswer(BaseModel):
    """An entity of the graph."""

    model_config = example({"name": "PostgreSQL", "type": "technology", "aliases": ["postgres"], "memory_count": 12})

    name: str
    type: str
    aliases: list[str]
    memory_count: int = Field(description="How many memories mention it.")


class GraphRelation(BaseModel):
    """A relation of the graph, with its life."""

    from_: str = Field(alias="from")
    relation: str
    to: str
    polarity: Polarity
    modality: Modality
    ended: bool = Field(description="It held once and no longer does.")
    valid_from: datetime | None
    valid_to: datetime | None = Field(description="When it ended; null while it holds.")
    current: bool = Field(description="It holds now: affirmed, asserted or planned, and not over.")


EXAMPLE_GRAPH_RELATION: dict[str, Any] = {
    "from": "database-engineer",
    "relation": "recommends",
    "to": "cursor-pagination",
    "polarity": "affirmed",
    "modality": "asserted",
    "ended": False,
    "valid_from": "2026-01-15T10:00:00Z",
    "valid_to": None,
    "current": True,
}


class EdgeAnswer(GraphRelation):
    """A relation of the graph, with its life and its proof."""

    model_config = example({**EXAMPLE_GRAPH_RELATION, "memories": ["5f1d0c6b9a3e"]})

    memories: list[str] = Field(description="Ids of the memories that prove it.")


EXAMPLE_PARSED_QUERY: dict[str, Any] = {
    "question": EXAMPLE_QUESTION,
    "query": "pagination approach recommend",
    "entity_hints": ["database-engineer", "pagination"],
    "intent": "decision",
    "intents": ["decision", "recommendation", "pattern"],
    "since": None,
    "until": None,
    "speaker": None,
}


class ParsedQueryAnswer(BaseModel):
    """A question, read. `since` and `until` are whole days, both included."""

    model_config = example(EXAMPLE_PARSED_QUERY)

    question: str
    query: str
    entity_hints: list[str]
    intent: Intent
    intents: list[Intent]
    since: date | None
    until: date | None
    speaker: str | None
    tense: Tense | None = Field(None, description="Whether it asks for what holds or for what held, where it tells.")
    denied: bool | None = Field(None, description="True where it asks for what is not so.")
    compared: list[str] | None = Field(None, description="The names between which it asks to choose, if it does.")


class ResultAnswer(BaseModel):
    """A memory as an answer."""

    id: str = Field(description="`graph:` and the memory's id, which is stable.")
    text: str
    score: float = Field(description="Recency, relevance and authority in one, in (0, 1].")
    relevance: float = Field(description="Relative to the best result, which has 1.")
    source: str
    timestamp: datetime | None = Field(description="When it was last said; null where nobody knows.")
    entities: list[str]
    graph_relations: list[GraphRelation]
    metadata: dict[str, Any] = Field(description="Kind, speaker, session, origins, what it matched of the question.")
    explain: dict[str, Any] | None = Field(None, description="Every factor of the score, where asked for.")


class SearchAnswer(BaseModel):
    """The answer to a question, best first."""

    model_config = example(
        {
            "query": EXAMPLE_QUESTION,
            "total_results": 1,
            "sources": {"graph": 1},
            "results": [
                {
                    "id": "graph:5f1d0c6b9a3e",
                    "text": "database-engineer recommends cursor-based pagination",
                    "score": 0.92,
                    "relevance": 1.0,
                    "source": "graph",
                    "timestamp": "2026-01-15T10:00:00Z",
                    "entities": ["database-engineer", "cursor-pagination"],
                    "graph_relations": [EXAMPLE_GRAPH_RELATION],
                    "metadata": {"kind": "recommendation", "speaker": "Ana Souza"},
                }
            ],
            "parsed": EXAMPLE_PARSED_QUERY,
            "truncated": False,
            "notes": [],
        }
    )

    query: str
    total_results: int = Field(description="How many results are given.")
    sources: dict[str, int]
    results: list[ResultAnswer]
    parsed: ParsedQueryAnswer
    truncated: bool = Field(description="There are more results than are given.")
    notes: list[str] = Field(description="What was clamped or left out.")
