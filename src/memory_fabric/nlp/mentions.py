"""The named entities of a parsed text: what the ruler and the models found, and who or what acts like a name.

The parse says what a list cannot: who "prefers" is a person, and AWS in "AWS provides a managed service" is the vendor
rather than the platform.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spacy.tokens import Doc, Span, Token

from memory_fabric.models import EntityType
from memory_fabric.nlp.arguments import LONGEST_NAME, NER_TYPES, Ref
from memory_fabric.nlp.code_spans import CANDIDATE
from memory_fabric.nlp.lexicon import Lexicon
from memory_fabric.nlp.patterns import PatternSet

_ORGANIZATION_WORDS = frozenset(
    "inc ltd llc gmbh corp corporation company foundation university institute labs ministry department agency bank "
    "group association council team".split()
)


class MentionReader:
    """Settles the mentions of a parsed text. `contexts` of person and organization hold what only those do."""

    def __init__(self, patterns: PatternSet, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._given_names = patterns.given_names
        contexts = {row.context: row for row in patterns.contexts}
        human, vendor = contexts.get("person"), contexts.get("organization")
        self._human_words = frozenset(human.after if human else ())
        self._vendor_words = frozenset(vendor.after if vendor else ())
        self._kinds_of_vendor = frozenset(vendor.before if vendor else ())
        self._vendors = patterns.vendors

    def read(self, doc: Doc, offsets: Sequence[tuple[int, int]], shift: int, text: str) -> dict[int, Ref]:
        """Return the entity of each token that is part of a name. `offsets` are the places of the tokens in the
        segment, which stands at `shift` of `text`.
        """
        by_token: dict[int, Ref] = {}
        for ent in map(_with_first_name, doc.ents):
            kind = NER_TYPES.get(ent.label_) if not ent.id_ else ent.label_
            if kind is None or ent.start in by_token:
                continue
            start, end = offsets[ent.start][0] + shift, offsets[ent.end - 1][1] + shift
            if end - start > LONGEST_NAME:
                continue
            if not ent.id_ and not (_can_be(kind, text[start:end]) and self._is_likely(ent)):
                continue
            name = ent.id_ or self._lexicon.canonical(text[start:end])
            if kind == CANDIDATE:
                ref = Ref(name, "technology", start, end, candidate=True)
            else:
                ref = Ref(name, kind, start, end)  # type: ignore[arg-type]
            for index in range(ent.start, ent.end):
                by_token[index] = ref
        for token in doc:
            known = by_token.get(token.i)
            start, end = offsets[token.i]
            if known is None and self._acts_as_a_person(token):
                by_token[token.i] = Ref(token.text, "person", start + shift, end + shift)
            elif known is None and self._is_unknown_vendor(token, by_token):
                by_token[token.i] = Ref(token.text, "organization", start + shift, end + shift)
            elif known is not None and known.name in self._vendors and self._acts_as_a_vendor(token):
                by_token[token.i] = replace(known, type="organization")
            elif known is not None and self._is_unlisted(known):
                by_token[token.i] = replace(known, type=self._type_by_role(token, known.type))
        return by_token

    def _is_unlisted(self, ref: Ref) -> bool:
        return (
            ref.type in ("technology", "organization")
            and ref.name[:1].isupper()
            and self._lexicon.entry(ref.name) is None
        )

    def _type_by_role(self, token: Token, found: EntityType) -> EntityType:
        """Return what a name is that only the recogniser has a type for: the parse may know better."""
        if self._acts_as_a_person(token):
            return "person"
        return "organization" if self._is_made_by(token) or self._is_called_vendor(token) else found

    def _is_likely(self, ent: Span) -> bool:
        """Whether context bears the model out: it takes any new capitalised word for a person."""
        if ent.label_ != "PERSON":
            return True
        return ent[0].text in self._given_names or self._acts_as_a_person(ent.root)

    def _acts_as_a_person(self, token: Token) -> bool:
        """Whether an unknown capitalised word does what only people do: "Bo prefers", "Ana and Bo maintain"."""
        return _is_capitalised(token) and any(word.lemma_.lower() in self._human_words for word in _doings(token))

    def _acts_as_a_vendor(self, token: Token) -> bool:
        """Whether a name does what a vendor does, rather than what its product does: "AWS provides", "by GitHub"."""
        return any(word.lemma_.lower() in self._vendor_words for word in _doings(token)) or self._is_called_vendor(
            token
        )

    def _is_unknown_vendor(self, token: Token, by_token: Mapping[int, Ref]) -> bool:
        """Whether an unknown capitalised word stands where companies do: "developed by Namely", "firms such as X"."""
        if not (_is_capitalised(token) or (token.is_upper and token.is_alpha and token.pos_ == "PROPN")):
            return False
        neighbours = (token.i - 1, token.i + 1)
        if token.is_stop or any(index in by_token for index in neighbours):
            return False
        return self._is_made_by(token) or self._is_called_vendor(token)

    def _is_made_by(self, token: Token) -> bool:
        head = _first_of(token).head
        return head.dep_ == "agent" and head.head.lemma_.lower() in self._vendor_words

    def _is_called_vendor(self, token: Token) -> bool:
        """Whether a name is one of several that are called companies: "companies such as Namely and Acme"."""
        prep = _first_of(token).head
        return (
            prep.dep_ == "prep"
            and prep.lower_ in ("as", "like", "including")
            and prep.head.lemma_.lower() in self._kinds_of_vendor
        )


def _doings(token: Token) -> Iterator[Token]:
    """Yield the verb whose agent a word is, alone or in a coordination, and the states that the verb ascribes."""
    token = _first_of(token)
    if token.dep_ == "pobj" and token.head.dep_ == "agent":
        verb = token.head.head
    elif token.dep_ == "nsubj":
        verb = token.head
    else:
        return
    yield verb
    yield from (child for child in verb.children if child.dep_ == "acomp")


def _first_of(token: Token) -> Token:
    """Return the first of the words that a name is coordinated with."""
    while token.dep_ == "conj" and token.head.pos_ == "PROPN":
        token = token.head
    return token


def _is_capitalised(token: Token) -> bool:
    return token.pos_ == "PROPN" and token.is_title and token.is_alpha and len(token) > 1


def _with_first_name(ent: Span) -> Span:
    """Return a person's name with the capitalised word before it that the model left out: "Ana [Souza]"."""
    if ent.label_ != "PERSON" or ent.id_ or ent.start == 0:
        return ent
    before = ent.doc[ent.start - 1]
    if before.pos_ == "PROPN" and before.is_title and before.is_alpha and not before.ent_type_ and before.head in ent:
        return Span(ent.doc, ent.start - 1, ent.end, label=ent.label)
    return ent


def _can_be(kind: str, text: str) -> bool:
    """Whether the model's find can be what the model says.

    It calls most products that it has not seen organizations, so an organization has to say that it is one.
    """
    words = text.split()
    if not all(word[:1].isupper() and word.replace("'", "").replace(".", "").isalpha() for word in words):
        return False
    if kind == "organization":
        return words[-1].strip(".").lower() in _ORGANIZATION_WORDS
    return not any(word.isupper() and len(word) > 1 for word in words)
