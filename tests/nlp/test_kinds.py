"""Each statement has one kind, from what its words say and from the heading above it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.models import Kind, Turn
from memory_fabric.nlp.kinds import Headings, KindReader
from memory_fabric.nlp.worker import NlpWorker
from tests.nlp.kinds_cases import SAID

STORED = datetime(2026, 1, 15, tzinfo=UTC)


def kinds(extractor: Extractor, text: str) -> list[Kind]:
    return [statement.memory.kind for statement in extractor.statements([Turn(text)], STORED)]


@pytest.mark.parametrize(
    ("kind", "said"), [(kind, said.strip()) for kind, lines in SAID.items() for said in lines.strip().splitlines()]
)
def test_what_is_said_has_its_kind(extractor: Extractor, kind: Kind, said: str) -> None:
    assert kinds(extractor, said) == [kind]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Status: rejected", "fact"),
        ("## Decision\n\nThe API moves to version two.", "decision"),
        ("Decision\n--------\n\nThe API moves to version two.", "decision"),
        ("**Decision:**\n\nThe API moves to version two.", "decision"),
        ("## 2. Decision Outcome\n\n### Details\n\nThe API moves to version two.", "decision"),
        ("## Decision\n\nDo we know the date?", "question"),
        ("## Decision\n\nThe old API crashes.", "problem"),
        ("## Problem\n\nEach host keeps its own clock.", "problem"),
        ("## Open questions\n\nThe name of the new host.", "question"),
        ("## Context\n\nEach host keeps its own clock.", "fact"),
        ("## Decision\n\n## Context\n\nEach host keeps its own clock.", "fact"),
        ("# Record\n\n## Status\n\nRejected\n\n## Decision\n\nThe API moves to version two.", "fact"),
        ("Status: superseded by 12\n\n## Decision\n\nThe API moves to version two.", "fact"),
        ("Status: accepted\n\n## Decision\n\nThe API moves to version two.", "decision"),
    ],
)
def test_a_heading_gives_its_kind_to_what_stands_under_it(extractor: Extractor, text: str, kind: Kind) -> None:
    assert kinds(extractor, text) == [kind]


def test_a_heading_ends_those_of_its_level_and_below(worker: NlpWorker) -> None:
    headings = Headings("", worker.run(lambda pipeline: KindReader(pipeline.patterns)))

    headings.open(2, "Decision")
    headings.open(3, "Details")
    assert headings.kind("fact") == "decision"
    headings.open(2, "Consequences")
    assert headings.kind("fact") == "fact"


def test_the_foremost_kind_of_its_sentences_is_that_of_a_statement(extractor: Extractor) -> None:
    assert kinds(extractor, "Which broker? It crashed again. We decided to use Kafka. It is fast.") == ["decision"]
