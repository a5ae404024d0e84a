"""Sentences under a heading that is a name: what they leave unsaid is said of it."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

TOLD = [
    ("## Redis\nUsed for caching. Runs on EKS.", {"Redis used_for caching", "Redis uses EKS"}),
    ("## Redis\n\nUsed for caching.\n\nWritten in C.", {"Redis used_for caching", "Redis uses C"}),
    ("# billing-service\n\nWritten in Go. It is fast. It runs on EKS.", {"billing-service uses Go",
     "billing-service uses EKS"}),
    ("# billing-service\n\nUses Kafka.\n\nIt runs on EKS.", {"billing-service uses Kafka", "billing-service uses EKS"}),
    ("## The billing service\n- Uses PostgreSQL\n- Owned by Ana\n- Depends on the auth service",
     {"billing-service uses PostgreSQL", "Ana owns billing-service", "billing-service depends_on auth-service"}),
    ("**Kafka**\nUsed by the billing service for events.", {"billing-service uses Kafka", "Kafka used_for events"}),
    ("### `orders-api`\nCurrently runs on EC2.", {"orders-api uses EC2"}),
    ("## 1. Redis\nUsed for caching.", {"Redis used_for caching"}),
    ("# database-engineer\nUses pgvector/PostGIS for RAG. Recommends PostgreSQL.",
     {"database-engineer uses pgvector", "database-engineer uses PostGIS", "pgvector used_for RAG",
      "PostGIS used_for RAG", "database-engineer recommends PostgreSQL"}),
]  # fmt: skip
NOT_SAID_OF_IT = [
    ("## Redis\nLogs go to Loki.", {"Loki used_for logs"}),
    ("## Redis\nWe run it on EKS.", {"acme uses Redis", "acme uses EKS", "Redis uses EKS"}),
    ("## Overview\nRuns on EKS.", set()),
    ("# Redis\n## Usage\nUsed for caching.", set()),
    ("# Why Redis\nUsed for caching.", set()),
    ("## Redis and Kafka\nUsed for caching.", set()),
    ("## Redis\n## Overview\nRuns on EKS.", set()),
]


def _read(extractor: Extractor, text: str) -> set[str]:
    return {f"{r.from_} {r.relation} {r.to}" for r in extractor.extract(text, project="acme").relations}


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_what_stands_under_a_name_is_said_of_it(text: str, told: set[str], extractor: Extractor) -> None:
    assert _read(extractor, text) == told


@pytest.mark.parametrize(("text", "told"), NOT_SAID_OF_IT)
def test_what_has_a_subject_or_another_heading_is_not(text: str, told: set[str], extractor: Extractor) -> None:
    assert _read(extractor, text) == told


def test_the_words_of_a_match_stand_in_the_text(extractor: Extractor) -> None:
    text = "## Redis\nRuns on EKS."

    (relation,) = extractor.extract(text, project="acme").relations

    assert text[slice(relation.evidence.start, relation.evidence.end)] == "Runs on EKS."
    assert relation.match is not None
    assert text[slice(relation.match.from_.start, relation.match.from_.end)] == "Runs"


LISTED = [
    ("## Tech stack\n- Django\n- PostgreSQL for storage\n- React with TypeScript\n- **Database**: MySQL\n- Kafka: log",
     {"acme uses Django", "acme uses PostgreSQL", "PostgreSQL used_for storage", "acme uses React", "acme uses MySQL",
      "MySQL used_for database", "acme uses Kafka"}),
    ("# Tech Stack\n\nDjango, Celery and React.", {"acme uses Django", "acme uses Celery", "acme uses React"}),
    ("## Technologies used\n* **Frontend:** React, Redux", {"acme uses React", "acme uses Redux",
     "React used_for frontend", "Redux used_for frontend"}),
    ("**Tech stack:**\n- Redis\n- Kafka", {"acme uses Redis", "acme uses Kafka"}),
    ("## Tech stack\n### Server\n- Django\n### Browser\n- React", {"acme uses Django", "acme uses React"}),
    ("## billing-service\n- Database: PostgreSQL", {"billing-service uses PostgreSQL", "PostgreSQL used_for database"}),
    ("## Ideas\n- Redis for caching\n- Django", {"Redis used_for caching"}),
    ("## Tech stack\n- Django\n## License\n- Redis", {"acme uses Django"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), LISTED)
def test_what_a_stack_lists_is_its_owners(text: str, told: set[str], extractor: Extractor) -> None:
    assert _read(extractor, text) == told
