"""Which relation a question asks for, in which direction, and who answers it."""

from __future__ import annotations

import pytest

from memory_fabric.models import Edge, ParsedQuery
from memory_fabric.search.answering import (
    ANSWER_FACTOR,
    DENIAL_FACTOR,
    Asked,
    End,
    asked_relations,
    asks_what_replaced,
    favour_answers,
)
from memory_fabric.search.normalize import Candidate

from .fakes import by_witness, memory, question


@pytest.mark.parametrize(
    ("text", "relation", "end"),
    [
        ("What does the shop depend on?", "depends_on", "from"),
        ("What depends on the shop?", "depends_on", "to"),
        ("Who uses the shop?", "uses", "to"),
        ("What does the shop use?", "uses", "from"),
        ("Where is the shop used?", "uses", "to"),
        ("What is used by the shop?", "uses", "from"),
        ("What is the shop used for?", "used_for", "from"),
        ("What is used for the shop?", "used_for", "to"),
        ("Who owns the shop?", "owns", "to"),
        ("Who is the shop owned by?", "owns", "to"),
        ("who is responsible for the shop", "owns", "to"),
        ("What does the shop own?", "owns", "from"),
        ("What did the shop recommend?", "recommends", "from"),
        ("Who recommended the shop?", "recommends", "to"),
        ("What was recommended by the shop?", "recommends", "from"),
        ("What did the shop replace?", "replaces", "from"),
        ("What replaced the shop?", "replaces", "to"),
        ("What was the shop replaced by?", "replaces", "to"),
        ("What was replaced by the shop?", "replaces", "from"),
        ("What blocks the shop?", "blocked_by", "from"),
        ("What is the shop blocked by?", "blocked_by", "from"),
        ("Why is the shop blocked?", "blocked_by", "from"),
        ("What does the shop block?", "blocked_by", "to"),
        ("What is blocked by the shop?", "blocked_by", "to"),
        ("What is the shop waiting for?", "blocked_by", "from"),
        ("What does the shop conflict with?", "conflicts_with", None),
    ],
)
def test_the_direction_shows_in_where_the_name_stands(text: str, relation: str, end: End | None) -> None:
    assert asked_relations(question(text, "shop")) == (Asked(relation, "shop", end),)


def test_of_two_verbs_the_nearest_counts() -> None:
    asked = asked_relations(question("Who uses what the data-engineer recommends?", "data-engineer"))
    assert [(a.relation, a.end) for a in asked] == [("recommends", "from")]


def test_a_question_without_such_a_verb_or_name_asks_for_no_relation() -> None:
    assert asked_relations(question("Tell me about the shop", "shop")) == ()
    assert asked_relations(question("What do we use?")) == ()
    assert asked_relations(question("What does pg use?", "PostgreSQL")) == ()


@pytest.mark.parametrize(
    ("hint", "asked"),
    [
        ("Apache Airflow", "What does Airflow depend on?"),
        ("Ana Souza", "What does Ana depend on?"),
        ("AuthService", "What does AuthService depend on?"),
    ],
)
def test_a_name_may_be_asked_for_by_a_part_of_it(hint: str, asked: str) -> None:
    (found,) = asked_relations(question(asked, hint))
    assert (found.relation, found.end) == ("depends_on", "from")


@pytest.mark.parametrize("asked", ["What did we use before Ansible?", "What was there prior to the Ansible days?"])
def test_what_was_before_a_thing_is_what_it_replaced(asked: str) -> None:
    parsed = question(asked, "Ansible", tense="before")
    assert asked_relations(parsed) == (Asked("replaces", "ansible", "from"),)
    assert not asks_what_replaced(parsed)


def test_a_part_of_a_name_that_tells_too_little_is_no_place_of_it() -> None:
    assert asked_relations(question("What does it need to run?", "Go Kit", "To Do")) == ()


def test_a_short_name_is_where_it_stands_alone_rather_than_where_a_word_begins_like_it() -> None:
    (asked,) = asked_relations(question("Which gossip service uses Go?", "Go"))
    assert (asked.relation, asked.end) == ("uses", "to")


def test_a_part_of_a_name_is_no_beginning_of_another_word() -> None:
    assert asked_relations(question("Who needs an approval?", "App Store")) == ()


@pytest.mark.parametrize("hint", ["C++", "a.*b", "(x|y)+", "[z", "\\d"])
def test_signs_of_a_name_are_no_pattern(hint: str) -> None:
    (asked,) = asked_relations(question(f"What does the cache use {hint} for?", hint))
    assert (asked.relation, asked.end) == ("uses", "to")


