"""What *it*, *this* and *they* point back at, and when at nothing."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


def told(extractor: Extractor, text: str) -> set[str]:
    relations = extractor.extract(text, project="acme").relations
    return {f"{relation.from_} {relation.relation} {relation.to}" for relation in relations}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Grafana is slow. It was decided to use Datadog.", set()),
        ("Grafana is slow. It is a good idea to use Datadog.", set()),
        ("Grafana is a dashboard. It uses Prometheus.", {"Grafana is_a dashboard", "Grafana uses Prometheus"}),
        ("We met Kafka users.\n\nWe cannot start until they are there.", set()),
        ("Clojure was there.\n\nPlugins must list which operations they support.", set()),
        ("Valkey is new.\n\nWe found that it depends on Kafka.", {"Valkey depends_on Kafka"}),
        ("# Kafka\n\nThis replaces RabbitMQ.", {"Kafka replaces RabbitMQ"}),
        ("# Kafka\n\nBo would try that again and again.", set()),
        ("We met Kafka and Redis users.\n\nThis depends on Docker.", set()),
        ("It keeps Kafka as it is, since this is a big change.", set()),
        ("We looked at Valkey. This is a fast store.", {"Valkey is_a fast-store"}),
    ],
)
def test_a_pronoun_points_at_what_has_a_name_or_at_nothing(extractor: Extractor, text: str, expected: set[str]) -> None:
    assert told(extractor, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Instead of making it easy to roll back, Argo CD waits.", set()),
        ("Argo CD makes it easy to roll back.", {"Argo CD enables roll-back"}),
        ("In order to allow teams to deploy, Argo CD was there.", set()),
        ("One job of plugins is to contribute rows to the report.", set()),
        ("Bo found this using Grafana.", {"Bo uses Grafana"}),
        ("Some folks like XML.", set()),
        ("Redis was picked for its speed.", set()),
        ("The billing service uses port 811.", set()),
        ("How hosted stores like Qdrant and Pinecone are priced is open.",
         {"Qdrant is_a hosted-stores", "Pinecone is_a hosted-stores"}),
    ],
)  # fmt: skip
def test_what_is_set_aside_or_only_a_turn_of_phrase_says_nothing(
    extractor: Extractor, text: str, expected: set[str]
) -> None:
    assert told(extractor, text) == expected
