"""What the service takes, for validation and OpenAPI."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from fastapi import Query
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PlainValidator,
    RootModel,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from memory_fabric.answers import EXAMPLE_QUESTION, EXAMPLE_TEXT, example
from memory_fabric.config import NAMESPACE
from memory_fabric.errors import InvalidInput
from memory_fabric.models import EntityType
from memory_fabric.periods import parse_until
from memory_fabric.text import scrub
from memory_fabric.timestamps import parse_timestamp

_LONGEST_REASON = 120


class DescribedAs:
    """Publishes an untyped field under the schema of `model`, so that items can be validated one by one."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Pass every value through, over the schema of the model, which is what gets published."""
        described = handler.generate_schema(self._model)
        return core_schema.no_info_wrap_validator_function(lambda value, _: value, described)


def _reads_time(parse: Callable[[object], datetime | None]) -> PlainValidator:
    def read(value: object) -> datetime | None:
        try:
            return parse(value)
        except InvalidInput as error:
            # The reason quotes the value, which may be anything.
            reason = error.reason if len(error.reason) <= _LONGEST_REASON else "is no ISO 8601 time or epoch"
            raise PydanticCustomError("timestamp", "{reason}", {"reason": reason}) from error

    return PlainValidator(read)


def _document_id(value: object) -> str | int | None:
    if value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
        return value
    raise PydanticCustomError("document_id", "Input should be a string or an integer")


_TIME_SCHEMA = {
    "anyOf": [{"type": "string", "format": "date-time"}, {"type": "number"}, {"type": "null"}],
}
_ID_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}

Label = Annotated[str, Field(max_length=1_024)]
Time = Annotated[datetime | None, _reads_time(parse_timestamp), WithJsonSchema(_TIME_SCHEMA)]
Until = Annotated[datetime | None, _reads_time(parse_until), WithJsonSchema(_TIME_SCHEMA)]
DocumentId = Annotated[str | int | None, PlainValidator(_document_id), WithJsonSchema(_ID_SCHEMA)]
Namespace = Annotated[
    str | None,
    Field(pattern=f"^{NAMESPACE}$", description="Whose memories to work on; the configured one if omitted."),
]
Scrubbed = Annotated[str, AfterValidator(scrub)]


class RequestModel(BaseModel):
    """A body or a set of query parameters: a field that is not known is an error, for it would go unheard."""

    model_config = ConfigDict(extra="forbid")


class NamespaceRequest(RequestModel):
    """Whose memories to work on."""

    namespace: Namespace = None

    def agreed(self, other: str | None) -> str | None:
        """Return the namespace where the query (this) or the body (`other`) or both tell one.

        Raises:
            InvalidInput: they tell two.
        """
        if self.namespace and other and self.namespace != other:
            raise InvalidInput("namespace", "the query tells one and the body another")
        return self.namespace or other


class ExtractRequest(RequestModel):
    """A text to read."""

    model_config = example({"text": EXAMPLE_TEXT})

    text: str = Field(description="The document. Offsets in the answer count its code points.")
    speaker: Label | None = Field(None, description="Who *I* is.")
    project: Label | None = Field(None, description="Who *we* are.")
    explain: bool = Field(False, description="Tell which rule made each relation, and the words that it matched.")


class DocumentRequest(ExtractRequest):
    """A text to read, one of many."""

    model_config = example({"id": "a", "text": EXAMPLE_TEXT})

    id: DocumentId = Field(None, description="Comes back with the answer.")


class BatchRequest(RequestModel):
    """Texts to read, each on its own."""

    documents: list[Annotated[Any, DescribedAs(DocumentRequest)]]


class MemoryRequest(ExtractRequest):
    """A text to remember, and where it comes from."""

    model_config = example(
        {
            "text": EXAMPLE_TEXT,
            "speaker": "Ana Souza",
            "session": "stand-up",
            "timestamp": "2026-01-15T10:00:00Z",
        }
    )

    source: Label | None = Field(None, description="Where it was read: a file, a URL, a tool.")
    session: Label | None = Field(None, description="Which conversation it belongs to.")
    turn_id: Label | None = Field(None, description="Which turn of the session it is.")
    timestamp: Time = Field(
        None,
        description="When it was said: ISO 8601, or seconds or milliseconds since 1970. Without a zone it is "
        "UTC; null is unknown.",
    )


