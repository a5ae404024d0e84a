"""Which speakers a question names, and what that makes their words worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import ParsedQuery
from memory_fabric.search.speakers import FIRST_FACTOR, ONLY_FACTOR, OTHER_FACTOR, same_person, speaker_factors

from .fakes import question


def factors(parsed: ParsedQuery, *speakers: str) -> dict[str, float]:
    return dict(speaker_factors(parsed, [speaker.casefold() for speaker in speakers]))


@pytest.mark.parametrize(
    "parsed",
    [
        question("what did they say", speaker="Ana"),
        question("what did they say", speaker="ana souza"),
        question("what did Ana Souza say", "Ana Souza"),
        question("what did Ana say", "Ana", "Redis"),
        question("what did ana say about Redis", "Redis"),
        question("what did ana souza say"),
    ],
)
def test_a_speaker_is_named_by_parser_hint_or_the_bare_words(parsed: ParsedQuery) -> None:
    assert factors(parsed, "Ana Souza", "Bo") == {"ana souza": ONLY_FACTOR}


def test_a_question_that_names_nobody_favours_nobody() -> None:
    assert factors(question("where are the sessions", "Redis"), "Ana", "Bo") == {}
    assert factors(question("what did Ana say", "Ana")) == {}


def test_of_several_speakers_named_the_first_counts_most() -> None:
    parsed = question("why did Bo agree with Ana Souza and Cy", "Ana Souza", "Bo")
    assert factors(parsed, "Ana Souza", "Bo", "Cy") == {
        "bo": FIRST_FACTOR,
        "ana souza": OTHER_FACTOR,
        "cy": OTHER_FACTOR,
    }


def test_whose_words_are_asked_for_comes_before_who_else_is_named() -> None:
    parsed = question("About Bo: what did Ana say?", "Ana", "Bo", speaker="Ana")
    assert factors(parsed, "Ana", "Bo") == {"ana": ONLY_FACTOR}


def test_a_whole_name_comes_before_names_of_which_it_is_a_part() -> None:
    parsed = question("What did Grad B think of it?", "Grad B")
    assert factors(parsed, "Grad A", "Grad B", "Professor C") == {"grad b": ONLY_FACTOR}


def test_a_first_name_names_all_who_bear_it_and_none_of_them_more_than_another() -> None:
    for parsed in (
        question("what did Ana say", "Ana"),
        question("what did ana say"),
        question("what did they say", speaker="Ana"),
    ):
        assert factors(parsed, "Ana Souza", "Ana Lima", "Bo") == {"ana souza": OTHER_FACTOR, "ana lima": OTHER_FACTOR}


@pytest.mark.parametrize(
    "asked",
    [
        "What did the designer think of it?",
        "What is the designer's view?",
        "What was said by our designer?",
        "Summarize the views of Designer",
        "the view of the designer",
    ],
)
def test_a_role_names_who_has_it_where_somebody_does_something(asked: str) -> None:
    assert factors(question(asked), "Designer", "Tester") == {"designer": ONLY_FACTOR}


@pytest.mark.parametrize("asked", ["What was decided about designer clothes?", "Summarize the user interface problems"])
def test_a_role_names_nobody_where_it_is_what_is_talked_of(asked: str) -> None:
    assert factors(question(asked), "Designer", "User Interface", "User Research") == {}


def test_two_words_of_a_longer_name_name_who_bears_it() -> None:
    parsed = question("what did Ana Souza say", "Ana Souza")
    assert factors(parsed, "Ana Souza Lima", "Ana Costa") == {"ana souza lima": ONLY_FACTOR}


def test_of_one_who_is_called_so_and_one_who_is_called_longer_the_parser_means_the_first() -> None:
    parsed = question("what did Ana Souza say", "Ana Souza", speaker="Ana Souza")
    assert factors(parsed, "Ana Souza", "Ana Souza Lima") == {"ana souza": ONLY_FACTOR}


def test_a_first_name_that_a_hint_took_names_no_namesake() -> None:
    assert factors(question("did Ana Souza agree", "Ana Souza"), "Ana Lima") == {}


def test_an_agent_is_not_named_by_a_word_of_its_name() -> None:
    assert factors(question("which database do we use", "database"), "database-engineer") == {}
    asked = question("What did the database-engineer say?", "database-engineer")
    assert factors(asked, "database-engineer", "Database Engineer Two") == {"database-engineer": ONLY_FACTOR}


def test_roles_are_words_like_others_unless_their_words_are_asked_for() -> None:
    assert factors(question("where are user sessions kept"), "user", "assistant") == {}
    assert factors(question("what did the user ask", speaker="user"), "user", "assistant") == {"user": ONLY_FACTOR}


@pytest.mark.parametrize("speaker", ["Will", "Will Park", "Can Demir", "So"])
def test_a_function_word_is_no_name_unless_the_parser_takes_it_for_one(speaker: str) -> None:
    text = "Will it be so, and can we do without?"
    assert factors(question(text), speaker, "Bo") == {}
    assert factors(question(text, speaker), speaker, "Bo") == {speaker.casefold(): ONLY_FACTOR}
    assert factors(question(text, speaker=speaker), speaker, "Bo") == {speaker.casefold(): ONLY_FACTOR}


@pytest.mark.parametrize("speaker", ["Will", "Will Park"])
def test_a_function_word_with_a_capital_inside_a_question_is_a_name(speaker: str) -> None:
    assert factors(question("What did Will say?"), speaker, "Bo") == {speaker.casefold(): ONLY_FACTOR}


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("Ana", "Ana Souza", True),
        ("Souza", "Ana Souza", True),
        ("Ana Souza", "Ana Souza Lima", True),
        ("ana_souza", "Ana Souza", True),
        ("Ana Lima", "Ana Souza", False),
        ("Ana Lima", "Ana Souza Lima", False),
        ("database", "database-engineer", False),
        ("An", "Ana", False),
        ("", "Ana", False),
    ],
)
def test_a_name_may_be_short_for_another_of_whole_words(left: str, right: str, same: bool) -> None:
    assert same_person(left, right) is same
    assert same_person(right, left) is same


def test_names_that_begin_at_one_word_gain_alike() -> None:
    assert factors(question("bo ana"), "ana", "bo", "bo ana") == dict.fromkeys(["ana", "bo", "bo ana"], OTHER_FACTOR)


NAMES = st.lists(st.sampled_from(["ana", "bo", "souza", "lima", "will", "user"]), max_size=3).map(" ".join)


@given(NAMES, st.lists(NAMES, max_size=3), st.lists(NAMES, max_size=5), st.none() | NAMES)
def test_whoever_is_named_gains_and_only_one_of_them_more_than_the_others(
    text: str, hints: list[str], speakers: list[str], asked: str | None
) -> None:
    named = factors(question(text, *hints, speaker=asked), *speakers)
    assert named.keys() <= set(speakers)
    assert set(named.values()) <= {ONLY_FACTOR, FIRST_FACTOR, OTHER_FACTOR}
    assert sum(factor > OTHER_FACTOR for factor in named.values()) <= 1
    assert named == factors(question(text, *hints, speaker=asked), *reversed(speakers))
