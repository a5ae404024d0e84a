"""Who or what a word of the parse stands for: a named entity, the speaker, the project, or a concept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc, Span, Token

from memory_fabric.models import EntityType
from memory_fabric.nlp.clauses.headers import header_of
from memory_fabric.nlp.clauses.pronouns import antecedent, is_empty, is_nobody, is_pronoun, is_whole, may_go_on
from memory_fabric.nlp.refs import LONGEST_NAME, Ref
from memory_fabric.nlp.surface.markup import is_filler
from memory_fabric.text import kebab

_SPEAKER_WORDS = frozenset({"i", "me", "my", "mine", "myself"})
_PROJECT_WORDS = frozenset({"we", "us", "our", "ours", "ourselves"})
_POINTERS = _SPEAKER_WORDS | _PROJECT_WORDS | {"'s", "let"}
_LETS = frozenset({"'s", "\u2019s", "s"})  # "let's use"
# So many such nouns one within the other: "the use of a version of a kind of X" has three.
_DEEPEST = 5
# Nouns that stand for what they are made of or counted by: "a combination of X and Y", "use of X".
_TRANSPARENT = frozenset(
    {"all", "most", "majority", "subset", "rest", "combination", "mix", "mixture", "version", "instance", "set", "kind",
     "type", "use", "usage", "pair", "number", "instances", "flavor", "flavour", "part", "adoption"}
)  # fmt: skip
# "Ana's service" is not Ana; "Gatekeeper's mutating hooks" are Gatekeeper.
_OWNERS = frozenset({"person", "agent", "organization"})
_MODIFIERS = frozenset({"compound", "amod", "nmod", "nummod", "advmod", "quantmod", "npadvmod"})
_DROPPED = frozenset({"det", "poss", "predet", "preconj", "punct", "case"})
# Words before a noun that count or point as an article does, and are no part of its name.
_COUNTING = frozenset(
    {"other", "another", "such", "various", "several", "many", "few", "certain", "any", "some", "both", "each",
     "e.g.", "i.e."}
)  # fmt: skip
_WORDLESS = frozenset(
    {"thing", "something", "anything", "everything", "one", "way", "lot", "example", "time", "purpose", "task",
     "reason", "case", "kind", "sort", "now", "today", "instance", "other", "each", "year", "month", "week", "day",
     "hour", "minute", "decade", "century", "night", "weekend", "while", "moment", "long", "ever", "sake"}
)  # fmt: skip
_OBJECTS = frozenset({"dobj", "ccomp", "attr", "dative", "oprd"})
_ASKING = frozenset({"WRB", "WP", "WDT"})
_TOLD_APART = frozenset({"task", "purpose"})
_VAGUE = _COUNTING | frozenset(
    {"same", "different", "specific", "particular", "own", "similar", "following", "certain", "above", "simple", "new",
     "main", "first", "next", "general", "multiple", "more", "all"}
)  # fmt: skip
# "To help keep records": what is helped is the purpose.
_HELPING = frozenset({"help", "try", "start", "begin", "attempt"})
_ONES = frozenset({"a", "an", "my", "our", "your", "this", "another", "every", "each"})
# "For a number of years" is no purpose.
_AMOUNTS = frozenset({"number", "couple", "lot", "amount", "range"})
# People who work with a thing are not the thing: "Ubuntu users use apt".
_PEOPLE = frozenset(
    {"user", "developer", "team", "engineer", "people", "customer", "admin", "maintainer", "community", "folk",
     "author", "programmer", "member", "contributor", "expert", "fan"}
)  # fmt: skip
_NAMING = frozenset({"call", "name", "dub"})

_BODIES = frozenset(
    "server backend instance cluster database db service api client library framework engine container image app "
    "application node broker queue store storage driver plugin module package project tool platform runtime compiler "
    "daemon process system stack program file format protocol standard spec specification language distribution cache "
    "volume bucket repository repo function lambda environment installation setup deployment provider interface layer "
    "component parser model sdk cli gui ui app apps site website endpoint gateway proxy agent operator controller "
    "driver extension toolchain ecosystem software product table index schema script pipeline support".split()
)
# What is made with a technology is not the technology: "a Django app runs on X".
_MADE = frozenset(
    {"app", "application", "webapp", "project", "website", "site", "program", "script", "codebase", "code", "game",
     "bot", "test", "job", "user", "developer"}
)  # fmt: skip
_LONGEST_CONCEPT = 12
_SHARES = frozenset(
    {"percentage", "majority", "minority", "share", "number", "fraction", "handful", "amount", "lot", "variety",
     "couple", "bunch", "range", "series", "half", "rest", "plenty", "most", "part", "chunk", "proportion", "portion"}
)  # fmt: skip


@dataclass(slots=True)
class Arguments:
    """Resolves the words of one parsed segment. `earlier` holds the entities of the segments before, nearest last.
    `heading` is what stands above, and the subject of sentences that leave theirs out: of the pronouns at `unsaid`.
    `owner` is whose the technologies are that are listed here, and `is_stack` whether a line lists nothing else.
    """

    doc: Doc
    offsets: Sequence[tuple[int, int]]
    shift: int
    text: str
    speaker: Ref | None
    project: Ref | None
    earlier: Sequence[Ref]
    by_token: dict[int, Ref]
    heading: Ref | None = None
    owner: Ref | None = None
    is_stack: bool = False
    unsaid: Collection[int] = ()

    def named(self, token: Token, types: Collection[EntityType]) -> Ref | None:
        """Return the entity of one of `types` that the word stands for, itself or by what it is made of."""
        ref = self.by_token.get(token.i)
        if ref is not None:
            return ref if ref.type in types else None
        if token.i in self.unsaid:
            return _fitting(self.heading, types)
        word = token.lower_
        if word in _SPEAKER_WORDS:
            return _fitting(self.speaker, types)
        if word in _PROJECT_WORDS or (word in _LETS and token.pos_ == "PRON") or is_nobody(token):
            return _fitting(self.project, types)
        if is_pronoun(token):
            return self._pointed_at(token, types)
        if is_whole(token):
            return _fitting(self.project, types)
        if token.pos_ not in ("NOUN", "PROPN", "ADJ") and word not in _TRANSPARENT:
            return None
        return self._of_what(token, types)

    def concept(self, token: Token) -> Ref | None:
        """Return the concept that a noun phrase, or a verb with its object, names; None where it says nothing."""
        if token.pos_ in ("PRON", "DET", "ADV") or token.tag_ == "JJR" or _says_nothing(token):
            return None
        if token.lower_ == "order" and token.i and token.nbor(-1).lower_ == "in":
            return None  # "in order to"
        token = _counted(token)
        if (
            token.pos_ == "PROPN"
            and not _starts_as_a_noun(token)
            and not any(child.dep_ in _MODIFIERS for child in token.children)
            and not _is_acronym(token)
        ):
            return None  # a name that nobody knows, not a thing in words
        if token.lemma_.lower() in _HELPING:
            inner = next((child for child in token.children if child.dep_ in ("xcomp", "ccomp")), None)
            return self.concept(inner) if inner is not None else None
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("pobj", "dobj"):
            words = self._verb_phrase(token)
            objects = [child for child in token.children if child.dep_ in _OBJECTS]
            if any(child.pos_ in ("PRON", "DET") for child in objects) or (objects and len(words) == 1):
                return None  # "to have it", "to find that …": what is done has no words of its own
        elif token.pos_ in ("NOUN", "PROPN", "ADJ", "NUM", "VERB") or token.ent_type_:
            words = self._noun_phrase(token)
        else:
            return None
        words = sorted(words, key=lambda word: word.i)
        if token.lemma_.lower() in _AMOUNTS and any(word.lemma_.lower() in _WORDLESS for word in words):
            return None
        if any(word.text == "#" or word.pos_ == "PRON" or is_filler(word.text) for word in words):
            return None
        if not words or sum(map(_is_word, words)) > _LONGEST_CONCEPT:
            return None
        start, end = self.place(words[0])[0], self.place(words[-1])[1]
        if end - start > LONGEST_NAME:
            return None
        name = kebab(" ".join(self.text[slice(*self.place(word))] for word in words))
        name = "-".join(part for part in name.replace("'", "").split("-") if part)
        return Ref(name, "concept", start, end) if any(char.isalpha() for char in name) else None

    def is_about_something(self, sentence: Span) -> bool:
        """Whether a sentence names or points at something, or has one who speaks and may be its unsaid subject."""
        return self.speaker is not None or any(
            token.i in self.by_token or token.lower_ in _POINTERS or is_pronoun(token) for token in sentence
        )

    def place(self, token: Token) -> tuple[int, int]:
        """Return where the token stands in the document."""
        start, end = self.offsets[token.i]
        return start + self.shift, end + self.shift

    def evidence(self, sentence: Span) -> tuple[int, int]:
        """Return where the sentence stands in the document."""
        return self.place(sentence[0])[0], self.place(sentence[-1])[1]

    def is_name(self, token: Token) -> bool:
        """Whether the word is part of a named entity's mention."""
        return token.i in self.by_token

    def stands_for(self, token: Token) -> bool:
        """Whether the word itself is a name or points at one, rather than being made of one."""
        word = token.lower_
        return self.is_name(token) or word in _SPEAKER_WORDS or word in _PROJECT_WORDS or is_pronoun(token)

    def is_body(self, token: Token) -> bool:
        """Whether a noun is what a technology is run, kept or got as: "the PostgreSQL server", "a PHP backend"."""
        return token.lemma_.lower() in _BODIES or token.lemma_.lower() in _TRANSPARENT

    def is_made_with(self, token: Token) -> bool:
        """Whether a noun is something that is made with the technology before it: "a Django app", "my React code"."""
        if self.is_name(token) or token.lemma_.lower() not in _MADE:
            return False
        return token.tag_ == "NNS" or any(child.lower_ in _ONES for child in token.children)

    def has_extra_words(self, token: Token) -> bool:
        """Whether a name is the head of a longer ordinary phrase: `caching` in "session caching"."""
        return any(
            child.dep_ in ("compound", "amod") and child.i < token.i and not child.ent_type_ for child in token.children
        )

    def _pointed_at(self, token: Token, types: Collection[EntityType]) -> Ref | None:
        """Return the entity of a fitting type that a pronoun points back at; in the first sentence of a segment, the
        nearest of those before.
        """
        names = {index: ref.type for index, ref in self.by_token.items() if ref.type in types}
        found = antecedent(token, names)
        if found is not None:
            return self.by_token[found.i]
        if self._goes_on(token):
            return _fitting(self.heading, types)
        header = header_of(self.doc)  # "Name - A small proxy. It is written in Go."
        if header is not None and header.i in names and not is_empty(token):
            return self.by_token[header.i]
        if token.sent.start == 0:
            fitting = [ref for ref in self.earlier if ref.type in types]
            return fitting[-1] if may_go_on(token, [ref.type for ref in fitting]) else None
        return None

    def _goes_on(self, token: Token) -> bool:
        """Whether *it* is the heading, as of the first sentence under it, or of one behind another that is said of it:
        "Uses X. It is fast."
        """
        if self.heading is None or token.lower_ != "it" or token.dep_ not in ("nsubj", "nsubjpass") or is_empty(token):
            return False
        start = token.sent.start
        before = self.doc[start - 1].sent[0] if start else token
        return before.i in self.unsaid or before.lower_ == "it"

    def _of_what(self, token: Token, types: Collection[EntityType]) -> Ref | None:
        if token.lemma_.lower() in _PEOPLE:
            return None
        inside = self._inside(token)
        if inside is not token:
            is_endless = inside.i not in self.by_token and inside.lemma_.lower() in _TRANSPARENT
            return None if is_endless else self.named(inside, types)
        called = self._called(token)
        if called is not None and called.type in types:
            return called
        found = [
            self.by_token[child.i]
            for child in token.children
            if child.i in self.by_token
            and child.dep_ in ("compound", "nmod", "amod", "appos", "poss")
            and not (child.dep_ == "poss" and self.by_token[child.i].type in _OWNERS)
        ]
        fitting = [ref for ref in found if ref.type in types]
        if fitting:
            return fitting[-1]
        # "the open source MongoDB API": a phrase that the parser took for two.
        twin = next((child for child in token.children if child.dep_ == "appos" and child.i == token.i + 2), None)
        return self._of_what(twin, types) if twin is not None else None

    def _inside(self, token: Token) -> Token:
        """Return what a noun that stands for its contents is made of: X of "the use of a version of X"."""
        for _ in range(_DEEPEST):
            if token.i in self.by_token or token.lemma_.lower() not in _TRANSPARENT:
                break
            of = (child for child in token.children if child.dep_ == "prep" and child.lower_ == "of")
            inner = next((child for prep in of for child in prep.children if child.dep_ == "pobj"), None)
            if inner is None:
                break
            token = inner
        return token

    def _called(self, token: Token) -> Ref | None:
        """Return the name that a noun is given: "a build tool called Leiningen"."""
        for child in token.children:
            if child.dep_ in ("acl", "relcl") and child.lemma_ in _NAMING:
                for inner in child.children:
                    if inner.dep_ in ("oprd", "dobj", "attr") and inner.i in self.by_token:
                        return self.by_token[inner.i]
        return None

    def _noun_phrase(self, head: Token) -> list[Token]:
        words = [head]
        for child in head.children:
            if child.i < head.i and child.dep_ in _MODIFIERS and child.lower_ not in _COUNTING:
                words.extend(
                    word
                    for word in child.subtree
                    if (word.dep_ not in _DROPPED and word.tag_ not in _ASKING) or word.text in "-/"
                )
            elif child.dep_ == "prep" and child.lower_ == "of":
                for inner in child.children:
                    if inner.dep_ == "pobj":
                        words.extend([child, *self._noun_phrase(inner)])
        return words

    def _verb_phrase(self, verb: Token) -> list[Token]:
        words = [verb]
        objects = [child for child in verb.children if child.dep_ in ("dobj", "attr")]
        for child in verb.children:
            if child.dep_ == "conj" and child.ent_type_:
                break  # "for caching and Y for events": a second object, with a purpose of its own
            if child.dep_ == "prt":
                words.append(child)
            elif child in objects:
                words.extend(self._noun_phrase(child))
            elif child.dep_ == "prep" and child.i > verb.i and not objects:
                for inner in child.children:
                    if inner.dep_ == "pobj":
                        words.extend([child, *self._noun_phrase(inner)])
        return words


