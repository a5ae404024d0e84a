"""All that a parsed text says, as clauses: one for each of its verbs, nouns and adjectives."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from spacy.tokens import Span, Token

from memory_fabric.nlp.clauses.clause import Clause, verb_clause
from memory_fabric.nlp.clauses.nominals import adjective_clauses, fragment, is_label, noun_clause
from memory_fabric.nlp.clauses.verb_forms import is_set_aside

_NEAR = 3
_VERBAL_PREPOSITIONS = frozenset({"with", "to", "into", "on"})


def clauses(sentences: Iterable[Span], adjectives: Collection[str]) -> list[Clause]:
    """Return the clauses of parsed sentences in order of their predicates. Of adjectives, those (lemmas) alone that are
    asked for: most only describe.
    """
    found: list[Clause] = []
    for token in (token for sentence in sentences for token in sentence):
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            if is_set_aside(token):
                continue
            found.append(verb_clause(token))
            if token.tag_ == "VBG" and is_label(token):  # "Hosting: X"
                label = noun_clause(token)
                label.predicate = token.lower_
                found.append(label)
        elif _is_verb_after_all(token):
            clause = verb_clause(token)
            clause.add("subj", [token.nbor(-1)])
            found.append(clause)
        elif _opens_description(token):
            found.append(verb_clause(token))
        if (
            (token.pos_ == "ADJ" or token.dep_ in ("acomp", "oprd"))
            and token.lemma_.lower() in adjectives
            and not is_set_aside(token.head)  # "instead of making it easy to"
        ):
            found.extend(adjective_clauses(token))
        if token.pos_ in ("NOUN", "PROPN") and not token.ent_type_:
            found.append(noun_clause(token))
        elif token.ent_type_ and _is_fragment(token):
            found.append(fragment(token))
    return found


def _is_verb_after_all(token: Token) -> bool:
    """Whether what the parser takes for a plural is a verb: it reads "X ships with Y" like "database
    clusters". (Where an object follows, `standins` has told the parser already.)
    """
    return (
        token.tag_ in ("NNS", "NNPS")
        and token.dep_ == "ROOT"
        and token.i > token.sent.start
        and bool(token.nbor(-1).ent_type_)
        and token.nbor(-1).dep_ in ("compound", "nmod", "amod", "nsubj")
    )


def _opens_description(token: Token) -> bool:
    """Whether a sentence starts with a verb that the parser takes for a plural: "Integrates with X"."""
    return (
        token.tag_ in ("NNS", "NNPS")
        and token.dep_ == "ROOT"
        and bool(token.is_sent_start)
        and token.i + 1 < len(token.doc)
        and token.nbor().lower_ in _VERBAL_PREPOSITIONS
        and not token.ent_type_
    )


def _is_fragment(name: Token) -> bool:
    """Whether a name heads a sentence without a verb, at or near its start: "Chosen: X, instead of Y"."""
    top = name
    while top.dep_ in ("conj", "appos") and top.head.ent_type_:
        top = top.head
    return top.dep_ == "ROOT" and top.i - top.sent.start <= _NEAR
