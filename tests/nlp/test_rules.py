"""Each rule row is run on its own example and counter-example: the data explains itself, and is held to it."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.nlp.rows import RuleRow
from memory_fabric.resources import resource_folder

RULES = load_patterns([resource_folder("patterns")]).rules


@pytest.mark.parametrize("row", RULES, ids=lambda row: row.rule)
def test_a_rule_reads_its_example(row: RuleRow, extractor: Extractor) -> None:
    found = extractor.extract(row.example, project="acme").relations

    assert row.gives
    assert set(row.gives) <= {f"{r.from_} {r.relation} {r.to}" for r in found if r.rule == row.rule}


@pytest.mark.parametrize("row", RULES, ids=lambda row: row.rule)
def test_a_rule_is_silent_on_its_counter_example(row: RuleRow, extractor: Extractor) -> None:
    found = extractor.extract(row.counter, project="acme").relations

    assert not [relation for relation in found if relation.rule == row.rule]


def test_every_relation_of_the_specification_has_a_rule() -> None:
    told = {emit.split()[1] for row in RULES for emit in row.emit}

    assert told == {
        "uses", "used_for", "recommends", "prefers", "chose_over", "replaces", "depends_on", "blocked_by", "enables",
        "integrates_with", "conflicts_with", "implements", "part_of", "is_a", "owns", "causes",
    }  # fmt: skip
