"""Who or what acts like a name: people and vendors told by what they do, whatever a list says."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


def _types(extractor: Extractor, text: str) -> dict[str, str]:
    return {entity.name: entity.type for entity in extractor.extract(text).entities if entity.type != "concept"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("AWS provides a managed version of it.", "AWS"),
        ("The client is maintained by GitHub.", "GitHub"),
        ("It was developed by Zorblatt.", "Zorblatt"),
        ("Companies such as Quuxly and Zorblatt pay for it.", "Zorblatt"),
        ("Vendors like GitHub pay for it.", "GitHub"),
    ],
)
def test_who_does_what_a_vendor_does_is_an_organization(extractor: Extractor, text: str, name: str) -> None:
    assert _types(extractor, text).get(name) == "organization"


@pytest.mark.parametrize("text", ["We run it in AWS.", "AWS is down again.", "The gateway runs on AWS."])
def test_the_vendor_as_a_platform_is_a_technology(extractor: Extractor, text: str) -> None:
    assert _types(extractor, text)["AWS"] == "technology"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Bo prefers Redis.", "Bo"),
        ("The parser was written by Ludwig van Hagen.", "Ludwig van Hagen"),
        ("It was reviewed by Xochitl.", "Xochitl"),
    ],
)
def test_who_does_what_people_do_is_a_person(extractor: Extractor, text: str, name: str) -> None:
    assert _types(extractor, text)[name] == "person"
