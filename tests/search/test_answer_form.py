"""What form of answer a question asks for, and what has that form."""

from __future__ import annotations

import pytest

from memory_fabric.search.answer_form import Form, form_asked_for, has_form

from .fakes import memory


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("When did the disk run full?", "time"),
        ("Since when do we deploy on Mondays?", "time"),
        ("how long did the outage take", "time"),
        ("Which month did Ana join in?", "time"),
        ("In what year was it founded?", "time"),
        ("How many nodes are there?", "number"),
        ("How much does the cluster cost?", "number"),
        ("how often is the backup tested", "number"),
        ("Who owns the billing service?", "name"),
        ("With whom did Bo talk?", "name"),
        ("Where is the ledger kept?", "name"),
        ("What are the names of the two queues?", "name"),
        ("What did we decide about pagination?", None),
        ("Why is the build red?", None),
        ("", None),
    ],
)
def test_the_question_word_tells_what_the_answer_has_to_hold(question: str, form: Form | None) -> None:
    assert form_asked_for(question) == form


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide to do when the disk was full?",
        "What did Bo say about the man who owns the shop?",
        "Describe the service and how many nodes it has",
    ],
)
def test_a_question_word_counts_only_near_the_opening(question: str) -> None:
    assert form_asked_for(question) is None


@pytest.mark.parametrize(
    "text",
    [
        "The disk ran full yesterday",
        "It was founded in 1998",
        "We deploy on Mondays, no, on Tuesday",
        "That was two weeks ago",
        "It is planned for Q3",
        "She joined in May",
        "She joined in September",
    ],
)
def test_days_months_years_and_words_like_ago_are_times(text: str) -> None:
    assert has_form(memory("1", text), "time")


@pytest.mark.parametrize("text", ["The disk ran full", "It may be slow", "Ticket 40512 is closed", "She marched on"])
def test_other_numbers_and_words_are_no_times(text: str) -> None:
    assert not has_form(memory("1", text), "time")


@pytest.mark.parametrize("text", ["There are 12 nodes", "There are twelve, no, ten nodes", "We tried it twice", "v2"])
def test_digits_and_small_numbers_in_words_are_numbers(text: str) -> None:
    assert has_form(memory("1", text), "number")


@pytest.mark.parametrize("text", ["There are nodes", "Someone often tries", "Attend to it"])
def test_a_text_without_a_number_has_none(text: str) -> None:
    assert not has_form(memory("1", text), "number")


def test_a_name_is_an_entity_or_a_capital_inside_a_sentence() -> None:
    assert has_form(memory("1", "the cache holds sessions", "Redis"), "name")
    assert has_form(memory("2", "it is owned by Ana"), "name")
    assert not has_form(memory("3", "Lovely evening. Thanks for asking"), "name")
    assert not has_form(memory("4", "today I was at home"), "name")
