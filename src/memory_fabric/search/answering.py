"""Step 5a: a memory that proves a relation of the kind and direction asked for answers the question.

"What does X depend on" and "what depends on X" share every word; which of the two is asked shows in where the name
stands, before or behind the verb.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from memory_fabric.models import Edge, ParsedQuery
from memory_fabric.search.claims import is_denial, is_open, is_over
from memory_fabric.search.life import told_by
from memory_fabric.search.normalize import Candidate
from memory_fabric.search.traverse import ProvedEdges, relations_of
from memory_fabric.text import spelling_key

ANSWER_FACTOR = 1.5
DENIAL_FACTOR = 2.0

End = Literal["from", "to"]

_VERBS = {
    "uses": r"us(?:e|es|ed|ing)(?! for\b)|adopt\w*|employ\w*|runs? on",
    "used_for": r"used for",
    "recommends": r"recommend\w*|suggest\w*|propos(?:e|es|ed|ing)|advis\w+|endors\w+|advocat\w+",
    "prefers": r"prefer\w*|favou?r\w*",
    "owns": r"owns?|owned|owner|maintain\w*|responsible|leads?",
    "depends_on": r"depend\w*|needs?|needed|requir\w+|rel(?:y|ies|ied) on",
    "blocked_by": r"block\w*|wait\w* (?:for|on)|held up|holds? up|stuck",
    "causes": r"caus(?:e|es|ed|ing)|leads? to|led to|results? in",
    "replaces": r"replac\w+|supersed\w+",
    "implements": r"implement\w*",
    "part_of": r"part of|belongs? to",
    "conflicts_with": r"conflict\w*|clash\w*|incompatible",
    "integrates_with": r"integrat\w+|connects?(?: to)?|talks? to",
}
_VERB = re.compile(r"\b(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _VERBS.items()) + r")\b")
_BE = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got)\b|'s\b")
_BEFORE = re.compile(r"\b(?:before|prior to) (?:the |we had |we used |we moved to )?$")
_BY = re.compile(r"\s*(?:\w+ ){0,2}by\b")
_PASSIVE_BY_NATURE = re.compile(r"block|held|holds")
"""Verbs whose active subject stands at the far end of the relation: what blocks X is what X is blocked by."""
_TOLD_DENIAL = re.compile(
    r"\b(?:of|about|on|for) not\b|(?<!^)\b(?:that|which|who)\b(?: [\w']+){1,6} (?:not|never)\b", re.I
)
"""A denial inside what is asked about: "the decision of not moving", "the fear that it would not last"."""
_WORD = re.compile(r"\w+")
_LEAST_TELLING = 3  # letters of a part of a name
_SYMMETRIC = frozenset({"conflicts_with", "integrates_with"})


class Asked(NamedTuple):
    """That the edges asked for are of `relation`, with the hint of this key at `end`; None is either end."""

    relation: str
    hint: str
    end: End | None


@lru_cache(maxsize=64)  # step after step asks for those of one question
def asked_relations(parsed: ParsedQuery) -> tuple[Asked, ...]:
    """Return which relation the question asks for around each of its hints that it names word by word."""
    text = parsed.question.casefold()
    verbs = list(_VERB.finditer(text))
    asked = []
    for hint in parsed.entity_hints:
        place = _place(hint, text)
        if place is not None and _BEFORE.search(text[: place[0]]):
            asked.append(Asked("replaces", _key(hint), "from"))  # what it came instead of
            continue
        if place is None or not verbs:
            continue
        verb = min(verbs, key=lambda verb: (max(verb.start() - place[1], place[0] - verb.end()), verb.start()))
        asked.append(Asked(str(verb.lastgroup), _key(hint), _end(verb, place[0] < verb.start(), text)))
    return tuple(asked)


def asks_what_replaced(parsed: ParsedQuery) -> bool:
    """Whether the question asks for a replacement itself: then who tells of it answers, whatever its tense."""
    return any(asked.relation == "replaces" for asked in asked_relations(parsed)) and "replaces" in _verbs(
        parsed.question
    )


def favour_answers(candidates: Sequence[Candidate], proved: ProvedEdges, parsed: ParsedQuery) -> list[Candidate]:
    """Multiply, once, the relevance of each candidate that answers the question, as the graph knows.

    That is one that proves an edge of the relation and direction that the question asks for or, where that cannot be
    told, one of a kind that the question's verb or intents name and that touches one of its hints, if it has any. What
    is over by now was an answer too; it hands that on to what came after it. A question of what is not so is answered
    by what denies, and so plainly that it counts for more; unless what is not so is what the question is about.
    """
    denied = parsed.denied and not _TOLD_DENIAL.search(parsed.question)
    answers, factor = (_denies, DENIAL_FACTOR) if denied else (_answers(parsed), ANSWER_FACTOR)
    return [c.scaled("answer", factor) if answers(c, told_by(c, proved)) else c for c in candidates]


def _denies(candidate: Candidate, edges: Sequence[Edge]) -> bool:
    return is_denial(candidate.memory, edges)


def _answers(parsed: ParsedQuery) -> Callable[[Candidate, Sequence[Edge]], bool]:
    asked = asked_relations(parsed)
    verbs = _verbs(parsed.question)
    answering = relations_of(parsed.intents) | verbs
    hints = set(map(_key, parsed.entity_hints))

    def fits(edge: Edge) -> bool:
        if edge.polarity == "negated" or edge.modality not in ("asserted", "planned"):
            return False
        if edge.ended and parsed.tense == "now":
            return False
        ends = {"from": _key(edge.from_), "to": _key(edge.to)}
        if asked:
            return any(
                edge.relation == a.relation and a.hint in ((ends[a.end],) if a.end else ends.values()) for a in asked
            )
        return edge.relation in answering and (not hints or not hints.isdisjoint(ends.values()))

    def answers(candidate: Candidate, edges: Sequence[Edge]) -> bool:
        if edges or not verbs:
            return any(fits(edge) for edge in edges)
        # No relation was read, as where an end is no name. The same verb said of a hint is the next best sign or, where
        # there is none, of any name.
        memory = candidate.memory
        names = set(map(_key, memory.entities))
        if not (names & hints if hints else names) or verbs.isdisjoint(_verbs(memory.text)):
            return False
        return not (is_open(memory, edges) or is_denial(memory, edges) or is_over(memory, edges))

    return answers


def _verbs(text: str) -> frozenset[str]:
    return frozenset(str(verb.lastgroup) for verb in _VERB.finditer(text.casefold()))


def _key(name: str) -> str:
    """Return what two spellings of a name have in common: `AuthService` is the auth-service."""
    return spelling_key(name).replace("-", "")


def _place(hint: str, text: str) -> tuple[int, int] | None:
    """Return where a folded text names a hint: whole or, where people leave out a part of it, as they say "Airflow" for
    Apache Airflow, its end or its beginning.
    """
    words = _WORD.findall(hint.casefold())
    for size in range(len(words), 0, -1):
        for part in dict.fromkeys((tuple(words[-size:]), tuple(words[:size]))):
            is_whole = size == len(words)
            if not (is_whole or len("".join(part)) >= _LEAST_TELLING):
                continue
            name = r"\b" + r"[\W_]*".join(map(re.escape, part))
            # "Go" is not in "gossip" where it stands alone too; but the whole name may have an ending: "Vuejs" is Vue.
            found = re.search(name + r"s?\b", text) or (re.search(name, text) if is_whole else None)
            if found:
                return found.span()
    return None


def _end(verb: re.Match[str], is_before: bool, text: str) -> End | None:
    relation = str(verb.lastgroup)
    if relation in _SYMMETRIC:
        return None
    is_passive = bool(_BE.search(text[: verb.start()])) and bool(_BY.match(text[verb.end() :]) or is_before)
    is_passive = is_passive and verb[0].endswith("ed")
    acts = is_before != is_passive
    if relation == "used_for" or (relation == "blocked_by" and not _PASSIVE_BY_NATURE.match(verb[0])):
        acts = is_before
    elif relation == "blocked_by":
        acts = not acts
    return "from" if acts else "to"
