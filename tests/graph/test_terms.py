"""How texts become terms, and memories one weighted text."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.graph.terms import MAX_QUERY_TERMS, body, prepared, query_terms, terms
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

    assert Counter(text.split()) == {"statement": 3, "speaker": 3, "before": 2, "after": 1, "earlier": 1}


def test_a_memory_on_its_own_is_its_statement_only() -> None:
    assert body("so it is") == "so it is so it is so it is"


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
