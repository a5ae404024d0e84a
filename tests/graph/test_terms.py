"""How texts become terms, and memories one weighted text."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.graph.terms import (
    LIGHT_WEIGHT,
    MAX_QUERY_TERMS,
    PADDING,
    body,
    prepared,
    query_terms,
    term_set,
    terms,
    weighed_terms,
)
from memory_fabric.text import one_line


def test_words_are_folded_and_stemmed() -> None:
    assert terms("Caching, CACHED; Élasticsearch Łukasz") == ["cach", "cach", "elasticsearch", "lukasz"]


@pytest.mark.issue("hermes-agent#24416")
def test_accents_case_and_inflection_do_not_count() -> None:
    assert terms("Ágnes caches") == terms("agnes cached") == terms("AGNES cache")


def test_hyphenated_names_fall_into_their_words() -> None:
    assert terms("us-east-1 database_engineer CI/CD") == ["us", "east", "1", "databas", "engin", "ci", "cd"]


def test_each_cjk_character_is_a_term() -> None:
    assert terms("使用 Redis 缓存") == ["使", "用", "redi", "缓", "存"]


def test_function_words_are_left_out_of_a_query() -> None:
    assert query_terms(["What", "did", "we", "decide about", "the cache"]) == ("decid", "about", "cach")


def test_function_words_are_kept_where_there_is_nothing_else() -> None:
    assert query_terms(["who", "are you"]) == ("who", "are", "you")


def test_a_query_has_each_term_once_and_not_too_many() -> None:
    assert query_terms(["Redis", "redis REDIS"]) == ("redi",)
    assert len(query_terms([f"word{number}" for number in range(1000)])) == MAX_QUERY_TERMS


@given(st.text(st.characters(), max_size=50))
def test_no_text_breaks_it(text: str) -> None:
    assert all(term and term == term.lower() for term in terms(text))
    assert set(query_terms([text])) <= set(terms(text))


def test_each_part_of_a_memory_stands_in_the_body_as_often_as_it_weighs() -> None:
    text = body("statement", speaker="speaker", before="before", two_before="earlier", after="after")

    held = Counter(terms(text)) - Counter(terms(body("")))
    assert held == {"statement": 3, "speaker": 3, "befor": 2, "after": 1, "earlier": 1}


def test_a_memory_on_its_own_is_its_statement_only() -> None:
    assert body("so it is").startswith("so it is so it is so it is ")
    assert len(terms(body("so it is"))) == 3 * len("so it is".split()) + PADDING


def test_every_memory_is_padded_alike_with_terms_that_no_question_has() -> None:
    """So that of two statements the shorter is not much the better for its length alone."""
    padding = terms(body(""))

    assert len(padding) == PADDING
    assert terms(body("Redis holds the sessions", speaker="Ana"))[-PADDING:] == padding
    (letter,) = set(padding)
    assert not letter.isascii()
    assert len(letter) == 1


def test_words_weigh_alike_but_for_the_light_ones() -> None:
    weighed = weighed_terms(["Which", "rows", "Ana", "choose", "PostgreSQL"], ["Ana"])

    assert weighed == {"row": 1.0, "ana": LIGHT_WEIGHT, "choos": 1.0, "postgresql": 1.0}
    assert 0 < LIGHT_WEIGHT < 1


def test_a_light_word_is_light_in_each_of_its_terms_and_looked_for_only_where_it_is_asked() -> None:
    assert weighed_terms(["database-engineer", "rows"], ["Database-Engineer", "Bo"]) == {
        "databas": LIGHT_WEIGHT,
        "engin": LIGHT_WEIGHT,
        "row": 1.0,
    }


@given(st.lists(st.text(max_size=10)), st.lists(st.text(max_size=10)))
def test_weights_add_no_terms_and_drop_none(words: list[str], light: list[str]) -> None:
    assert tuple(weighed_terms(words, light)) == query_terms(words)


@pytest.mark.parametrize(
    ("past", "present"), [("We chose Kafka", "choose"), ("She went home", "go"), ("It BROKE", "breaks")]
)
def test_an_irregular_verb_is_found_by_its_base_form(past: str, present: str) -> None:
    assert set(terms(present)) <= set(terms(past))


@given(st.lists(st.sampled_from(["said", "Built", "x", "_", "made_up", "\x1f", "é", "'", ".", " ", "took,", "\x7f"])))
def test_irregular_verbs_are_found_between_whatever_signs(pieces: list[str]) -> None:
    text = "".join(pieces)

    bases = {"said": "say", "built": "build", "took": "take"}
    assert prepared(text) == re.sub(r"\w+", lambda word: bases.get(word[0].lower(), word[0]), one_line(text))


@given(st.text(st.sampled_from("aAzZ09 _-'.\t\0éß東made running Took")) | st.text())
def test_the_set_of_terms_is_that_of_the_terms_in_order(text: str) -> None:
    assert term_set(text) == frozenset(terms(text))