EDGES = [
    Edge("shop", "depends_on", "stock", memories=("one",)),
    Edge("stock", "depends_on", "supplier", memories=("other",)),
]


def favoured(parsed: ParsedQuery, edges: list[Edge], *memories: str) -> dict[str, float]:
    candidates = [Candidate(memory(id, id), 1.0) for id in memories]
    return {c.memory.id: c.relevance for c in favour_answers(candidates, by_witness(edges), parsed)}


def test_only_the_direction_that_is_asked_for_answers() -> None:
    asking = question("What does stock depend on?", "stock")
    assert favoured(asking, EDGES, "one", "other") == {"one": 1.0, "other": ANSWER_FACTOR}
    asking = question("What depends on stock?", "stock")
    assert favoured(asking, EDGES, "one", "other") == {"one": ANSWER_FACTOR, "other": 1.0}


def test_two_spellings_of_a_name_are_one() -> None:
    edges = [Edge("auth-service", "depends_on", "Redis", memories=("one",))]
    assert favoured(question("What does AuthService depend on?", "AuthService"), edges, "one") == {"one": ANSWER_FACTOR}


def test_where_no_relation_was_read_the_same_verb_said_of_what_was_asked_about_answers() -> None:
    texts = {"own": memory("own", "The ERP uses MSSQL", "MSSQL"), "other": memory("other", "The shop uses Vue", "Vue")}
    candidates = [Candidate(m, 1.0) for m in texts.values()]
    asking = question("What uses MSSQL?", "MSSQL", intent="usage", intents=("usage",))
    assert [c.relevance for c in favour_answers(candidates, {}, asking)] == [ANSWER_FACTOR, 1.0]
    of_nothing = question("What do we use?", intent="usage", intents=("usage",))
    assert [c.relevance for c in favour_answers(candidates, {}, of_nothing)] == [ANSWER_FACTOR, ANSWER_FACTOR]


def test_where_no_name_tells_the_direction_the_intent_tells_the_relation() -> None:
    asking = question("What do we use?", intent="usage", intents=("usage",), tense="now")
    edges = [
        Edge("shop", "uses", "Redis", memories=("so",)),
        Edge("shop", "uses", "Oracle", polarity="negated", memories=("never",)),
        Edge("shop", "uses", "Kafka", modality="hypothetical", memories=("supposed",)),
        Edge("shop", "uses", "Solr", ended=True, memories=("once",)),
        Edge("Ana", "owns", "shop", memories=("other",)),
    ]
    found = favoured(asking, edges, "so", "never", "supposed", "once", "other")
    assert [id for id, relevance in found.items() if relevance > 1] == ["so"]


def test_a_question_of_what_is_not_so_is_answered_by_what_denies() -> None:
    asking = question("What do we not use?", intent="usage", intents=("usage",), denied=True)
    edges = [
        Edge("shop", "uses", "Redis", memories=("so",)),
        Edge("shop", "uses", "Oracle", polarity="negated", memories=("never",)),
    ]
    assert favoured(asking, edges, "so", "never") == {"so": 1.0, "never": DENIAL_FACTOR}


@pytest.mark.parametrize(
    ("asked", "wants_denials"),
    [
        ("Which brokers will not be used?", True),
        ("Who was against it and did not vote?", True),
        ("What followed from the decision of not moving?", False),
        ("How did Ana answer the fear that it would not last?", False),
    ],
)
def test_what_is_not_so_is_asked_for_only_where_it_is_not_what_the_question_is_about(
    asked: str, wants_denials: bool
) -> None:
    edges = [Edge("shop", "uses", "Oracle", polarity="negated", memories=("never",))]
    found = favoured(question(asked, denied=True), edges, "never")
    assert (found == {"never": DENIAL_FACTOR}) is wants_denials


def test_where_no_relation_was_read_the_same_verb_said_of_a_hint_answers() -> None:
    asking = question("What does the catalogue use?", intent="usage", intents=("usage",), tense="now")
    told = [
        memory("so", "The catalogue uses Redis", "Redis"),
        memory("supposed", "If the catalogue used Redis it would be fast", "Redis"),
        memory("nameless", "The catalogue uses colours"),
        memory("other", "The catalogue is about Redis", "Redis"),
    ]
    found = favour_answers([Candidate(m, 1.0) for m in told], {}, asking)
    assert [c.memory.id for c in found if c.relevance > 1] == ["so"]
