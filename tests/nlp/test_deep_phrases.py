"""Phrases nested as deep as nobody writes them take no longer than others."""

from __future__ import annotations

from time import process_time

import pytest

from memory_fabric.extraction import Extractor


def seconds(extractor: Extractor, text: str) -> float:
    start = process_time()
    extractor.extract(text)
    return process_time() - start


@pytest.mark.parametrize("unit", ["the use of ", "use of ", "(", ")", '"'])
def test_nested_phrases_and_brackets_take_linear_time(extractor: Extractor, unit: str) -> None:
    """A reference of ordinary words of the same length says how fast the machine is."""
    length = 4_000
    ordinary = "We met again in the old town and talked about it. " * (length // 50)
    expected = min(seconds(extractor, ordinary) for _ in range(2))

    assert seconds(extractor, unit * (length // len(unit))) < 25 * expected + 0.2


def test_what_a_phrase_stands_for_is_found_inside_others(extractor: Extractor) -> None:
    found = extractor.extract("The orders API depends on a version of an instance of Redis.").relations

    assert [(r.from_, r.relation, r.to) for r in found] == [("orders-api", "depends_on", "Redis")]
