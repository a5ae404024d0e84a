"""How well a memory fits a question: one formula of a few round weights, and what it is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, timedelta

from memory_fabric.graph.terms import query_terms, term_set
from memory_fabric.models import Memory, ParsedQuery
from memory_fabric.remembered import Remembered
from memory_fabric.search.answer_form import Form, form_asked_for, has_form
from memory_fabric.search.claims import is_asked
from memory_fabric.search.speakers import speaker_factors
from memory_fabric.stop_words import TALK_WORDS
from memory_fabric.text import spaced_cjk

TEXT_WEIGHT = 1.0
HINTS_WEIGHT = 0.25
GRAPH_WEIGHT = 0.25
COVERAGE_SHARE = 0.5
KIND_FACTOR = 1.1
FORM_FACTOR = 1.3
ASKING_FACTOR = 0.85
FIRST_PERSON_FACTOR = 1.1
AGENDA_FACTOR = 0.8
WITHIN_FACTOR, AFTER_FACTOR, BEFORE_FACTOR = 3.0, 2.2, 1.6
GRACE_AFTER, GRACE_BEFORE = timedelta(days=14), timedelta(days=3)
SESSION_WEIGHT, SESSION_BEST = 0.3, 3

_MARK = re.compile(r"\{[^{}]*\}")  # how transcripts of speech tell laughter
_WORD = re.compile(r"\w+")
_FIRST_PERSON = frozenset({"I", "me", "Me", "my", "My", "we", "We", "our", "Our"})
_TALK_TERMS = frozenset(query_terms(TALK_WORDS))
_AGENDA = re.compile(
    r"\b(?:agenda|presentations?(?! layer)|(?:this|last|next) meeting|(?:the|take|taking) minutes)\b", re.I
)
_AGENDA_WORDS = frozenset(
    form
    for word in ("agenda", "presentation", "presentations", "meeting", "minutes")
    for form in (word, word.capitalize(), word.upper())
)
_ASKS_OF_AGENDA = re.compile(r"\b(?:agenda|minutes)\b", re.I)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question wants of a memory, read once: `terms` are those of what it is about, `speakers` the factors of
    those whom it names.
    """

    parsed: ParsedQuery
    terms: frozenset[str] = frozenset()
    form: Form | None = None
    speakers: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, parsed: ParsedQuery, words: Iterable[str], memories: Iterable[Memory]) -> Wanted:
        """Return what is wanted: `words` in the texts, of the `memories` that were found."""
        speakers = {origin.speaker for memory in memories for origin in memory.origins if origin.speaker}
        spoken = {speaker.casefold() for speaker in speakers}
        named = speaker_factors(parsed, spoken)
        asked = frozenset(query_terms(words))
        # "What did Ana say about caching" is about caching: that it was said, and by whom, is no part of it.
        about = asked - _TALK_TERMS.union(*map(term_set, named)) or asked
        return cls(parsed, about, form_asked_for(parsed.question), named)

    def outer(self, memory: Memory) -> float:
        """Return the product of the factors that do not hang on the words of a memory."""
        return self._kind(memory) * self._speaker(memory) * self._time(memory)

    def factors(self, memory: Memory) -> dict[str, float]:
        """Return all factors of a memory by name, as `relevance` describes them."""
        words, is_personal, is_agenda = _WORDS_OF[memory.text]
        return {
            "brevity": _brevity(words + len(memory.entities)),
            "coverage": self._coverage(memory),
            "kind": self._kind(memory),
            "form": FORM_FACTOR if self.form and has_form(memory, self.form) else 1.0,
            "asking": ASKING_FACTOR if is_asked(memory) else 1.0,
            "agenda": AGENDA_FACTOR if is_agenda and not _ASKS_OF_AGENDA.search(self.parsed.question) else 1.0,
            "person": FIRST_PERSON_FACTOR if is_personal else 1.0,
            "speaker": self._speaker(memory),
            "time": self._time(memory),
        }

    def _kind(self, memory: Memory) -> float:
        return KIND_FACTOR if memory.kind in self.parsed.intents else 1.0

    def _time(self, memory: Memory) -> float:
        return time_factor(memory, self.parsed.since, self.parsed.until)

    def _coverage(self, memory: Memory) -> float:
        own = len(self.terms & term_set(memory.text)) if self.terms else 0
        return 1 + COVERAGE_SHARE * own / max(1, len(self.terms))

    def _speaker(self, memory: Memory) -> float:
        if not self.speakers:
            return 1.0
        spoken = [origin.speaker.casefold() for origin in memory.origins if origin.speaker]
        return max([self.speakers.get(speaker, 1.0) for speaker in spoken], default=1.0)


