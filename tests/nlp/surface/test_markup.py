"""Markup off, offsets kept; what decorates prose goes, what is no prose is no prose to the parser either."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.surface.markup import mask

MARKDOWN = st.text(st.sampled_from("ab `*_#->|[]()!\n\t.:/~1é漢=<^"), max_size=200)


@given(MARKDOWN)
def test_masking_keeps_every_position(text: str) -> None:
    masked = mask(text)

    assert len(masked) == len(text)
    assert [i for i, char in enumerate(text) if char == "\n"] == [i for i, char in enumerate(masked) if char == "\n"]


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("## Decision", "Decision"),
        ("- [x] use Redis", "use Redis"),
        ("1. use Redis", "use Redis"),
        ("**Redis** and `Kafka`", "Redis and Kafka"),
        ("> quoted", "quoted"),
        ("[the docs](https://example.org/a) say", "the docs say"),
        ("before <!-- hidden --> after", "before after"),
        ("| a | b |\n| --- | --- |", "a b"),
        ("+----+---+\n| ab | c |\n+====+===+", "ab c"),
        ("Title\n=====\nwords", "Title words"),
        ("1. a\n2) b\na) c\n• d", "a b c d"),
        ("> > quoted twice", "quoted twice"),
        ("*Redis*, **Kafka**, ***Solr***, __Vue__, _React_", "Redis , Kafka , Solr , Vue , React"),
        ("we use ``Redis`` here", "we use Redis here"),
        ("we dropped ~~Solr~~ Kafka", "we dropped Kafka"),
        ("[the docs][1] say\n\n[1]: https://example.org/kafka", "the docs say"),
        ('see [Redis](<https://redis.io> "Title") and [PG](x_(y))', "see Redis and PG"),
        ("we use Redis[^1].\n\n[^1]: Since May.", "we use Redis . Since May."),
        ("![The search API](a.png)", "! The search API"),
        ("we use ![Kafka logo](k.png) Kafka", "we use Kafka"),
        ("see [[adr/5|the record]] and [[Redis]]", "see the record and Redis"),
        ("<p>use <b>Redis</b><br/>now</p>", "use Redis now"),
        ("<https://redis.io|Redis> for <@U123>", "Redis for"),
        ("use :ref:`Redis` and `Kafka <https://kafka.apache.org>`_.", "use Redis and Kafka ."),
        (".. note:: use Redis", "use Redis"),
        (".. _redis: https://redis.io\nwords", "words"),
        ("done :rocket: 🎉 now", "done now"),
        ("C++, C#, std::map and a_b stay, so does 2 * 3", "C++, C#, std::map and a_b stay, so does 2 * 3"),
        ("snake_case stays, so does C++", "snake_case stays, so does C++"),
    ],
)
def test_what_decorates_goes(text: str, prose: str) -> None:
    assert " ".join(mask(text).split()) == prose


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/redis?x=kafka",
        "mail redis@example.org",
        "src/redis/client.py",
        "/etc/kafka/conf",
        "C:\\redis\\bin",
        "tests/redis/kafka",
        "redis://localhost:6379/kafka",
        "www.redis.com/kafka",
        "redis.io/docs/kafka",
        "~/redis/kafka",
    ],
)
def test_addresses_and_paths_name_nothing(text: str) -> None:
    assert "redis" not in mask(text) and "kafka" not in mask(text)


def test_a_fence_that_is_never_closed_takes_the_rest() -> None:
    assert mask("say\n```\nuses Kafka").split() == ["say"]


@pytest.mark.parametrize("text", ["Redis/Kafka/Solr", "Node.js/TypeScript", "CI/CD", "and/or", "C++/.NET", "Ana/Bo"])
def test_names_between_slashes_are_no_path(text: str) -> None:
    assert mask(text) == text
