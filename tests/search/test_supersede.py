"""What holds now before what held, and a correction before what it corrects."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from memory_fabric.models import Edge, ParsedQuery
from memory_fabric.search.normalize import Candidate
from memory_fabric.search.supersede import is_about_now, names_to_fetch, successions, supersede

from .fakes import by_witness, days_ago, memory, question

NOW_QUESTION = question("What do we use for the client?", intent="usage", intents=("usage",), tense="now")
PAST_QUESTION = question("What did we use before?", intent="usage", intents=("usage",), tense="before")
ANY_QUESTION = question("Why is it slow?")
VUE = memory("vue", "We use Vue for the client", "shop", "Vue", said=days_ago(90))
REACT = memory("react", "We moved from Vue to React", "shop", "Vue", "React", said=days_ago(9))
EDGES = [
    Edge("shop", "uses", "React", memories=("react",)),
    Edge("React", "replaces", "Vue", memories=("react",)),
    Edge("shop", "uses", "Vue", valid_to=days_ago(9), memories=("vue",)),
    Edge("shop", "uses", "Vue", polarity="negated", ended=True, memories=("react",)),
]


def settled(candidates: list[Candidate], parsed: ParsedQuery, edges: list[Edge] | None = None) -> dict[str, float]:
    edges = edges or []
    found = successions(candidates, edges, by_witness(edges), parsed)
    return {c.memory.id: round(c.relevance, 6) for c in supersede(candidates, found, parsed)}


@pytest.mark.issue("mem0#5576")
def test_the_successor_inherits_what_the_words_gave_to_what_it_replaced() -> None:
    candidates = [Candidate(VUE, 1.0), Candidate(REACT, 0.2)]
    assert settled(candidates, NOW_QUESTION, EDGES) == {"vue": 0.6, "react": 1.0}


def test_a_question_about_the_past_sees_the_past() -> None:
    candidates = [Candidate(VUE, 0.2), Candidate(REACT, 1.0)]
    assert settled(candidates, PAST_QUESTION, EDGES) == {"vue": 1.0, "react": 0.95}


def test_a_question_that_tells_neither_sees_the_newer_just_before_the_older() -> None:
    candidates = [Candidate(VUE, 1.0), Candidate(REACT, 0.2)]
    assert settled(candidates, ANY_QUESTION, EDGES) == {"vue": 0.95, "react": 1.0}


def test_who_asks_what_replaced_it_is_told_by_the_replacement_whatever_the_tense() -> None:
    asking = question("What did React replace?", "React", tense="before")
    candidates = [Candidate(VUE, 0.2), Candidate(REACT, 1.0)]
    assert settled(candidates, asking, EDGES) == {"vue": 0.19, "react": 1.0}


def test_the_successor_names_what_it_overtook() -> None:
    candidates = [Candidate(VUE, 1.0), Candidate(REACT, 0.2)]
    vue, react = supersede(candidates, successions(candidates, EDGES, by_witness(EDGES), ANY_QUESTION), ANY_QUESTION)
    assert (vue.overtakes, react.overtakes) == ((), (VUE,))


@pytest.mark.parametrize(
    ("parsed", "expected"),
    [
        (NOW_QUESTION, True),
        (PAST_QUESTION, False),
        (ANY_QUESTION, False),
        (replace(NOW_QUESTION, since=date(2024, 1, 1)), False),
    ],
)
def test_which_questions_are_about_now(parsed: ParsedQuery, expected: bool) -> None:
    assert is_about_now(parsed) is expected


def test_a_memory_with_one_fact_that_still_holds_is_not_over() -> None:
    edges = [*EDGES, Edge("shop", "uses", "Vite", memories=("vue",))]
    assert settled([Candidate(VUE, 1.0)], NOW_QUESTION, edges) == {"vue": 1.0}


def test_what_a_thing_was_used_for_falls_with_its_use() -> None:
    edges = [*EDGES, Edge("Vue", "used_for", "client", memories=("vue",))]
    assert settled([Candidate(VUE, 1.0)], NOW_QUESTION, edges) == {"vue": 0.6}


def test_where_only_a_use_was_read_it_falls_with_what_was_used() -> None:
    splunk = memory("splunk", "Our logs go to Splunk", "logs", "Splunk", said=days_ago(90))
    loki = memory("loki", "Loki replaced Splunk", "Loki", "Splunk", said=days_ago(9))
    edges = [
        Edge("Splunk", "used_for", "logs", valid_from=days_ago(90), memories=("splunk",)),
        Edge("Loki", "replaces", "Splunk", valid_from=days_ago(9), memories=("loki",)),
    ]
    assert settled([Candidate(splunk, 1.0), Candidate(loki, 0.2)], NOW_QUESTION, edges) == {"splunk": 0.6, "loki": 1.0}
    assert names_to_fetch([Candidate(splunk, 1.0)], edges, by_witness(edges), NOW_QUESTION) == {"Splunk": {"loki"}}


def test_what_was_never_so_is_lowered_unless_the_question_denies_too() -> None:
    never = memory("never", "We never used Oracle", "Oracle")
    edges = [Edge("shop", "uses", "Oracle", polarity="negated", memories=("never",))]
    denying = replace(NOW_QUESTION, denied=True)
    assert settled([Candidate(never, 1.0)], NOW_QUESTION, edges) == {"never": 0.6}
    assert settled([Candidate(never, 1.0)], denying, edges) == {"never": 1.0}


def test_what_is_over_without_a_successor_is_lowered() -> None:
    solr = memory("solr", "We used to run Solr", "Solr")
    edges = [Edge("shop", "uses", "Solr", ended=True, memories=("solr",))]
    assert settled([Candidate(solr, 1.0)], NOW_QUESTION, edges) == {"solr": 0.6}


def test_a_successor_that_the_words_did_not_find_is_looked_for_at_what_it_ended() -> None:
    proved = by_witness(EDGES)
    assert names_to_fetch([Candidate(VUE, 1.0)], EDGES, proved, NOW_QUESTION) == {"Vue": {"react"}}
    both = [Candidate(VUE, 1.0), Candidate(REACT, 1.0)]
    assert names_to_fetch(both, EDGES, proved, NOW_QUESTION) == {}


def test_what_came_instead_is_followed_to_what_came_instead_of_that_also_in_a_circle() -> None:
    splunk = memory("splunk", "Our logs go to Splunk", "logs", "Splunk", said=days_ago(90))
    edges = [
        Edge("Splunk", "used_for", "logs", valid_from=days_ago(90), memories=("splunk",)),
        Edge("Loki", "replaces", "Splunk", valid_from=days_ago(50), memories=("loki",)),
        Edge("Elastic", "replaces", "Loki", valid_from=days_ago(9), memories=("elastic",)),
    ]
    chain = {"Splunk": {"loki"}, "Loki": {"elastic"}}
    assert names_to_fetch([Candidate(splunk, 1.0)], edges, by_witness(edges), NOW_QUESTION) == chain
    back = [*edges, Edge("Splunk", "replaces", "Elastic", valid_from=days_ago(1), memories=("back",))]
    circle = {**chain, "Elastic": {"back"}}
    assert names_to_fetch([Candidate(splunk, 1.0)], back, by_witness(back), NOW_QUESTION) == circle


def test_in_a_question_about_the_past_what_came_before_is_looked_for() -> None:
    proved = by_witness(EDGES)
    assert names_to_fetch([Candidate(REACT, 1.0)], EDGES, proved, PAST_QUESTION) == {"Vue": {"vue"}}
    assert names_to_fetch([Candidate(VUE, 1.0)], EDGES, proved, PAST_QUESTION) == {}


@pytest.mark.issue("symaira-memory#556")
def test_a_correction_stands_before_what_it_corrects() -> None:
    old = memory("old", "cache TTL is 60s", said=days_ago(5))
    new = memory("new", "correction: cache TTL is 300s", said=days_ago(4))
    other = memory("other", "cache size is 60 MB", said=days_ago(5))
    candidates = [Candidate(old, 1.0), Candidate(new, 0.8), Candidate(other, 0.5)]
    assert settled(candidates, question("cache TTL")) == {"old": 0.6, "new": 1.0, "other": 0.5}


@pytest.mark.issue("symaira-memory#556")
def test_a_correction_of_a_correction_stands_first() -> None:
    first = memory("1", "cache TTL is 60s", said=days_ago(5))
    second = memory("2", "correction: cache TTL is 300s", said=days_ago(4))
    third = memory("3", "actually the cache TTL is 90s", said=days_ago(3))
    candidates = [Candidate(first, 1.0), Candidate(second, 0.7), Candidate(third, 0.5)]
    assert settled(candidates, question("cache TTL")) == {"1": 0.6, "2": 0.6, "3": 1.0}


def test_what_was_said_before_corrects_nothing_and_two_at_once_do_not_correct_each_other() -> None:
    early = memory("early", "actually cache TTL is 60s", said=days_ago(5))
    late = memory("late", "cache TTL is 300s", said=days_ago(4))
    assert settled([Candidate(early, 1.0), Candidate(late, 0.9)], question("TTL")) == {
        "early": 1.0,
        "late": 0.9,
    }
    one, two = memory("1", "actually cache TTL is 60s"), memory("2", "actually cache TTL is 300s")
    assert settled([Candidate(one, 1.0), Candidate(two, 0.9)], question("TTL")) == {"1": 1.0, "2": 0.9}


def test_a_correcting_word_about_something_else_corrects_nothing() -> None:
    old = memory("old", "cache TTL is 60s", said=days_ago(5))
    new = memory("new", "Actually Ana owns the cache of the shop", said=days_ago(4))
    assert settled([Candidate(old, 1.0), Candidate(new, 0.9)], question("cache")) == {"old": 1.0, "new": 0.9}


def test_what_happened_is_told_in_the_parts() -> None:
    candidates = [Candidate(VUE, 1.0), Candidate(REACT, 0.2)]
    vue, react = supersede(candidates, successions(candidates, EDGES, by_witness(EDGES), NOW_QUESTION), NOW_QUESTION)
    assert vue.parts == {"superseded": 0.6}
    assert react.parts == {"inherited": 1.0}


def test_what_is_retired_stands_behind_who_says_so() -> None:
    old = memory("old", "The portal runs on Drupal", "Drupal", said=days_ago(90))
    new = memory("new", "Drupal was retired", "Drupal", said=days_ago(9))
    candidates = [Candidate(old, 1.0), Candidate(new, 0.5)]
    assert settled(candidates, NOW_QUESTION) == {"old": 0.6, "new": 1.0}
