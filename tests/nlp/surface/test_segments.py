"""Documents cut where no sentence goes on, turns into statements, and nothing lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.surface.markup import mask
from memory_fabric.nlp.surface.segments import pieces, segments

MARKDOWN = st.text(st.sampled_from("aB `*_#->|[]()!\n\t.:/~1é漢=<"), max_size=200)


def texts(text: str) -> list[str]:
    return [" ".join(segment.text.split()) for segment in segments(text)]


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


def test_list_items_are_segments_of_their_own() -> None:
    assert [s.text.strip() for s in segments("We use:\n- Redis\n- Kafka\n\nand\nmore")] == [
        "We use:", "Redis", "Kafka", "and\nmore",
    ]  # fmt: skip


def test_a_heading_stays_with_its_paragraph() -> None:
    text = "# Title\n\n" + "word " * 30 + "\n\nnext paragraph here"

    assert [text[a:b].split(maxsplit=1)[0] for a, b in pieces(text, 160)] == ["#", "next"]


@pytest.mark.issue("spaCy#2817")
@pytest.mark.issue("presidio#957")
def test_five_megabytes_on_one_line_are_cut_where_they_stand() -> None:
    text = ("caf\u00e9 Redis " * 49 + "caf\u00e9 \U0001f389 ") * 9_500

    found = segments(text)

    assert max(len(segment.text) for segment in found) <= 2_000
    assert all(text[segment.start : segment.start + 4] in ("caf\u00e9", "Redi") for segment in found)
    assert sum(segment.text.count("Redis") for segment in found) == 49 * 9_500


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("wrapped words that\ngo on here", ["wrapped words that go on here"]),
        ("We use Kafka\nWe dropped Solr", ["We use Kafka", "We dropped Solr"]),
        ("we use kafka\r\nwe dropped solr", ["we use kafka", "we dropped solr"]),
        ("If we adopted Kafka\nwe could drop Solr", ["If we adopted Kafka we could drop Solr"]),
        ("## Decision\nWe use Redis", ["Decision", "We use Redis"]),
        ("Decision\n--------\nWe use Redis", ["Decision", "We use Redis"]),
        ("> we use Redis for\n> caching", ["we use Redis for caching"]),
        ("- use Redis\n  for caching\n- use Kafka", ["use Redis for caching", "use Kafka"]),
        ("| Service | Uses |\n|---|---|\n|auth|Redis|", ["Service", "Uses", "auth", "Redis"]),
        ("Service | Uses\n--- | ---\nauth | Redis", ["Service", "Uses", "auth", "Redis"]),
        ("redis     6379    up\nkafka\t9092", ["redis", "6379", "up", "kafka", "9092"]),
        ("<ul><li>Redis</li><li>Kafka</li></ul>", ["Redis", "Kafka"]),
        ("<p>We use Redis.<br>We use <b>Kafka</b>.", ["We use Redis.", "We use Kafka ."]),
        ("status: accepted\ntags: kafka", ["status: accepted", "tags: kafka"]),
        ("我们使用 Redis。\n下一行", ["我们使用 Redis。", "下一行"]),
        ("Bo uses Qdrant; Ana owns it", ["Bo uses Qdrant;", "Ana owns it"]),
    ],
)
def test_sentences_go_on_over_wrapped_lines_and_nowhere_else(text: str, parts: list[str]) -> None:
    assert texts(text) == parts


@pytest.mark.parametrize(
    "unit",
    [
        "-", "a-", "a.", "<!--", "](", "`", "/a", "a/", "a@", "| ", "\n ", "_a", "*", "[", "~", "> ", "1. ", "; ",
        "=\n", "a:\n\n    b\n\n", "~~~\n", "<pre>", "    a(\n", "   x", "\t", ":a", "![", "[[a", "<https://a|",
        "e.g. ", "a\n",
    ],
)  # fmt: skip
def test_hostile_runs_take_no_longer_than_others(unit: str) -> None:
    text = unit * (100_000 // len(unit)) + " Redis"

    found = segments(text)

    assert len(mask(text)) == len(text)
    assert all(0 < len(segment.text) <= 2_000 for segment in found)
