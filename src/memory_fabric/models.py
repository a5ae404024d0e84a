"""The frozen types that pass between the parts. Plain data: no I/O, no spaCy, no pydantic.

Offsets count Unicode code points of the text as it was given. Times are aware and in UTC, or None where nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, get_args

EntityType = Literal["agent", "person", "organization", "component", "technology", "pattern", "concept"]
Polarity = Literal["affirmed", "negated"]
Modality = Literal["asserted", "planned", "proposed", "hypothetical", "question"]
Kind = Literal["decision", "recommendation", "pattern", "blocker", "problem", "preference", "question", "fact"]
Intent = Literal[
    "decision", "recommendation", "pattern", "blocker", "problem", "preference", "usage", "ownership",
    "definition", "comparison", "recency", "general",
]  # fmt: skip
Tense = Literal["now", "before", "any"]

ENTITY_TYPES: tuple[str, ...] = get_args(EntityType)
KINDS: tuple[str, ...] = get_args(Kind)
INTENTS: tuple[str, ...] = get_args(Intent)


@dataclass(frozen=True, slots=True)
class Mention:
    """Where an entity is named: `text[start:end]` of the document is `text`, always."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Entity:
    """One named thing. `name` is canonical; a speaker or project named only by *I* or *we* has no mentions."""

    name: str
    type: EntityType
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the document, as code point offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Filler:
    """The words that fill a role of a clause: `subj`, `obj`, or `@with` for what stands behind a preposition."""

    role: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """What a rule matched in the text: the words of its predicate, those at the two ends, and the cues that say how
    the clause is meant. An end that *we* or *it* fills is that word.
    """

    predicate: tuple[Span, ...]
    from_: Filler
    to: Filler
    cues: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed relation in the active direction, with its flags and the sentence that it was read from.

    `rule` names the row of the pattern files that made it, `match` the words that the row matched.
    """

    from_: str
    relation: str
    to: str
    polarity: Polarity = "affirmed"
    modality: Modality = "asserted"
    ended: bool = False
    evidence: Span = Span(0, 0)
    rule: str = ""
    match: Match | None = None

    @property
    def is_current(self) -> bool:
        """Whether it may answer "what do we use": affirmed, asserted or planned, and not over."""
        return self.polarity == "affirmed" and self.modality in ("asserted", "planned") and not self.ended

    @property
    def is_ending(self) -> bool:
        """Whether it ends what it speaks of. "Should we stop using X?" and "we will stop using X" do not yet."""
        return self.ended and self.modality == "asserted"


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one document yields: entities in order of first mention, relations in order of reading."""

    text: str
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a person or an assistant, or one document: what comes in from outside.

    `source` says where it was read (a file, a URL, a tool), `session` which conversation it belongs to, `id` which
    turn of the session it is. `project` is who *we* are.
    """

    text: str
    id: str | None = None
    speaker: str | None = None
    timestamp: datetime | None = None
    session: str | None = None
    source: str | None = None
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a memory comes from: one witness's saying of it."""

    source: str | None = None
    session: str | None = None
    turn_id: str | None = None
    speaker: str | None = None
    timestamp: datetime | None = None

    @property
    def witness(self) -> tuple[str, str]:
        """Who vouches: the speaker, or, where none is known, the source. One speaker is one witness anywhere."""
        return ("speaker", self.speaker.casefold()) if self.speaker else ("source", self.source or "")


@dataclass(frozen=True, slots=True)
class Memory:
    """One remembered statement. `id` is stable: the same statement of the same turn has the same id in every run."""

    id: str
    text: str
    kind: Kind = "fact"
    entities: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    stored_at: datetime | None = None

    @property
    def timestamp(self) -> datetime | None:
        """When it was last said, or None where no origin knows."""
        if len(self.origins) == 1:  # as most have, and all are asked for it again and again
            return self.origins[0].timestamp
        return max((o.timestamp for o in self.origins if o.timestamp), default=None)

    @property
    def speaker(self) -> str | None:
        """Who said it, as the first origin that knows tells."""
        return next((o.speaker for o in self.origins if o.speaker), None)


