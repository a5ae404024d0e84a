"""What somebody is made to do: V of "X caused us to V"."""

from __future__ import annotations

from spacy.tokens import Token

from memory_fabric.nlp.clauses.verb_forms import is_to

_MAKING = frozenset({"cause", "force", "compel", "oblige"})
_PEOPLE = frozenset({"us", "me", "you", "them", "people", "everyone", "everybody"})
_NEEDING = frozenset({"have", "need", "get"})


def compelled(verb: Token) -> tuple[list[Token], list[Token]]:
    """Return what people are made to do, and what other things are: of "X causes traffic to be routed" no more can be
    told than that X causes something of the traffic.
    """
    if verb.lemma_ not in _MAKING:
        return [], []
    deeds: list[Token] = []
    others: list[Token] = []
    for child in verb.children:
        if child.i < verb.i:
            continue
        for word in child.subtree if child.dep_ in ("dobj", "ccomp", "xcomp", "prep") else ():
            if word.dep_ not in ("ccomp", "xcomp", "relcl", "acl", "advcl") or not is_to(word) or word.head.i < verb.i:
                continue
            made = [*(word.children), *verb.children]
            is_people = any(other.lower_ in _PEOPLE and verb.i < other.i < word.i for other in made)
            (deeds if is_people else others).append(_innermost(word))
            break
    return deeds, others


def _innermost(verb: Token) -> Token:
    """Return what is done in "have to do it"."""
    while verb.lemma_ in _NEEDING:
        inner = next((child for child in verb.children if child.dep_ == "xcomp" and is_to(child)), None)
        if inner is None:
            break
        verb = inner
    return verb
