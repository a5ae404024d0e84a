"""Extraction as a whole: the seed's example, offsets, voice, coordination, first person, and what is not so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_fabric.extraction import Extractor, memory_id
from memory_fabric.models import Entity, Extraction, Mention, Relation, Span, Turn

STORED = datetime(2026, 1, 15, tzinfo=UTC)


def told(extraction: Extraction) -> set[str]:
    """Return relations as `from relation to`, with flags that are not plain behind them."""
    return {
        " ".join(
            [
                relation.from_,
                relation.relation,
                relation.to,
                *([relation.polarity] if relation.polarity != "affirmed" else []),
                *([relation.modality] if relation.modality != "asserted" else []),
                *(["ended"] if relation.ended else []),
            ]
        )
        for relation in extraction.relations
    }


def test_the_seeds_example_comes_out_exactly(extractor: Extractor) -> None:
    text = "database-engineer uses pgvector for RAG applications"

    found = extractor.extract(text)

    assert found.entities == (
        Entity("database-engineer", "agent", (Mention(0, 17, "database-engineer"),)),
        Entity("pgvector", "technology", (Mention(23, 31, "pgvector"),)),
        Entity("RAG", "pattern", (Mention(36, 39, "RAG"),)),
    )
    assert [(r.from_, r.relation, r.to) for r in found.relations] == [
        ("database-engineer", "uses", "pgvector"),
        ("pgvector", "used_for", "RAG"),
    ]
    assert all(r.evidence == Span(0, 52) and r.is_current for r in found.relations)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "pgvector is used by the database-engineer for RAG.",
            {"database-engineer uses pgvector", "pgvector used_for RAG"},
        ),
        ("The auth service uses Redis and PostgreSQL.", {"auth-service uses Redis", "auth-service uses PostgreSQL"}),
        ("The search API and the ingest worker use Kafka.", {"search-api uses Kafka", "ingest-worker uses Kafka"}),
        ("Redis is our session cache.", {"Redis used_for session-cache"}),
        ("We use Celery to send emails.", {"acme uses Celery", "Celery used_for send-emails"}),
        ("Use Redis for session caching.", {"Redis used_for session-caching proposed"}),
        ("backend-architect recommends CQRS.", {"backend-architect recommends CQRS"}),
        ("Ana recommends using Kafka.", {"Ana recommends Kafka"}),
        ("Kafka replaces RabbitMQ.", {"Kafka replaces RabbitMQ"}),
        ("MongoDB was replaced by PostgreSQL.", {"PostgreSQL replaces MongoDB"}),
        ("We replaced Solr with Elasticsearch.", {"Elasticsearch replaces Solr", "acme uses Solr negated ended"}),
        (
            "The checkout service depends on Redis and Kafka.",
            {"checkout-service depends_on Redis", "checkout-service depends_on Kafka"},
        ),
        ("The orders API requires Stripe.", {"orders-api depends_on Stripe"}),
        ("We chose Kafka over RabbitMQ.", {"acme uses Kafka", "Kafka chose_over RabbitMQ"}),
        ("The orders API is written in Go.", {"orders-api uses Go"}),
        ("Priya is responsible for the billing service.", {"Priya owns billing-service"}),
        (
            "The auth service uses Redis for caching and Kafka for messaging.",
            {
                "auth-service uses Redis",
                "auth-service uses Kafka",
                "Redis used_for caching",
                "Kafka used_for messaging",
            },
        ),
        ("We opted for gRPC instead of REST.", {"acme uses gRPC", "gRPC chose_over REST"}),
        ("The orders API uses gRPC, not REST.", {"orders-api uses gRPC", "gRPC chose_over REST"}),
        ("I'd recommend Redis over Memcached.", {"Dana recommends Redis", "Redis chose_over Memcached proposed"}),
        ("We swapped RabbitMQ for Kafka.", {"Kafka replaces RabbitMQ", "acme uses RabbitMQ negated ended"}),
        ("Ana's service uses Redis.", set()),
        (
            "The orders-service uses Kafka. It needs Vault.",
            {"orders-service uses Kafka", "orders-service depends_on Vault"},
        ),
        ("We rely on Kafka.", {"acme uses Kafka"}),
        ("The search API relies on Kafka.", {"search-api depends_on Kafka"}),
        ("Ana and Bo maintain the gateway.", {"Ana owns gateway", "Bo owns gateway"}),
        ("Bo uses Qdrant; Ana recommends Kafka.", {"Bo uses Qdrant", "Ana recommends Kafka"}),
    ],
)
def test_relations_are_read_in_every_voice_and_coordination(
    extractor: Extractor, text: str, expected: set[str]
) -> None:
    assert told(extractor.extract(text, speaker="Dana", project="acme")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We will use Kafka.", {"acme uses Kafka planned"}),
        ("We decided to start using Terraform.", {"acme uses Terraform planned"}),
        ("We should use Redis.", {"acme uses Redis proposed"}),
        ("Should we use Redis?", {"acme uses Redis question"}),
        ("We do not use Redis.", {"acme uses Redis negated"}),
        ("We never used MongoDB.", {"acme uses MongoDB negated"}),
        ("We decided against Redis.", {"acme uses Redis negated"}),
        ("We no longer use Jenkins.", {"acme uses Jenkins negated ended"}),
        ("We stopped using Jenkins.", {"acme uses Jenkins negated ended"}),
        ("We used to run Solr.", {"acme uses Solr ended"}),
        (
            "Neither the auth service nor the search API uses Redis.",
            {"auth-service uses Redis negated", "search-api uses Redis negated"},
        ),
        (
            "The auth service uses neither Redis nor Kafka.",
            {"auth-service uses Redis negated", "auth-service uses Kafka negated"},
        ),
        ("I doubt that we use Kafka.", {"acme uses Kafka hypothetical"}),
        ("Ana advises against MongoDB.", {"Ana recommends MongoDB negated"}),
        ("We would like to try Polars.", {"acme uses Polars planned"}),
        ("Did we replace Jenkins?", set()),
        ("We use Redis. We no longer use Redis.", {"acme uses Redis", "acme uses Redis negated ended"}),
        ("Do we use Redis? Yes, we use Redis.", {"acme uses Redis question", "acme uses Redis"}),
        ("If we adopted Kafka, we could drop RabbitMQ.", {"acme uses Kafka hypothetical"}),
        (
            "We migrated from MySQL to PostgreSQL.",
            {"acme uses PostgreSQL", "PostgreSQL replaces MySQL", "acme uses MySQL negated ended"},
        ),
        (
            "We will migrate from MySQL to PostgreSQL.",
            {"acme uses PostgreSQL planned", "PostgreSQL replaces MySQL planned"},
        ),
        (
            "We no longer use Jenkins for deploys.",
            {"acme uses Jenkins negated ended", "Jenkins used_for deploys negated ended"},
        ),
    ],
)
def test_what_is_not_so_says_so(extractor: Extractor, text: str, expected: set[str]) -> None:
    assert told(extractor.extract(text, project="acme")) == expected


@pytest.mark.parametrize(
    "text",
    [
        "If we adopted Kafka we could drop RabbitMQ.",
        "Should we use Redis?",
        "We never used MongoDB.",
        "We used to run Solr.",
        "The docs mention Redis and Kafka.",
    ],
)
@pytest.mark.issue("memory-fabric/cases#time-and-truth")
def test_nothing_current_comes_from_what_is_not_so(extractor: Extractor, text: str) -> None:
    assert not any(relation.is_current for relation in extractor.extract(text, project="acme").relations)


def test_first_person_is_the_speaker_and_the_project(extractor: Extractor) -> None:
    text = "I prefer Terraform. We use Kubernetes."

    assert told(extractor.extract(text, speaker="Bo Lindqvist", project="shop")) == {
        "Bo Lindqvist prefers Terraform",
        "shop uses Kubernetes",
    }
    assert told(extractor.extract(text)) == set()


def test_an_agent_speaks_as_an_agent(extractor: Extractor) -> None:
    found = extractor.extract("I recommend cursor-based pagination.", speaker="database-engineer")

    assert told(found) == {"database-engineer recommends cursor-pagination"}
    assert found.entities[-1] == Entity("database-engineer", "agent")


@pytest.mark.issue("graphrag#401")
def test_one_thing_under_several_names_is_one_entity(extractor: Extractor) -> None:
    found = extractor.extract("Postgres is fine. PostgreSQL 15 is better than PostgreSQL-14.")

    (entity,) = [entity for entity in found.entities if entity.type == "technology"]
    assert entity.name == "PostgreSQL"
    assert [mention.text for mention in entity.mentions] == ["Postgres", "PostgreSQL 15", "PostgreSQL-14"]


@pytest.mark.issue("spaCy#2726")
def test_dashes_of_every_kind_join_a_name(extractor: Extractor) -> None:
    found = extractor.extract("data\u2013pipeline\u2013engineer runs PostgreSQL-15")

    assert [(entity.name, entity.mentions[0].text) for entity in found.entities] == [
        ("data-pipeline-engineer", "data\u2013pipeline\u2013engineer"),
        ("PostgreSQL", "PostgreSQL-15"),
    ]


@pytest.mark.issue("presidio PR#858")
def test_names_with_signs_are_found_between_brackets(extractor: Extractor) -> None:
    found = extractor.extract("(C++/.NET) and node.js")

    assert [entity.name for entity in found.entities] == ["C++", ".NET", "Node.js"]


@pytest.mark.issue("textacy#173")
def test_a_passive_with_means_and_agents_invents_nothing(extractor: Extractor) -> None:
    assert told(extractor.extract("It was built with FastAPI by Ana and Bo.")) == set()


@pytest.mark.parametrize("text", ["going", "reactive", "cargo", "Go ahead and rest.", "We go with the flow."])
def test_no_name_by_substring_or_by_an_ordinary_word(extractor: Extractor, text: str) -> None:
    assert not [entity for entity in extractor.extract(text).entities if entity.type == "technology"]


def test_code_blocks_urls_and_paths_are_no_prose(extractor: Extractor) -> None:
    text = "See https://redis.io/docs.\n```\nuses Kafka\n```\nand src/docker/compose.py or `PostgreSQL`."

    assert [entity.name for entity in extractor.extract(text).entities] == ["PostgreSQL"]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "🎉", "\ufeff"])
def test_nothing_gives_an_empty_extraction(extractor: Extractor, text: str) -> None:
    assert extractor.extract(text) == Extraction(text)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec=None), max_size=80), st.sampled_from(["Redis", "database-engineer", "Node.js 20"]))
def test_any_text_is_read_and_every_mention_is_where_it_says(extractor: Extractor, noise: str, name: str) -> None:
    text = f"{noise} uses {name}\n{noise}"

    for entity in extractor.extract(text).entities:
        for mention in entity.mentions:
            assert text[mention.start : mention.end] == mention.text


@pytest.mark.issue("GLiNER#88")
def test_a_name_far_into_a_text_is_found(extractor: Extractor) -> None:
    text = "word " * 2_000 + "Redis"

    (entity,) = extractor.extract(text).entities
    assert entity.mentions == (Mention(10_000, 10_005, "Redis"),)


def test_a_long_turn_becomes_statements_that_know_their_place(extractor: Extractor) -> None:
    first = "The auth service uses Redis. " + "It is fast. " * 40
    second = "Ana owns the billing service. " + "She is kind. " * 40

    statements = extractor.statements([Turn(f"{first}\n\n{second}", id="7", session="s")], STORED)

    assert all(len(statement.memory.text) <= 600 for statement in statements)
    assert "".join("".join(s.memory.text.split()) for s in statements) == "".join((first + second).split())
    assert [r.relation for r in statements[0].relations] == ["uses"]
    assert any("billing-service" in statement.memory.entities for statement in statements[1:])
    assert len({statement.memory.id for statement in statements}) == len(statements)


def test_a_statement_links_the_speaker_only_where_a_relation_needs_him(extractor: Extractor) -> None:
    plain, telling = extractor.statements(
        [Turn("The docs mention Redis.", speaker="Ana"), Turn("I prefer Kafka.", speaker="Ana")], STORED
    )

    assert plain.memory.entities == ("Redis",)
    assert telling.memory.entities == ("Kafka", "Ana")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We decided to use Kafka.", "decision"),
        ("I recommend Redis for caching.", "recommendation"),
        ("The deploy is blocked by the review.", "blocker"),
        ("There is a bug in the login page.", "problem"),
        ("I prefer tabs.", "preference"),
        ("What time is it?", "question"),
        ("The sky is blue.", "fact"),
    ],
)
def test_a_statement_has_a_kind(extractor: Extractor, text: str, kind: str) -> None:
    (statement,) = extractor.statements([Turn(text)], STORED)

    assert statement.memory.kind == kind


def test_an_id_is_the_same_in_every_run_and_wherever_the_file_lies() -> None:
    turn = Turn("We use Redis.", id="3", session="standup", speaker="Ana", source="a/standup.jsonl")
    moved = Turn("We  use Redis.", id="3", session="standup", speaker="ana", source="b/standup.jsonl")

    assert memory_id(turn, turn.text) == memory_id(moved, moved.text)
    assert memory_id(turn, turn.text) != memory_id(Turn("We use Redis.", id="4", session="standup"), "We use Redis.")


def test_relations_are_ordered_and_deterministic(extractor: Extractor) -> None:
    text = "Ana uses Redis. Bo uses Kafka for streaming."

    first, second = extractor.extract(text), extractor.extract(text)

    assert first == second
    assert all(isinstance(relation, Relation) and relation.rule for relation in first.relations)
