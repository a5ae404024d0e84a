"""A short text by itself is read quickly, and as the networks would read it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_fabric.nlp.names.recognizer import RECOGNIZED
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.quick_network import Floats, KeptWords
from memory_fabric.nlp.worker import NlpWorker

QUESTIONS = (
    "What do we use for caching, Redis or Memcached?",
    "why did backend-architect drop mongo",
    "PostgreSQL\u3092\u4f7f\u3044\u307e\u3059\u304b\uff1f",
    "x",
)


def _apart(pipeline: Pipeline, text: str) -> float:
    """Return how far the vectors of a text lie from those that the model computes itself, at most."""
    doc = pipeline.quick["tok2vec"](pipeline.nlp.make_doc(text))
    tok2vec: Any = pipeline.nlp.get_pipe("tok2vec")
    (expected,) = tok2vec.model.predict([doc])
    return float(np.abs(doc.tensor - expected).max()) if len(doc) else 0.0


@pytest.mark.parametrize("text", QUESTIONS)
def test_word_vectors_are_those_of_the_model(worker: NlpWorker, text: str) -> None:
    assert worker.run(lambda pipeline: _apart(pipeline, text)) < 1e-4


@settings(max_examples=40)
@given(st.text(max_size=80))
def test_so_they_are_for_any_text(worker: NlpWorker, text: str) -> None:
    assert worker.run(lambda pipeline: _apart(pipeline, text)) < 1e-4


@settings(max_examples=40)
@given(st.text(max_size=80))
def test_tags_are_those_of_the_model(worker: NlpWorker, text: str) -> None:
    def tags(pipeline: Pipeline) -> tuple[list[str], list[str]]:
        doc = pipeline.quick["tok2vec"](pipeline.nlp.make_doc(text))
        quick = [token.tag_ for token in pipeline.quick["tagger"](doc)]
        return quick, [token.tag_ for token in pipeline.nlp.get_pipe("tagger")(doc)]

    quick, slow = worker.run(tags)
    assert quick == slow


def test_one_text_is_read_as_it_is_among_others(worker: NlpWorker) -> None:
    def alone(pipeline: Pipeline) -> list[list[tuple[str, str, str]]]:
        return [[(t.tag_, t.lemma_, t.ent_id_) for t in pipeline.read_alone(text)] for text in QUESTIONS]

    def together(pipeline: Pipeline) -> list[list[tuple[str, str, str]]]:
        docs = pipeline.nlp.pipe(QUESTIONS, disable=["parser"])
        return [[(t.tag_, t.lemma_, t.ent_id_) for t in doc] for doc in docs]

    assert worker.run(alone) == worker.run(together)


def test_the_recogniser_finds_the_same_in_one_text_as_in_a_batch(worker: NlpWorker) -> None:
    def found(pipeline: Pipeline) -> list[list[tuple[int, int, str]]]:
        recognizer = pipeline.parts["recognizer"]
        docs = [recognizer(pipeline.nlp.make_doc(text)) for text in QUESTIONS]
        return [[(f.start, f.end, f.label) for f in doc.user_data[RECOGNIZED]] for doc in docs]

    def in_a_batch(pipeline: Pipeline) -> list[list[tuple[int, int, str]]]:
        recognizer: Any = pipeline.parts["recognizer"]
        docs = recognizer.pipe([*map(pipeline.nlp.make_doc, QUESTIONS)])
        return [[(f.start, f.end, f.label) for f in doc.user_data[RECOGNIZED]] for doc in docs]

    assert worker.run(found) == worker.run(in_a_batch)


def test_a_word_is_worked_out_once() -> None:
    asked: list[list[int]] = []

    def embed(new: list[int]) -> Floats:
        asked.append(new)
        return np.asarray([[float(at)] for at in new], dtype=np.float32)

    words = KeptWords()
    words(["a", "b"], embed)

    assert words(["b", "c", "a"], embed).tolist() == [[1.0], [1.0], [0.0]]
    assert asked == [[0, 1], [1]]
