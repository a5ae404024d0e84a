"""Questions, read by the same pipeline as statements: hints, intents, time and speaker. Never refuses words.

The small model misparses questions, so nothing here hangs on the dependency parse: names come from the
ruler, the rest from lemmas and their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from spacy.tokens import Token

from memory_fabric.models import INTENTS, Intent, ParsedQuery
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.refs import Ref
from memory_fabric.nlp.standins import OFFSETS
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.questions.compared import read_compared
from memory_fabric.questions.corrected import corrected
from memory_fabric.questions.question import ACTORS, Question
from memory_fabric.questions.speaker import find_unlisted, read_speaker
from memory_fabric.questions.tense import asks_of_today, is_denied, read_tense
from memory_fabric.questions.time_expressions import Period, find_period
from memory_fabric.stop_words import CONTENT_WORDS, EMPTY_WORDS
from memory_fabric.text import one_line, scrub


class QuestionParser:
    """Reads questions with the one pipeline."""

    def __init__(self, worker: NlpWorker) -> None:
        self._worker = worker

    def parse(self, question: str, now: datetime) -> ParsedQuery:
        """Return what the question asks; time expressions count from `now`."""
        text = one_line(scrub(question))
        if not text:
            return ParsedQuery(question, "")
        return self._worker.run_soon(lambda pipeline: _parse(pipeline, question, text, now))


def _parse(pipeline: Pipeline, question: str, text: str, now: datetime) -> ParsedQuery:
    plain = pipeline.reader.plain(text)
    doc = pipeline.read_alone(plain.text)
    offsets = plain.places(doc.user_data[OFFSETS])
    names = pipeline.reader.mentions.read(doc, offsets, 0)
    period = find_period(text, now)
    if period is not None and asks_of_today(doc, text[period.start : period.end]):
        period = None
    asked = Question([token for token in doc if not _inside(offsets[token.i], period)], names)
    names |= corrected(asked, offsets, pipeline.lexicon, pipeline.misspellings)
    names |= _unlisted(pipeline, asked, offsets)
    compared = read_compared(asked)
    intents = _intents(pipeline, asked, compared)
    return ParsedQuery(
        question=question,
        query=" ".join(_content(asked, text)),
        entity_hints=tuple(_hints(names.values())),
        intent=intents[0],
        intents=intents,
        since=period.since if period else None,
        until=period.until if period else None,
        speaker=read_speaker(asked),
        tense=read_tense(asked, intents, period, now.date()),
        denied=is_denied(asked),
        compared=compared,
    )


def _unlisted(pipeline: Pipeline, question: Question, offsets: Sequence[tuple[int, int]]) -> dict[int, Ref]:
    """Return the people whom only their place in the question tells from other words."""
    return {
        index: Ref(ref.name, ref.type, offsets[ref.start][0], offsets[ref.end - 1][1])
        for ref in find_unlisted(question, pipeline.ordinary, pipeline.patterns.given_names)
        for index in range(ref.start, ref.end)
    }


def _intents(pipeline: Pipeline, question: Question, compared: Sequence[str]) -> tuple[Intent, ...]:
    found = pipeline.kinds.intents(question.words)
    if not compared or "comparison" in found:
        return found
    both = {*found, "comparison"} - {"general"}
    return tuple(intent for intent in INTENTS if intent in both)


def _hints(refs: Iterable[Ref]) -> list[str]:
    """Return the names in the question, agents and people first, each once."""
    ordered = sorted(refs, key=lambda ref: (ref.type not in ACTORS, ref.start))
    return list(dict.fromkeys(ref.name for ref in ordered))


def _content(question: Question, text: str) -> Iterable[str]:
    """Yield the content lemmas in order; names as they are written, without those of agents and people."""
    last: Ref | None = None
    for at, token in enumerate(question.words):
        ref = question.name(at)
        if ref is not None:
            if ref is not last and ref.type not in ACTORS:
                yield text[ref.start : ref.end]
            last = ref
        elif _is_content(token):
            yield token.lemma_.lower()


def _is_content(token: Token) -> bool:
    if not any(char.isalnum() for char in token.text):
        return False
    if _is_hyphenated(token):
        return True
    return (
        (not token.is_stop or token.lower_ in CONTENT_WORDS)
        and token.lemma_.lower() not in EMPTY_WORDS
        and token.pos_ not in ("INTJ", "PART")
        and (len(token) > 1 or not token.is_ascii or token.is_digit)
    )


def _is_hyphenated(token: Token) -> bool:
    """Whether the token is part of a word like `us-east-1`, in which no part is a mere stop word."""
    doc = token.doc
    before = doc[token.i - 1].text == "-" and not doc[token.i - 1].whitespace_ if token.i >= 2 else False
    after = doc[token.i + 1].text == "-" and not token.whitespace_ if token.i + 2 < len(doc) else False
    return before or after


def _inside(place: tuple[int, int], period: Period | None) -> bool:
    return period is not None and period.start <= place[0] < period.end
