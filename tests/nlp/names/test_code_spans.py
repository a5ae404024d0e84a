"""What stands in a code span is mostly a name, and an unknown word there becomes one by what is said of it."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.names.code_spans import code_spans


def _technologies(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type == "technology"]


def test_a_known_name_needs_no_context_in_a_code_span(extractor: Extractor) -> None:
    assert _technologies(extractor, "Then run `make` again.") == ["Make"]
    assert _technologies(extractor, "Then make it again.") == []


def test_a_word_written_as_packages_are_is_a_name(extractor: Extractor) -> None:
    assert _technologies(extractor, "I had a look at `quux-resolver` again.") == ["quux-resolver"]


def test_an_ordinary_word_is_a_name_only_as_the_end_of_a_relation(extractor: Extractor) -> None:
    assert _technologies(extractor, "The `level` field is empty.") == []
    extraction = extractor.extract("Redis depends on `level`.")
    assert [(r.from_, r.relation, r.to) for r in extraction.relations] == [("Redis", "depends_on", "level")]
    assert "level" in [entity.name for entity in extraction.entities]


def test_a_path_or_a_hidden_file_is_no_name(extractor: Extractor) -> None:
    assert _technologies(extractor, "Use `golang.org/x/term` for the width, and put it into .gitignore.") == []


def test_two_ordinary_words_prove_nothing_of_each_other(extractor: Extractor) -> None:
    assert extractor.extract("`level` depends on `depth`.").relations == ()


@pytest.mark.parametrize(
    "text", ["Set `--quuxly` first.", "The `x y z` part is odd.", "Use ` `.", "An open ` mark", "``"]
)
def test_what_is_no_word_is_no_candidate(extractor: Extractor, text: str) -> None:
    assert _technologies(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [("a `b` c ``d e`` f", ["b", "d e"]), ("```\nx\n```", []), ("`a\nb`", []), ("`a` and `b", ["a"])],
)
def test_code_spans_are_found_in_one_line(text: str, codes: list[str]) -> None:
    assert [text[start:end] for start, end in code_spans(text)] == codes


def test_offsets_are_those_of_the_text_as_given(extractor: Extractor) -> None:
    text = "\u201cWe\u201d \ufb01xed \U0001f680 the auth service uses `quux-resolver`."
    (entity,) = [e for e in extractor.extract(text).entities if e.name == "quux-resolver"]
    assert [text[m.start : m.end] for m in entity.mentions] == ["quux-resolver"]


def test_a_package_wins_over_a_name_within(extractor: Extractor) -> None:
    read = extractor.extract("Here `redis-lunch-menu` is new.")
    assert [entity.name for entity in read.entities] == ["redis-lunch-menu"]


def test_a_region_is_no_name(extractor: Extractor) -> None:
    assert extractor.extract("We use the `eu-west-1` region.").entities == ()
