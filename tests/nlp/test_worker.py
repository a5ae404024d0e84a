"""One worker runs the pipeline, whoever calls; its memory is flat and its patterns do not leak."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event, get_ident

import pytest

from memory_fabric.errors import ModelMissing
from memory_fabric.extraction import Extractor
from memory_fabric.nlp import pipeline as pipeline_module
from memory_fabric.nlp.pipeline import Pipeline
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


def test_a_short_task_runs_where_it_is_when_the_worker_is_idle(worker: NlpWorker) -> None:
    assert worker.run_soon(lambda _: get_ident()) == get_ident()


def test_a_short_task_waits_for_the_one_that_runs(worker: NlpWorker) -> None:
    begun, may_end = Event(), Event()
    order: list[str] = []

    def long(_: Pipeline) -> None:
        begun.set()
        may_end.wait()
        order.append("long")

    with ThreadPoolExecutor(2) as pool:
        running = pool.submit(worker.run, long)
        begun.wait()
        waiting = pool.submit(worker.run_soon, lambda _: order.append("short"))
        may_end.set()
        running.result()
        waiting.result()

    assert order == ["long", "short"]


def test_an_error_in_a_short_task_leaves_the_worker_free(worker: NlpWorker) -> None:
    with pytest.raises(ZeroDivisionError):
        worker.run_soon(lambda _: 1 // 0)

    assert worker.run_soon(lambda _: get_ident()) == get_ident()


def test_a_worker_that_closes_waits_for_a_short_task_too(worker: NlpWorker) -> None:
    closing = NlpWorker(worker.pipeline)

    with ThreadPoolExecutor(1) as pool:
        closed_meanwhile = closing.run_soon(lambda _: wait([pool.submit(closing.close)], timeout=0.1).done)

    assert not closed_meanwhile


def test_long_and_short_tasks_of_many_threads_do_not_meet(worker: NlpWorker) -> None:
    """Had two of them the pipeline at once, words of one would go with the memory zone of the other."""
    text = "What does database-engineer use pgvector for?"

    def read(number: int) -> list[str]:
        run = worker.run_soon if number % 2 else worker.run
        return run(lambda pipeline: [f"{token.text}/{token.tag_}" for token in pipeline.read_alone(text)])

    expected = read(0)
    with ThreadPoolExecutor(8) as pool:
        assert all(found == expected for found in pool.map(read, range(80)))


def test_a_missing_model_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline_module, "find_spec", lambda _: None)

    with pytest.raises(ModelMissing, match="pip install"):
        pipeline_module.installed_model()
