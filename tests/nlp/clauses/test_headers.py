"""Catalogue lines: what "Name - description" and "name: description" say of the name."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


def told(extractor: Extractor, text: str) -> set[str]:
    """Return what a text tells as plain and current, as `from relation to`."""
    return {
        f"{r.from_} {r.relation} {r.to}"
        for r in extractor.extract(text, speaker="Dana", project="acme").relations
        if (r.polarity, r.modality, r.ended) == ("affirmed", "asserted", False)
    }


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Grafana - Draws charts using Prometheus.", "Grafana uses Prometheus"),
        ("Grafana \u2013 Draws charts using Prometheus.", "Grafana uses Prometheus"),
        ("- **Grafana**: Draws charts using Prometheus", "Grafana uses Prometheus"),
        ("Traefik - Reverse proxy written in Go.", "Traefik uses Go"),
        ("Traefik (v3) - Reverse proxy written in Go.", "Traefik uses Go"),
        ("Traefik - Small proxy. It is written in Go.", "Traefik uses Go"),
        ("Sidekiq - Simple background jobs, integrated with Redis.", "Sidekiq integrates_with Redis"),
        ("Sidekiq - currently used for background jobs.", "Sidekiq used_for background-jobs"),
        ("Sidekiq: built on Redis.", "Sidekiq uses Redis"),
        ("database-engineer: Designs schemas. Uses Redis for caching.", "database-engineer uses Redis"),
        ("database-engineer: Knows data. Recommends PostgreSQL.", "database-engineer recommends PostgreSQL"),
    ],
)  # fmt: skip
def test_the_name_is_the_subject_of_its_description(extractor: Extractor, text: str, relation: str) -> None:
    assert relation in told(extractor, text)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Kafka: we use it for events.", "acme uses Kafka"),
        ("Grafana - a dashboard that uses Prometheus and replaces Kibana", "Grafana replaces Kibana"),
        ("Redis - for caching", "Redis used_for caching"),
    ],
)
def test_a_description_with_a_subject_keeps_it(extractor: Extractor, text: str, relation: str) -> None:
    assert relation in told(extractor, text)


@pytest.mark.parametrize("text", ["Sidekiq - currently used for jobs.", "Grafana - Draws charts using Prometheus."])
def test_a_description_is_not_about_its_writer(extractor: Extractor, text: str) -> None:
    assert not [line for line in told(extractor, text) if line.startswith(("Dana", "acme"))]


def test_a_person_addressed_is_no_header(extractor: Extractor) -> None:
    assert told(extractor, "Ana Souza: use Redis for caching.") == set()
