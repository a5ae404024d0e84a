"""The project of a text by its own name."""

import pytest

from memory_fabric.extraction import Extractor


def components(extractor: Extractor, text: str, project: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text, project=project).entities if entity.type == "component"]


@pytest.mark.parametrize("text", ["The Lunch Desk is small.", "Go to the lunch desk.", "See lunch-desk or lunch_desk."])
def test_it_is_found_in_any_writing(extractor: Extractor, text: str) -> None:
    assert components(extractor, text, "lunch-desk") == ["lunch-desk"]


def test_it_is_found_nowhere_else(extractor: Extractor) -> None:
    assert components(extractor, "The lunch was on the desk of the lunch desks.", "lunch-desk") == []
    assert components(extractor, "The Lunch Desk is small.", "other-desk") == []


def test_one_word_counts_as_it_is_written_or_with_a_capital(extractor: Extractor) -> None:
    assert components(extractor, "Wobblet is small.", "wobblet") == ["wobblet"]
    assert components(extractor, "WOBBLET is small.", "wobblet") == []


def test_the_platform_with_capitals_is_one(extractor: Extractor) -> None:
    assert components(extractor, "It moved to the Cloud Platform.", "x") == ["cloud-platform"]
    assert components(extractor, "It moved to a cloud platform.", "x") == []
