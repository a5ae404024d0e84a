"""What looks alike and must not merge, and what may."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Edge, Memory
from memory_fabric.search.guards import disagreement, is_rotation, read

from .fakes import FakeLexicon, memory

LEXICON = FakeLexicon()


def differs(left: Memory | str, right: Memory | str, *edges: Edge) -> str | None:
    left, right = (memory(id, m) if isinstance(m, str) else m for id, m in (("a", left), ("b", right)))
    proved = {m.id: [edge for edge in edges if m.id in edge.memories] for m in (left, right)}
    found = disagreement(read(left, proved["a"], LEXICON), read(right, proved["b"], LEXICON))
    assert (disagreement(read(right, proved["b"], LEXICON), read(left, proved["a"], LEXICON)) is None) == (
        found is None
    ), "the order of the two does not matter"
    return found


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use gRPC for the internal calls", "Do not use gRPC for the internal calls"),
        ("We use gRPC for the internal calls", "We don't use gRPC for the internal calls"),
        ("The worker can retry failed jobs", "The worker cannot retry failed jobs"),
        ("The worker can retry failed jobs", "The worker can\u2019t retry failed jobs"),
        ("We deploy with Helm on staging", "We no longer deploy with Helm on staging"),
        ("We deploy with Helm on staging", "We stopped to deploy with Helm on staging"),
        ("We decided to ship the mobile client", "We decided against shipping the mobile client"),
    ],
)
def test_polarity_keeps_texts_apart(left: str, right: str) -> None:
    assert differs(left, right) in {"polarity", "modality"}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The image is built on Python 3.11 for now", "The image is built on Python 3.12 for now"),
        ("Deploy the gateway to us-east-1", "Deploy the gateway to us-east-2"),
        ("The request SR-2023-052 is closed", "The request SR-2023-053 is closed"),
        ("The load balancer listens on IPv4 only", "The load balancer listens on IPv6 only"),
        ("The board is built to Rev A of the drawing", "The board is built to Rev B of the drawing"),
        ("The proxy forwards to 10.0.0.1 by default", "The proxy forwards to 10.0.0.2 by default"),
        ("The proxy forwards to fe80::1 by default", "The proxy forwards to fe80::2 by default"),
    ],
)
@pytest.mark.issue("graphiti PR#1241")
@pytest.mark.issue("graphify#878")
def test_numbers_versions_and_identifiers_keep_texts_apart(left: str, right: str) -> None:
    assert differs(left, right) in {"numbers", "words", "names"}


@pytest.mark.parametrize(
    ("left", "right"),
    [("React", "React Native"), ("Java", "JavaScript"), ("C", "C++"), ("C++", "C#"), ("MySQL", "MSSQL")],
)
@pytest.mark.issue("RapidFuzz#76")
@pytest.mark.issue("RapidFuzz#204")
def test_names_that_look_alike_keep_texts_apart_even_where_no_entity_is_linked(left: str, right: str) -> None:
    text = "The reporting tool of the finance team is written for {}"
    assert differs(text.format(left), text.format(right)) in {"words", "names"}


@pytest.mark.issue("mem0#1674")
@pytest.mark.issue("mnemon PR#139")
def test_the_same_said_of_two_teams_is_two_memories() -> None:
    assert differs("Alpha uses Redis", "Beta uses Redis") == "words"
    left, right = (
        memory("a", "It uses Redis", "Alpha", "Redis"),
        memory("b", "It uses Redis", "Beta", "Redis"),
    )
    assert differs(left, right) == "entities"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Kafka is used by the billing service", "The billing service is used by Kafka"),
        ("In the end Ana reviews the work of Bo", "In the end Bo reviews the work of Ana"),
        ("We move the reports from Hive to Druid", "We move the reports from Druid to Hive"),
        ("The parser calls the lexer before each pass", "The lexer calls the parser before each pass"),
        (
            "The billing job uses the export job at night",
            "The billing job is used by the export job at night",
        ),
        ("They chose Vue over Svelte", "They chose Svelte over Vue"),
    ],
)
def test_who_does_what_to_whom_keeps_texts_apart(left: str, right: str) -> None:
    assert differs(left, right) is not None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The latency of the search went up again", "The latency of the search went down again"),
        ("Backups run on Monday nights for the shop", "Backups run on Sunday nights for the shop"),
        ("The internal API of the shop is typed", "The external API of the shop is typed"),
        ("The handler of the queue is sync for now", "The handler of the queue is async for now"),
        ("The search engine owns the ranking rules", "The search engineer owns the ranking rules"),
        ("The release went out ✅", "The release went out ❌"),
        ("Keep it below a < b", "Keep it below a > b"),
        ("我们用这个数据库", "我们不用这个数据库"),
    ],
)
def test_an_exchanged_word_is_another_fact(left: str, right: str) -> None:
    assert differs(left, right) is not None


@pytest.mark.parametrize(
    ("left", "right", "what"),
    [
        ("Should we use Redis for sessions?", "We should use Redis for sessions", "question"),
        ("We use Redis for sessions", "We should use Redis for sessions", "modality"),
        ("We run the nightly export", "If we run the nightly export", "modality"),
    ],
)
def test_what_is_asked_or_supposed_is_not_what_is_so(left: str, right: str, what: str) -> None:
    assert differs(left, right) == what


def test_a_first_person_tells_another_fact_from_another_mouth() -> None:
    ana = memory("a", "I prefer tabs in every file", speaker="Ana")
    assert differs(ana, memory("b", "I prefer tabs in every file", speaker="Bo")) == "speaker"
    assert differs(ana, memory("b", "I prefer tabs in every file", speaker="ana")) is None


def test_what_the_graph_read_from_both_settles_modality_and_contradicts_words() -> None:
    proposed = Edge("RAG", "used_for", "search", modality="proposed", memories=("a", "b"))
    assert differs("We should use RAG for search", "Use RAG for search", proposed) is None
    other = Edge("RAG", "used_for", "search", memories=("b",))
    only_left = replace(proposed, memories=("a",))
    assert differs("Use RAG for search", "Use RAG for the search", only_left, other) == "facts"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use cursor-based pagination for scalability", "use cursor based pagination  for scalability."),
        ("Use cursor-based pagination for scalability", "Use cursor-based pagination for better scalability"),
        ("We're using feature flags for rollouts", "We use feature flags for rollouts"),
        ("We keep the ledger in Postgres", "We keep the ledger in PostgreSQL"),
        ("Cache the pricing table", "Please cache the pricing tables"),
        ("Keep the scalability tests", "Keep the scalabilty tests"),
        ("For scalability, use cursor-based pagination", "Use cursor-based pagination for scalability"),
        ("After the freeze, we ship the client", "We ship the client after the freeze"),
        ("It won\u2019t scale", "It won't scale"),
        ("Yes, the orders API uses Redis for caching", "The orders API uses Redis for caching"),
    ],
)
def test_wording_that_changes_nothing_may_merge(left: str, right: str) -> None:
    assert differs(left, right) is None


@given(st.text(max_size=80))
def test_a_text_that_says_something_agrees_with_itself(text: str) -> None:
    assert differs(text, text) is None


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), st.integers(0, 7))
def test_a_rotation_of_a_list_is_one(words: list[str], by: int) -> None:
    at = by % len(words)
    assert is_rotation(words, words[at:] + words[:at])


def test_exchanged_ends_are_no_rotation() -> None:
    assert not is_rotation(["ana", "told", "bo"], ["bo", "told", "ana"])
