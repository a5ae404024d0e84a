"""The table gives what the model's own ruler gives, token by token."""

from __future__ import annotations

from typing import Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from memory_fabric.nlp import attributes
from memory_fabric.nlp.attributes import AttributeTable
from memory_fabric.nlp.pipeline import installed_model

_WORDS = [
    "ai", "n't", "gon", "na", "got", "ta", "let", "'s", "y'", "all", "us", "on", "c'm", "she", "Redis", "is", " ",
    "best", "\n",
]  # fmt: skip
_TAGS = ["NN", "NNP", "VBZ", "VBP", "VB", "PRP", "RB", "IN", "_SP", "JJS", "POS", "MD", "TO", "DT"]


@pytest.fixture(scope="module")
def ruler() -> Any:
    model = spacy.load(installed_model(), exclude=["tok2vec", "tagger", "parser", "lemmatizer", "ner"])
    return model.get_pipe("attribute_ruler")


def _read(doc: Doc) -> list[tuple[str, str, str, str]]:
    return [(token.tag_, token.pos_, str(token.morph), token.lemma_) for token in doc]


def test_every_rule_of_several_tokens_and_of_white_space_is_kept(ruler: Any) -> None:
    tagged = [("I", "PRP"), ("ai", "VBP"), ("n't", "RB"), ("gon", "VBG"), ("na", "TO"), ("go", "VB"), ("\n", "NN")]
    words, tags = [word for word, _ in tagged], [tag for _, tag in tagged]

    table = AttributeTable(ruler)(Doc(ruler.vocab, words=words, tags=tags))

    assert [token.lemma_ for token in table if token.lemma_] == ["I", "be", "not", "go", "to"]
    assert table[-1].pos_ == "SPACE"
    assert _read(table) == _read(ruler(Doc(ruler.vocab, words=words, tags=tags)))


@given(st.lists(st.tuples(st.sampled_from(_WORDS), st.sampled_from(_TAGS)), max_size=12))
def test_the_table_gives_what_the_ruler_gives(ruler: Any, tagged: list[tuple[str, str]]) -> None:
    words, tags = [word for word, _ in tagged], [tag for _, tag in tagged]

    by_table = AttributeTable(ruler)(Doc(ruler.vocab, words=words, tags=tags))

    assert _read(by_table) == _read(ruler(Doc(ruler.vocab, words=words, tags=tags)))


def test_the_table_stays_bounded(ruler: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attributes, "_MOST_ROWS", 3)
    table = AttributeTable(ruler)
    words = [f"word{number}" for number in range(10)]

    doc = table(Doc(ruler.vocab, words=words, tags=["NN"] * 10))

    assert {token.pos_ for token in doc} == {"NOUN"}
    assert len(table._rows) <= 3
