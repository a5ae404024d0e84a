"""Words are split as spaCy splits them, and those that come again are kept between the memory zones."""

from __future__ import annotations

import string

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.lang.en import English
from spacy.language import Language
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from memory_fabric.nlp import tokenizer as module
from memory_fabric.nlp.tokenizer import WordKeeper

_TEXT = "We use Redis:7, C++/.NET and Redis again; we use PostgreSQL-15."


@pytest.fixture
def blank() -> Language:
    return spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "memory_fabric_tokenizer"}}})


def _keeper(nlp: Language) -> WordKeeper:
    assert isinstance(nlp.tokenizer, WordKeeper)
    return nlp.tokenizer


def _words(nlp: Language, text: str) -> list[str]:
    with nlp.memory_zone():
        return [token.text for token in nlp.make_doc(text)]


def test_names_are_split_where_they_meet_other_words(blank: Language) -> None:
    assert _words(blank, "Redis:7, C++/.NET, PostgreSQL-15, Redis+Kafka") == [
        "Redis", ":", "7", ",", "C++", "/", ".NET", ",", "PostgreSQL", "-", "15", ",", "Redis", "+", "Kafka",
    ]  # fmt: skip


def test_what_was_kept_is_split_as_before(blank: Language) -> None:
    before = _words(blank, _TEXT)

    _keeper(blank).keep()

    assert _words(blank, _TEXT) == before


def test_words_that_come_again_are_kept_and_others_are_not(blank: Language) -> None:
    _words(blank, _TEXT)

    _keeper(blank).keep()

    assert "use" in blank.vocab.strings
    assert "again" not in blank.vocab.strings


def test_there_is_an_end_to_what_is_kept(blank: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_KEPT", 5)
    for number in range(20):
        _words(blank, f"word{number} word{number}")
        _keeper(blank).keep()

    assert sum(f"word{number}" in blank.vocab.strings for number in range(20)) == 5


def test_what_is_too_long_for_a_word_is_not_kept(blank: Language) -> None:
    longest, longer = "a" * module._LONGEST_KEPT, "b" * (module._LONGEST_KEPT + 1)
    _words(blank, f"{longest} {longest} {longer} {longer}")
    _keeper(blank).keep()

    assert longest in blank.vocab.strings
    assert longer not in blank.vocab.strings


@given(st.text(string.ascii_letters, min_size=1, max_size=30))
def test_no_regex_would_cut_a_word_of_plain_letters(word: str) -> None:
    """So that none needs to be tried on it."""
    defaults = English.Defaults

    assert compile_prefix_regex(defaults.prefixes or ()).search(word) is None
    assert compile_suffix_regex(defaults.suffixes or ()).search(word) is None
    assert compile_infix_regex([*(defaults.infixes or ()), *module._INFIXES]).search(word) is None
