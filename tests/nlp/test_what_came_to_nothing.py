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
        "We tried to replace Solr with Typesense, but failed.",
        "We tried replacing Solr with Typesense, but it didn't work out.",
        "We tried to replace Solr with Typesense, but ended up rolling it back.",
        "We tried in vain to replace Solr with Typesense.",
        "We attempted to migrate from Solr to Typesense without success.",
        "We attempted a migration from Solr to Typesense, but gave up.",
        "We tried to move from Solr to Typesense. Unfortunately, it didn't work out.",
        "We started migrating from Solr to Typesense and abandoned it.",
        "All attempts to replace Solr with Typesense failed.",
        "Our attempt to migrate from Solr to Typesense was unsuccessful.",
        "Efforts to migrate from Solr to Typesense went nowhere.",
        "Bo attempted to port the search API from Java to Go, but the effort was abandoned.",
        "We replaced Solr with Typesense, but rolled it back.",
        "We migrated from Solr to Typesense, but had to revert.",
        "We wanted to use Istio but it was too complex.",
        "We wanted to replace Solr with Typesense, but decided not to.",
        "We planned to replace Solr with Typesense but never did.",
        "We were going to replace Solr with Typesense, but we didn't.",
        "We had planned to adopt Istio, but the project was cancelled.",
        "Ana tried to move the search API to Nomad but couldn't.",
    ],
)
def test_what_came_to_nothing_is_not_current(extractor: Extractor, text: str) -> None:
    found = extractor.extract(text, project="acme").relations

    assert [r for r in found if r.is_current] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We tried to replace Solr with Typesense and succeeded.", {"Typesense replaces Solr"}),
        ("We tried to replace Solr with Typesense, and it took a week.", {"Typesense replaces Solr"}),
        ("We replaced Solr with Typesense, and backed up the data.", {"Typesense replaces Solr"}),
        ("We use Redis, but it failed last night.", {"acme uses Redis"}),
        ("We moved to Nomad and never looked back.", {"acme uses Nomad"}),
        ("We have tried using Confluence, but it has gone stale.", {"acme uses Confluence"}),
        ("We want to use Istio, but it is too complex.", {"acme uses Istio"}),
        ("We moved to Aurora but rolled back to MySQL.", {"acme uses MySQL"}),
        ("We tried to replace Solr with Typesense, but failed. Bo uses Vim.", {"Bo uses Vim"}),
    ],
)
def test_what_went_on_is_current(extractor: Extractor, text: str, expected: set[str]) -> None:
    found = extractor.extract(text, project="acme").relations

    assert {f"{r.from_} {r.relation} {r.to}" for r in found if r.is_current} == expected


def test_what_was_taken_back_has_ended(extractor: Extractor) -> None:
    found = extractor.extract("We adopted Istio and reverted after two months.", project="acme").relations

    assert [(r.from_, r.relation, r.to, r.polarity, r.ended) for r in found] == [
        ("acme", "uses", "Istio", "negated", True)
    ]


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
