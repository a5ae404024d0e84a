"""What is worked out of texts is kept, within a number of bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.remembered import Remembered

MOST = 20_000


def length(text: str) -> int:
    return len(text)


def test_what_was_worked_out_is_not_worked_out_again() -> None:
    met: list[str] = []

    def noted(text: str) -> int:
        met.append(text)
        return len(text)

    lengths = Remembered(noted, MOST)

    assert [lengths["one"], lengths["three"], lengths["one"]] == [3, 5, 3]
    assert met == ["one", "three"]


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_whatever_is_met_there_is_a_bound_and_the_answers_are_right(sizes: list[int]) -> None:
    lengths = Remembered(length, MOST)

    for size in sizes:
        assert lengths["x" * size] == size
        assert sum(map(len, lengths)) < MOST / 8


def test_one_long_text_does_not_drive_out_the_others() -> None:
    lengths = Remembered(length, MOST)
    assert lengths["short"] == 5
    assert lengths["x" * MOST] == MOST
    assert list(lengths) == ["short"]
