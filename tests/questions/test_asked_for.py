"""The noun that a question asks for, by the order of its words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_fabric.query import QuestionParser

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("which database do we use", "database"),
        ("What kind of database do we use?", "database"),
        ("which of our services depend on redis", "service"),
        ("Which version of postgres do we run?", "version"),
        ("what Kafka version do we run", "version"),
        ("what error-handling approach do we follow", "approach"),
        ("what's our convention for branch names", "convention"),
        ("What are the known issues with Docker on macOS?", "issue"),
        ("what is the cache TTL", "ttl"),
        ("what's the name of the queue", "queue"),
        ("what was the old queue called", "queue"),
        ("how many replicas does elasticsearch run with", "replica"),
        ("list the services owned by the platform team", "service"),
        ("show me all decisions about caching", "decision"),
        ("any problems with the upgrade", "problem"),
        ("remind me which editor Bo prefers", "editor"),
    ],
)
def test_the_noun_behind_what_and_which_is_asked_for(parser: QuestionParser, question: str, noun: str) -> None:
    assert parser.parse(question, NOW).asked_for == noun


@pytest.mark.parametrize(
    "question",
    ["who owns the auth service", "whose idea was the monorepo", "tell me who owns it", "by whom was it built"],
)
def test_who_asks_for_a_person(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).asked_for == "person"


@pytest.mark.parametrize(
    "question",
    [
        "what did we decide",
        "what runs in us-east-1",
        "what is Kafka",
        "what is a bloom filter",
        "what is blocking the release",
        "which one did we choose",
        "why did we drop mongo",
        "how does auth-service talk to billing-worker",
        "Redis",
        "",
    ],
)
def test_where_nothing_tells_nothing_is_asked_for(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).asked_for is None
