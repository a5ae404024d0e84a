"""Questions are read by the same pipeline; nothing is ever refused."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_fabric.models import INTENTS, ParsedQuery
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.query import QuestionParser

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)  # a Wednesday
WORDS = (
    "what which who did do we use say about or vs against before last week not postgress pg k8s Kafka kafak redis "
    "mongo database-engineer databse-engineer caching node js , ? - over Ana ana's the now"
).split()


def test_the_seeds_example_comes_out_exactly(parser: QuestionParser) -> None:
    question = "What pagination approach did database-engineer recommend?"

    assert parser.parse(question, NOW) == ParsedQuery(
        question=question,
        query="pagination approach recommend",
        entity_hints=("database-engineer", "pagination"),
        intent="decision",
        intents=("decision", "recommendation", "pattern"),
    )


@pytest.mark.issue("companion-emergence#88")
def test_noise_gives_no_hints(parser: QuestionParser) -> None:
    parsed = parser.parse("hmm okay so whats teh thing we said abotu caching??", NOW)

    assert parsed.entity_hints == ("caching",)


@pytest.mark.parametrize(
    ("question", "hints"),
    [
        ("why did we drop mongo for postgres", ("MongoDB", "PostgreSQL")),
        ("what does k8s run on", ("Kubernetes",)),
        ("does redis talk to backend-architect", ("backend-architect", "Redis")),
        ("who owns the auth service?", ("auth-service",)),
    ],
)
def test_hints_are_canonical_with_agents_first(parser: QuestionParser, question: str, hints: tuple[str, ...]) -> None:
    assert parser.parse(question, NOW).entity_hints == hints


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("What did we decide about caching?", "decision"),
        ("What is blocking the release?", "blocker"),
        ("Which bug broke the login?", "problem"),
        ("Which editor does Bo prefer?", "preference"),
        ("What do we use for search?", "usage"),
        ("Who owns the auth service?", "ownership"),
        ("What is the latest on Kafka?", "recency"),
        ("What is Kafka?", "definition"),
        ("what's a bloom filter", "definition"),
        ("What does CQRS mean?", "definition"),
        ("Redis", "general"),
        ("What did we rule out?", "decision"),
        ("why did we drop mongo", "decision"),
        ("what should we use for search", "recommendation"),
        ("what is holding up the release", "blocker"),
        ("who looks after billing-worker", "ownership"),
        ("what does billing-worker run on", "usage"),
        ("what is billing-worker written in", "usage"),
        ("how do we name branches", "pattern"),
        ("what does Bo like", "preference"),
        ("pros and cons of Kafka", "comparison"),
        ("Kafka or RabbitMQ", "comparison"),
        ("what do we use these days", "recency"),
    ],
)
def test_intents_come_from_the_words_that_give_statements_their_kind(
    parser: QuestionParser, question: str, intent: str
) -> None:
    assert intent in parser.parse(question, NOW).intents


@pytest.mark.parametrize("question", ["what did we ship over the weekend", "does gRPC over HTTP work"])
def test_not_every_over_compares(parser: QuestionParser, question: str) -> None:
    assert "comparison" not in parser.parse(question, NOW).intents


@pytest.mark.parametrize(
    "question", ["What is the cache TTL?", "what's new", "What is the plan for May?", "what do we do"]
)
def test_not_every_what_asks_for_a_definition(parser: QuestionParser, question: str) -> None:
    assert "definition" not in parser.parse(question, NOW).intents


@pytest.mark.parametrize(
    ("question", "hints"),
    [
        ("why postgress and not mysql", ("PostgreSQL", "MySQL")),
        ("what did databse-engineer say about kuberntes", ("database-engineer", "Kubernetes")),
        ("how big is our elasticsaerch", ("Elasticsearch",)),
        ("do we use kuberntes", ("Kubernetes",)),
        ("do we use Redict or Postgress?", ("Redict", "PostgreSQL")),
        ("Is MSSQL still there?", ("Microsoft SQL Server",)),
        ("does the docket mention React", ("React",)),
        ("does Redact use React", ("Redact", "React")),
    ],
)
def test_misspelt_names_are_hints_and_other_words_are_not_bent(
    parser: QuestionParser, question: str, hints: tuple[str, ...]
) -> None:
    assert parser.parse(question, NOW).entity_hints == hints


@pytest.mark.issue("hermes-agent#24416")
@pytest.mark.parametrize("name", ["Elasticsearch", "\u00c9lasticsearch", "elasticsearch", "E\u0301lasticsearch"])
def test_accents_do_not_matter_to_hints(parser: QuestionParser, name: str) -> None:
    assert parser.parse(f"who recommends {name}?", NOW).entity_hints == ("Elasticsearch",)


def test_names_glued_to_cjk_letters_are_hints(parser: QuestionParser) -> None:
    assert parser.parse("PostgreSQLを使いますか？", NOW).entity_hints == ("PostgreSQL",)


def test_time_leaves_the_words(parser: QuestionParser) -> None:
    parsed = parser.parse("What did we decide about Redis last week?", NOW)

    assert (parsed.since, parsed.until) == (date(2026, 3, 9), date(2026, 3, 15))
    assert parsed.query == "decide Redis"


@pytest.mark.parametrize(
    "question",
    ["", "   ", "???", "the of and", "-excluded", '"unbalanced', "us-east-1", "ADR-0005", "a" * 2048, "関数は何ですか"],
)
@pytest.mark.issue("uteke#1051")
def test_odd_questions_are_read(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question, NOW).question == question


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("what do we back up", "back up"),
        ("who is on call", "call"),
        ("which tool is used to deploy", "tool use deploy"),
        ("what is it that we do", ""),
        ("how do we", ""),
        ("what happened last week", ""),
        ("what did we talk about yesterday", ""),
        ("what did we discuss about Kafka", "Kafka"),
    ],
)
def test_only_words_that_say_nothing_are_left_out(parser: QuestionParser, question: str, query: str) -> None:
    assert parser.parse(question, NOW).query == query


def test_identifiers_keep_all_their_parts(parser: QuestionParser) -> None:
    assert parser.parse("what runs in us-east-1", NOW).query.split()[-3:] == ["us", "east", "1"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec=None), max_size=60))
def test_any_question_is_read(parser: QuestionParser, question: str) -> None:
    parsed = parser.parse(question, NOW)

    assert parsed.intent == parsed.intents[0] and set(parsed.intents) <= set(INTENTS)


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_hints_are_canonical_names_whatever_the_words(
    parser: QuestionParser, worker: NlpWorker, words: list[str]
) -> None:
    for hint in parser.parse(" ".join(words), NOW).entity_hints:
        assert worker.lexicon.canonical(hint) == hint


def test_a_long_question_is_read_in_full(parser: QuestionParser) -> None:
    question = ("what did we decide about retries and " * 60)[:2030] + " in kafka?"

    assert parser.parse(question, NOW).entity_hints == ("Kafka",)
