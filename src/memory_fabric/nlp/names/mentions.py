"""The named entities of a parsed text: what the lists and the recogniser found, and who or what acts like a name.

The parse says what a list cannot: who "prefers" is a person, and AWS in "AWS provides a managed service" is the vendor
rather than the platform.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spacy.tokens import Doc, Token

from memory_fabric.models import EntityType
from memory_fabric.nlp.names.code_spans import CANDIDATE
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.refs import LONGEST_NAME, Ref


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

    def read(self, doc: Doc, offsets: Sequence[tuple[int, int]], shift: int) -> dict[int, Ref]:
        """Return the entity of each token that is part of a name. `offsets` are the places of the tokens in the
        segment, which stands at `shift` of the document.
        """
        by_token: dict[int, Ref] = {}
        for ent in doc.ents:
            start, end = offsets[ent.start][0] + shift, offsets[ent.end - 1][1] + shift
            if end - start > LONGEST_NAME:
                continue
            if ent.label_ == CANDIDATE:
                ref = Ref(ent.id_, "technology", start, end, candidate=True)
            else:
                ref = Ref(ent.id_, ent.label_, start, end)  # type: ignore[arg-type]
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
