"""Step 5c: what no longer holds stands behind what holds now, and a correction before what it corrects."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple

from memory_fabric.graph.terms import term_set, terms
from memory_fabric.models import Edge, ParsedQuery
from memory_fabric.search.answering import asks_what_replaced
from memory_fabric.search.claims import claims_nothing, is_open, retired_by
from memory_fabric.search.life import Life
from memory_fabric.search.normalize import Candidate
from memory_fabric.search.traverse import ProvedEdges, relations_of
from memory_fabric.stop_words import FUNCTION_WORDS, LIGHT_WORDS
from memory_fabric.text import spelling_key

SUPERSEDED_FACTOR = 0.6
SHADE_FACTOR = 0.95
CORRECTION_OVERLAP = 0.5
LIKELY_OVERLAP = 0.2
"""Of the words as written, values and cues among them: where it is less, their stems are not worth a look."""
MAX_FETCHED, FOLLOWED = 5, 10
"""How many things are followed to what came after or before them, and for how many candidates, the best ones: what
overtakes one takes over its relevance, and would stand as far behind.
"""

_CORRECTION_CUES = re.compile(
    r"\b(?:correction|corrected|actually|instead|erratum|oops|sorry|scratch that|make that|i meant|misspoke|"
    r"(?:was|were|is) (?:wrong|outdated)|(?:is|are|has|have) now|now (?:is|are)|from now on|since|"
    r"no longer|any ?more|t(?:ook|akes) over|(?:changed|raised|lowered|increased|decreased|reduced|extended|shortened|"
    r"bumped|updated|upgraded|downgraded|postponed|moved) (?P<what>(?:\w+ ){0,6})(?:from|to))\b|^update\b"
)
_CUE_TERMS = term_set(
    "correction corrected actually instead erratum oops sorry scratch make meant misspoke wrong outdated now longer "
    "anymore more changed raised lowered increased decreased reduced extended shortened bumped updated upgraded "
    "downgraded postponed moved since over update"
)
"""One of them is in whatever the cues match: to look for terms in a set is much cheaper."""
_WORD = re.compile(r"\w+")


class Succession(NamedTuple):
    """One memory overtaken by another. `new` is None where the graph knows that it is over, but not through
    whom.
    """

    old: str
    new: str | None
    reason: Literal["over", "not so", "corrected"]


def is_about_now(parsed: ParsedQuery) -> bool:
    """Whether the question asks what holds: "what do we use", not "what did we use before"."""
    return parsed.tense == "now" and not (parsed.since or parsed.until)


def is_about_then(parsed: ParsedQuery) -> bool:
    """Whether the question asks what held, and not just what came instead."""
    return (parsed.tense == "before" or bool(parsed.since or parsed.until)) and not asks_what_replaced(parsed)


def successions(
    candidates: Sequence[Candidate], edges: Sequence[Edge], proved: ProvedEdges, parsed: ParsedQuery
) -> list[Succession]:
    """Return which candidates are overtaken: corrected by another, over in the graph or, in a question about now,
    claiming nothing that is so: denied, asked, only proposed or supposed.

    `edges` are those around the candidates, `proved` the same by the memories that prove them.
    """
    found = [*_corrections(candidates), *_retirements(candidates)]
    life = Life(edges, proved, keeps_replacements=asks_what_replaced(parsed))
    by_id = {id: candidate for candidate in candidates for id in candidate.ids}
    answers_nothing = _answers_nothing(life, parsed)
    for old in candidates:
        if ended := life.over(old):
            later = (by_id[id] for id in life.successor_ids(ended) if id in by_id)
            new = max((c for c in later if c is not old and _said(c) >= _said(old)), key=_said, default=None)
            found.append(Succession(old.memory.id, new.memory.id if new else None, "over"))
        elif answers_nothing(old):
            found.append(Succession(old.memory.id, None, "not so"))
    return found


def names_to_fetch(
    candidates: Sequence[Candidate], edges: Sequence[Edge], proved: ProvedEdges, parsed: ParsedQuery
) -> dict[str, frozenset[str]]:
    """Return where the memories are that overtake one of the first candidates, or in a question about the past were
    overtaken by one, and that the question's words did not find: for each entity, memory ids of it.
    """
    known = {id for candidate in candidates for id in candidate.ids}
    life = Life(edges, proved, keeps_replacements=asks_what_replaced(parsed))
    find = life.before if is_about_then(parsed) else life.after
    wanted: dict[str, frozenset[str]] = {}
    for candidate in candidates[:FOLLOWED]:
        for name, ids in find(candidate):
            missing = ids - known
            if missing and (name in wanted or len(wanted) < MAX_FETCHED):
                wanted[name] = wanted.get(name, frozenset()) | missing
    return wanted


def supersede(candidates: Sequence[Candidate], found: Sequence[Succession], parsed: ParsedQuery) -> list[Candidate]:
    """Let what is asked for stand before what it overtook or was overtaken by.

    What was overtaken is what the question's words fit; its successor answers the question as well as it did, and so
    takes over its relevance, if that is higher. In a question about now the overtaken is lowered, once; in one about
    the past it is the other way round. A question that tells neither sees the newer just before the older. What is
    taken over replaces one's own relevance, so no factor is applied twice.
    """
    by_id = {candidate.memory.id: candidate for candidate in candidates}
    relevances = {id: candidate.relevance for id, candidate in by_id.items()}
    lowered: dict[str, float] = {}
    is_then = is_about_then(parsed)
    # Along a chain of successions, so that its last link inherits through all of it; backwards just one link.
    for old, new, reason in sorted(found, key=lambda s: (_said(by_id[s.old]), s.old)):
        if reason == "not so":
            lowered[old] = SUPERSEDED_FACTOR
        elif is_then:
            if new is not None:
                relevances[old] = max(relevances[old], by_id[new].relevance)
                lowered[new] = SHADE_FACTOR
        else:
            if new is not None:
                relevances[new] = max(relevances[new], relevances[old])
            is_lowered = reason == "corrected" or is_about_now(parsed)
            lowered[old] = SUPERSEDED_FACTOR if is_lowered else SHADE_FACTOR
    overtakes: dict[str, list[Candidate]] = {}
    for old, new, _ in found:
        if new is not None:
            overtakes.setdefault(new, []).append(by_id[old])
    return [
        _settled(candidate, relevances[id], lowered.get(id, 1.0), overtakes.get(id, ()))
        for id, candidate in by_id.items()
    ]


def _settled(candidate: Candidate, relevance: float, factor: float, overtakes: Sequence[Candidate]) -> Candidate:
    if relevance == candidate.relevance and factor == 1 and not overtakes:
        return candidate
    parts = dict(candidate.parts)
    if relevance > candidate.relevance:
        parts["inherited"] = relevance
    if factor != 1.0:
        parts["superseded"] = factor
    older = tuple(dict.fromkeys(old.memory for old in overtakes))
    return replace(candidate, relevance=relevance * factor, parts=parts, overtakes=older)


def _answers_nothing(life: Life, parsed: ParsedQuery) -> Callable[[Candidate], bool]:
    # A question of what is not so, or of what held, or of what somebody said, asks for just that.
    if parsed.denied or parsed.speaker or is_about_then(parsed):
        return lambda _: False
    if is_about_now(parsed):
        is_nothing = claims_nothing(parsed, relations_of(parsed.intents))
        return lambda candidate: is_nothing(candidate.memory, life.told_by(candidate))
    if "recommendation" in parsed.intents:
        return lambda _: False
    return lambda candidate: bool(claims := life.told_by(candidate)) and is_open(candidate.memory, claims)


def _corrections(candidates: Sequence[Candidate]) -> list[Succession]:
    """Return which candidates are corrected by another: it says so, is not older, and speaks of the same."""
    correcting = {
        c.memory.id
        for c in candidates
        if not _CUE_TERMS.isdisjoint(term_set(c.memory.text)) and _CORRECTION_CUES.search(c.memory.text.casefold())
    }
    if not correcting:
        return []
    texts = {c.memory.id: c.memory.text.casefold() for c in candidates}
    words = {id: frozenset(_WORD.findall(text)) - LIGHT_WORDS for id, text in texts.items()}
    said = {c.memory.id: _said(c) for c in candidates}
    subject = cache(lambda id: _subject(_CORRECTION_CUES.sub(lambda cue: f" {cue['what'] or ''} ", texts[id])))
    return [
        Succession(old, new, "corrected")
        for new in sorted(correcting)
        for old in texts
        if (said[new] > said[old] or (said[new] == said[old] and old not in correcting))
        and _share(words[old], words[new], LIKELY_OVERLAP)
        and _share(subject(old), subject(new), CORRECTION_OVERLAP)
    ]


def _retirements(candidates: Sequence[Candidate]) -> list[Succession]:
    """Return which candidates speak of what another, said later, tells to be retired. No relation says so much of one
    thing alone.
    """
    retiring = {c.memory.id: (c, keys) for c in candidates if (keys := retired_by(c.memory))}
    return [
        Succession(old.memory.id, id, "over")
        for id, (new, keys) in retiring.items()
        for old in candidates
        if old.memory.id not in retiring
        and _said(old) < _said(new)
        and not keys.isdisjoint(map(spelling_key, old.memory.entities))
    ]


def _share(left: frozenset[str], right: frozenset[str], least: float) -> bool:
    shared = len(left & right)
    return shared > 1 and shared >= least * (len(left) + len(right) - shared)


def _subject(text: str) -> frozenset[str]:
    """Return what a statement speaks of: its stems without words of grammar and without values."""
    return frozenset(stem for stem in terms(text) if stem not in FUNCTION_WORDS and not any(map(str.isdigit, stem)))


def _said(candidate: Candidate) -> float:
    return candidate.last_known.timestamp() if candidate.last_known else 0.0
