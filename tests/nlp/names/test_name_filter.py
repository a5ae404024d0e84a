"""Which matches count as names: ordinary words need a context, and the longest mention wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.rows import SuffixRow
from memory_fabric.nlp.worker import NlpWorker


def names(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type != "concept"]


@pytest.mark.parametrize(
    "text", ["We write it in Go.", "Go services run here.", "The Go client is small.", "Python and Go are fine."]
)
def test_an_ordinary_word_is_a_name_in_its_context(extractor: Extractor, text: str) -> None:
    assert "Go" in names(extractor, text)


@pytest.mark.parametrize("text", ["Go ahead.", "go with it", "We let it go.", "The rest of the team can express it."])
def test_an_ordinary_word_is_no_name_elsewhere(extractor: Extractor, text: str) -> None:
    assert names(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("Python 3.11 is out", "Python 3.11"), ("PostgreSQL-15", "PostgreSQL-15"), ("React 19 and Vue", "React 19"),
        ("Kafka 3 brokers", "Kafka"), ("redis:7 in the file", "redis"),
    ],
)  # fmt: skip
def test_a_version_is_in_the_mention_and_not_in_the_name(extractor: Extractor, text: str, mention: str) -> None:
    entity = extractor.extract(text).entities[0]

    assert entity.mentions[0].text == mention
    assert entity.name in {"Python", "PostgreSQL", "React", "Kafka", "Redis"}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("the auth service is down", "auth-service", "component"),
        ("our search API is slow", "search-api", "component"),
        ("checkout-worker crashed", "checkout-worker", "component"),
        ("the billing repo moved", "billing-repository", "component"),
        ("quality-auditor agrees", "quality-auditor", "agent"),
    ],
)
def test_names_are_made_by_their_last_word(extractor: Extractor, text: str, name: str, kind: str) -> None:
    entity = extractor.extract(text).entities[0]

    assert (entity.name, entity.type) == (name, kind)


@pytest.mark.parametrize(
    "text", ["the new service", "a payment service", "self-service is fine", "event-sourcing agent", "the service"]
)
def test_ordinary_phrases_make_no_component(extractor: Extractor, text: str) -> None:
    assert not [entity for entity in extractor.extract(text).entities if entity.type in ("component", "agent")]


def test_several_words_may_keep_a_suffix_from_making_a_name(worker: NlpWorker) -> None:
    row = SuffixRow(suffix="zorber", type="agent", not_after=("built-in",))
    apart = NlpWorker(worker.pipeline.over(replace(worker.pipeline.patterns, suffixes=(row,))))

    found = Extractor(apart, 600).extract("built-in-zorber, the-built-in-zorber, checked-in-zorber")
    apart.close()

    assert [entity.name for entity in found.entities] == ["checked-in-zorber"]


def test_what_is_made_of_a_technology_is_the_technology(extractor: Extractor) -> None:
    assert names(extractor, "The Kafka cluster is down.") == ["Kafka"]
