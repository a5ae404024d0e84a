"""The shipped patterns are held to what `patterns check` asks of a reader's own."""

from __future__ import annotations

import pytest

from memory_fabric.nlp.lint.check import check
from memory_fabric.nlp.lint.layering import layering_findings
from memory_fabric.nlp.lint.rules import never_emitted
from memory_fabric.nlp.patterns import Layers
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.resources import resource_folder


@pytest.fixture(scope="module")
def layers() -> Layers:
    return Layers([resource_folder("patterns")])


def test_no_line_is_wrong(layers: Layers) -> None:
    assert layers.errors == []


def test_the_whole_check_finds_nothing(layers: Layers, worker: NlpWorker) -> None:
    assert check(layers, worker) == []


def test_no_row_stands_in_the_shadow_of_another(layers: Layers) -> None:
    assert list(layering_findings(layers, layers.uppermost())) == []


def test_every_rule_can_speak(layers: Layers) -> None:
    patterns = layers.patterns()
    signatures = {row.signature: row for row in patterns.signatures}

    assert [fault for row in patterns.rules for fault in never_emitted(row, signatures)] == []
