"""Which speakers a question names, and how much more what they said is worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from memory_fabric.models import ParsedQuery
from memory_fabric.stop_words import FUNCTION_WORDS
from memory_fabric.text import spelling_key

ONLY_FACTOR, FIRST_FACTOR, OTHER_FACTOR = 2.0, 2.0, 1.3
"""For the only speaker named, the first of several ("why did Ana agree with Bo"), and the others."""

ROLES = frozenset({"user", "assistant"})
"""Speakers of formats without names; in a question these are words like others."""

_WORD = re.compile(r"\w+(?:-\w+)*")
_BEFORE_A_DOER = frozenset("did do does has have had is was are were will would can could should by".split())
_ARTICLES = frozenset({"a", "the", "our", "their"})


def speaker_factors(parsed: ParsedQuery, speakers: Iterable[str]) -> Mapping[str, float]:
    """Return the factor for each of `speakers`, folded names, whom the question names; the others are left out.

    Whose words are asked for comes before who else is named. A whole name, or two words of it, counts before a single
    one: "Grad B" is not every Grad. A single word names all who bear it, and none of them more than another.
    """
    words = _WORD.findall(parsed.question.casefold())
    hints = [hint.casefold() for hint in (*parsed.entity_hints, *([parsed.speaker] if parsed.speaker else []))]
    asked = {*words, *(word for hint in hints for word in _WORD.findall(hint)), *map(spelling_key, hints)}
    places = {}
    for speaker in speakers:
        # Most speak of nothing that the question names: told apart by their words alone.
        if asked.isdisjoint((*_WORD.findall(speaker), spelling_key(speaker))):
            continue
        place = _place(speaker, parsed, words)
        if place is not None:
            places[speaker] = place
    best = min((kind for kind, _ in places.values()), default=0)
    starts = {speaker: start for speaker, (kind, start) in places.items() if kind == best}
    if len(starts) == 1:
        return dict.fromkeys(starts, ONLY_FACTOR)
    first = min(starts.values(), default=0)
    if list(starts.values()).count(first) > 1:  # one word names several
        return dict.fromkeys(starts, OTHER_FACTOR)
    return {speaker: FIRST_FACTOR if start == first else OTHER_FACTOR for speaker, start in starts.items()}


def _place(speaker: str, parsed: ParsedQuery, words: Sequence[str]) -> tuple[int, int] | None:
    """Return how a speaker is named (0 whose words are asked for, 1 wholly, 2 in part) and where; None where not."""
    if parsed.speaker and same_person(speaker, parsed.speaker):
        return 0 if spelling_key(speaker) == spelling_key(parsed.speaker) else 1, 0
    own = _WORD.findall(speaker)
    if not own or speaker in ROLES:
        return None
    telling = own if len(own) < 2 else own[:2]
    start = _find(telling, words, parsed.question)
    if start is not None and any(_may_be_name(word, parsed.question) for word in telling):
        return 1, start
    for at, hint in enumerate(parsed.entity_hints):
        if same_person(speaker, hint):
            return 1 if spelling_key(hint) == spelling_key(speaker) else 2, len(words) + at
    # A first name that the parser did not take for a name still names its bearers.
    taken = {hint.casefold().split()[0] for hint in parsed.entity_hints if hint.split()}
    start = _find(own[:1], words, parsed.question)
    is_name = start is not None and own[0] not in taken and _may_be_name(own[0], parsed.question)
    return (2, start) if start is not None and is_name else None


def _may_be_name(word: str, question: str) -> bool:
    """Whether a folded word of a question may be a name: "Will it do" names no Will, "what did Will do" does."""
    if word not in FUNCTION_WORDS:
        return True
    return any(each[0].isupper() and each.casefold() == word for each in _WORD.findall(question)[1:])


def same_person(left: str, right: str) -> bool:
    """Whether two names may be of one person: "Ana" names Ana Souza, and "Ana Souza" names Ana Souza Lima; "Ana Lima"
    does not, nor does "database" name database-engineer.
    """
    if spelling_key(left) == spelling_key(right):
        return True
    short, long = sorted((left.casefold().split(), right.casefold().split()), key=len)
    return bool(short) and len(short) < len(long) and (long[: len(short)] == short or long[-len(short) :] == short)


def _find(part: Sequence[str], words: Sequence[str], question: str) -> int | None:
    """Return where a run of the question's folded words starts that may name someone, or None."""
    size = len(part)
    starts = (at for at in range(len(words) - size + 1) if list(words[at : at + size]) == list(part))
    return next((at for at in starts if _is_someone(at, size, words, question)), None)


def _is_someone(start: int, size: int, words: Sequence[str], question: str) -> bool:
    """Whether words of a question name someone rather than a subject: "what did the designer say" names a designer,
    "the discussion of designer clothes" none. In a question that is written small throughout, all may.
    """
    if question.islower() or any(word[0].isupper() for word in _WORD.findall(question)[start : start + size]):
        return True
    if words[start + size : start + size + 1] == ["s"]:
        return True
    before = [word for word in words[:start] if word not in _ARTICLES]
    return not before or before[-1] in _BEFORE_A_DOER
