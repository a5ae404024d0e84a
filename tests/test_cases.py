"""What users of systems of this sort have reported, from text to graph: identity, time and truth, and odd text.

Each mark names the report whose kind of fault must not show here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_fabric.config import Settings
from memory_fabric.extraction import Extractor
from memory_fabric.fabric import Fabric
from memory_fabric.graph.open import open_store
from memory_fabric.models import Mention, Turn
from memory_fabric.nlp.worker import NlpWorker

JANUARY = datetime(2026, 1, 15, 10, tzinfo=UTC)


@pytest.fixture(params=["memory:", "sqlite"])
def fabric(
    worker: NlpWorker,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[Fabric]:
    monkeypatch.setattr(NlpWorker, "close", lambda _: None)
    graph = "memory:" if request.param == "memory:" else f"sqlite:///{tmp_path / 'graph.db'}"
    with Fabric(Settings(graph=graph), worker, open_store(graph, timeout=5)) as fabric:
        yield fabric


def found(extractor: Extractor, text: str) -> dict[str, list[str]]:
    """Return the entities of a text, each with the texts of its mentions."""
    return {entity.name: [mention.text for mention in entity.mentions] for entity in extractor.extract(text).entities}


def current(fabric: Fabric, name: str) -> set[tuple[str, str]]:
    return {(edge.relation, edge.to) for edge in fabric.neighbours(name) if edge.is_current and edge.from_ == name}


# Identity


@pytest.mark.issue("graphiti PR#1241")
@pytest.mark.issue("graphify#878")
@pytest.mark.parametrize(
    ("one", "other", "asked"),
    [
        ("SR-2023-052 covers the relay.", "SR-2023-053 covers the relay.", "relay"),
        ("Rev A of the board has the relay.", "Rev B of the board has the relay.", "relay"),
        ("The backup runs in us-east-1.", "The backup runs in us-east-2.", "backup"),
        ("The worker runs on Python 3.11.", "The worker runs on Python 3.12.", "worker"),
        ("The gateway speaks IPv4.", "The gateway speaks IPv6.", "gateway"),
    ],
)
def test_what_differs_by_one_sign_never_merges(fabric: Fabric, one: str, other: str, asked: str) -> None:
    fabric.remember([Turn(one, timestamp=JANUARY), Turn(other, timestamp=JANUARY)])

    assert {result.text for result in fabric.search(asked).results} == {one, other}


@pytest.mark.issue("graphiti PR#1241")
def test_two_versions_are_two_mentions_of_one_name(extractor: Extractor) -> None:
    assert found(extractor, "Python 3.11 is out, Python 3.12 is not.") == {"Python": ["Python 3.11", "Python 3.12"]}


@pytest.mark.issue("LightRAG#1726")
@pytest.mark.issue("arcana#114")
def test_case_and_separators_make_no_second_entity(extractor: Extractor) -> None:
    text = "cursor_pagination, Cursor Pagination and cursor-pagination; Kafka, kafka, KAFKA"

    assert found(extractor, text) == {
        "cursor-pagination": ["cursor_pagination", "Cursor Pagination", "cursor-pagination"],
        "Kafka": ["Kafka", "kafka", "KAFKA"],
    }


@pytest.mark.issue("graphrag#401")
@pytest.mark.issue("llm-graph-builder#60")
def test_the_names_of_one_product_are_one_entity(extractor: Extractor) -> None:
    text = "We run Postgres. PostgreSQL is on call. Connect pg to it. PG 15 is the oldest."

    assert list(found(extractor, text)) == ["PostgreSQL"]
    assert found(extractor, text)["PostgreSQL"] == ["Postgres", "PostgreSQL", "pg", "PG 15"]


@pytest.mark.issue("RapidFuzz#76")
@pytest.mark.issue("RapidFuzz#204")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("React Native is not React.", ["React Native", "React"]),
        ("JavaScript is not Java.", ["JavaScript", "Java"]),
        ("It is written in C++, C# and in C.", ["C++", "C#", "C"]),
        ("MySQL/MSSQL", ["MySQL", "Microsoft SQL Server"]),
    ],
)
def test_names_that_look_alike_are_each_found_as_themselves(extractor: Extractor, text: str, names: list[str]) -> None:
    assert list(found(extractor, text)) == names


@pytest.mark.issue("mem0#1674")
@pytest.mark.issue("mnemon PR#139")
def test_the_same_words_are_one_memory_and_different_subjects_are_two(fabric: Fabric) -> None:
    for _ in range(3):
        fabric.remember([Turn("The release train leaves on Tuesday.", source="notes.md")])
    fabric.remember([Turn("Alpha uses Redis."), Turn("Beta uses Redis.")])

    assert len(fabric.search("release train").results) == 1
    assert {result.text for result in fabric.search("Redis").results} == {"Alpha uses Redis.", "Beta uses Redis."}


@pytest.mark.issue("graphiti#767")
@pytest.mark.issue("graphiti#963")
def test_the_same_transcript_twice_adds_nothing(fabric: Fabric) -> None:
    turns = [
        Turn("The auth service uses Redis.", id="1", session="s", speaker="Ana", timestamp=JANUARY),
        Turn("I recommend Kafka for the events.", id="2", session="s", speaker="Bo", timestamp=JANUARY),
    ]

    first, second = fabric.remember(turns), fabric.remember(turns)

    assert first.entities_added and first.relations_added and len(first.added) == 2
    assert (second.entities_added, second.relations_added, second.added) == (0, 0, ())
    assert second.known == first.added


@pytest.mark.issue("servers PR#4383")
def test_a_name_in_any_case_is_one_entity_that_does_not_use_itself(extractor: Extractor) -> None:
    extraction = extractor.extract("Redis, redis and REDIS are fast. Redis uses Redis.")

    assert [entity.name for entity in extraction.entities] == ["Redis"]
    assert [m.text for m in extraction.entities[0].mentions] == ["Redis", "redis", "REDIS", "Redis", "Redis"]
    assert extraction.relations == ()


# Time and truth


@pytest.mark.issue("mem0#5576")
def test_what_was_moved_away_from_has_ended(fabric: Fabric) -> None:
    fabric.remember([Turn("We use Vue.", project="shop", timestamp=JANUARY)])
    fabric.remember([Turn("We moved from Vue to React.", project="shop", timestamp=JANUARY.replace(month=2))])

    assert current(fabric, "shop") == {("uses", "React")}
    assert [e.to for e in fabric.neighbours("shop") if e.relation == "uses" and e.ended] == ["Vue.js"]


@pytest.mark.issue("mem0#5576")
@pytest.mark.parametrize(
    ("beginning", "ending", "who"),
    [
        ("We use Vue.", "We no longer use Vue.", "shop"),
        ("We use Vue.", "We migrated from Vue to React.", "shop"),
        ("We use Vue.", "We replaced Vue with React.", "shop"),
        ("We use Vue.", "We swapped Vue for React.", "shop"),
        ("The checkout service uses Vue.", "React replaced Vue in the checkout service.", "checkout-service"),
        ("The checkout service uses Vue.", "Vue was replaced with React in the checkout service.", "checkout-service"),
    ],
)
def test_every_wording_of_an_ending_closes_the_earlier_edge(
    fabric: Fabric, beginning: str, ending: str, who: str
) -> None:
    fabric.remember([Turn(beginning, project="shop", timestamp=JANUARY)])
    assert ("uses", "Vue.js") in current(fabric, who)

    fabric.remember([Turn(ending, project="shop", timestamp=JANUARY.replace(month=2))])

    assert ("uses", "Vue.js") not in current(fabric, who)


def test_a_question_can_be_asked_as_of_a_time(fabric: Fabric) -> None:
    fabric.remember([Turn("We use Vue.", project="shop", timestamp=JANUARY)])
    fabric.remember([Turn("We moved from Vue to React.", project="shop", timestamp=JANUARY.replace(month=3))])

    then = fabric.search("What do we use?", as_of=JANUARY.replace(month=2))

    assert [result.text for result in then.results] == ["We use Vue."]
    relations = [(e.to, e.is_current) for result in then.results for e in result.graph_relations]
    assert relations == [("Vue.js", True)]


@pytest.mark.parametrize("text", ["We will replace Vue with React.", "Should we replace Vue with React?"])
def test_what_is_only_to_be_replaced_holds_until_then(fabric: Fabric, text: str) -> None:
    fabric.remember([Turn("We use Vue.", project="shop", timestamp=JANUARY)])
    fabric.remember([Turn(text, project="shop", timestamp=JANUARY.replace(month=2))])

    assert ("uses", "Vue.js") in current(fabric, "shop")


@pytest.mark.parametrize(
    "text",
    [
        "If we adopted Kafka we could drop RabbitMQ.",
        "Should we use Redis?",
        "We never used Oracle.",
        "We used to run Solr.",
        "if we adopted kafka we could drop rabbitmq",
        "should we use redis",
        "we never used oracle",
        "we used to run solr",
        "we dont use kafka",
        "Don\u2019t use Kafka.",
        "We wouldn\u2019t use Kafka again.",
    ],
)
def test_no_current_edge_comes_from_what_is_not_so(fabric: Fabric, text: str) -> None:
    fabric.remember([Turn(text, project="shop", timestamp=JANUARY)])

    names = [entity.name for entity in fabric.entities().entities]
    assert not [edge for name in names for edge in fabric.neighbours(name) if edge.is_current]


# Odd text


@pytest.mark.issue("spaCy#2726")
def test_of_a_word_with_based_the_name_alone_is_meant(extractor: Extractor) -> None:
    text = "The US-based data\u2013pipeline\u2013engineer runs PostgreSQL-15 and a Kubernetes-based setup."

    assert found(extractor, text) == {
        "data-pipeline-engineer": ["data\u2013pipeline\u2013engineer"],
        "PostgreSQL": ["PostgreSQL-15"],
        "Kubernetes": ["Kubernetes"],
    }


@pytest.mark.issue("spaCy#2817")
@pytest.mark.issue("presidio#957")
def test_offsets_hold_to_the_end_of_a_very_long_line(extractor: Extractor) -> None:
    text = "nothing here. " * 1_500 + "Redis"

    (entity,) = extractor.extract(text).entities
    assert entity.mentions == (Mention(len(text) - 5, len(text), "Redis"),)


@pytest.mark.issue("GLiNER#88")
def test_a_name_far_into_a_text_is_found_with_its_relation(extractor: Extractor) -> None:
    extraction = extractor.extract("so it goes on and on. " * 334 + "The auth service uses Redis.")

    assert [(r.from_, r.relation, r.to) for r in extraction.relations] == [("auth-service", "uses", "Redis")]


@pytest.mark.issue("textacy#173")
@pytest.mark.issue("textacy#244")
def test_the_passive_is_read_right(extractor: Extractor) -> None:
    text = "The migration was blocked by auth. It was built with FastAPI by Ana and Bo."

    (entity,) = [e for e in extractor.extract(text).entities if e.type == "technology"]
    relations = [(r.from_, r.relation, r.to) for r in extractor.extract(text).relations]
    assert entity.name == "FastAPI"
    assert relations == [("migration", "blocked_by", "auth")]


@pytest.mark.issue("textacy#244")
def test_what_was_built_with_a_tool_uses_it(extractor: Extractor) -> None:
    extraction = extractor.extract("The search API is fast. It was built with FastAPI by Ana and Bo.")

    assert [(r.from_, r.relation, r.to) for r in extraction.relations] == [("search-api", "uses", "FastAPI")]


@pytest.mark.issue("LightRAG#2318")
@pytest.mark.parametrize("text", ["", " \n\t ", "\ufeff", "\U0001f389\U0001f680", "\u200b\u00ad", "---", "```\n```"])
def test_what_says_nothing_leaves_nothing(fabric: Fabric, text: str) -> None:
    assert fabric.remember([Turn(text)]).added == ()
    assert not fabric.entities().entities


@pytest.mark.issue("hermes-agent#24416")
def test_accents_are_part_of_names_however_they_are_composed(fabric: Fabric) -> None:
    fabric.remember([Turn("Jose\u0301 recommends Elasticsearch.", timestamp=JANUARY)])

    for question in ("what does Jos\u00e9 recommend", "what does Jose\u0301 recommend", "what does Jose recommend"):
        assert [result.text for result in fabric.search(question).results] == ["Jose\u0301 recommends Elasticsearch."]


# Search


@pytest.mark.issue("uteke#1051")
@pytest.mark.issue("hermes-agent#14024")
@pytest.mark.issue("qmd PR#463")
@pytest.mark.issue("graphiti#1144")
@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("database-engineer recommends pgvector.", "database-engineer"),
        ("The failover site is us-east-1.", "us-east-1"),
        ("ADR-0005 says that services own their data.", "ADR-0005"),
        ("Test files are excluded from the report.", "-excluded"),
        ("The summaries are written by gpt-4.", "gpt-4"),
        ("The tree was unbalanced after the insert.", '"unbalanced'),
        ("CI/CD for the firmware takes an hour.", "CI/CD"),
        ("The tag a|b selects either group.", "a|b"),
        (r"The license is C:\Acme\license.dat here.", r"C:\Acme\license.dat"),
    ],
)
def test_odd_questions_find_what_was_said_first(fabric: Fabric, statement: str, question: str) -> None:
    fabric.remember([Turn(statement), Turn("The engineer of the lift comes from the east on Monday at 4.")])

    assert fabric.search(question).results[0].text == statement


@pytest.mark.issue("memory-fabric/cases#time-and-truth")
@pytest.mark.parametrize(
    "text",
    [
        "If we adopted Kafka we could drop RabbitMQ.",
        "Should we use Redis?",
        "We never used Oracle.",
        "We used to run Solr.",
    ],
)
def test_what_is_not_so_never_answers_before_what_is(fabric: Fabric, text: str) -> None:
    turns = [Turn("We use NATS for messages.", project="core", timestamp=JANUARY), Turn(text, project="core")]
    fabric.remember(turns)

    assert fabric.search("What do we use?").results[0].text == "We use NATS for messages."


def test_a_chain_of_replacements_told_only_as_such_ends_with_what_holds(fabric: Fabric) -> None:
    told = ["We use Kafka for events.", "Kafka was replaced by NATS for events.", "NATS was replaced by Pulsar."]
    fabric.remember(
        [Turn(text, timestamp=JANUARY + timedelta(days=at), project="shop") for at, text in enumerate(told)]
    )

    assert fabric.search("What do we use for events now?").results[0].text == told[2]
    assert fabric.search("What replaced Kafka?").results[0].text == told[1]
    assert fabric.search("What did we use for events before?").results[0].text == told[0]
