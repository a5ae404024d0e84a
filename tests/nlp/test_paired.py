"""Names in a row that each have a phrase of their own: who is used for what."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

SERIES = """
Redis for caching, Kafka for events. | Redis used_for caching; Kafka used_for events
Postgres for storage, Redis for caching and Celery for jobs. | PostgreSQL used_for storage; Redis used_for caching; Celery used_for jobs
Redis and Memcached for caching. | Redis used_for caching; Memcached used_for caching
Redis for caching and sessions. | Redis used_for caching; Redis used_for sessions
We use Redis for caching, Postgres for storage and S3 for uploads. | acme uses Redis; acme uses PostgreSQL; acme uses Amazon S3; Redis used_for caching; PostgreSQL used_for storage; Amazon S3 used_for uploads
We use Redis as the session cache and Kafka as our event bus. | acme uses Redis; acme uses Kafka; Redis used_for session-cache; Kafka used_for event-bus
We use Redis and Memcached for caching and Kafka for events. | acme uses Redis; acme uses Memcached; acme uses Kafka; Redis used_for caching; Memcached used_for caching; Kafka used_for events
We use Redis for caching and Kafka. | acme uses Redis; acme uses Kafka; Redis used_for caching
For caching we use Redis and Memcached. | acme uses Redis; acme uses Memcached; Redis used_for caching; Memcached used_for caching
We rely on Prometheus for metrics and Loki for logs. | acme uses Prometheus; acme uses Loki; Prometheus used_for metrics; Loki used_for logs
We don't rely on Prometheus for metrics and Loki for logs. | Prometheus used_for metrics negated; Loki used_for logs negated
Redis is used for caching, Kafka for events and MinIO for large uploads. | Redis used_for caching; Kafka used_for events; MinIO used_for large-uploads
We moved the gateway to ECS and the billing service to EKS. | acme uses ECS; acme uses EKS; gateway uses ECS; billing-service uses EKS
We picked Kafka over RabbitMQ and Postgres over MySQL. | acme uses Kafka; acme uses PostgreSQL; Kafka chose_over RabbitMQ; PostgreSQL chose_over MySQL
"""  # noqa: E501 - a row is a line


@pytest.mark.parametrize("row", SERIES.strip().splitlines())
def test_each_name_of_a_series_has_its_own_phrase(row: str, extractor: Extractor) -> None:
    text, _, told = row.partition(" | ")

    found = extractor.extract(text, project="acme").relations

    assert {f"{r.from_} {r.relation} {r.to}" + (" negated" * (r.polarity == "negated")) for r in found} == set(
        told.split("; ")
    )
