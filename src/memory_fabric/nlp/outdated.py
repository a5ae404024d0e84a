"""What *instead* and *now* say is past: X of "X is deprecated, use Y instead", "instead of X we now use Y"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from spacy.tokens import Token

from memory_fabric.nlp.roles import objects, subjects
from memory_fabric.nlp.verb_forms import is_passive

_GIVING_UP = frozenset({"deprecate", "discontinue", "abandon", "remove", "retire", "sunset", "archive", "drop", "kill",
                        "ditch", "obsolete", "scrap", "dump", "decommission", "axe", "eliminate",
                        "unmaintain"})  # fmt: skip
_GIVING_UP_WITH = {"phase": "out", "rip": "out", "throw": "out", "give": "up", "turn": "off", "shut": "down"}
_STOPPING = frozenset({"stop", "quit", "cease"})
_KEEPING = frozenset({"maintain", "support", "recommend", "develop", "update", "need", "use"})
_PAST = frozenset({"deprecated", "obsolete", "unmaintained", "dead", "outdated", "legacy", "unsupported", "gone",
                   "archived", "abandoned", "discontinued", "eol", "deprecate"})  # fmt: skip
_NOW = frozenset({"now", "nowadays", "today", "currently"})
_NEAREST = 2
_DENYING = frozenset({"longer", "more", "anymore"})


def outdated(verb: Token) -> list[Token]:
    """Return what a verb with *instead* is about the successor of: what was given up before, in the same sentence or
    the one before it.
    """
    if not any(child.lower_ == "instead" and not list(child.children) for child in verb.children):
        return []
    for other in islice(_verbs_before(verb), _NEAREST):
        found = _given_up(other)
        if found:
            return [] if _is_denied(other) else found
    return []


def is_now(verb: Token) -> bool:
    """Whether a verb tells of a new state of things: "we now use X"."""
    return any(child.lower_ in _NOW for child in verb.children)


def _verbs_before(verb: Token) -> Iterator[Token]:
    """Yield the verbs before one, the nearest first, back to the beginning of the last sentence."""
    start = verb.sent.start
    if start:
        start = verb.doc[start - 1].sent.start
    for index in range(verb.i - 1, start - 1, -1):
        word = verb.doc[index]
        if word.pos_ in ("VERB", "AUX") and word.dep_ not in ("aux", "auxpass"):
            yield word


def _is_denied(verb: Token) -> bool:
    words = [word.lower_ for child in verb.children for word in (child, *child.children)]
    return any(child.dep_ == "neg" for child in verb.children) and not _DENYING.intersection(words)


def _given_up(verb: Token) -> list[Token]:
    lemma = verb.lemma_.lower()
    if lemma in _STOPPING:
        return [word for child in verb.children if child.dep_ == "xcomp" for word in objects(child)]
    if lemma in _GIVING_UP or any(child.lower_ == _GIVING_UP_WITH.get(lemma) for child in verb.children):
        return objects(verb)
    if lemma in _KEEPING and is_passive(verb) and any(child.lower_ in _DENYING for child in verb.children):
        return objects(verb)
    if lemma in ("be", "become", "get"):
        said = [child for child in verb.children if child.dep_ in ("acomp", "attr")]
        if any(word.lemma_.lower() in _PAST or word.lower_ in _PAST for word in said):
            return subjects(verb)
    return []
