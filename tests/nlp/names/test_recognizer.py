"""The trained recogniser, with the weights that ship: names that no list has, found by their context and form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from memory_fabric.extraction import Extractor
from memory_fabric.models import Extraction
from memory_fabric.nlp.names.recognizer_model import CLASSES, _is_consistent, _viterbi
from memory_fabric.nlp.worker import NlpWorker

UNSEEN = [
    ("We moved it to Flonk.io last week.", "Flonk.io"),
    ("We use Zorbly for caching.", "Zorbly"),
    ("The team rewrote the importer in Kestrava.", "Kestrava"),
    ("`tinyquark` does not support YAML files.", "tinyquark"),
    ("Skerrydb - Self-hosted photo gallery with face search.", "Skerrydb"),
    ("The service depends on libgrove and OpenSSL.", "libgrove"),
    ("We run Ostravo 2.4 on Kubernetes.", "Ostravo"),
    ("We replaced Jenkins with Buildwright.", "Buildwright"),
]
NAMELESS = [
    "The old server is slow, so the team wants a new approach.",
    "Please review the pull request before the release.",
    "Last Monday the office was closed and nobody could log in.",
    "Set the timeout to thirty seconds and restart the worker.",
]


def names(extraction: Extraction, kind: str = "technology") -> set[str]:
    return {entity.name for entity in extraction.entities if entity.type == kind}


@pytest.mark.parametrize(("text", "name"), UNSEEN)
def test_a_name_that_no_list_has_is_found_in_its_context(
    extractor: Extractor, worker: NlpWorker, text: str, name: str
) -> None:
    assert worker.lexicon.entry(name) is None
    assert name in names(extractor.extract(text))


@pytest.mark.parametrize("text", NAMELESS)
def test_ordinary_words_are_no_names(extractor: Extractor, text: str) -> None:
    assert names(extractor.extract(text)) == set()


def test_a_version_is_in_the_mention_and_not_in_the_name(extractor: Extractor) -> None:
    extraction = extractor.extract("We run Ostravo 2.4 on Kubernetes.")
    (entity,) = [entity for entity in extraction.entities if entity.name == "Ostravo"]
    assert [mention.text for mention in entity.mentions] == ["Ostravo 2.4"]


def test_what_the_lists_know_keeps_its_name_and_type(extractor: Extractor) -> None:
    extraction = extractor.extract("Ana moved the cache from postgres to Redis and the queue to k8s.")
    assert {"PostgreSQL", "Redis", "Kubernetes"} <= names(extraction)
    assert "Ana" in names(extraction, "person")


def test_mentions_are_where_the_text_has_them_and_never_overlap(extractor: Extractor) -> None:
    text = "\n".join(text for text, _ in UNSEEN)
    mentions = [mention for entity in extractor.extract(text).entities for mention in entity.mentions]
    mentions.sort(key=lambda mention: mention.start)
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)


def test_the_same_text_gives_the_same_names(extractor: Extractor) -> None:
    text = " ".join(text for text, _ in UNSEEN)
    assert extractor.extract(text) == extractor.extract(text)


def test_alone_or_among_others_a_text_gives_the_same_names(worker: NlpWorker) -> None:
    texts = [text for text, _ in UNSEEN]
    alone = worker.run(lambda pipeline: [_ents(pipeline.nlp(text)) for text in texts])
    among = worker.run(lambda pipeline: [_ents(doc) for doc in pipeline.nlp.pipe(texts)])
    assert alone == among


def _ents(doc: object) -> list[tuple[int, int, str]]:
    return [(ent.start, ent.end, ent.label_) for ent in doc.ents]  # type: ignore[attr-defined]


@given(st.text(max_size=80))
def test_no_text_makes_it_fail(extractor: Extractor, text: str) -> None:
    for entity in extractor.extract(text).entities:
        for mention in entity.mentions:
            assert text[mention.start : mention.end] == mention.text


def test_a_name_that_lost_its_capital_is_one_where_the_recogniser_is_sure(extractor: Extractor) -> None:
    read = extractor.extract("I do not want to switch to windows each time. Then close all the windows here.")
    (windows,) = (entity for entity in read.entities if entity.type == "technology")
    assert (windows.name, [mention.start for mention in windows.mentions]) == ("Windows", [27])


@pytest.mark.parametrize(
    ("text", "name"),
    [("An excel sheet was sent.", "Microsoft Excel"), ("Check my apache error log.", "Apache HTTP Server")],
)
def test_so_is_an_ordinary_word_before_a_thing_that_programs_have(extractor: Extractor, text: str, name: str) -> None:
    assert [entity.name for entity in extractor.extract(text).entities] == [name]


@pytest.mark.parametrize("text", ["They excel at this.", "The spring weather is nice.", "the bamboo floor"])
def test_an_ordinary_word_is_none_where_other_things_follow(extractor: Extractor, text: str) -> None:
    assert extractor.extract(text).entities == ()


def test_a_class_is_an_entity_as_the_end_of_a_relation_only(extractor: Extractor) -> None:
    assert extractor.extract("Call LunchDeskFactory twice.").entities == ()


@given(arrays(np.float32, st.tuples(st.integers(1, 12), st.just(CLASSES)), elements=st.floats(-9, 9, width=32)))
def test_the_best_class_of_each_token_is_the_best_sequence_where_it_is_one(scores: NDArray[np.float32]) -> None:
    best = scores.argmax(axis=1).tolist()
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    path = _viterbi(logs)
    assert _is_consistent(path)
    if _is_consistent(best):
        rows = np.arange(len(best))
        assert np.isclose(logs[rows, path].sum(), logs[rows, best].sum(), atol=1e-3)