@dataclass(frozen=True, slots=True)
class Statement:
    """A memory with what was read from it, ready to be written to a graph."""

    memory: Memory
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation as the graph holds it. `valid_to` is None while it holds; `memories` are the ids that prove it."""

    from_: str
    relation: str
    to: str
    polarity: Polarity = "affirmed"
    modality: Modality = "asserted"
    ended: bool = False
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    memories: tuple[str, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether it holds now."""
        return (
            self.polarity == "affirmed"
            and self.modality in ("asserted", "planned")
            and not self.ended
            and self.valid_to is None
        )


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """An entity as the graph holds it. `memory_count` is how many memories mention it; `former_names` are those of its
    aliases under which it is written to as well, since it was merged or renamed.
    """

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    memory_count: int = 0
    former_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What a write did. `added` and `known` are memory ids, in the order given."""

    added: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    entities_added: int = 0
    relations_added: int = 0
    relations_ended: int = 0

    def __add__(self, other: WriteReport) -> WriteReport:
        return WriteReport(
            self.added + other.added,
            self.known + other.known,
            self.entities_added + other.entities_added,
            self.relations_added + other.relations_added,
            self.relations_ended + other.relations_ended,
        )


@dataclass(frozen=True, slots=True)
class Selection:
    """What is to be forgotten: what mentions `entity` and was said as the other three tell. None is no condition."""

    entity: str | None = None
    source: str | None = None
    session: str | None = None
    speaker: str | None = None

    @property
    def names_origin(self) -> bool:
        """Whether it tells by whom or where something was said, and not only what it is about."""
        return (self.source, self.session, self.speaker) != (None, None, None)

    def selects(self, origin: Origin) -> bool:
        """Whether `origin` is as source, session and speaker tell; a speaker's case does not count."""
        return (
            self.source in (None, origin.source)
            and self.session in (None, origin.session)
            and (self.speaker is None or (origin.speaker or "").casefold() == self.speaker.casefold())
        )


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What was removed for good. `memories` are ids, `entities` names; a memory that others told too only loses
    `origins`.
    """

    memories: tuple[str, ...] = ()
    origins: int = 0
    entities: tuple[str, ...] = ()
    relations: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """That a relation was said at a time: by the memory of this id, or, where it is None, by nobody known."""

    memory: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class RelationRecord:
    """An edge of the graph with all that proves it, oldest first; empty where the graph keeps no proofs."""

    edge: Edge
    evidence: tuple[Evidence, ...] = ()


GraphRecord = Memory | EntityRecord | RelationRecord
"""What an export is made of: all of a namespace, and nothing twice."""


@dataclass(frozen=True, slots=True)
class PatternReport:
    """What a reload of the patterns loaded, and the seconds that it took."""

    names: int
    rules: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Filters:
    """What the caller insists on. Ends of the time range are both included; a memory of unknown time fails them."""

    since: datetime | None = None
    until: datetime | None = None
    speaker: str | None = None
    type: str | None = None

    def accept(self, memory: Memory) -> bool:
        """Whether one origin of `memory` fits time and speaker. `type` needs the graph and is not tested here."""
        return any(self._accept_origin(origin) for origin in memory.origins) or not (
            self.since or self.until or self.speaker
        )

    def _accept_origin(self, origin: Origin) -> bool:
        if self.speaker and (origin.speaker or "").casefold() != self.speaker.casefold():
            return False
        if self.since and (origin.timestamp is None or origin.timestamp < self.since):
            return False
        return not (self.until and (origin.timestamp is None or origin.timestamp > self.until))


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that one query found. `score` is the store's own, comparable within one answer; `via` is the query."""

    memory: Memory
    score: float
    via: str


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A question, read. `since` and `until` are whole UTC days, both included; an open end is None.

    `tense` tells whether it asks for what holds or for what held; `denied` that it asks for what is not so ("what did
    we decide against"); `compared` are the names between which it asks to choose.
    """

    question: str
    query: str
    entity_hints: tuple[str, ...] = ()
    intent: Intent = "general"
    intents: tuple[Intent, ...] = ("general",)
    since: date | None = None
    until: date | None = None
    speaker: str | None = None
    tense: Tense = "any"
    denied: bool = False
    compared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One memory as an answer. `score` and `relevance` lie in (0, 1]; `explain` is empty unless asked for."""

    id: str
    text: str
    score: float
    relevance: float
    timestamp: datetime | None
    entities: tuple[str, ...]
    graph_relations: tuple[Edge, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    explain: Mapping[str, Any] = field(default_factory=dict)
    source: str = "graph"


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The answer to one question, best first. `seconds` tells how long each step took."""

    query: str
    parsed: ParsedQuery
    results: tuple[SearchResult, ...] = ()
    truncated: bool = False
    notes: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
