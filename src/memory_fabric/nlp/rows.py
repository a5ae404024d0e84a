"""What a line of a pattern file may hold. Validated when loaded; a wrong line stops the start, naming file and line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, field_validator, model_validator

from memory_fabric.models import EntityType, Intent, Kind, Modality, Polarity

Word = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Words = tuple[Word, ...]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NameRow(_Row):
    """A canonical name with its other spellings.

    Matching ignores case, accents and the kind of separator. `case: exact` counts only the capitalisation given, of the
    name and of an alias that is its end (Spark, of Apache Spark).
    `common` names and `weak_aliases` are ordinary words too, and count only where the context says so (`ContextRow`);
    one that is both, at the beginning of a sentence, only where that leaves no doubt.
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
    An organization ("the platform team") keeps its name as it is written.

    With `spaced`, the words before it may stand apart ("the auth service"); with `alone`, it names a part by itself
    where an article points at one ("the gateway"). Not after one of `not_after`, which make an ordinary word of it
    ("self-service"); the row of suffix `*` lists words that name no part ("the new service"). Not before one of
    `not_before` of that row, which are the kind themselves ("the service team").
    """

    suffix: Word
    type: Literal["agent", "component", "organization"]
    spaced: bool = False
    canonical: Word | None = None
    not_after: Words = ()
    not_before: Words = ()
    alone: bool = False
    capitalised: bool = Field(False, description="with capitals, after `not_after` too: the Cloud Platform")


class SpellingRow(_Row):
    """An ordinary word as people write it in a hurry, and what it means: "w/", "teh". Names are `NameRow`s.

    It stands between white space or punctuation. With `before`, it means that only where one of these words follows.
    """

    spelling: Word
    means: Word
    before: Words = ()


class GivenNamesRow(_Row):
    """Given names of people. A capitalised one, with the capitalised words that follow it, is a person."""

    given_names: Words


class VendorsRow(_Row):
    """Names of technologies that are their makers' names too: AWS the platform, and AWS who announces a service."""

    vendors: Words


class StandardsRow(_Row):
    """Names of protocols, file formats and other standards, and the nouns that say so of any name ("protocol").

    To support one of them is to implement it; to support any other technology is to work with it.
    """

    standards: Words
    nouns: Words = ()


class TableRow(_Row):
    """Headers of two columns of a table, side by side, and what a row of it says: that the left `uses` the right, or
    is `used_for` it.
    """

    table: Words
    beside: Words
    means: Literal["uses", "used_for"]


class PackersRow(_Row):
    """Names of tools that pack things up: what is bundled with one of them is built with it, and no part of it."""

    packers: Words


class PlatformsRow(_Row):
    """Names of platforms that come with many parts: of two things that ship together, one of these is the whole; of two
    of these, the one whose row stands first.
    """

    platforms: Words


class ContextRow(_Row):
    """Words beside a `common` name that say it is meant as a name.

    Of an agent they tell where a bare role noun or an unknown word is one (`nlp/agents.py`): `before`, what may stand
    before who acts; `after`, what only people and agents do; `ending`, what others do too; `taking` and `certain`, who
    is told and asked something; `generic`, role nouns that products have too; `ordinary`, parts of a sort of agent.
    """

    context: EntityType
    before: Words = Field((), description="words before it; the name must have a capital")
    after: Words = Field((), description="words after it; the name must have a capital")
    certain: Words = Field((), description="up to three words before it that leave no doubt, in lower case too")
    certain_after: Words = Field((), description="words after it that leave no doubt, in lower case too")
    generic: Words = Field((), description="kinds of thing, in lower case, that are no names by themselves: VPC, CMS")
    ordinary: Words = Field((), description="words after the first word of a sentence that make an ordinary word of it")
    taking: Words = Field((), description="words that take a name with one capitalisation in lower case too")
    ending: Words = Field((), description="words that may follow a name in lower case, as no noun may")


class CueRow(_Row):
    """Words that change how a relation is meant. Lemmas, one space between; they act on the clause they stand in.

    A cue stands before its verb, where `at` does not say otherwise: "clause" is an adverbial on either side, and
    "opening" starts the sentence; there `#` stands for a year and `@` for a name. A cue of a `tense` counts with a verb
    in it only.
    """

    cue: Word
    polarity: Polarity | None = None
    modality: Modality | None = None
    ended: bool = False
    governs: bool = Field(False, description="a word that acts on the clause under it: stop using, the plan to use")
    asks: bool = Field(False, description='a word under which "if" and "whether" ask: not sure if')
    to_do: Modality | None = Field(None, description='how an infinitive under it is meant: "told us to use X"')
    at: Literal["verb", "clause", "opening"] = "verb"
    tense: Literal["past", "present", "progressive"] | None = None
    first_person: bool = Field(False, description='counts of *I* and *we* only: "we can"')


class KindRow(_Row):
    """Words that give a statement its kind, and a question its intents.

    A word stands for its lemma and its forms alike, `decided` for that form only; `issue/noun` for a noun only;
    `@pattern` for a name of that type, `...` for any words, `$` for the end. Adverbs, auxiliaries and articles may
    stand between the words of a phrase.
    """

    kind: Kind | None = None
    intents: tuple[Intent, ...] = ()
    words: Words = Field((), description="count where the sentence does not deny them")
    even_negated: Words = Field((), description='count where denied too: "we did not choose X" tells a choice')
    faint: Words = Field((), description="count where no other word of the sentence gives a kind")
    weak: Words = Field((), description="count in a question only")
    apart_from: Words = Field((), description='expressions whose words are no cues: "decision tree"')
    headings: Words = Field((), description="headings that give the kind to what stands under them, lower-case words")

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


