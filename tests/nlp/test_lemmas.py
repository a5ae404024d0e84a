"""The table gives the lemmas that the model's own lemmatizer gives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp import lemmas
from memory_fabric.nlp.lemmas import Lemmas
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.worker import NlpWorker

_WORDS = ["we", "chose", "routes", "better", "running", "Installed", "queues", "me", "was", "left", "Redis", "?", "\n"]


def _lemmas(pipeline: Pipeline, text: str, lemmatizer: Any) -> list[str]:
    doc = pipeline.nlp.make_doc(text)
    for name in ("tok2vec", "tagger"):
        doc = pipeline.quick[name](doc)
    attributes: Any = pipeline.nlp.get_pipe("attributes")
    return [token.lemma_ for token in lemmatizer(attributes(doc))]


@given(st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join))
def test_lemmas_are_those_of_the_model(worker: NlpWorker, text: str) -> None:
    def both(pipeline: Pipeline) -> tuple[list[str], list[str]]:
        quick, slow = pipeline.quick["lemmatizer"], pipeline.nlp.get_pipe("lemmatizer")
        return _lemmas(pipeline, text, quick), _lemmas(pipeline, text, slow)

    quick, slow = worker.run(both)

    assert quick == slow


def test_a_full_table_begins_anew(worker: NlpWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemmas, "_MOST_KEPT", 2)
    text = "we chose better queues"
    kept: list[int] = []

    def twice(pipeline: Pipeline) -> list[list[str]]:
        slow: Any = pipeline.nlp.get_pipe("lemmatizer")
        table = Lemmas(slow)
        found = [_lemmas(pipeline, text, table) for _ in range(2)]
        kept.append(len(slow.cache))
        return [*found, _lemmas(pipeline, text, slow)]

    first, again, expected = worker.run(twice)

    assert first == again == expected
    assert kept[0] <= 2