def relevance(parts: Mapping[str, float]) -> float:
    """Return the relevance that the parts of a candidate make, before it is compared with the others.

    Three witnesses add up: `text`, the score of the text index as a share of the answer's best, lowered by
    `brevity` for texts of a few words, which an index overrates; `hints`, the share of the question's hints
    that the memory is linked to, each weighed by its rarity; `graph`, how near the memory's entities stand to
    a hint.

    Factors multiply: `coverage`, by the share of the question's words that the statement itself holds, where the
    index counts its neighbours too, without the words that only tell that something was said and by whom; `kind`, where
    the memory is of the kind asked for; `form`, where it holds a time, a number or a name and the question asks for
    one; `asking`, where it ends in a question; `agenda`, where it speaks of the meeting rather than of its subject, as
    those do who open it and name all that is to come; `person`, where it speaks of *I* or *we*, as people do who tell
    what happened; `speaker`, where the question names who said it; `time`, where it was said in or near the time asked
    about. `session` is added: what a conversation's best memories are worth on the whole.

    The values are round ones that were measured on conversations and meetings, where finer ones gained next to
    nothing; `hints` and `graph` made no difference there, but find what no word of the question names.
    """
    product = parts["coverage"] * parts["kind"] * parts["form"] * parts["asking"] * parts["agenda"]
    product *= parts["person"] * parts["speaker"] * parts["time"]
    return witnessed(parts["text"] * parts["brevity"], parts["hints"], parts["graph"]) * product + parts["session"]


def witnessed(text: float, hints: float, graph: float) -> float:
    """Return what the three witnesses are worth together, as `relevance` describes them."""
    return TEXT_WEIGHT * text + HINTS_WEIGHT * hints + GRAPH_WEIGHT * graph


def session_parts(relevances: Iterable[tuple[Memory, float]]) -> dict[str, float]:
    """Return for each session what it adds to its memories: a share of the mean of its best ones.

    A conversation in which much fits the question is one about it. Where a session has fewer memories than are
    counted, the missing ones count as 0.
    """
    best: dict[str, list[float]] = {}
    for memory, value in relevances:
        for session in {origin.session for origin in memory.origins if origin.session}:
            best.setdefault(session, []).append(value)
    return {
        session: SESSION_WEIGHT * sum(sorted(values, reverse=True)[:SESSION_BEST]) / SESSION_BEST
        for session, values in best.items()
    }


def _brevity(words: int) -> float:
    """Return how much the text index's score is worth for a statement of so few words: 1 from ten words on. A name
    counts for two: what tells of something named tells more.
    """
    return min(1.0, (words + 2) / 12)


def _read_words(text: str) -> tuple[int, bool, bool]:
    """Return how many words a text has, marks left out, whether *I* or *we* are among them, and whether it speaks of
    the meeting.
    """
    words = _WORD.findall(_MARK.sub("", spaced_cjk(text)) if "{" in text else spaced_cjk(text))
    # Few texts hold one of its words, which is seen ten times as fast as whether it stands as it must.
    is_agenda = not _AGENDA_WORDS.isdisjoint(words) and _AGENDA.search(text) is not None
    return len(words), not _FIRST_PERSON.isdisjoint(words), is_agenda


# The same memories are looked at for question after question.
_WORDS_OF = Remembered(_read_words, 16_000_000)


def time_factor(memory: Memory, since: date | None, until: date | None) -> float:
    """Return how well a memory fits the time asked about; 1 where none is asked about or nothing is known.

    People speak of things afterwards, and announce them before: so days of grace on both sides.
    """
    if since is None and until is None:
        return 1.0
    days = [origin.timestamp.astimezone(UTC).date() for origin in memory.origins if origin.timestamp]
    return max([_day_factor(day, since or date.min, until or date.max) for day in days], default=1.0)


def _day_factor(day: date, since: date, until: date) -> float:
    if since <= day <= until:
        return WITHIN_FACTOR
    if timedelta(0) < day - until <= GRACE_AFTER:
        return AFTER_FACTOR
    if timedelta(0) < since - day <= GRACE_BEFORE:
        return BEFORE_FACTOR
    return 1.0
