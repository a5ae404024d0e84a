"""A question asks for what holds, for what held, or tells neither; and it may ask for what is not so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_fabric.query import QuestionParser

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "question",
    [
        "what do we use for caching",
        "Which tool is used to deploy the site?",
        "who owns billing-worker?",
        "where do we keep secrets",
        "what checks do we run before a release",
        "What is the current cache TTL?",
        "is terraform still in use",
        "which CI do we run these days",
        "what did we decide about retries",
        "didn't we decide on Kafka?",
    ],
)
def test_what_is_asked_in_the_present_or_was_decided_is_about_now(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).tense == "now"


@pytest.mark.parametrize(
    "question",
    [
        "what did we use before postgres",
        "who owned billing-worker before Bo",
        "What was our queue before?",
        "what did we originally choose for search",
        "which database did we use to have",
        "what we used to run for CI",
        "what did Kafka replace?",
        "what was replaced by Kafka?",
        "what was the old queue called",
        "what do we no longer use",
        "what did we stop using",
        "what did we use in 2023",
    ],
)
def test_what_is_asked_of_former_times_is_about_before(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).tense == "before"


@pytest.mark.parametrize(
    "question",
    [
        "why did we choose Kafka",
        "what did we replace Kafka with",
        "When did we adopt Kafka?",
        "What did Ana say about the queue we use?",
        "What did database-engineer recommend?",
        "what is the history of our queue",
        "what did we decide last week",
        "have we ever used Oracle?",
        "What is Kafka?",
        "Redis",
        "",
    ],
)
def test_a_reason_a_time_or_words_are_asked_of_any_time(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).tense == "any"


@pytest.mark.parametrize(
    "question",
    [
        "what did we decide against",
        "What did we reject for search?",
        "what did we rule out",
        "which queue did we turn down",
        "what should we avoid",
        "what should we not use",
        "why don't we use Oracle",
        "why dont we use Oracle",
        "why don\u2019t we use Oracle",
        "what did we stop using",
        "which services run without TLS",
        "who advised against Redis?",
        "which tools have no owner",
    ],
)
def test_a_question_may_ask_for_what_is_not_so(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).denied


@pytest.mark.parametrize(
    "question",
    [
        "what do we use",
        "didn't we decide on Kafka?",
        "I don't remember what we use for caching",
        "not sure which database we chose",
        "do we use Redis or not",
        "how do we protect against CSRF",
        "how do we stop the server",
        "why did it stop working",
        "what did no one mention, Kafka or Redis",
    ],
)
def test_not_every_no_denies_what_is_asked(parser: QuestionParser, question: str) -> None:
    assert not parser.parse(question, NOW).denied


@pytest.mark.parametrize("words", ["do replace ", "did use ", "rule ", "turn it ", "not sure ", "decide against "])
def test_a_long_question_of_cues_is_read(parser: QuestionParser, words: str) -> None:
    assert parser.parse((words * 200)[:2048], NOW).tense in ("now", "before", "any")
