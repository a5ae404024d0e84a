"""What a line of a pattern file may hold. Validated when loaded; a wrong line stops the start, naming file and line."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, model_validator

from memory_fabric.models import EntityType, Intent, Kind, Modality, Polarity

Word = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Words = tuple[Word, ...]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NameRow(_Row):
    """A canonical name with its other spellings.

    Matching ignores case and the kind of separator. `case: exact` counts only the capitalisation given. `common`
    names and `weak_aliases` are ordinary words too, and count only where the context says so (`ContextRow`).
    """

    name: Word
    type: EntityType
    aliases: Words = ()
    weak_aliases: Words = ()
    case: Literal["any", "exact"] = "any"
    common: bool = False


ANY_SUFFIX = "*"


class SuffixRow(_Row):
    """A last word that makes a hyphenated word a name: `database-engineer` is an agent by its `engineer`.

    With `spaced`, the words before it may stand apart ("the auth service"); with `alone`, it names a part by itself
    where an article points at one ("the gateway"). Not after one of `not_after`, which make an ordinary word of it
    ("self-service"); the row of suffix `*` lists words that name no part ("the new service"). Not before one of
    `not_before` of that row, which are the kind themselves ("the service team").
    """

    suffix: Word
    type: Literal["agent", "component"]
    spaced: bool = False
    canonical: Word | None = None
    not_after: Words = ()
    not_before: Words = ()
    alone: bool = False


class GivenNamesRow(_Row):
    """Given names of people. A capitalised one, with the capitalised words that follow it, is a person."""

    given_names: Words


class ContextRow(_Row):
    """Words beside a `common` name that say it is meant as a name."""

    context: EntityType
    before: Words = ()
    after: Words = ()


class CueRow(_Row):
    """Words that change how a relation is meant. Lemmas, one space between; they act on the clause they stand in."""

    cue: Word
    polarity: Polarity | None = None
    modality: Modality | None = None
    ended: bool = False
    governs: bool = Field(False, description="a verb that acts on the clause under it: stop using, plan to use")


class KindRow(_Row):
    """Words (lemmas) that give a statement its kind, and a question its intents."""

    kind: Kind | None = None
    intents: tuple[Intent, ...] = ()
    words: Words = ()
    weak: Words = Field((), description="words that count in a question only")

    @model_validator(mode="after")
    def _says_something(self) -> KindRow:
        if self.kind is None and not self.intents:
            raise ValueError("needs a kind or intents")
        return self


class SignatureRow(_Row):
    """Which types the two ends of a relation may have. The best filter there is.

    With `phrase`, what stands on the right is a phrase rather than what it is made of: "is a JavaScript library".
    """

    signature: Word
    from_: tuple[EntityType, ...] = Field(alias="from")
    to: tuple[EntityType, ...]
    phrase: bool = False


class RuleRow(_Row):
    """What a clause with one of these predicates says.

    Each line of `emit` reads `ROLE RELATION ROLE [FLAG ...]`; alternatives for a role are joined by `|`, the first
    that is filled counts. `reads`, `example` and `counter` are for people, and for the test that runs them.
    """

    rule: Word
    reads: Word
    verbs: Words = ()
    nouns: Words = ()
    adjectives: Words = ()
    emit: Words
    voice: Literal["any", "active", "passive"] = "any"
    actors: tuple[EntityType, ...] = Field((), description="types that the subject must have, if any are named")
    only: tuple[Modality, ...] = Field((), description="how the clause must be meant, if any are named")
    needs: Words = Field((), description="roles that must be filled (alternatives joined by |), else the row is silent")
    excluding: Words = Field((), description="head words (lemmas) that the object must not have")
    lacks: Words = Field((), description="roles that must be empty, else the row is silent")
    example: Word
    gives: Words = Field((), description="the relations that the example gives, as `from relation to`")
    counter: Word


Row = NameRow | SuffixRow | GivenNamesRow | ContextRow | CueRow | KindRow | SignatureRow | RuleRow

_BY_KEY: dict[str, TypeAdapter[Any]] = {
    "suffix": TypeAdapter(SuffixRow),
    "given_names": TypeAdapter(GivenNamesRow),
    "context": TypeAdapter(ContextRow),
    "cue": TypeAdapter(CueRow),
    "signature": TypeAdapter(SignatureRow),
    "rule": TypeAdapter(RuleRow),
    "name": TypeAdapter(NameRow),
    "kind": TypeAdapter(KindRow),
    "intents": TypeAdapter(KindRow),
}


def row_from(data: object) -> Row:
    """Return the row that a decoded line holds; the key that it has tells which sort it is.

    Raises:
        ValueError: it is no object, of no known sort, or a field is wrong (pydantic's ValidationError).
    """
    if not isinstance(data, dict):
        raise ValueError("a pattern line is a JSON object")
    for key, adapter in _BY_KEY.items():
        if key in data:
            row: Row = adapter.validate_python(data)
            return row
    raise ValueError(f"a pattern line has one of the keys {', '.join(_BY_KEY)}")
