"""Whose words a question asks for, whether or not the name has its capital."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_fabric.query import QuestionParser

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "speaker"),
    [
        ("What did database-engineer say about Redis?", "database-engineer"),
        ("according to backend-architect, why Redis?", "backend-architect"),
        ("What did Ana tell us about Kafka?", "Ana"),
        ("Ana told us what about Kafka?", "Ana"),
        ("what has Ana already said about Kafka", "Ana"),
        ("what is Ana's view on feature flags", "Ana"),
        ("what was said by Ana", "Ana"),
        ("what did Grace mention", "Grace"),
        ("what did Ana write about retries", "Ana"),
        ("what did ana think of kafka", "Ana"),
        ("ana's opinion on kafka", "Ana"),
        ("according to ana what do we use", "Ana"),
        ("what did bo chen say about TLS", "Bo Chen"),
        ("what did zsofia mention about caching", "Zsofia"),
    ],
)
def test_the_speaker_is_whose_words_are_asked_for(parser: QuestionParser, question: str, speaker: str) -> None:
    parsed = parser.parse(question, NOW)

    assert parsed.speaker == speaker
    assert speaker in parsed.entity_hints


@pytest.mark.parametrize(
    "question",
    [
        "What does database-engineer use?",
        "what does Ana use to write docs",
        "which service did Ana write",
        "what did we tell Ana",
        "What did Ana and Bo say about Kafka?",
        "what did we say about Kafka",
        "what did users say about the login",
        "what did marketing say",
        "did anyone mention kubernetes",
        "which picture did Ana share",
        "what did it say",
        "say",
        "",
    ],
)
def test_who_does_not_speak_is_no_speaker(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).speaker is None


def test_a_speaker_in_lower_case_is_no_word_to_look_for(parser: QuestionParser) -> None:
    parsed = parser.parse("what did ana think of kafka", NOW)

    assert parsed.query == "think kafka"
    assert parsed.entity_hints == ("Ana", "Kafka")
