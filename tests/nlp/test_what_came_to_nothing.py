"""Plans that were given up and moves that failed have changed nothing; *it* is what is used, not what for."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


@pytest.mark.parametrize(
    "text",
    [
        "The plan to replace Solr with Typesense was cancelled.",
        "The plan to replace Solr with Typesense was scrapped.",
        "The migration from Solr to Typesense failed.",
        "The migration from Solr to Typesense was abandoned.",
        "We shelved the plan to replace Solr with Typesense.",
    ],
)
def test_what_came_to_nothing_is_not_current(extractor: Extractor, text: str) -> None:
    found = extractor.extract(text, project="acme").relations

    assert [r for r in found if r.is_current] == []


def test_a_move_that_did_not_fail_took_place(extractor: Extractor) -> None:
    found = extractor.extract("The migration from Solr to Typesense did not fail.").relations

    assert [(r.from_, r.relation, r.to) for r in found if r.is_current] == [("Typesense", "replaces", "Solr")]


def test_it_is_what_is_used_and_not_its_purpose(extractor: Extractor) -> None:
    found = extractor.extract("We use Redis for caching, and we use it for queues.", project="acme").relations

    assert {f"{r.from_} {r.relation} {r.to}" for r in found} == {
        "acme uses Redis",
        "Redis used_for caching",
        "Redis used_for queues",
    }
