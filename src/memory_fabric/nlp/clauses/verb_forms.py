"""The form that a verb stands in, and the words right at it: voice, infinitive, denial, what it is coordinated with."""

from __future__ import annotations

from spacy.tokens import Token

_SUBJECTS = frozenset({"nsubj", "csubj"})
_PASSIVE_SUBJECTS = frozenset({"nsubjpass", "csubjpass"})
_DENIALS = frozenset({"not", "n't", "never", "hardly", "longer", "cannot"})


def is_passive(verb: Token) -> bool:
    """Whether a verb stands in the passive, also a shortened one ("built with X")."""
    if any(child.dep_ in ("auxpass", "nsubjpass", "csubjpass") for child in verb.children):
        return True
    if verb.tag_ != "VBN":
        return False
    if (verb.dep_ in ("acl", "advcl") or is_bracketed(verb)) and not has(verb, "aux"):
        return True
    return verb.dep_ == "conj" and not has_subject(verb) and verb.head.tag_ == "VBN" and is_passive(verb.head)


def is_bracketed(verb: Token) -> bool:
    """Whether a verb stands in brackets behind what it is said of: "X (used for caching)"."""
    return verb.dep_ == "parataxis" and verb.i > 0 and verb.nbor(-1).text == "("


def is_set_aside(verb: Token) -> bool:
    """Whether a verb tells what was not done: "rather than use X", "instead of using X"."""
    before = [token.lower_ for token in verb.doc[max(0, verb.i - 3) : verb.i]]
    if before and before[-1] == "to":
        before.pop()
    return before[-1:] == ["than"] or before[-2:] == ["instead", "of"]


def is_to(verb: Token) -> bool:
    """Whether a verb stands in the infinitive with *to*."""
    return any(child.dep_ == "aux" and child.lower_ == "to" for child in verb.children)


def has_subject(verb: Token) -> bool:
    """Whether a verb has a subject of its own."""
    return any(child.dep_ in _SUBJECTS or child.dep_ in _PASSIVE_SUBJECTS for child in verb.children)


def is_command_beside(verb: Token) -> bool:
    """Whether a coordinated verb commands where the one before it tells: "X is dead, use Y"."""
    return (
        verb.dep_ == "conj"
        and verb.tag_ in ("VB", "VBP")
        and verb.head.tag_ == "VBZ"
        and not has_subject(verb)
        and not has(verb, "aux")
    )


def denials(token: Token) -> list[Token]:
    """Return the words that deny a verb or adjective, by themselves: *without* denies something else."""
    return [
        child
        for child in token.children
        if child.lower_.replace("\u2019", "'") in _DENIALS and child.dep_ in ("neg", "advmod", "aux")
    ]


def verbs(verb: Token) -> list[Token]:
    """Return the verb and the verbs coordinated with it."""
    return [verb, *(child for child in verb.children if child.dep_ == "conj" and child.pos_ == "VERB")]


def has(token: Token, dep: str) -> bool:
    """Whether something hangs on a word as a `dep`."""
    return any(child.dep_ == dep for child in token.children)
