"""Whether two texts that look alike tell the same. No fuzzy score knows; these guards do, and doubt means no.

"Use X" and "Do not use X" are 92 % alike, Python 3.11 and Python 3.12 98 %. So two similar texts count as one
only when they agree in polarity, in numbers, versions and identifiers, in the entities linked, and in who
does what to whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from memory_fabric.graph.terms import terms
from memory_fabric.models import Edge, Memory
from memory_fabric.search.claims import is_asked
from memory_fabric.search.dispatch import Lexicon
from memory_fabric.stop_words import LIGHT_WORDS
from memory_fabric.text import one_line, spaced_cjk, spelling_key

Fact = tuple[str, str, str, str, str, bool]

ROLE_WORDS = frozenset({
    "by", "from", "to", "into", "onto", "over", "under", "against", "instead", "rather", "than", "versus",
    "vs", "before", "after", "except", "only", "unless", "until", "all", "every", "each", "any", "some",
    "most", "few", "more", "less", "least", "both", "either", "neither", "or",
})  # fmt: skip
"""Words that say who does what to whom, when, and to how many."""

MODAL_WORDS = frozenset({
    "if", "whether", "should", "could", "would", "might", "may", "can", "must", "will", "shall", "maybe",
    "perhaps", "probably", "possibly", "plan", "planned", "planning", "propose", "proposed", "consider",
    "considering", "considered", "suggest", "suggested", "want", "wanted", "try", "trying", "previously",
    "formerly", "once", "earlier", "originally", "yet", "still", "almost", "hardly", "rarely", "sometimes",
})  # fmt: skip
"""Words that say how far a statement is asserted. Where the graph knows what both assert, it is asked
instead.
"""

FIRST_PERSON = frozenset({
    "i", "me", "my", "mine", "myself",
})  # fmt: skip

_CONTRACTED_NOT = re.compile(
    r"\b(ca|wo|do|does|did|is|are|was|were|should|could|would|have|has|had|must|need)n['\u2019]?t\b|\b(can)not\b",
    re.I,
)
_WRITTEN_OUT = {"ca": "can", "wo": "will"}
_TOKEN = re.compile(
    r"(?<!\w)-?\d+(?:[.,:]\d+)*[^\W_]*%?"  # 3.11, 10.0.0.1, 1,000, 60s, 15%
    r"|[^\W_]+(?:\+\+|\#)?"  # words, C++, C#, ipv4
    # <, =, &, emoji: whatever is not mere punctuation
    r"|[^\w\s.,;:!?'\"\u201c\u201d\u2018\u2019()\[\]{}\-\u2013\u2014\u2026/\\*`#@]"
)
_DIGIT = re.compile(r"\d")
_DERIVATION = re.compile(r"(er|or|ment|ion|ity|al|ant|ent|able|ible|ness|ly|ful|less|ist|ism|ive)s?$")


class Token(NamedTuple):
    """A word of a text: `unit` is what it is compared by, `word` is folded.

    `is_name` tells that it may be a name, `is_light` that it may come and go without changing what is told.
    """

    unit: str
    word: str
    is_name: bool
    is_light: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What a memory tells, as far as words show it, and the facts of the graph that it proves, without their
    life.
    """

    tokens: tuple[Token, ...]
    numbers: tuple[str, ...]
    negations: int
    asks: bool
    roles: tuple[str, ...]
    modals: tuple[str, ...]
    entities: frozenset[str]
    speakers: frozenset[str]
    in_first_person: bool
    facts: frozenset[Fact]


def read(memory: Memory, proved: Iterable[Edge], lexicon: Lexicon) -> Reading:
    """Return the reading of a memory; `proved` are the edges that it proves, as far as they are known."""
    text = one_line(memory.text)
    tokens = tuple(_tokens(text, lexicon))
    words = [token.word for token in tokens]
    return Reading(
        tokens=tokens,
        numbers=tuple(word.replace(",", "") for word in words if _DIGIT.search(word)),
        negations=len(_negations(lexicon.negation_words).findall(" ".join(map(_stem, words)))),
        asks=is_asked(memory),
        roles=tuple(sorted(word for word in words if word in ROLE_WORDS)),
        modals=tuple(sorted(word for word in words if word in MODAL_WORDS)),
        entities=frozenset(spelling_key(name) for name in memory.entities),
        speakers=frozenset(origin.speaker.casefold() for origin in memory.origins if origin.speaker),
        in_first_person=not FIRST_PERSON.isdisjoint(words),
        facts=frozenset((e.from_, e.relation, e.to, e.polarity, e.modality, e.ended) for e in proved),
    )


