"""What *instead* and *now* say is past: X of "X is deprecated, use Y instead", "instead of X we now use Y"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from spacy.tokens import Token

from memory_fabric.nlp.clauses.roles import first_prepositional, objects, subjects
from memory_fabric.nlp.clauses.verb_forms import is_passive

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
_USING = frozenset({"use", "run", "rely"})
_CHANGING = frozenset({"switch", "move", "migrate", "change"})
_OVER = frozenset({"previously", "formerly", "originally", "longer", "anymore"})
_BEFORE = frozenset({"before", "initially", "once", "earlier", "first"})
_DENYING = frozenset({"longer", "more", "anymore"})


def outdated(verb: Token) -> list[Token]:
    """Return what a verb with *instead*, or one of a new state of things, is about the successor of: what was given up
    before, in the same sentence or the one before it.
    """
    instead = any(child.lower_ == "instead" and not list(child.children) for child in verb.children)
    if not instead:
        return _used_before(verb) if is_now(verb) or verb.lemma_ in _CHANGING else []
    for other in islice(_verbs_before(verb), _NEAREST):
        found = _given_up(other)
        if found:
            return [] if _is_denied(other) else found
    return []


def _used_before(verb: Token) -> list[Token]:
    """Return what the same people used before, as the verb right before says: "we used to use X, but now we use Y"."""
    if verb.lemma_ not in _USING and verb.lemma_ not in _CHANGING:
        return []
    other = next(_verbs_before(verb), None)
    if other is None or other.lemma_ not in _USING or not (_is_over(other) or _is_until(verb, other)):
        return []
    if _subject(verb) not in ("it", "they", _subject(other)) or (_purposes(other) and _purposes(verb)):
        return []
    return objects(other) or first_prepositional(other)


def _is_over(verb: Token) -> bool:
    words = {child.lower_ for child in verb.children if child.dep_ in ("advmod", "npadvmod", "neg")}
    words.update(word.lower_ for child in verb.children for word in child.children if child.dep_ == "advmod")
    above = verb.head
    used_to = verb.dep_ == "xcomp" and above.lower_ == "used" and any(child.lower_ == "to" for child in verb.children)
    return used_to or bool(words & _OVER) or (verb.tag_ == "VBD" and bool(words & _BEFORE))


def _is_until(verb: Token, other: Token) -> bool:
    """Whether one verb tells until when the other held: "we used X until we switched to Y"."""
    return verb.head == other and any(child.lower_ in ("until", "till") for child in verb.children)


def _subject(verb: Token) -> str:
    return next((token.ent_id_ or token.lower_ for token in subjects(verb)), "")


def _purposes(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ == "prep" and child.lower_ == "for"]


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