SORTS = frozenset(
    {"standard", "product", "capability", "named", "itself", "part", "own", "packer", "holder", "platform", "norm"}
)
"""What an emission can say of its right end, beyond its type; `named` says it of both, `part` of the left one."""


class RuleRow(_Row):
    """What a clause with one of these predicates says.

    Each line of `emit` reads `ROLE RELATION ROLE [FLAG ...]`; alternatives for a role are joined by `|`, the first
    that is filled counts. With the same role on both sides, each of its fillers is related to those behind it. Besides
    flags of the relation, `standard`, `product` and `capability` say what the right end must be (`StandardsRow`), and
    `named` that neither end is a concept, `itself` that the right end is a technology's name, not what is made of
    one ("a Redis client"), `part` that the left end, and `own` that the right end, is a part of one's own system,
    `packer` that the right end packs things up, `platform` that it is the one of the two that comes with the other
    (`PackersRow`, `PlatformsRow`), `holder` that it may be, and `norm` that it is a pattern or a standard.
    `ended` is silent on what is only planned, but with `outright` on what is to be given up.
    `reads`, `example` and `counter` are for people, and for the test that runs them.
    """

    rule: Word
    reads: Word
    verbs: Words = ()
    nouns: Words = ()
    adjectives: Words = ()
    apart_from: Words = Field((), description="predicates that a row for `*`, any word, is not about")
    emit: Words
    voice: Literal["any", "active", "passive"] = "any"
    actors: tuple[EntityType, ...] = Field((), description="types that the subject must have, if any are named")
    only: tuple[Modality, ...] = Field((), description="how the clause must be meant, if any are named")
    needs: Words = Field((), description="roles that must be filled (alternatives joined by |), else the row is silent")
    excluding: Words = Field((), description="head words (lemmas) that the object must not have")
    lacks: Words = Field((), description="roles that must be empty, else the row is silent")
    about: Words = Field((), description="head words (lemmas) of which what is done to has one, if any are named")
    among: Words = Field((), description="head words (lemmas) of which the object must have one, if any are named")
    example: Word
    gives: Words = Field((), description="the relations that the example gives, as `from relation to`")
    counter: Word


class PhraseRow(_Row):
    """A phrase as spaCy's entity ruler has it: a spelling of the name `id`, or a name by itself."""

    label: EntityType
    pattern: Word
    id: Word | None = None

    @field_validator("label", mode="before")
    @classmethod
    def _in_any_case(cls, label: object) -> object:
        return label.lower() if isinstance(label, str) else label

    @field_validator("pattern", mode="before")
    @classmethod
    def _is_no_token_pattern(cls, pattern: object) -> object:
        if isinstance(pattern, list):
            raise ValueError("; ".join([*_impossible(pattern), "token patterns are not read, write the words as one"]))
        return pattern

    def as_name(self) -> NameRow:
        """Return the row that says the same in our own form."""
        name = self.id or self.pattern
        return NameRow(name=name, type=self.label, aliases=() if name == self.pattern else (self.pattern,))


def _impossible(tokens: list[object]) -> Iterator[str]:
    """Yield what can never match in a token pattern of spaCy's (spaCy#1579, spaCy#5094)."""
    for token in tokens:
        for attribute, value in token.items() if isinstance(token, dict) else ():
            if not isinstance(value, str):
                continue
            if str(attribute).upper() == "LOWER" and value != value.lower():
                yield f"LOWER {value!r} has a capital, and never matches"
            if len(value.split()) > 1:
                yield f"{attribute} {value!r} is several words, and never matches one token"


class OffRow(_Row):
    """Switches off what an earlier folder has: `{"rule": "handle", "off": true}`."""

    off: Literal[True]
    name: Word | None = None
    rule: Word | None = None
    cue: Word | None = None
    suffix: Word | None = None

    @property
    def what(self) -> tuple[str, str]:
        """The sort of the row and what it speaks of."""
        return next((sort, word) for sort, word in self._given())

    def _given(self) -> list[tuple[str, str]]:
        sorts = (("name", self.name), ("rule", self.rule), ("cue", self.cue), ("suffix", self.suffix))
        return [(sort, word) for sort, word in sorts if word is not None]

    @model_validator(mode="after")
    def _names_one_thing(self) -> OffRow:
        if len(self._given()) != 1:
            raise ValueError("switches off one name, rule, cue or suffix")
        return self


Row = (
    NameRow
    | SuffixRow
    | SpellingRow
    | GivenNamesRow
    | VendorsRow
    | StandardsRow
    | PackersRow
    | TableRow
    | PlatformsRow
    | ContextRow
    | CueRow
    | KindRow
    | SignatureRow
    | RuleRow
    | PhraseRow
    | OffRow
)

_BY_KEY: dict[str, TypeAdapter[Any]] = {
    "off": TypeAdapter(OffRow),
    "label": TypeAdapter(PhraseRow),
    "suffix": TypeAdapter(SuffixRow),
    "spelling": TypeAdapter(SpellingRow),
    "given_names": TypeAdapter(GivenNamesRow),
    "vendors": TypeAdapter(VendorsRow),
    "standards": TypeAdapter(StandardsRow),
    "packers": TypeAdapter(PackersRow),
    "table": TypeAdapter(TableRow),
    "platforms": TypeAdapter(PlatformsRow),
    "context": TypeAdapter(ContextRow),
    "cue": TypeAdapter(CueRow),
    "signature": TypeAdapter(SignatureRow),
    "rule": TypeAdapter(RuleRow),
    "name": TypeAdapter(NameRow),
    "kind": TypeAdapter(KindRow),
    "intents": TypeAdapter(KindRow),
}

ROW_KEYS = tuple(_BY_KEY)
"""The keys that tell the sorts of rows apart."""


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
