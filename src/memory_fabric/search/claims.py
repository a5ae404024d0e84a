"""How a memory is meant: whether it tells what is so, what is not, what is over, or what is only asked or thought of.

The graph knows it of the relations that it read. Where it read none, which is so wherever nobody says who *we* are,
the words tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from memory_fabric.graph.terms import term_set
from memory_fabric.models import Edge, Memory, ParsedQuery
from memory_fabric.text import spelling_key

_DENIED = re.compile(
    r"\b(?:not|never|cannot|without|avoid(?:s|ed)?|against|neither|nor|reject(?:s|ed)|declined|dismissed|vetoed|"
    r"discarded|forbidden|banned|ruled (?:\w+ ){0,3}out|turned (?:\w+ ){0,3}down)\b|n['\u2019]t\b",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:if (?:we|i|you|they|it)|what if|would have|would be|would need|if [^.]{1,80} would|wish|maybe|perhaps|"
    r"might|could|should|considered|considering|proposed|proposing|propose|suggest(?:s|ed)?|"
    r"thinking (?:of|about)|thought about)\b",
    re.I,
)
_OVER = re.compile(
    r"\b(?:used to|no longer|not \w+ any ?more|formerly|previously|(?:was|were|been|is|are|got) "
    r"(?:retired|deprecated|replaced|superseded|decommissioned|removed|dropped|gone|sunset)|superseded by|"
    r"dropped|stopped \w+ing|got rid of)\b",
    re.I,
)

_GONE = r"\b(?:retired|deprecated|decommissioned|removed|dropped|gone|shut down|switched off|sunset)\b"
_GONE_TERMS = term_set(
    "retired deprecated decommissioned removed dropped gone shut switched sunset ditched stopped rid"
)
"""One of them is in whatever tells that something is gone: to look for terms in a set is much cheaper."""
_RETIRED = re.compile(
    r"(?<![\w.+#-])(?P<what>[\w.+#-]+(?: [\w.+#-]+)?) "  # not from inside a word, or time squares
    r"(?:was|is|are|were|got|has been|have been) (?:now |finally |officially )?" + _GONE,
    re.I,
)
_DROPPED = re.compile(
    r"\b(?:we|they)(?:['\u2019]ve)? (?:(?:have|had|just|finally|now|recently|already|then) ){0,2}"
    r"(?:retired|decommissioned|dropped|ditched|shut down|switched off|sunset|stopped using|got rid of) (?:the |our )?"
    r"(?P<what>[\w+#-]+(?:\.[\w+#-]+)*(?: [\w+#-]+)?)"
    r"(?=[.,;:!?)]|$| (?:for|in favou?r|and|because|since|last|this|yesterday|today)\b)",  # not from somewhere alone
    re.I,
)
_ADVICE = re.compile(r"\b(?:should|could|recommend\w*|plan\w*)\b", re.I)
_WEIGHED = re.compile(r"\b(?:propos\w+|suggest\w*|consider\w*|evaluat\w+|discuss\w*|options?|alternatives?)\b", re.I)

_OURS = re.compile(r"\b(?:we|us|our|ours)\b", re.I)
_TEAM_INTENTS = frozenset({"usage", "ownership"})


def is_asked(memory: Memory) -> bool:
    """Whether a memory is a question, which may be answered by another one."""
    return memory.text.rstrip().endswith(("?", "\uff1f"))


def is_denial(memory: Memory, claims: Iterable[Edge]) -> bool:
    """Whether a memory tells of something that is not so; `claims` are the edges that it proves."""
    claims = list(claims)
    if any(edge.polarity == "negated" and not edge.ended for edge in claims):
        return True
    return not is_over(memory, claims) and bool(_DENIED.search(memory.text))


def is_over(memory: Memory, claims: Iterable[Edge]) -> bool:
    """Whether a memory tells that something is over."""
    return any(edge.ended for edge in claims) or bool(_OVER.search(memory.text))


def _asks_of_us(parsed: ParsedQuery) -> bool:
    # Of what teams have and do. Of people's lives the words "might", "never" or "wish" tell as much as others do.
    return not _TEAM_INTENTS.isdisjoint(parsed.intents) or bool(_OURS.search(parsed.question))


def is_open(memory: Memory, claims: Collection[Edge]) -> bool:
    """Whether a memory only asks, proposes or supposes: no answer to what is so."""
    if claims:
        return not any(edge.modality in ("asserted", "planned") for edge in claims)
    return is_asked(memory) or bool(_OPEN.search(memory.text))


def retired_by(memory: Memory) -> frozenset[str]:
    """Return the spelling keys of the entities that a memory says, in so many words, are retired or gone."""
    if _GONE_TERMS.isdisjoint(term_set(memory.text)):
        return frozenset()
    told = [match["what"] for pattern in (_RETIRED, _DROPPED) for match in pattern.finditer(memory.text)]
    keys = {spelling_key(name) for what in told for name in (what, what.split()[-1])} if told else set()
    return frozenset(keys.intersection(map(spelling_key, memory.entities)))


def claims_nothing(parsed: ParsedQuery, answering: Collection[str]) -> Callable[[Memory, Collection[Edge]], bool]:
    """Return what tells of a memory and the edges that it proves whether nothing that it has to say of what a question
    asks for is so: denied, asked, proposed or supposed.

    `answering` are the relations that answer the question. What the question names it asks about: "do we use X" is
    answered by "we never used X". A question for advice is answered by what is only proposed, one of what was weighed
    by all of it.
    """
    is_weighing = bool(_WEIGHED.search(parsed.question))
    hints = frozenset(map(spelling_key, parsed.entity_hints))
    takes_advice = "recommendation" in parsed.intents or bool(_ADVICE.search(parsed.question))
    asks_of_us = _asks_of_us(parsed)

    def is_nothing(memory: Memory, claims: Collection[Edge]) -> bool:
        # What came instead of something is in use, also where no more is told of it.
        if is_weighing or any(edge.relation == "replaces" and edge.is_current for edge in claims):
            return False
        told = [edge for edge in claims if edge.relation in answering]
        if told:
            return not any(
                edge.is_current
                or spelling_key(edge.to) in hints
                or (takes_advice and edge.polarity == "affirmed" and not edge.ended)
                for edge in told
            )
        if not asks_of_us:
            return False
        if is_asked(memory):
            return True
        if not hints.isdisjoint(map(spelling_key, memory.entities)):
            return False
        return is_denial(memory, claims) or (not takes_advice and is_open(memory, claims))

    return is_nothing
