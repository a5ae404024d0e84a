"""What a question asks to choose between."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_fabric.query import QuestionParser

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Kafka or RabbitMQ for the queue?", ("Kafka", "RabbitMQ")),
        ("kafka, rabbitmq or nats?", ("Kafka", "RabbitMQ", "NATS")),
        ("which queue do we use, Kafka or RabbitMQ", ("Kafka", "RabbitMQ")),
        ("which of redis and memcached did we choose", ("Redis", "Memcached")),
        ("postgres vs mysql", ("PostgreSQL", "MySQL")),
        ("postgres versus mysql", ("PostgreSQL", "MySQL")),
        ("what is the difference between REST and GraphQL", ("REST", "GraphQL")),
        ("compare postgres with mysql", ("PostgreSQL", "MySQL")),
        ("how do REST and GraphQL differ", ("REST", "GraphQL")),
        ("postgres compared to mysql", ("PostgreSQL", "MySQL")),
        ("should we use Django over Flask", ("Django", "Flask")),
        ("why did we choose Kafka over RabbitMQ", ("Kafka", "RabbitMQ")),
        ("why do we use Kafka instead of RabbitMQ", ("Kafka", "RabbitMQ")),
        ("is Kafka better than RabbitMQ", ("Kafka", "RabbitMQ")),
        ("tabs or spaces", ("tabs", "spaces")),
        ("do we prefer tabs to spaces", ("tabs", "spaces")),
        ("difference between an index and a materialized view", ("index", "materialized-view")),
    ],
)
def test_two_and_more_are_compared(parser: QuestionParser, question: str, names: tuple[str, ...]) -> None:
    assert parser.parse(question, NOW).compared == names


@pytest.mark.parametrize(
    "question",
    [
        "do we use Redis or not",
        "do we use Redis or something",
        "does gRPC over HTTP work",
        "what did we ship between March and May",
        "did we decide to use Kafka with Redis",
        "Redis and Kafka",
        "what did Ana and Bo compare it to",
        "or",
        "vs",
        "",
    ],
)
def test_not_every_two_are_compared(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).compared == ()
