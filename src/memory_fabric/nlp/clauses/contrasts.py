"""What stands in a sentence to be set apart: Y in "X, not Y", "X rather than Y", "not with Y", "everything but Y"; and
what a denial leaves standing: Y in "not X but Y".
"""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

_CONTRASTS = frozenset({"than", "not", "never"})
_EXCEPTING = frozenset({"but", "except", "excluding", "save", "bar", "barring"})
_WHOLE = frozenset({"all", "every", "everything", "everyone", "everybody", "any", "anything", "anyone", "each", "no",
                    "nothing", "nobody", "none", "no-one"})  # fmt: skip
_PURPOSES = frozenset({"for", "as"})
_OPPOSED = frozenset({"opposed", "oppose"})


def is_contrast(token: Token) -> bool:
    """Whether a coordinated word is set aside: Y in "X rather than Y" and "X, not Y"."""
    before = [token.doc[index].lower_ for index in range(max(0, token.left_edge.i - 2), token.left_edge.i)]
    return any(word in _CONTRASTS for word in before) or any(child.dep_ == "neg" for child in token.children)


def has_none(token: Token) -> bool:
    """Whether a noun is said to be missing: "no Y"."""
    return any(child.lower_ == "no" and child.dep_ in ("det", "neg") for child in token.children)


def is_second_aside(token: Token) -> bool:
    """Whether a second object of a verb is denied by itself: Y in "we use X, certainly not Y"."""
    return any(child.dep_ == "neg" for child in token.children) and any(
        other.dep_ == token.dep_ and other.i < token.i for other in token.head.children
    )


def is_exception(token: Token) -> bool:
    """Whether a word is what a whole is said without: Y in "everything but Y", "all services except Y"."""
    if not token.left_edge.i or token.doc[token.left_edge.i - 1].lower_ not in _EXCEPTING:
        return False
    wholes = [token.head] if token.dep_ == "conj" else [word for word in token.head.children if word.i < token.i]
    return any(
        word.lower_ in _WHOLE or any(child.lower_ in _WHOLE for child in word.children if child.i < word.i)
        for word in wholes
    )


def is_counterpart(token: Token) -> bool:
    """Whether a word is what holds in place of what is denied: Y in "we don't use X but Y"."""
    if token.dep_ == "pobj" and token.head.dep_ in ("prep", "conj"):
        token = token.head  # "but with Y"
    elif token.dep_ != "conj":
        return False
    return token.left_edge.i > 0 and token.doc[token.left_edge.i - 1].lower_ == "but"


def is_aside(prep: Token) -> bool:
    """Whether a phrase is set aside with its preposition: "not with Y", "rather than in Y"."""
    if any(child.dep_ == "neg" for child in prep.children):
        return True
    before = prep.nbor(-1).lower_ if prep.i else ""
    return before == "than" or (before == "not" and is_aside_of(prep))


def is_aside_of(prep: Token) -> bool:
    """Whether what is set aside with a preposition stands against another phrase with it: "with X, not with Y"."""
    if prep.lower_ in _PURPOSES:
        return False
    above = prep.head
    beside = (*above.children, above, *(above.head.children if above.pos_ == "ADP" else ()))
    return any(other.lower_ == prep.lower_ and other.i < prep.i for other in beside)


def opposed(verb: Token) -> Iterator[Token]:
    """Yield Y of "as opposed to Y", which the parser takes for a clause."""
    for child in verb.children:
        if child.dep_ in ("advcl", "prep") and child.lower_ in _OPPOSED and child.i and child.nbor(-1).lower_ == "as":
            for prep in child.children:
                if prep.lower_ == "to":
                    yield from (word for word in prep.children if word.dep_ == "pobj")
