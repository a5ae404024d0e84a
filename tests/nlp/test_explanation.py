"""For any relation: which rule made it, and the words of the text that the rule matched."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.models import Filler, Relation, Span
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.resources import resource_folder

RULES = {row.rule for row in load_patterns([resource_folder("patterns")]).rules}


def explained(extractor: Extractor, text: str, relation: str) -> tuple[str, list[str], str, str, list[str]]:
    """Return the rule, the predicate's words, what fills each end, and the cues, of one relation of a text."""
    extraction = extractor.extract(text, speaker="Ana", project="shop")
    (found,) = [r for r in extraction.relations if f"{r.from_} {r.relation} {r.to}" == relation]

    def words(span: Span | Filler) -> str:
        return text[span.start : span.end]

    assert found.match
    from_, to = found.match.from_, found.match.to
    return (
        found.rule,
        [words(span) for span in found.match.predicate],
        f"{from_.role} {words(from_)}",
        f"{to.role} {words(to)}",
        [words(span) for span in found.match.cues],
    )


def test_the_ends_are_told_with_their_roles(extractor: Extractor) -> None:
    text = "Back in May the database-engineer switched over to the Kafka cluster."

    _, predicate, from_, to, cues = explained(extractor, text, "database-engineer uses Kafka")

    assert (predicate, from_, to) == (["switched", "over"], "subj database-engineer", "@to Kafka cluster")
    assert cues == []


def test_cues_are_told_as_they_are_written(extractor: Extractor) -> None:
    rule, predicate, from_, to, cues = explained(extractor, "We no longer use Jenkins.", "shop uses Jenkins")

    assert (rule, predicate, from_, to) == ("use", ["use"], "subj We", "obj Jenkins")
    assert cues == ["no", "longer"]


def test_the_word_of_a_condition_is_a_cue(extractor: Extractor) -> None:
    text = "If the auth service used Kafka, it would scale."

    assert explained(extractor, text, "auth-service uses Kafka")[-1] == ["If"]


def test_a_pronoun_is_told_and_not_the_name_that_it_points_at(extractor: Extractor) -> None:
    text = "The auth service is slow. It uses Redis."

    assert explained(extractor, text, "auth-service uses Redis")[2] == "subj It"


def test_a_phrase_that_is_made_of_a_name_is_told_whole(extractor: Extractor) -> None:
    text = "Ana uses Redis for session caching."

    assert explained(extractor, text, "Redis used_for session-caching")[3] == "@for session caching"


@pytest.mark.parametrize(
    "text",
    [
        "🚀 **Ana** chose `PostgreSQL` over MongoDB, and we migrated from Jenkins to GitHub Actions.",
        "Kafka is used by the auth service.\n\n- Bo recommends Terraform rather than Pulumi.\n- It depends on AWS.",
    ],
)
def test_every_relation_names_a_rule_and_places_in_the_text_as_given(extractor: Extractor, text: str) -> None:
    relations = extractor.extract(text, project="shop").relations

    assert len(relations) >= 2
    for relation in relations:
        assert relation.rule in RULES
        assert inside(relation)
        assert all(text[start:end] == text[start:end].strip() != "" for start, end in places(relation))


def places(relation: Relation) -> list[tuple[int, int]]:
    match = relation.match
    assert match
    spans: list[Span | Filler] = [*match.predicate, match.from_, match.to, *match.cues]
    return [(span.start, span.end) for span in spans]


def inside(relation: Relation) -> bool:
    """Whether everything that was matched stands in the sentence that proves the relation."""
    evidence = relation.evidence
    return all(evidence.start <= start < end <= evidence.end for start, end in places(relation))
