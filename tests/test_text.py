"""Spelling keys join what is spelt differently and part what is called differently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.text import kebab, one_line, scrub, scrub_json, scrubbed, spaced_cjk, spelling_key


@pytest.mark.parametrize(
    "name", ["cursor_pagination", "Cursor Pagination", "cursor-pagination", "cursor\u2013pagination"]
)
@pytest.mark.issue("LightRAG#1726")
def test_case_and_separators_do_not_count(name: str) -> None:
    assert spelling_key(name) == "cursor-pagination" == kebab(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("us-east-1", "us-east-2"), ("C", "C++"), ("C++", "C#"), ("Python 3.11", "Python 3.12"), ("IPv4", "IPv6")],
)
@pytest.mark.issue("graphiti PR#1241")
def test_everything_else_counts(one: str, other: str) -> None:
    assert spelling_key(one) != spelling_key(other)


@given(st.text(max_size=40))
def test_a_key_is_its_own_key(name: str) -> None:
    assert spelling_key(spelling_key(name)) == spelling_key(name)


@given(st.text(st.characters(codec=None), max_size=40))
def test_scrubbing_keeps_every_position_and_can_be_encoded(text: str) -> None:
    clean = scrub(text)

    assert len(clean) == len(text)
    assert "\x00" not in clean
    assert clean.encode("utf-8").decode("utf-8") == clean


def test_what_is_not_there_is_not_scrubbed() -> None:
    assert (scrubbed(None), scrubbed("a\ud800b")) == (None, "a\ufffdb")


def test_every_string_of_a_json_value_is_scrubbed() -> None:
    assert scrub_json({"a\x00": ["\udfff", 1, None, {"b": ("\x00",)}]}) == {
        "a\ufffd": ["\ufffd", 1, None, {"b": ["\ufffd"]}]
    }


def test_texts_are_compared_on_one_line() -> None:
    assert one_line(" a \n\t b\u00a0c ") == "a b c"
    assert one_line("e\u0301") == "é"


def test_every_cjk_character_is_a_word() -> None:
    assert spaced_cjk("用Redis缓存").split() == ["用", "Redis", "缓", "存"]
