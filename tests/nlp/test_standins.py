"""Names and verbs that the parser reads better as another word come back as they were, each with its place."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc, Span

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.standins import OFFSETS, placeholder, unfold


def _named(text: str, *names: tuple[str, str]) -> Doc:
    doc = spacy.blank("en")(text)
    spans = []
    for name, label in names:
        start = text.index(name)
        span = doc.char_span(start, start + len(name), label=label, alignment_mode="expand")
        assert isinstance(span, Span)
        span.id_ = name
        spans.append(span)
    doc.set_ents(spans)
    return doc


def _relations(extractor: Extractor, text: str) -> set[str]:
    return {f"{r.from_} {r.relation} {r.to}" for r in extractor.extract(text, project="acme").relations}


def test_a_name_of_several_words_is_one_ordinary_word_to_the_parser() -> None:
    doc = placeholder(_named("Vue and GitHub Actions", ("Vue", "technology"), ("GitHub Actions", "technology")))

    assert [token.text for token in doc] == ["Python", "and", "Python"]
    assert doc.user_data[OFFSETS] == [(0, 3), (4, 7), (8, 22)]


def test_names_joined_by_a_sign_are_one_word_to_the_parser_and_apart_again_after_it() -> None:
    text = "Bo knows Redis / Kafka well"
    folded = placeholder(_named(text, ("Redis", "technology"), ("Kafka", "technology")))
    doc = unfold(folded)

    assert [token.text for token in folded] == ["Bo", "knows", "Python", "well"]
    assert [text[start:end] for start, end in doc.user_data[OFFSETS]] == ["Bo", "knows", "Redis", "/", "Kafka", "well"]
    assert [ent.id_ for ent in doc.ents] == ["Redis", "Kafka"]


def test_names_joined_by_a_word_stay_as_they_are() -> None:
    doc = placeholder(_named("Redis and Kafka", ("Redis", "technology"), ("Kafka", "technology")))

    assert unfold(doc) is doc


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("The session service stores tokens in Redis.", {"session-service uses Redis", "Redis used_for tokens"}),
        ("The ingest worker uses Redis/Kafka.", {"ingest-worker uses Redis", "ingest-worker uses Kafka"}),
        ("Redis stores are slow.", set()),
    ],
)
def test_a_verb_that_looks_like_a_plural_is_read_by_what_follows(
    text: str, gives: set[str], extractor: Extractor
) -> None:
    assert _relations(extractor, text) == gives
