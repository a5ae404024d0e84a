"""One worker runs the pipeline, whoever calls; its memory is flat and its patterns do not leak."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from memory_fabric.errors import ModelMissing
from memory_fabric.extraction import Extractor
from memory_fabric.nlp import pipeline as pipeline_module
from memory_fabric.nlp.worker import NlpWorker


def test_many_threads_get_the_same_answer(extractor: Extractor) -> None:
    text = "database-engineer uses pgvector for RAG applications"
    expected = extractor.extract(text)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(extractor.extract, [text] * 40)) == {expected}


@pytest.mark.issue("spaCy#3618")
@pytest.mark.issue("presidio PR#2033")
def test_words_never_seen_before_leave_nothing_behind(worker: NlpWorker, extractor: Extractor) -> None:
    def strings() -> int:
        return worker.run(lambda pipeline: len(pipeline.nlp.vocab.strings))

    extractor.extract("warm up")
    before = strings()
    for number in range(50):
        extractor.extract(f"hash {number:032x} and {number * 7919:032x}")

    assert strings() <= before + 5


@pytest.mark.issue("presidio PR#2033")
def test_a_log_of_unique_hashes_leaves_nothing_behind(worker: NlpWorker, extractor: Extractor) -> None:
    """A hundred thousand such lines were measured apart; what keeps any string of a line shows with a few hundred."""

    def strings() -> int:
        return worker.run(lambda pipeline: len(pipeline.nlp.vocab.strings))

    extractor.extract("Redis saw nothing.")
    before = strings()
    log = "\n".join(f"Redis saw {number * 7919:040x}." for number in range(500))
    found = extractor.extract(log)

    assert [len(entity.mentions) for entity in found.entities if entity.name == "Redis"] == [500]
    assert strings() <= before + 5


def test_an_error_in_a_task_reaches_the_caller_and_the_worker_lives(worker: NlpWorker) -> None:
    with pytest.raises(ZeroDivisionError):
        worker.run(lambda _: 1 // 0)

    assert worker.run(lambda _: "alive") == "alive"


def test_a_missing_model_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline_module, "find_spec", lambda _: None)

    with pytest.raises(ModelMissing, match="pip install"):
        pipeline_module.installed_model()
