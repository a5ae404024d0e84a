from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_fabric.graph.mcp.matching import rank, terms
from memory_fabric.models import Memory, Origin


def memory(text: str, *entities: str, speaker: str | None = None, day: int = 1) -> Memory:
    said = datetime(2026, 1, day, tzinfo=UTC)
    return Memory(id=text, text=text, entities=entities, origins=(Origin(speaker=speaker, timestamp=said),))


def found(words: list[str], *memories: Memory) -> list[str]:
    return [each.text for each, _ in rank(memories, terms(words))]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("policies", "The retry policy is new."),
        ("caching", "We cached it."),
        ("using", "Ana uses it."),
        ("Redis", "REDIS is fast"),
        ("cursor-pagination", "Cursor pagination it is."),
        ("cursor pagination", "We like cursor_pagination."),
        ("us-east-1", "Deployed to us-east-1."),
        ("CI/CD", "The CI/CD is slow."),
        ("C++", "Rewritten in C++."),
        ("agnes", "Ágnes agreed."),
        ("Ágnes", "agnes agreed."),
        ("Lukasz", "Łukasz owns it."),
        ("缓存策略", "我们使用Redis作为缓存。"),
        ("database's", "The database is full."),
    ],
)
def test_a_word_is_found_however_it_is_inflected_joined_or_accented(word: str, text: str) -> None:
    assert found([word], memory(text)) == [text]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("act", "React is used."),
        ("C", "Rewritten in C++."),
        ("go", "Django and cargo."),
        ("us-east-1", "Deployed to us-east-2."),
        ("Java", "We write JavaScript."),
        ("cursor-pagination", "The pagination has a cursor."),
    ],
)
def test_a_part_of_a_word_is_not_the_word(word: str, text: str) -> None:
    assert found([word], memory(text)) == []


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("policies", "policy"),
        ("caching", "cache"),
        ("hoping", "hope"),
        ("databases", "database"),
        ("Straße", "strasse"),
        ("US-East-1", "us east 1"),
        ("Élan", "elan"),
    ],
)
def test_what_is_asked_of_the_server_is_a_substring_of_every_form(word: str, text: str) -> None:
    [term] = terms([word])
    assert any(probe in text for probe in term.probes)


@pytest.mark.issue("hermes-agent#24416")
@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("agnes", "ágnes"),
        ("jose", "josé"),
        ("elasticsearch", "élasticsearch"),
        ("muller", "müller"),
        ("bjorn", "björn"),
        ("gomez", "gómez"),
        ("pena", "peña"),
    ],
)
def test_a_forgotten_accent_is_found_by_the_other_half_of_the_word(word: str, text: str) -> None:
    [term] = terms([word])
    assert any(probe in text for probe in (*term.probes, *term.accented))


def test_more_words_and_rarer_words_come_first() -> None:
    both, rare, common, other = "redis cache", "kafka queue", "a redis", "redis again"
    assert found(["redis", "cache", "kafka"], *map(memory, (common, rare, both, other)))[:2] == [both, rare]


def test_equal_matches_come_most_recent_first() -> None:
    assert found(["redis"], memory("redis old", day=1), memory("redis new", day=9)) == [
        "redis new",
        "redis old",
    ]


def test_the_statement_counts_for_more_than_names() -> None:
    named, said = memory("It is fast.", "Redis"), memory("Redis is fast.")
    assert found(["redis"], named, said) == ["Redis is fast.", "It is fast."]
    assert found(["ana"], memory("It is fast.", speaker="Ana Souza")) == ["It is fast."]


def test_function_words_are_asked_for_only_where_there_is_nothing_else() -> None:
    assert [term.stems for term in terms(["what", "the", "cache"])] == [("cach",)]
    assert terms(["the"])


def test_signs_are_no_words_and_quotes_do_no_harm() -> None:
    assert terms(["&&", "", "  ", "-"]) == []
    assert found(['"unbalanced', "-excluded"], memory("an unbalanced tree"), memory("excluded")) != []


def test_a_very_long_question_is_cut_to_its_longest_words() -> None:
    wanted = terms([f"word{'x' * number}" for number in range(100)])
    assert sorted(len(term.stems[0]) for term in wanted) == list(range(80, 104))
