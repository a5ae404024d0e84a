"""Markup off, offsets kept; documents cut into segments, turns into statements, and nothing lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.markup import mask, pieces, segments

MARKDOWN = st.text(st.sampled_from("ab `*_#->|[]()\n\t.:/~1é漢"), max_size=200)


@given(MARKDOWN)
def test_masking_keeps_every_position(text: str) -> None:
    masked = mask(text)

    assert len(masked) == len(text)
    assert [i for i, char in enumerate(text) if char == "\n"] == [i for i, char in enumerate(masked) if char == "\n"]


@given(MARKDOWN)
def test_segments_lie_where_they_say_and_lose_no_word(text: str) -> None:
    masked = mask(text)
    found = segments(text, longest=40)

    assert all(masked[s.start : s.start + len(s.text)] == s.text and 0 < len(s.text) <= 40 for s in found)
    assert "".join("".join(s.text.split()) for s in found) == "".join(masked.split())


@given(MARKDOWN, st.integers(10, 80))
def test_pieces_hold_every_character_that_is_no_space(text: str, longest: int) -> None:
    found = pieces(text, longest)

    assert all(0 < end - start <= longest for start, end in found)
    assert all(left[1] <= right[0] for left, right in pairwise(found))
    assert "".join("".join(text[start:end].split()) for start, end in found) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("## Decision", "Decision"),
        ("- [x] use Redis", "use Redis"),
        ("1. use Redis", "use Redis"),
        ("**Redis** and `Kafka`", "Redis and Kafka"),
        ("> quoted", "quoted"),
        ("[the docs](https://example.org/a) say", "the docs say"),
        ("before <!-- hidden --> after", "before after"),
        ("| a | b |\n| --- | --- |", "a b"),
        ("snake_case stays, so does C++", "snake_case stays, so does C++"),
    ],
)
def test_what_decorates_goes(text: str, prose: str) -> None:
    assert " ".join(mask(text).split()) == prose


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/redis?x=kafka",
        "mail redis@example.org",
        "src/redis/client.py",
        "/etc/kafka/conf",
        "C:\\redis\\bin",
    ],
)
def test_addresses_and_paths_name_nothing(text: str) -> None:
    assert "redis" not in mask(text) and "kafka" not in mask(text)


def test_a_fence_that_is_never_closed_takes_the_rest() -> None:
    assert mask("say\n```\nuses Kafka").split() == ["say"]


def test_list_items_are_segments_of_their_own() -> None:
    assert [s.text.strip() for s in segments("We use:\n- Redis\n- Kafka\n\nand\nmore")] == [
        "We use:", "Redis", "Kafka", "and\nmore",
    ]  # fmt: skip


def test_a_heading_stays_with_its_paragraph() -> None:
    text = "# Title\n\n" + "word " * 30 + "\n\nnext paragraph here"

    assert [text[a:b].split(maxsplit=1)[0] for a, b in pieces(text, 160)] == ["#", "next"]


@pytest.mark.issue("spaCy#2817")
def test_one_line_of_five_megabytes_is_cut() -> None:
    found = segments("word " * 1_000_000)

    assert max(len(segment.text) for segment in found) <= 2_000
    assert sum(len(segment.text.split()) for segment in found) == 1_000_000


@pytest.mark.parametrize(
    "unit", ["-", "a-", "a.", "<!--", "](", "`", "/a", "a/", "a@", "| ", "\n ", "_a", "*", "[", "~", "> ", "1. ", "; "]
)
def test_hostile_runs_take_no_longer_than_others(unit: str) -> None:
    text = unit * (100_000 // len(unit)) + " Redis"

    found = segments(text)

    assert len(mask(text)) == len(text)
    assert all(0 < len(segment.text) <= 2_000 for segment in found)
