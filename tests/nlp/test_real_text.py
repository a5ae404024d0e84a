"""Text as people really write it: chat in a hurry, Markdown, tables, other scripts. It is read, in its place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memory_fabric.extraction import Extractor


def told(extractor: Extractor, text: str) -> set[str]:
    """Return relations as `from relation to`, those that are not current in brackets."""
    relations = extractor.extract(text, speaker="Dana", project="acme").relations
    lines = {(f"{r.from_} {r.relation} {r.to}", r.is_current) for r in relations}
    return {line if is_current else f"({line})" for line, is_current in lines}


def named(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type != "concept"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we use redis for caching, dont use memcached",
         {"acme uses Redis", "Redis used_for caching", "(acme uses Memcached)"}),
        ("we don\u2019t use memcached", {"(acme uses Memcached)"}),
        ("we didnt use kafka", {"(acme uses Kafka)"}),
        ("redis isnt used by the auth service", {"(auth-service uses Redis)"}),
        ("we wont use kafka", {"(acme uses Kafka)"}),
        ("We don&#39;t use Kafka.", {"(acme uses Kafka)"}),
        ("im using redis", {"Dana uses Redis"}),
        ("r we using redis", {"(acme uses Redis)"}),
        ("lets use redis", {"(acme uses Redis)"}),
        ("we use redis w/ kafka", {"acme uses Redis"}),
        ("teh auth service uses redis", {"auth-service uses Redis"}),
        ("we moved from mysql -> postgres",
         {"acme uses PostgreSQL", "PostgreSQL replaces MySQL", "(acme uses MySQL)"}),
        ("We use \u201cRedis\u201d.", {"acme uses Redis"}),
        ("The auth\u2011service uses Redis.", {"auth-service uses Redis"}),
        ("We use PostgreSQL\u2014not MySQL\u2014here.", {"acme uses PostgreSQL", "PostgreSQL chose_over MySQL"}),
        ("We use \U0001f418PostgreSQL\U0001f418 \U0001f680", {"acme uses PostgreSQL"}),
        ("We use\u200bRedis\u00a0here.", {"acme uses Redis"}),
        ("\x1b[32m✔\x1b[0m We use \x1b[1;36mRedis\x1b[0m here.\x1b[K", {"acme uses Redis"}),
        ("\x1b]0;build\x07We use Redis.\x07", {"acme uses Redis"}),
    ],
)  # fmt: skip
def test_chat_is_read_as_it_is_meant(extractor: Extractor, text: str, expected: set[str]) -> None:
    assert told(extractor, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- We use `Redis`.\n- We use **Kafka**.", {"acme uses Redis", "acme uses Kafka"}),
        ("## We use Redis\nIt is fast.", {"acme uses Redis"}),
        ("We use [Redis](https://redis.io)[^1].\n\n[^1]: Like others.", {"acme uses Redis"}),
        ("<p>We use <b>Redis</b>.<br/>We use Kafka.</p>", {"acme uses Redis", "acme uses Kafka"}),
        ("| We use Redis | We use Kafka |\n| --- | --- |", {"acme uses Redis", "acme uses Kafka"}),
        ("| Service | Database |\n| --- | --- |\n| auth service | PostgreSQL |", set()),
        ("We use ~~Solr~~ Elasticsearch.", {"acme uses Elasticsearch"}),
        ("We use Redis.\n\n```\nWe use Kafka.\n```", {"acme uses Redis"}),
        ("We use Redis.\n\n    kafka.connect(host)\n    We.use(Kafka)\n", {"acme uses Redis"}),
        ("We use :ref:`Redis`.\n\n.. code-block:: text\n\n   We use Kafka.", {"acme uses Redis"}),
        ("We use Redis for https://example.org/a/b.", {"acme uses Redis"}),
        ("We use Redis\nWe dropped Solr", {"acme uses Redis", "(acme uses Solr)"}),
        ("We use\r\nRedis here.\r\n", {"acme uses Redis"}),
        ("[10:31] <dana> we use redis\n[10:32] <bo> nice", {"acme uses Redis"}),
    ],
)
def test_documents_are_read_without_their_markup(extractor: Extractor, text: str, expected: set[str]) -> None:
    assert told(extractor, text) == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我们使用 PostgreSQL 做存储", ["PostgreSQL"]),
        ("我们用Redis做缓存，不用Memcached。", ["Redis", "Memcached"]),
        ("PostgreSQLを使う", ["PostgreSQL"]),
        ("Kafka를 사용합니다", ["Kafka"]),
        ("Node.js/TypeScript", ["Node.js", "TypeScript"]),
        ("Redis+Kafka, redis(for now)", ["Redis", "Kafka"]),
        ("C++\u3001C#\u3001.NET", ["C++", "C#", ".NET"]),
        ("\uff30\uff4f\uff53\uff54\uff47\uff52\uff45\uff33\uff31\uff2c", ["PostgreSQL"]),
        ("Re\u00addis", ["Redis"]),
        ("runs in us-east-1 and us-east-2", []),
        ("see https://kafka.apache.org, mail a@redis.io, open src/redis/client.py", []),
    ],
)
def test_names_are_found_in_any_script_and_beside_any_sign(extractor: Extractor, text: str, names: list[str]) -> None:
    assert named(extractor, text) == names


PIECES = st.sampled_from(
    [
        "Redis", "C++", "Node.js", "Jose\u0301", "我们用", "を使う", "w/", "dont", "don\u2019t use", "We use", "&amp;",
        "**", "`", "```\n", "\n", "\r\n", "\n\n    ", "| ", "- ", "# ", "> ", "https://a.org/b", "\U0001f389", "\u00ad",
        "\u200b", "\u2014", "~~", "[", "](", ")", "<br>", "auth service", "\ufeff", ". ", "?", "\ud800", "\x00",
        "x" * 40,
    ]
)  # fmt: skip


# No sentence, but what the rules look for, in any order: where a parse is as no rule expects it.
WORDS = st.sampled_from(
    "we use used Redis Kafka to not for from with by the of and or if until instead rather than replace migrated as"
    " is our was which that because no longer depends on blocked it they Ana's cache database-engineer recommends"
    " prefers over supports used_for until can't without a plugin migration in favour both either nor also only"
    " , . ; : ( ) - 's ? more less like in the past so much should would could will going 2024 don't".split()
)


def check_places(extractor: Extractor, text: str) -> None:
    extraction = extractor.extract(text, speaker="Ana", project="shop")
    for entity in extraction.entities:
        for mention in entity.mentions:
            assert text[mention.start : mention.end] == mention.text != ""
    for relation in extraction.relations:
        assert 0 <= relation.evidence.start < relation.evidence.end <= len(text)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=25), st.sampled_from(["", " "]))
def test_whatever_is_put_together_every_mention_is_where_it_says(
    extractor: Extractor, pieces: list[str], between: str
) -> None:
    check_places(extractor, between.join(pieces))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORDS, min_size=3, max_size=40))
@example("I migrate for if # # - ) to Redis".split())
@example("replaced no and from if to |".split())
def test_no_order_of_words_makes_it_fail(extractor: Extractor, words: list[str]) -> None:
    check_places(extractor, " ".join(words))
