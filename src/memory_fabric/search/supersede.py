"""Step 5c: what no longer holds stands behind what holds now, and a correction before what it corrects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from memory_fabric.graph.terms import terms
from memory_fabric.models import Edge, ParsedQuery
from memory_fabric.search.normalize import Candidate
from memory_fabric.search.traverse import ProvedEdges, relations_of
from memory_fabric.search.words import LIGHT_WORDS

SUPERSEDED_FACTOR = 0.6
CORRECTION_OVERLAP = 0.5
MAX_FETCHED = 8

_NOW_INTENTS = frozenset({"usage", "decision", "recency"})
_FALLS_WITH_ITS_OBJECT = frozenset({"uses", "depends_on"})
_DENIAL_CUES = re.compile(
    r"\b(?:not|never|against|no longer|without|avoid|stop(?:ped)?|reject(?:ed)?)\b|n['\u2019]t\b", re.I
)
_PAST_CUES = re.compile(
    r"\b(?:before|previously|formerly|originally|initially|earlier|used to|back then|in the past|history)\b",
    re.I,
)
_CORRECTION_CUES = re.compile(
    r"\b(?:correction|corrected|actually|instead|erratum|oops|scratch that|i meant|(?:was|were) wrong)\b",
    re.I,
)


class Succession(NamedTuple):
    """One memory overtaken by another. `new` is None where the graph knows that it is over, but not through
    whom.
    """

    old: str
    new: str | None
    reason: Literal["over", "not so", "corrected"]


def is_about_now(parsed: ParsedQuery) -> bool:
    """Whether the question asks what holds, rather than what held: "what do we use", not "what did we use
    before".
    """
    if parsed.since or parsed.until or _PAST_CUES.search(parsed.question):
        return False
    return not _NOW_INTENTS.isdisjoint(parsed.intents)


def successions(
    candidates: Sequence[Candidate], edges: Sequence[Edge], proved: ProvedEdges, parsed: ParsedQuery
) -> list[Succession]:
    """Return which candidates are overtaken: corrected by another or, in a question about now, over in the
    graph, or claiming nothing that is so: denied, asked, only proposed or supposed.

    `edges` are those around the candidates, `proved` the same by the memories that prove them.
    """
    found = _corrections(candidates)
    if is_about_now(parsed):
        by_id = {id: candidate for candidate in candidates for id in candidate.ids}
        for old in candidates:
            ended = _ended_edges(old, edges, proved)
            if not ended and _claims_nothing(old, proved, parsed):
                found.append(Succession(old.memory.id, None, "not so"))
            if ended:
                later = (by_id[id] for id in _successor_ids(ended, edges) if id in by_id)
                new = max((c for c in later if c is not old and _said(c) >= _said(old)), key=_said, default=None)
                found.append(Succession(old.memory.id, new.memory.id if new else None, "over"))
    return found


def names_to_fetch(
    candidates: Sequence[Candidate], edges: Sequence[Edge], proved: ProvedEdges, parsed: ParsedQuery
) -> dict[str, frozenset[str]]:
    """Return where the successors are that the question's words did not find: for each entity, memory ids of
    it.
    """
    if not is_about_now(parsed):
        return {}
    known = {id for candidate in candidates for id in candidate.ids}
    wanted: dict[str, frozenset[str]] = {}
    for candidate in candidates:
        for edge in _ended_edges(candidate, edges, proved):
            missing = frozenset(_successor_ids([edge], edges)) - known
            if missing and len(wanted) < MAX_FETCHED:
                wanted[edge.to] = wanted.get(edge.to, frozenset()) | missing
    return wanted


def supersede(candidates: Sequence[Candidate], found: Sequence[Succession]) -> list[Candidate]:
    """Give each successor the relevance of what it overtakes, if that is higher, and lower the overtaken,
    once.

    What was overtaken is what the question's words fit; its successor answers the question as well as it did.
    The inherited relevance replaces the successor's own, so no factor is applied twice.
    """
    by_id = {candidate.memory.id: candidate for candidate in candidates}
    relevances = {id: candidate.relevance for id, candidate in by_id.items()}
    # Oldest first, so that the last of a chain of corrections inherits through all of it.
    for old, new, _ in sorted(found, key=lambda s: (_said(by_id[s.old]), s.old)):
        if new is not None:
            relevances[new] = max(relevances[new], relevances[old])
    overtaken = {succession.old for succession in found}
    return [_settled(candidate, relevances[id], id in overtaken) for id, candidate in by_id.items()]


def _settled(candidate: Candidate, relevance: float, is_overtaken: bool) -> Candidate:
    parts = dict(candidate.parts)
    if relevance > candidate.relevance:
        parts["inherited"] = relevance
    if is_overtaken:
        parts["superseded"] = SUPERSEDED_FACTOR
        relevance *= SUPERSEDED_FACTOR
    return replace(candidate, relevance=relevance, parts=parts)


def _claims_nothing(candidate: Candidate, proved: ProvedEdges, parsed: ParsedQuery) -> bool:
    """Whether a memory has something to say of the kind that is asked for, and none of it is so.

    A question that denies ("what did we decide against") asks for just that.
    """
    if _DENIAL_CUES.search(parsed.question):
        return False
    answering = relations_of(parsed.intents)
    claims = [edge for id in candidate.ids for edge in proved.get(id, ()) if edge.relation in answering]
    return bool(claims) and not any(edge.is_current for edge in claims)


def _ended_edges(candidate: Candidate, edges: Sequence[Edge], proved: ProvedEdges) -> list[Edge]:
    """Return the edges that the candidate proved and that are over: closed, or their object has been replaced
    since; none if one of its edges still holds.

    What a thing is used for falls with its use: that Vue was used for the client holds nothing up.
    """
    replaced = {
        edge.to: edge.valid_from
        for edge in edges
        if edge.relation == "replaces" and edge.is_current and edge.modality == "asserted"
    }

    def is_over(edge: Edge) -> bool:
        if not edge.is_current:
            return edge.modality in ("asserted", "planned")
        since = replaced.get(edge.to)
        return edge.relation in _FALLS_WITH_ITS_OBJECT and bool(
            since and (edge.valid_from is None or edge.valid_from <= since)
        )

    told = [edge for id in sorted(candidate.ids) for edge in proved.get(id, ())]
    if not told:
        # Where nobody says who *we* are, no relation was read; what it speaks of may have been replaced all the same.
        return [Edge("", "mentions", name) for name in candidate.memory.entities if name in replaced]
    claims = [edge for edge in told if edge.polarity == "affirmed"]
    ended = [edge for edge in claims if is_over(edge)]
    fallen = {edge.to for edge in ended}
    return [] if any(edge.is_current and edge not in ended and edge.from_ not in fallen for edge in claims) else ended


def _successor_ids(ended: Iterable[Edge], edges: Iterable[Edge]) -> list[str]:
    """Return the memories that tell of an edge's end: of the same relation as ended, or of what replaced its
    object.
    """
    targets = {edge.to for edge in ended}
    triples = {(edge.from_, edge.relation, edge.to) for edge in ended}
    return [
        id
        for edge in edges
        if (edge.ended and (edge.from_, edge.relation, edge.to) in triples)
        or (edge.relation == "replaces" and edge.to in targets and edge.is_current)
        for id in edge.memories
    ]


def _corrections(candidates: Sequence[Candidate]) -> list[Succession]:
    """Return which candidates are corrected by another: it says so, is not older, and speaks of the same."""
    correcting = {c.memory.id for c in candidates if _CORRECTION_CUES.search(c.memory.text)}
    if not correcting:
        return []
    subjects = {c.memory.id: _subject(_CORRECTION_CUES.sub(" ", c.memory.text)) for c in candidates}
    said = {c.memory.id: _said(c) for c in candidates}
    return [
        Succession(old, new, "corrected")
        for new in sorted(correcting)
        for old in subjects
        if (said[new] > said[old] or (said[new] == said[old] and old not in correcting))
        and _speak_of_the_same(subjects[old], subjects[new])
    ]


def _speak_of_the_same(left: frozenset[str], right: frozenset[str]) -> bool:
    shared = len(left & right)
    return shared > 1 and shared >= CORRECTION_OVERLAP * len(left | right)


def _subject(text: str) -> frozenset[str]:
    """Return what a statement speaks of: its stems without light words and without values."""
    return frozenset(stem for stem in terms(text) if stem not in LIGHT_WORDS and not any(map(str.isdigit, stem)))


def _said(candidate: Candidate) -> float:
    return candidate.last_known.timestamp() if candidate.last_known else 0.0
