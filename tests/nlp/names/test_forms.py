"""Names that no list knows, told by the form of the text."""

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.worker import NlpWorker


def named(extractor: Extractor, text: str, project: str | None = None) -> list[tuple[str, str]]:
    read = extractor.extract(text, project=project)
    return [(entity.name, entity.type) for entity in read.entities if entity.type != "concept"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Wobblet - Share your shopping list with others.", "Wobblet"),
        ("quibblr - Tiny comment server.", "quibblr"),
        ("n0tes2go - Carry a notebook around.", "n0tes2go"),
    ],
)
def test_a_catalogue_begins_its_entry_with_the_name(extractor: Extractor, text: str, name: str) -> None:
    assert (name, "technology") in named(extractor, text)


@pytest.mark.parametrize("text", ["Note - The lights are off.", "Updates - Lunch is at one.", "This - We all know."])
def test_an_ordinary_word_begins_no_entry(extractor: Extractor, text: str) -> None:
    assert named(extractor, text) == []


def test_a_hyphenated_word_with_a_name_in_it_is_one_longer_name(extractor: Extractor) -> None:
    assert named(extractor, "We added the spring-boot-starter-lunch dependency.") == [
        ("spring-boot-starter-lunch", "technology")
    ]


@pytest.mark.parametrize("text", ["It is a redis-backed list.", "a terraform-managed bucket", "redis-specific keys"])
def test_what_modifies_another_thing_is_no_longer_name(extractor: Extractor, text: str) -> None:
    assert [name for name, _ in named(extractor, text)] in (["Redis"], ["Terraform"])


def test_a_capitalised_word_in_a_list_of_technologies_is_one(extractor: Extractor) -> None:
    names = named(extractor, "It runs on PostgreSQL, Flurbo, and Kafka.")
    assert ("Flurbo", "technology") in names


def test_a_word_in_lower_case_in_a_list_of_technologies_is_none(extractor: Extractor) -> None:
    names = named(extractor, "It needs PostgreSQL, patience, and Kafka.")
    assert [name for name, _ in names] == ["PostgreSQL", "Kafka"]


def test_what_is_called_a_pattern_is_one(extractor: Extractor) -> None:
    assert named(extractor, "Here the Guarded Lunch pattern is used.") == [("guarded-lunch", "pattern")]
    assert named(extractor, "Here the Balking pattern is used.") == [("balking-pattern", "pattern")]


def test_a_kind_of_pattern_is_none(extractor: Extractor) -> None:
    assert named(extractor, "See the Design Patterns of last year.") == []


def test_the_number_of_a_document_is_no_practice(extractor: Extractor) -> None:
    assert named(extractor, "This was settled in ADR 12 and in ADR-013.") == []
    assert named(extractor, "We write ADRs.") == [("ADR", "pattern")]


@pytest.mark.parametrize(
    "name", ["Wobblet Corporation", "Lunch Software Foundation", "Ministry of Lunch", "Wobblet Ltd"]
)
def test_a_company_or_institution_is_one_by_its_last_word(extractor: Extractor, name: str) -> None:
    assert named(extractor, f"It was given to {name} last year.") == [(name, "organization")]


def test_what_a_catalogue_says_of_its_entry_is_no_part_of_the_system(extractor: Extractor) -> None:
    assert named(extractor, "Wobblet - Lunch service for small teams.") == [("Wobblet", "technology")]


def test_two_unknown_words_in_a_list_do_not_list_each_other_for_ever(worker: NlpWorker) -> None:
    def names_without_the_recogniser(pipeline: Pipeline) -> list[str]:
        doc = pipeline.nlp.make_doc("Redis, Quorvex, Blimptor, Kafka")
        for part in ("ruler", "names"):
            doc = pipeline.parts[part](doc)
        return [ent.text for ent in doc.ents]

    assert worker.run(names_without_the_recogniser) == ["Redis", "Quorvex", "Blimptor", "Kafka"]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("The PEP 517 backend is new.", "PEP 517", "technology"),
        ("It follows RFC 6749.", "RFC 6749", "technology"),
        ("Moved to the Lunch Printing Protocol (LPP).", "LPP", "technology"),
        ("The Ministry of Lunch (MOL) runs it.", "Ministry of Lunch", "organization"),
        ("We adopted the Elastic Container Registry (ECR).", "ECR", "technology"),
        ('There is a "quick-lunch" crate.', "quick-lunch", "technology"),
        ("We use the zorb-parser package for this.", "zorb-parser", "technology"),
    ],
)
def test_what_stands_beside_a_name_tells_what_it_is(extractor: Extractor, text: str, name: str, kind: str) -> None:
    assert (name, kind) in named(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "See ADR 12 and ticket 517.",
        "Key Performance Indicators (KPI) were agreed.",
        "The Data Access Layer (DAL) is old.",
        "The Virtual Private Cloud (VPC) is new.",
        'our "shiny" package',
        "the full-text library",
    ],
)
def test_other_words_in_such_places_are_none(extractor: Extractor, text: str) -> None:
    assert named(extractor, text) == []
