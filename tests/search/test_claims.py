"""How a memory is meant: as so, as not so, as over, or as only asked and thought of."""

from __future__ import annotations

import pytest

from memory_fabric.models import Edge
from memory_fabric.search.claims import claims_nothing, is_asked, is_denial, is_open, is_over, retired_by

from .fakes import memory, question

WHAT_WE_USE = question("What do we use for jobs?", intent="usage", intents=("usage",), tense="now")
USES = {"uses"}


@pytest.mark.parametrize(
    "text",
    [
        "We decided against Redis.",
        "The board rejected the plan.",
        "Kafka was ruled out.",
        "We turned the offer down.",
        "It doesn't scale.",
    ],
)
def test_words_that_deny(text: str) -> None:
    assert is_denial(memory("a", text), [])


@pytest.mark.parametrize("text", ["We no longer run Solr.", "Solr was retired.", "We used to run Solr."])
def test_what_is_over_is_no_denial(text: str) -> None:
    assert is_over(memory("a", text), [])
    assert not is_denial(memory("a", text), [])


@pytest.mark.parametrize(
    "text", ["If we had time, we would use it.", "What if it fails", "Maybe Redis.", "I wish it were faster."]
)
def test_words_that_only_suppose(text: str) -> None:
    assert is_open(memory("a", text), [])


def test_a_question_is_told_by_its_mark() -> None:
    assert is_asked(memory("a", "Redis? "))
    assert is_asked(memory("a", "\u7528\u4ec0\u4e48\uff1f"))
    assert not is_asked(memory("a", "Why? Because."))


def test_the_graph_knows_better_than_the_words() -> None:
    supposed = Edge("shop", "uses", "Redis", modality="hypothetical")
    so = Edge("shop", "uses", "Redis")
    assert is_open(memory("a", "We run Redis in that case"), [supposed])
    assert not is_open(memory("a", "Maybe you know that we run Redis"), [so])


@pytest.mark.parametrize(
    ("text", "claims", "nothing"),
    [
        ("We use Redis for jobs", [Edge("shop", "uses", "Redis")], False),
        ("We never used Redis for jobs", [Edge("shop", "uses", "Redis", polarity="negated")], True),
        ("We should use Redis for jobs", [Edge("shop", "uses", "Redis", modality="proposed")], True),
        ("We will use Redis for jobs", [Edge("shop", "uses", "Redis", modality="planned")], False),
        ("Jobs never run at night", [], True),
        ("Which jobs run at night?", [], True),
        ("Jobs run at night", [], False),
    ],
)
def test_what_has_nothing_to_say_of_what_is_asked_for(text: str, claims: list[Edge], nothing: bool) -> None:
    assert claims_nothing(WHAT_WE_USE, USES)(memory("a", text, "Redis"), claims) is nothing


def test_what_the_question_names_it_asks_about() -> None:
    asking = question("Do we use Redis?", "Redis", intent="usage", intents=("usage",), tense="now")
    never = [Edge("shop", "uses", "Redis", polarity="negated")]
    assert not claims_nothing(asking, USES)(memory("a", "We never used Redis", "Redis"), never)
    assert not claims_nothing(asking, USES)(memory("a", "Redis? Not here.", "Redis"), [])


def test_what_came_instead_of_something_is_in_use() -> None:
    ended = Edge("shop", "uses", "Redis", polarity="negated", ended=True)
    text, instead = "We replaced Redis with Valkey", Edge("Valkey", "replaces", "Redis")
    assert not claims_nothing(WHAT_WE_USE, USES)(memory("a", text, "Redis", "Valkey"), [ended, instead])
    assert claims_nothing(WHAT_WE_USE, USES)(memory("a", "We no longer use Redis", "Redis"), [ended])


def test_who_asks_for_advice_gets_what_is_only_proposed() -> None:
    asking = question("What should we use for jobs?", intent="usage", intents=("usage",), tense="now")
    proposed = Edge("shop", "uses", "Redis", modality="proposed")
    denied = Edge("shop", "uses", "Redis", modality="proposed", polarity="negated")
    assert not claims_nothing(asking, USES)(memory("a", "Use Redis for jobs", "Redis"), [proposed])
    assert claims_nothing(asking, USES)(memory("a", "Do not use Redis for jobs", "Redis"), [denied])


def test_of_peoples_lives_words_alone_tell_nothing() -> None:
    asking = question("What did Ana decide?", intent="decision", intents=("decision",), tense="now")
    assert not claims_nothing(asking, {"uses"})(memory("a", "I might never go back"), [])


def test_who_asks_what_was_weighed_gets_what_came_to_nothing_too() -> None:
    asking = question("Which brokers were considered?", intent="usage", intents=("usage",), tense="now")
    denied = Edge("shop", "uses", "RabbitMQ", polarity="negated")
    assert not claims_nothing(asking, USES)(memory("a", "We considered RabbitMQ but rejected it"), [denied])


def test_a_long_word_is_tried_once() -> None:
    word = "x" * 100_000
    assert retired_by(memory("a", f"{word} was dropped", word)) == {word}
    assert not retired_by(memory("a", f"{word} and Drupal dropped", "Drupal"))


def test_what_is_said_to_be_retired_is_told_by_its_name() -> None:
    assert retired_by(memory("a", "Drupal was retired, Next.js serves it.", "Drupal", "Next.js")) == {"drupal"}
    assert retired_by(memory("a", "Since May Drupal is gone", "Drupal")) == {"drupal"}
    assert not retired_by(memory("a", "Drupal is slow; the cache was removed", "Drupal"))


@pytest.mark.parametrize(
    ("text", "is_retired"),
    [
        ("We dropped Sentry.", True),
        ("They have finally got rid of Sentry because nobody read it", True),
        ("We stopped using the Sentry, I think", True),
        ("We dropped Sentry from the staging config.", False),
        ("We never dropped Sentry.", False),
        ("We dropped Sentry events.", False),
    ],
)
def test_what_those_say_is_retired_who_used_it(text: str, is_retired: bool) -> None:
    assert retired_by(memory("a", text, "Sentry")) == ({"sentry"} if is_retired else frozenset())
