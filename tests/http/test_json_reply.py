from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.http.json_reply import JsonReply

NO_SURROGATES = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NO_SURROGATES,
    lambda inner: st.lists(inner) | st.dictionaries(NO_SURROGATES, inner),
)


def read_back(value: Any) -> Any:
    return json.loads(bytes(JsonReply(value).body))


@given(VALUES)
def test_a_reply_says_what_it_was_given(value: Any) -> None:
    assert read_back(value) == value


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_json_has_not_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        JsonReply({"score": [number]})


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_texts_about_such_numbers_are_words(word: str) -> None:
    assert read_back({"text": word, word: 1}) == {"text": word, word: 1}


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        JsonReply({"text": "\ud800"})


def test_letters_of_all_languages_are_sent_as_they_are() -> None:
    assert JsonReply({"text": "Привет, 世界"}).body == '{"text":"Привет, 世界"}'.encode()
