"""The whole, from Python: what goes in comes out, wrong input is refused by name, and one document blocks nobody."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from memory_fabric.config import Settings
from memory_fabric.errors import InvalidInput, NotFound, TooLarge
from memory_fabric.fabric import Fabric
from memory_fabric.graph.open import open_store
from memory_fabric.models import Turn
from memory_fabric.nlp.worker import NlpWorker

JANUARY = datetime(2026, 1, 15, 10, tzinfo=UTC)


@pytest.fixture
def fabric(worker: NlpWorker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fabric]:
    monkeypatch.setattr(NlpWorker, "close", lambda _: None)
    with Fabric(Settings(graph="memory:"), worker, open_store("memory:", timeout=5)) as fabric:
        yield fabric


def test_a_question_finds_what_was_said_and_the_relation_that_answers_it(fabric: Fabric) -> None:
    fabric.remember([Turn("I recommend cursor-based pagination.", speaker="database-engineer", timestamp=JANUARY)])

    (result,) = fabric.search("What pagination approach did database-engineer recommend?").results

    assert result.text == "I recommend cursor-based pagination."
    assert [(e.from_, e.relation, e.to) for e in result.graph_relations] == [
        ("database-engineer", "recommends", "cursor-pagination")
    ]


@pytest.mark.issue("mem0#5576")
def test_what_is_used_now_comes_before_what_it_replaced(fabric: Fabric) -> None:
    fabric.remember(
        [
            Turn("We use Vue for the dashboard.", speaker="Ana", project="shop", timestamp=JANUARY),
            Turn("We moved from Vue to React.", speaker="Ana", project="shop", timestamp=JANUARY.replace(month=3)),
        ]
    )

    first, second = fabric.search("What do we use for the dashboard now?").results

    assert first.text == "We moved from Vue to React."
    assert second.text == "We use Vue for the dashboard."
    current = {(e.relation, e.to) for e in fabric.neighbours("shop") if e.is_current}
    assert current == {("uses", "React")}


@pytest.mark.issue("symaira-memory#556")
def test_a_correction_comes_first(fabric: Fabric) -> None:
    fabric.remember([Turn("cache TTL is 60s", timestamp=JANUARY)])
    fabric.remember([Turn("correction: cache TTL is 300s", timestamp=JANUARY.replace(day=16))])

    assert fabric.search("what is the cache TTL?").results[0].text == "correction: cache TTL is 300s"


def test_who_proves_a_relation_that_answers_comes_before_who_only_speaks_of_it(fabric: Fabric) -> None:
    fabric.remember([Turn("Priya owns the payment gateway, and Bo has seen it once or twice.", timestamp=JANUARY)])
    fabric.remember([Turn("The payment gateway is slow, and who owns it is a riddle.", timestamp=JANUARY)])

    assert fabric.search("who owns the payment gateway").results[0].text.startswith("Priya")


@pytest.mark.issue("mem0#1674")
def test_the_same_sentence_is_one_memory_and_the_same_of_another_is_another(fabric: Fabric) -> None:
    same = [Turn("Alpha uses Redis.", speaker="Ana")] * 3
    report = fabric.remember([*same, Turn("Beta uses Redis.", speaker="Ana")])

    assert len(report.added) == 2
    assert {result.text for result in fabric.search("Redis").results} == {"Alpha uses Redis.", "Beta uses Redis."}


@pytest.mark.issue("hermes-agent#24416")
def test_accents_may_be_left_out_of_a_question(fabric: Fabric) -> None:
    fabric.remember([Turn("Ágnes uses Qdrant."), Turn("José recommends Élasticsearch."), Turn("Łukasz owns the ETL.")])

    for question, word in (("Agnes", "Qdrant"), ("José", "recommends"), ("elasticsearch", "José"), ("Łukasz", "ETL")):
        assert word in fabric.search(question).results[0].text


@pytest.mark.issue("adk-python#5601")
def test_words_without_spaces_are_found(fabric: Fabric) -> None:
    fabric.remember([Turn("我们用缓存加速查询"), Turn("データベースを移行した")])

    assert fabric.search("缓存").results[0].text == "我们用缓存加速查询"
    assert fabric.search("移行").results[0].text == "データベースを移行した"


@pytest.mark.issue("basic-memory#1296")
def test_limits_are_clamped_and_say_so(fabric: Fabric) -> None:
    response = fabric.search("Redis", limit=100_000, depth=50)

    assert len(response.notes) == 2


def test_wrong_input_names_its_field(fabric: Fabric) -> None:
    for call, field in (
        (lambda: fabric.search("x", type="database"), "type"),
        (lambda: fabric.search("x", since=JANUARY, until=JANUARY.replace(year=2025)), "since"),
        (lambda: fabric.search("x", namespace="no spaces"), "namespace"),
        (lambda: fabric.search("x" * 3_000), "q"),
        (lambda: fabric.extract("x" * 1_000_001), "text"),
        (lambda: fabric.remember([Turn("x" * 1_000_001)]), "text"),
        (lambda: fabric.entity("x" * 300), "name"),
    ):
        with pytest.raises(InvalidInput) as caught:
            call()
        assert caught.value.field == field
        assert isinstance(caught.value, TooLarge) == (field in ("q", "text", "name"))


def test_an_entity_is_found_by_any_spelling_or_not_at_all(fabric: Fabric) -> None:
    fabric.remember([Turn("The auth service uses Postgres.")])

    assert fabric.entity("pgsql").name == fabric.entity("POSTGRESQL").name == "PostgreSQL"
    with pytest.raises(NotFound):
        fabric.entity("Oracle")


def test_a_time_without_a_zone_is_utc(fabric: Fabric) -> None:
    fabric.remember([Turn("We use Redis.", timestamp=JANUARY.replace(tzinfo=None))])

    (result,) = fabric.search("Redis", since=JANUARY.replace(tzinfo=None)).results
    assert result.timestamp == JANUARY


@pytest.mark.issue("mem0#2892")
def test_a_long_document_lets_questions_in_between(fabric: Fabric) -> None:
    long = threading.Thread(target=fabric.extract, args=("The auth service uses Redis for caching. " * 2_000,))
    long.start()

    fabric.parse_query("What do we use?")

    assert long.is_alive()
    long.join()


def texts(fabric: Fabric, question: str) -> list[str]:
    return [result.text for result in fabric.search(question).results]


def test_what_is_denied_or_asked_stands_behind_what_is_so(fabric: Fabric) -> None:
    said = [
        "We never used Oracle.",
        "Should we use Redis?",
        "We use Elasticsearch.",
        "If we used Kafka, we would know.",
    ]
    fabric.remember([Turn(text, speaker="Ana", project="shop", timestamp=JANUARY) for text in said])

    assert texts(fabric, "What do we use?")[0] == "We use Elasticsearch."


def test_what_was_denied_is_found_by_who_asks_for_it(fabric: Fabric) -> None:
    fabric.remember([Turn("We decided against Redis.", project="shop", timestamp=JANUARY)])
    fabric.remember([Turn("We decided to use Kafka.", project="shop", timestamp=JANUARY)])

    assert texts(fabric, "What did we decide against?")[0] == "We decided against Redis."


@pytest.mark.parametrize("change", ["We replaced MySQL with PostgreSQL.", "MySQL was replaced by PostgreSQL."])
def test_what_was_replaced_stands_behind_what_replaced_it(fabric: Fabric, change: str) -> None:
    fabric.remember([Turn("We use MySQL as our database.", project="shop", timestamp=JANUARY)])
    fabric.remember([Turn(change, project="shop", timestamp=JANUARY.replace(month=2))])

    assert texts(fabric, "What database do we use now?")[0] == change


@pytest.mark.issue("mem0#5576")
def test_a_move_is_known_even_where_nobody_says_who_we_are(fabric: Fabric) -> None:
    fabric.remember([Turn("We use Vue."), Turn("We moved from Vue to React.")])

    assert texts(fabric, "what do we use")[0] == "We moved from Vue to React."


def test_what_was_taken_up_again_holds(fabric: Fabric) -> None:
    for month, text in enumerate(["We use Vue.", "We no longer use Vue.", "We use Vue again."], start=1):
        fabric.remember([Turn(text, project="shop", timestamp=JANUARY.replace(month=month))])

    assert texts(fabric, "What do we use?")[0] == "We use Vue again."


def test_a_verb_in_the_past_is_found_by_its_present(fabric: Fabric) -> None:
    fabric.remember([Turn("We chose Kafka over RabbitMQ.", project="shop")])

    assert texts(fabric, "what did we choose?") == ["We chose Kafka over RabbitMQ."]
