"""Rows of tables whose header says what the columns are."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

TOLD = [
    ("| Component | Technology |\n|---|---|\n| Frontend | React |\n| Cache | Redis 7 |",
     {"React used_for frontend", "Redis used_for cache"}),
    ("| Service | Uses |\n|:---|---:|\n| orders-api | PostgreSQL, Redis |\n| billing-service | Kafka |",
     {"orders-api uses PostgreSQL", "orders-api uses Redis", "billing-service uses Kafka"}),
    ("| Tool | Purpose |\n|------|---------|\n| Redis | Session caching |\n| **Kafka** | event streaming |",
     {"Redis used_for session-caching", "Kafka used_for event-streaming"}),
    ("| # | Tool | Used for | Owner |\n|---|---|---|---|\n| 1 | Terraform | provisioning | Ana |",
     {"Terraform used_for provisioning"}),
    ("## Tech stack\n| Layer | Technology |\n| --- | --- |\n| Backend | FastAPI |",
     {"FastAPI used_for backend", "acme uses FastAPI"}),
]  # fmt: skip
SILENT = [
    "| Name | Age |\n|---|---|\n| Redis | caching |",
    "| Tool | Purpose |\n| Redis | caching |",
    "| Tool | Purpose |\n|---|---|\n| Redis | Caches sessions. It is fast. |",
    "| Tool | Purpose |\n|---|---|\n| Redis | |",
    "| Tool | Age | Purpose |\n|---|---|---|\n| Redis | 15 | caching |",
]


def _read(extractor: Extractor, text: str) -> set[str]:
    return {f"{r.from_} {r.relation} {r.to}" for r in extractor.extract(text, project="acme").relations}


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_a_row_tells_what_its_header_says(text: str, told: set[str], extractor: Extractor) -> None:
    assert _read(extractor, text) == told


@pytest.mark.parametrize("text", SILENT)
def test_a_row_without_known_headers_tells_nothing(text: str, extractor: Extractor) -> None:
    assert _read(extractor, text) == set()


def test_names_and_purposes_stand_where_the_table_has_them(extractor: Extractor) -> None:
    text = "| Tool | Purpose |\n|---|---|\n| Redis | session storage |"

    found = extractor.extract(text, project="acme").entities

    assert {(e.name, text[m.start : m.end]) for e in found for m in e.mentions} == {
        ("Redis", "Redis"),
        ("session-storage", "session storage"),
    }
