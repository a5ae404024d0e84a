"""The sets of words that say nothing, and how they lie to one another."""

from __future__ import annotations

from memory_fabric.stop_words import CONTENT_WORDS, EMPTY_WORDS, FUNCTION_WORDS, GRAMMAR_WORDS, LIGHT_WORDS


def test_what_texts_are_not_looked_up_by_says_nothing_in_a_question_either() -> None:
    assert GRAMMAR_WORDS < FUNCTION_WORDS
    assert LIGHT_WORDS < FUNCTION_WORDS


def test_no_word_is_content_and_empty_at_once() -> None:
    assert CONTENT_WORDS.isdisjoint(EMPTY_WORDS | FUNCTION_WORDS)


def test_words_that_change_a_statement_are_not_light() -> None:
    assert LIGHT_WORDS.isdisjoint({"not", "no", "never", "should", "could", "before", "after", "from", "to", "over"})