def disagreement(left: Reading, right: Reading) -> str | None:
    """Return in what two readings differ so that they must not be merged, or None when they tell the same."""
    return next(_disagreements(left, right), None)


def _disagreements(left: Reading, right: Reading) -> Iterator[str]:
    both_known = bool(left.facts and right.facts)
    if left.entities != right.entities:
        yield "entities"
    if left.asks != right.asks:
        yield "question"
    # "I prefer tabs" tells another fact from another mouth.
    if left.in_first_person and left.speakers != right.speakers and not (both_known and left.facts == right.facts):
        yield "speaker"
    if is_rotation([token.unit for token in left.tokens], [token.unit for token in right.tokens]):
        return
    if left.negations != right.negations:
        yield "polarity"
    if both_known and left.facts != right.facts:
        yield "facts"
    if not both_known and left.modals != right.modals:
        yield "modality"
    if left.numbers != right.numbers:
        yield "numbers"
    if left.roles != right.roles:
        yield "roles"
    yield from _differences_in_words(left.tokens, right.tokens)


def is_rotation(left: list[str], right: list[str]) -> bool:
    """Whether `right` is `left` with a block moved from one end to the other: a clause put first that stood
    last.
    """
    if len(left) != len(right):
        return False
    return any(left == right[at:] + right[:at] for at in range(len(right)))


def _differences_in_words(left: Sequence[Token], right: Sequence[Token]) -> Iterator[str]:
    """Words may be added that name nothing; none may be exchanged for another or change its place."""
    gone: list[Token] = []
    come: list[Token] = []
    matcher = SequenceMatcher(None, [t.unit for t in left], [t.unit for t in right], autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        old = [token for token in left[start:end] if not token.is_light]
        new = [token for token in right[other_start:other_end] if not token.is_light]
        if old and new:
            if len(old) != len(new) or not all(map(_is_slip, old, new)):
                yield "words"
        elif any(token.is_name or not token.word.isalpha() or not token.word.islower() for token in (*old, *new)):
            yield "names"
        else:
            gone += old
            come += new
    if not {token.unit for token in gone}.isdisjoint(token.unit for token in come):
        yield "order"


def _is_slip(left: Token, right: Token) -> bool:
    # One letter missing, doubled, wrong or swapped inside a long plain word. Prefixes turn meanings round
    # (un-, in-, a-), so the first letter must hold.
    if left.is_name or right.is_name or left.word[0] != right.word[0] or min(len(left.word), len(right.word)) < 7:
        return False
    return left.word.isalpha() and right.word.isalpha() and OSA.distance(left.word, right.word) == 1


def _tokens(text: str, lexicon: Lexicon) -> list[Token]:
    tokens: list[Token] = []
    for word in _TOKEN.findall(spaced_cjk(_CONTRACTED_NOT.sub(_write_out, text))):
        folded = word.casefold()
        shouted = word.isupper() and word not in ("A", "I")  # "US" is a place, "Rev S" a revision
        light = folded in LIGHT_WORDS and not shouted
        # The first word of a text has its capital from the sentence: "Yes, we use Redis."
        is_opening = not tokens and word == word.title() and lexicon.canonical(word) == word
        tokens.append(Token(_unit(folded, lexicon), folded, word != word.lower() and not is_opening, light))
    return tokens


def _write_out(contraction: re.Match[str]) -> str:
    verb = contraction[1] or contraction[2]
    return f"{_WRITTEN_OUT.get(verb.casefold(), verb)} not"


def _unit(word: str, lexicon: Lexicon) -> str:
    canonical = lexicon.canonical(word)
    return spelling_key(canonical) if canonical != word else _stem(word)


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """Return what a word is compared by: inflection does not count, but what makes another word of it does.

    The engine is not the engineer, though they share a stem. Marks that the stemmer would drop (C++, 3.11,
    15%) stay.
    """
    if not word.isalpha():
        return word
    stem = " ".join(terms(word))
    derived = _DERIVATION.search(word)
    return f"{stem}+{derived[1]}" if derived and not stem.endswith(derived[1]) else stem


@lru_cache(maxsize=8)
def _negations(negation_words: frozenset[str]) -> re.Pattern[str]:
    """Return what finds the cues among stems; the longest cue counts, once. Contractions are written out
    before.
    """
    cues = {" ".join(map(_stem, cue.casefold().split())) for cue in negation_words} | {"not", "no"}
    alternatives = "|".join(re.escape(cue) for cue in sorted(cues, key=lambda cue: (-len(cue), cue)) if cue)
    return re.compile(rf"(?<!\S)(?:{alternatives})(?!\S)")