def _is_acronym(noun: Token) -> bool:
    """Whether a noun with an article is short for one: "as an IDE", "my IDE"."""
    return noun.text.isupper() and any(child.dep_ in ("det", "poss") for child in noun.children)


def _says_nothing(noun: Token) -> bool:
    """Whether a noun names nothing by itself, and nothing before it says which: "this task", not "background tasks"."""
    word = noun.lemma_.lower()
    if word not in _WORDLESS or word not in _TOLD_APART:
        return word in _WORDLESS
    return not any(
        child.dep_ in ("compound", "amod") and child.i < noun.i and child.lower_ not in _VAGUE
        for child in noun.children
    )


def _counted(token: Token) -> Token:
    """Return what a share or number is one of: bugs in "a majority of all bugs"."""
    if token.lemma_.lower() not in _SHARES:
        return token
    # "A third, if not most, of all bugs" hangs them on the second one.
    for share in (token, *(word for word in token.rights if word.lemma_.lower() in _SHARES)):
        for prep in share.children:
            if prep.dep_ == "prep" and prep.lower_ == "of":
                return next((child for child in prep.children if child.dep_ == "pobj"), token)
    return token


def _is_word(token: Token) -> bool:
    return token.lower_[0].isalnum()


def _starts_as_a_noun(token: Token) -> bool:
    """Whether a capital at the start of a sentence hides an ordinary noun: "Caching is done with X", "Backend: X"."""
    if not token.is_sent_start:
        return False
    is_label = token.i + 1 < len(token.doc) and token.nbor().text == ":"
    return is_label or token.lower_.endswith(("ing", "tion", "sion", "ment", "ity", "ance"))


def _fitting(ref: Ref | None, types: Collection[EntityType]) -> Ref | None:
    return ref if ref and ref.type in types else None