class OneMemory(MemoryRequest):
    """A text to remember, alone in its request."""

    namespace: Namespace = None


class ManyMemories(RequestModel):
    """Texts to remember; one that is wrong is refused by its index, and the rest kept."""

    memories: list[Annotated[Any, DescribedAs(MemoryRequest)]]
    namespace: Namespace = None


class MemoriesRequest(RootModel[Annotated[Any, DescribedAs(OneMemory | ManyMemories)]]):
    """One text to remember, or many under `memories`."""


class SearchRequest(RequestModel):
    """A question and what the caller insists on."""

    model_config = example({"q": EXAMPLE_QUESTION, "limit": 5})

    q: Scrubbed = Field("", description="The question; an empty one gives the most recent memories.")
    limit: int | None = Field(None, ge=1, description="Most results; clamped, and `notes` says so.")
    depth: int = Field(2, ge=0, description="How far to traverse the graph; clamped, and `notes` says so.")
    now: Time = Field(None, description="What recency and *last week* count from; the present if omitted.")
    since: Time = Field(None, description="Only what was said at this time or later.")
    until: Until = Field(None, description="Only what was said until then; a bare date includes that day.")
    speaker: Annotated[Scrubbed, Field(max_length=1_024)] | None = Field(
        None, description="Only what this speaker said."
    )
    type: EntityType | None = Field(None, description="Only memories that mention an entity of this type.")
    as_of: Time = Field(None, description="The answer of this time, with the relations that held then; now if omitted.")
    explain: bool = Field(False, description="Tell every factor of each score.")
    namespace: Namespace = None


class QueryRequest(RequestModel):
    """A question to parse."""

    q: Scrubbed = Field(description="The question.")
    now: Time = Field(None, description="What *last week* counts from; the present if omitted.")


class EntitiesRequest(RequestModel):
    """Which entities to list."""

    prefix: Annotated[Scrubbed, Field(max_length=1_024)] = Field("", description="How the name starts, in any case.")
    type: EntityType | None = None
    cursor: Annotated[Scrubbed, Field(max_length=4_096)] | None = Field(
        None, description="The `cursor` of the page before."
    )
    limit: int | None = Field(None, ge=1, description="Most entities; clamped to the configured maximum.")
    namespace: Namespace = None


class NeighboursRequest(NamespaceRequest):
    """How far to look around an entity, and when."""

    depth: int = Field(1, ge=0, description="Steps from the entity; clamped to the configured maximum.")
    as_of: Time = Field(None, description="As the graph stood at this time; now if omitted.")


class SelectionRequest(NamespaceRequest):
    """Which memories are meant: those that fit all that is told, and something must be."""

    entity: Scrubbed | None = Field(None, description="Those that mention it: name, alias or spelling variant.")
    source: Scrubbed | None = Field(None, description="Those that were read there.")
    session: Scrubbed | None = Field(None, description="Those that belong to this conversation.")
    speaker: Scrubbed | None = Field(None, description="Those that this one said, in any case.")


class RetractRequest(NamespaceRequest):
    """A relation that holds no longer."""

    model_config = example({"from": "auth-service", "relation": "uses", "to": "MySQL", "at": "2026-01-15T10:00:00Z"})

    from_: str = Field(alias="from", min_length=1)
    relation: str = Field(min_length=1)
    to: str = Field(min_length=1)
    at: Time = Field(None, description="When it ended; now if omitted.")


class MergeRequest(NamespaceRequest):
    """What an entity really is."""

    model_config = example({"into": "auth-service"})

    into: str = Field(min_length=1, description="The entity that stays: name, alias or spelling variant.")


class RenameRequest(NamespaceRequest):
    """What an entity is to be called."""

    model_config = example({"to": "identity-service"})

    to: str = Field(min_length=1, description="The name; the one before stays as an alias.")


NamespaceQuery = Annotated[NamespaceRequest, Query()]
