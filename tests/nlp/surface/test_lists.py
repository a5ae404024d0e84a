"""Lists that go on with the line above them."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.surface.lists import joined
from memory_fabric.nlp.surface.segments import segments


def told(extractor: Extractor, text: str) -> set[str]:
    found = extractor.extract(text, project="acme").relations
    return {f"{r.from_} {r.relation} {r.to}{'' if r.modality == 'asserted' else ' ' + r.modality}" for r in found}


@pytest.mark.parametrize(
    "text",
    [
        "We use:\n- Redis for caching\n- Kafka for events\n",
        "We use the following tools:\n\n* Redis for caching\n* Kafka for events\n",
        "For now we use:\n1. Redis for caching;\n2. Kafka for events.\n",
    ],
)
def test_items_go_on_with_an_open_line(extractor: Extractor, text: str) -> None:
    assert {"acme uses Redis", "acme uses Kafka", "Redis used_for caching", "Kafka used_for events"} <= told(
        extractor, text
    )


def test_items_can_be_names_alone(extractor: Extractor) -> None:
    found = told(extractor, "We use:\n- Redis\n- PostgreSQL\n- Kafka\n")

    assert {"acme uses Redis", "acme uses PostgreSQL", "acme uses Kafka"} <= found


def test_items_can_be_verbs(extractor: Extractor) -> None:
    found = told(extractor, "We have decided to:\n- adopt Kafka\n- use Redis for caching\n")

    assert {"acme uses Kafka planned", "acme uses Redis planned"} <= found


@pytest.mark.parametrize(
    "text",
    [
        "Our plans:\n- Redis for caching\n",
        "We use:\n- Redis. It is fast.\n- Kafka\n",
        "We use:\n\nRedis\n",
        "# We use:\n- Redis\n",
    ],
)
def test_other_lists_stay_apart(text: str) -> None:
    assert list(joined(text, segments(text))) == segments(text)


@pytest.mark.parametrize("text", ["We use:\n- Redis\n- Kafka\n", "a\n\nWe run on:\n\n1. Redis;\n2. Kafka.\n\nb\n"])
def test_positions_stay(text: str) -> None:
    for segment in joined(text, segments(text)):
        for name in ("Redis", "Kafka"):
            if name in segment.text:
                assert text.index(name) == segment.start + segment.text.index(name)


def test_long_lists_take_linear_time() -> None:
    text = "We use:\n" * 2_000 + "- Redis\n" * 5_000

    assert list(joined(text, segments(text)))
