"""What the service gives beyond the answers that every edge gives: batches, pages, problems and health."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from memory_fabric.answers import (
    EXAMPLE_EXTRACTION,
    EdgeAnswer,
    EntityAnswer,
    ExtractionAnswer,
    WriteAnswer,
    example,
)


class Fault(BaseModel):
    """One wrong field."""

    field: str
    reason: str


class Problem(BaseModel):
    """An error, as RFC 9457 has it. `code` is stable; further members tell the facts of it."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:memory-fabric:error:too_large",
                    "title": "The input is over a limit",
                    "status": 413,
                    "code": "too_large",
                    "detail": "text: 1,000,001 bytes, the limit is 1,000,000 bytes",
                    "field": "text",
                    "limit": 1_000_000,
                    "unit": "bytes",
                }
            ]
        },
    )

    type: str
    title: str
    status: int
    code: str
    detail: str
    field: str | None = Field(None, description="The field that is wrong, dotted.")
    errors: list[Fault] | None = Field(None, description="Every field that is wrong.")


class IndexedProblem(Problem):
    """Why one memory of many was refused."""

    index: int


class BatchResult(ExtractionAnswer):
    """What one document yields."""

    id: str | int | None


class BatchFailure(BaseModel):
    """Why one document yields nothing."""

    id: str | int | None
    error: Problem


class BatchAnswer(BaseModel):
    """One result a document, in the order given."""

    model_config = example({"results": [{"id": "a", **EXAMPLE_EXTRACTION}]})

    results: list[BatchResult | BatchFailure]


class MemoriesAnswer(WriteAnswer):
    """What was written, what was there already, and what was refused."""

    errors: list[IndexedProblem]


class EntitiesAnswer(BaseModel):
    """A page of entities in order of name."""

    entities: list[EntityAnswer]
    cursor: str | None = Field(description="Continues the list; null at its end.")


class NeighboursAnswer(BaseModel):
    """The relations around an entity, nearest first."""

    entity: str
    depth: int = Field(description="The depth that was looked at.")
    relations: list[EdgeAnswer]
    truncated: bool = Field(description="The list is full; there may be more.")


class ForgetAnswer(BaseModel):
    """What was removed for good."""

    model_config = example({"memories": ["5f1d0c6b9a3e"], "origins": 1, "entities": ["Redis"], "relations": 2})

    memories: list[str] = Field(description="Ids of the memories that are gone.")
    origins: int = Field(description="Sayings that are gone; a memory that others told too is still there.")
    entities: list[str] = Field(description="Names of the entities that are gone.")
    relations: int


class RetractAnswer(BaseModel):
    """How many relations ended: one that both held and was planned counts twice."""

    retracted: int


class PatternsAnswer(BaseModel):
    """What was loaded."""

    model_config = example({"names": 2881, "rules": 62, "seconds": 0.412})

    names: int
    rules: int
    seconds: float = Field(description="How long it took.")


class HealthAnswer(BaseModel):
    """The process is alive."""

    status: str
    version: str


class ReadyAnswer(BaseModel):
    """The service can answer."""

    status: str
    pipeline: str
    graph: str
