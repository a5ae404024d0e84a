"""An ordinary word is one as it stands, or without an ending."""

from __future__ import annotations

import pytest

from memory_fabric.nlp.names.ordinary import is_ordinary

WORDS = (frozenset({"queue", "lamp"}), frozenset({"slow"}))


@pytest.mark.parametrize(
    ("word", "expected"),
    [("lamp", True), ("lamps", True), ("slow", True), ("slowly", False), ("lampd", False), ("zorblax", False)],
)
def test_a_word_is_looked_up_in_every_set_with_and_without_its_ending(word: str, expected: bool) -> None:
    assert is_ordinary(word, WORDS, ("s",)) is expected
