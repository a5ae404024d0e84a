"""Clauses of nouns and adjectives: "the migration from X to Y", "Ana's advice is X", "an S3-compatible store".

Roles beside those of a verb: `subj` is what the noun or adjective is said of ("X has support for Y", "X, a plugin for
Y", "an X-compatible Y" of something), `poss` whose it is, `mod` the names before it ("TypeScript support"), `is` what
the copula says that it is ("the owner is Ana"), `such` the named examples of a kind ("Ys such as X"), `act` what an
adjective makes possible, `not` the word that denies it.
"""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from memory_fabric.nlp.clauses import Clause, add_prepositions
from memory_fabric.nlp.roles import (
    classes,
    denials,
    described,
    expand,
    governors,
    is_to,
    objects,
    subjects,
    verbs,
)

_INDEFINITE = frozenset({"a", "an"})
_MODIFIERS = frozenset({"compound", "nmod", "amod", "npadvmod"})
# Verbs that say no more than that a subject has, or no longer has, what the noun tells: "X adds support for Y".
_LIGHT = frozenset(
    "have take make provide offer add include feature lack get gain bring give drop remove discontinue deprecate "
    "introduce contain expose deliver extend improve claim miss end stop announce ship enjoy see".split()
)
# Prepositions that give the noun behind them to what stands before: "comes with support", "is in charge".
_LENDING = frozenset({"with", "in", "as", "on", "without"})
_EXAMPLE_MARKS = frozenset({"e.g.", "eg", "e.g", "like", "particularly", "especially", "notably", "mainly", "namely"})
_NAMING = frozenset({"call", "name", "dub", "title"})


def noun_clause(noun: Token) -> Clause:
    """Return a noun with what hangs on it."""
    clause = Clause(noun, noun.lemma_.lower(), "noun", chain=_chain(noun))
    add_prepositions(clause, noun)
    clause.add("head", [noun])
    clause.add("poss", (child for child in noun.children if child.dep_ == "poss"))
    clause.add("mod", _named_modifiers(noun))
    clause.add("subj", _said_of(noun))
    clause.add("is", _copula_says(noun))
    clause.add("such", _examples(noun))
    if noun.dep_ == "attr":
        clause.add("attr", [noun])
    elif noun.dep_ == "appos":
        clause.add("attr", [noun])
        clause.add("class", classes(noun))
    if noun.dep_ == "nsubjpass":
        add_prepositions(clause, noun.head)  # "support for X was added in Y"
    return clause


def adjective_clauses(adjective: Token) -> Iterator[Clause]:
    """Yield an adjective as the clause that it makes with a copula, behind its noun or before it."""
    head = adjective.head
    while adjective.dep_ == "conj" and head.dep_ in ("acomp", "conj", "amod") and head.head is not head:
        adjective_head, head = head, head.head
        if adjective_head.dep_ != "conj":
            break
    chain = [adjective, *(governors(head) if head.pos_ in ("VERB", "AUX") else [])]
    clause = Clause(adjective, adjective.lemma_.lower(), "adjective", chain=chain)
    add_prepositions(clause, adjective)
    clause.add("mod", _named_modifiers(adjective))
    clause.add("not", denials(adjective))
    if head.pos_ in ("VERB", "AUX"):
        clause.add("not", denials(head))
        clause.add("subj", subjects(head))
        if adjective.dep_ in ("acomp", "oprd"):
            add_prepositions(clause, head)
        if adjective.dep_ in ("ccomp", "oprd"):
            # "X makes Y possible", "Y is made possible by X", "X makes it easy to do Y"
            made = [child for child in adjective.children if child.dep_ == "nsubj"] or objects(head)
            clause.add("obj", (word for token in made if token.lower_ != "it" for word in expand(token)))
        clause.add("act", (verb for child in (*adjective.children, *head.children) if is_to(child)
                           for verb in verbs(child)))  # fmt: skip
    elif head.pos_ in ("NOUN", "PROPN"):
        clause.add("head", [head])
        clause.add("subj", [*described(head), *_copula_says(head)] or [head])
        clause.add("poss", (child for child in head.children if child.dep_ == "poss"))
    yield clause


def _chain(noun: Token) -> list[Token]:
    chain = [noun]
    if noun.dep_ in ("dobj", "nsubj", "nsubjpass", "attr", "pobj"):
        above = noun.head if noun.head.pos_ in ("VERB", "AUX") else noun.head.head
        if above.pos_ in ("VERB", "AUX"):
            chain.extend(governors(above))
    return chain


def _said_of(noun: Token) -> list[Token]:
    """Return what a noun in the predicate, in apposition or behind a verb of having is said of."""
    token = noun
    while token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PROPN"):
        token = token.head
    head = token.head
    if token.dep_ in ("attr", "appos"):
        return described(token)
    if token.dep_ == "dobj" and head.lemma_ in _LIGHT:
        return [word for subject in subjects(head) for word in described(subject) or [subject]]
    if token.dep_ == "pobj" and head.lower_ in _LENDING:
        holder = head.head
        if holder.pos_ in ("VERB", "AUX"):
            return subjects(holder) or objects(holder)
        return described(holder) or [holder]
    return []


def _copula_says(noun: Token) -> list[Token]:
    """Return what "the noun is" leads to: "the owner is Ana", "the advice is to use X"."""
    if noun.dep_ != "nsubj" or noun.head.lemma_ != "be":
        return []
    said = [word for child in noun.head.children if child.dep_ == "attr" for word in expand(child)]
    inner = (verb for child in noun.head.children if child.dep_ in ("xcomp", "ccomp") for verb in verbs(child))
    return said or [word for verb in inner for word in objects(verb)]


def _named_modifiers(noun: Token) -> Iterator[Token]:
    for child in noun.children:
        if child.dep_ in _MODIFIERS and child.i < noun.i and child.ent_type_:
            yield from expand(child)


def _examples(noun: Token) -> Iterator[Token]:
    """Yield the named examples of a kind: "Ys such as X", "Ys, e.g. X", "Ys (X, Z)", "X and other Ys", "a Y called
    X".
    """
    for child in noun.children:
        if child.dep_ == "prep" and (child.lower_ in ("like", "including") or _is_such_as(child)):
            yield from _named(word for inner in child.children if inner.dep_ == "pobj" for word in expand(inner))
        elif child.dep_ == "appos" and child.ent_type_ and (_is_marked(child) or _in_brackets(noun, child)):
            yield from _named(expand(child))
        elif child.dep_ == "acl" and child.lemma_ in _NAMING and _is_indefinite(noun):
            yield from _named(word for inner in child.children if inner.dep_ == "oprd" for word in expand(inner))
    if any(child.lower_ == "other" for child in noun.children):
        token = noun
        while token.dep_ == "conj":
            token = token.head
            if token.ent_type_:
                yield token


def _named(tokens: Iterator[Token]) -> Iterator[Token]:
    return (token for token in tokens if token.ent_type_)


def _is_such_as(prep: Token) -> bool:
    return prep.lower_ == "as" and prep.i > 0 and prep.nbor(-1).lower_ == "such"


def _is_marked(example: Token) -> bool:
    return any(child.lower_ in _EXAMPLE_MARKS for child in example.children if child.i < example.i)


def _in_brackets(noun: Token, example: Token) -> bool:
    start = example.left_edge.i
    return noun.tag_ in ("NNS", "NNPS") and start > 0 and example.doc[start - 1].text == "("


def _is_indefinite(noun: Token) -> bool:
    return any(child.lower_ in _INDEFINITE for child in noun.children)
