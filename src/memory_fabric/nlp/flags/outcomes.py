"""How what was tried, meant or done came out: "tried to use X, but failed", "moved to X, but had to go back".

The word that says so stands beside the verb and not above it, where a cue could act on it: in a coordinated clause, in
an adverbial, behind the noun ("the attempt failed"), or in the next sentence, with *it* or *that* for what was tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from spacy.tokens import Token

from memory_fabric.nlp.flags.scope import Link

Outcome = Literal["failed", "undone"]

_TRYING = frozenset({"try", "attempt", "seek", "struggle", "endeavour", "endeavor", "strive", "set"})
_BEGINNING = frozenset({"start", "begin"})
_MEANING = frozenset({"want", "plan", "mean", "intend", "hope", "go", "aim", "suppose", "be", "like"})
_ATTEMPTS = frozenset({"attempt", "effort", "try", "trial", "experiment", "endeavour", "endeavor", "push"})
# What stands for the whole of what was tried.
_IT = frozenset({"it", "this", "that", "everything", "which"})
_DEEDS = _ATTEMPTS | {"plan", "idea", "project", "migration", "move", "switch", "change", "rollout", "upgrade", "port",
                      "replacement", "rewrite", "work", "thing", "initiative", "transition", "swap"}  # fmt: skip
_FAILING = frozenset({"fail", "flop", "backfire", "founder", "collapse"})
_FALLING = {
    "fall": frozenset({"through", "apart", "flat"}),
    "go": frozenset({"nowhere", "wrong"}),
    "lead": frozenset({"nowhere"}),
    "come": frozenset({"nothing"}),
    "give": frozenset({"up"}),
}
_DROPPING = frozenset({"abandon", "scrap", "cancel", "drop", "shelve", "ditch", "kill", "stop", "halt", "abort", "axe",
                       "reject", "postpone", "discard", "suspend"})  # fmt: skip
_WORKING = frozenset({"work", "pan", "succeed", "happen", "materialize", "materialise", "go", "take", "last", "help",
                      "manage", "fly", "stick"})  # fmt: skip
_HOPELESS = frozenset({"unsuccessful", "futile", "fruitless", "hopeless", "impossible", "infeasible", "impractical",
                       "unworkable", "unable", "fail"})  # fmt: skip
_FLOPS = frozenset({"failure", "disaster", "flop", "fiasco", "dead"})
_UNDOING = frozenset({"revert", "undo", "reverse"})
_GOING_BACK = frozenset({"go", "roll", "switch", "move", "come", "change", "back", "turn", "migrate", "fall", "pull"})
_BACK = frozenset({"back", "out"})
# "Had to revert", "ended up rolling it back": the verb that counts stands below.
_LEADING = frozenset({"have", "end", "decide", "force", "need", "wind", "choose"})
_FOLLOWING = 3  # clauses that follow one another and count
_ELLIPTIC = frozenset({"do", "can", "could", "be", "will", "would"})
_IN_VAIN = frozenset({"unsuccessfully", "vainly", "fruitlessly"})
_NOT_DONE = frozenset({"vain", "avail", "success", "luck"})


def outcome(way: Sequence[Link]) -> tuple[Outcome | None, tuple[Token, ...]]:
    """Return how what the words of a way tell came out, and the words that say so; nothing where it is not told, or
    went well.
    """
    words = [link.token for link in way if link.means]
    kinds = {word.lemma_.lower() for word in words}
    tried = bool(kinds & (_TRYING | _ATTEMPTS))
    meant = bool(kinds & _MEANING) and any(_is_bygone(word) for word in words)
    begun = bool(kinds & _BEGINNING)
    for word in words:
        why = _in_vain(word)
        if why is not None:
            return "failed", (why,)
        for later in _what_follows(word, tried=tried):
            if (tried or meant) and _fails(later):
                return "failed", (later,)
            if (tried or meant or begun) and (_is_dropped(later) or _is_undone(later)):
                return "failed", (later,)
            if (tried or meant) and _is_not_done(later):
                return "failed", (later,)
            if _is_undone(later):
                return "undone", (later,)
    return None, ()


def _what_follows(word: Token, *, tried: bool) -> Iterator[Token]:
    """Yield the verbs that may tell how it came out."""
    if word.lemma_.lower() in _ATTEMPTS and word.dep_ in ("nsubj", "nsubjpass"):
        yield from _with_inner(word.head)
    elif word.pos_ in ("VERB", "AUX"):
        verb = word
        for _ in range(_FOLLOWING):
            later = next((child for child in verb.children if child.dep_ in ("conj", "dep") and child.i > word.i), None)
            if later is None:
                break
            verb = later
            if verb.pos_ in ("VERB", "AUX"):
                yield from _with_inner(verb)
    if tried and word.dep_ == "ROOT" and word.sent.end < len(word.doc):
        root = word.doc[word.sent.end].sent.root
        if _stands_for_it(root, needs=True):
            yield from _with_inner(root)


def _with_inner(verb: Token) -> Iterator[Token]:
    yield verb
    if verb.lemma_ in _LEADING:
        yield from (child for child in verb.children if child.dep_ in ("xcomp", "pcomp") and child.pos_ == "VERB")


def _stands_for_it(verb: Token, *, needs: bool = False) -> bool:
    """Whether what a verb is said of is what was tried; where no subject is needed, also whoever tried it."""
    subjects = [child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")]
    if not subjects:
        return not needs
    subject = subjects[0]
    if subject.lower_ in _IT or subject.lemma_.lower() in _DEEDS:
        return True
    return not needs and subject.pos_ == "PRON"


def _fails(verb: Token) -> bool:
    """Whether a verb says that what was tried has not come about."""
    lemma = verb.lemma_.lower()
    if not _stands_for_it(verb):
        return False
    if lemma in _FAILING:
        return not any(child.dep_ in ("xcomp", "dobj") and child.lemma_ != "do" for child in verb.children)
    if lemma in _FALLING:
        behind = [word for child in verb.children for word in (child, *child.children)]
        if any(word.lower_ in _FALLING[lemma] for word in behind):
            return True
    if lemma in _WORKING and _is_denied(verb):
        return True
    if lemma in ("be", "prove", "turn", "seem"):
        said = [child for child in verb.children if child.dep_ in ("acomp", "attr", "oprd", "xcomp")]
        return any(
            word.lemma_.lower() in _HOPELESS | _FLOPS or any(child.lower_ == "too" for child in word.children)
            for word in said
        )
    return False


def _is_dropped(verb: Token) -> bool:
    """Whether a verb says that what was tried was given up: "and abandoned it", "but the effort was cancelled"."""
    if verb.lemma_.lower() == "give":
        return any(child.lower_ == "up" for child in verb.children)
    if verb.lemma_.lower() not in _DROPPING:
        return False
    passive = [child for child in verb.children if child.dep_ == "nsubjpass"]
    given_up = passive or [child for child in verb.children if child.dep_ == "dobj"]
    return any(word.lower_ in _IT or word.lemma_.lower() in _DEEDS for word in given_up) or (
        not given_up and not any(child.dep_ in ("xcomp", "prep") for child in verb.children)
    )


def _is_undone(verb: Token) -> bool:
    """Whether a verb says that what was done was taken back: "but rolled it back", "and had to revert"."""
    lemma = verb.lemma_.lower()
    if lemma in _UNDOING or (lemma in _GOING_BACK and any(child.lower_ in _BACK for child in verb.children)):
        things = [child for child in verb.children if child.dep_ in ("dobj", "nsubjpass")]
        return not _is_denied(verb) and all(thing.lower_ in _IT or thing.lemma_.lower() in _DEEDS for thing in things)
    return False


def _is_not_done(verb: Token) -> bool:
    """Whether a verb says no more than that something was not done: "but never did", "but decided not to"."""
    if verb.lemma_.lower() == "decide":
        below = [verb, *(child for child in verb.children if child.tag_ == "TO")]
        return (any(map(_is_denied, below)) and not _has_verb_below(verb)) or any(
            child.lower_ == "against" and all(word.lower_ in _IT for word in child.children) for child in verb.children
        )
    if verb.lemma_.lower() == "get":
        return _is_denied(verb) and any(child.lower_ in ("around", "round", "to") for child in verb.children)
    return verb.lemma_.lower() in _ELLIPTIC and _is_denied(verb) and not _has_verb_below(verb)


def _has_verb_below(verb: Token) -> bool:
    return any(
        child.dep_ in ("dobj", "attr", "acomp") or (child.dep_ in ("xcomp", "ccomp") and child.pos_ == "VERB")
        for child in verb.children
    )


def _is_denied(verb: Token) -> bool:
    return any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)


def _is_bygone(verb: Token) -> bool:
    """Whether a verb tells of what was meant once: "wanted", "were going to", "had planned"."""
    return verb.tag_ == "VBD" or any(child.tag_ == "VBD" and child.dep_.startswith("aux") for child in verb.children)


def _in_vain(word: Token) -> Token | None:
    """Return the word that says of a verb that it came to nothing: "in vain", "without success"."""
    for child in word.children:
        if child.lower_ in _IN_VAIN:
            return child
        if child.dep_ == "prep" and child.lower_ in ("in", "to", "without", "with"):
            for noun in child.children:
                if noun.lemma_.lower() not in _NOT_DONE:
                    continue
                denied = child.lower_ == "without" or any(inner.lower_ in ("no", "little") for inner in noun.children)
                if denied or noun.lower_ == "vain":
                    return noun
    return None
