"""Spellings of one name share a key; names that are different do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.names.spelling import letters, spelled, without_version


@pytest.mark.parametrize(
    "spellings",
    [
        ("Node.js", "nodejs", "NODE JS", "node-js", "node_js"),
        ("Élasticsearch", "elasticsearch", "E\u0301lasticsearch"),
        ("Let's Encrypt", "Let\u2019s encrypt", "lets-encrypt"),
    ],
)
def test_case_accents_and_separators_do_not_count(spellings: tuple[str, ...]) -> None:
    assert len({spelled(spelling).key for spelling in spellings}) == 1


@pytest.mark.parametrize("names", [("C", "C++", "C#"), (".NET", "net"), ("us-east-1", "us-east-2"), ("H2", "H")])
def test_signs_and_digits_count(names: tuple[str, ...]) -> None:
    assert len({spelled(name).key for name in names}) == len(names)


@pytest.mark.parametrize(
    ("text", "written", "implied"),
    [
        ("Visual Studio Code", {6, 12}, set()), ("PostgreSQL", set(), {7}), ("SQLServer", set(), {3}),
        ("Node.js", {4}, set()), ("iOS", set(), set()), ("OAuth", set(), set()), (".NET Core", {4}, set()),
    ],
)  # fmt: skip
def test_cuts_are_where_a_name_may_be_written_apart(text: str, written: set[int], implied: set[int]) -> None:
    found = spelled(text)

    assert (set(found.written), set(found.implied)) == (written, implied)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("php5", "php"), ("Python3.11", "Python"), ("jdk8u", None), ("c++11", "c++"), ("vue2.x", "vue"),
        ("Redis", None), ("s3", None), ("2", None), ("", None),
    ],
)  # fmt: skip
def test_a_version_in_one_word_with_the_name_is_taken_off(text: str, name: str | None) -> None:
    assert without_version(text) == name


def test_letters_keep_the_case() -> None:
    assert letters("Node.JS") == "NodeJS"


@given(st.text(max_size=40))
def test_cuts_lie_within_the_key(text: str) -> None:
    key, written, implied = spelled(text)

    assert all(0 < cut < len(key) for cut in written | implied)
    assert not written & implied
