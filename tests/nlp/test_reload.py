"""Patterns loaded anew in a running process: nothing waits, nothing breaks, nothing grows."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

from memory_fabric.config import Settings
from memory_fabric.errors import PatternError
from memory_fabric.extraction import Extractor
from memory_fabric.fabric import Fabric
from memory_fabric.graph.open import open_store
from memory_fabric.nlp import pipeline as pipeline_module
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.resources import resource_folder
from tests.support.effort import calls

FEW = ("relations*.jsonl", "cues.jsonl", "kinds.jsonl", "contexts.jsonl")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


@pytest.fixture
def few_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ship no names but one, so that loading takes a moment only."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    for file in (file for pattern in FEW for file in resource_folder("patterns").glob(pattern)):
        shutil.copy(file, shipped)
    write(shipped, "Redis")
    monkeypatch.setattr(pipeline_module, "resource_folder", lambda _: shipped)


@pytest.fixture
def reloading(worker: NlpWorker, few_names: None) -> Iterator[NlpWorker]:
    """A worker of its own over the model that is loaded already."""
    apart = NlpWorker(worker.pipeline)
    yield apart
    apart.close()
    worker.pipeline.install()


def write(folder: Path, *names: str) -> None:
    lines = [json.dumps({"name": name, "type": "technology"}) for name in names]
    (folder / "names.jsonl").write_text("\n".join(lines), "utf-8")


def names(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type == "technology"]


@pytest.mark.issue("presidio#1094")
def test_the_running_process_uses_what_was_reloaded(reloading: NlpWorker, own: Path) -> None:
    extractor = Extractor(reloading, 600)
    write(own, "lamp")
    assert names(extractor, "They saw the lamp and the chair.") == []

    reloading.reload(own)
    assert names(extractor, "They saw the lamp and the chair.") == ["lamp"]

    write(own, "chair")
    reloading.reload(own)
    assert names(extractor, "They saw the lamp and the chair.") == ["chair"]
    assert reloading.lexicon.type_of("lamp") is None


def test_a_rule_of_ones_own_counts_after_a_reload(reloading: NlpWorker, own: Path) -> None:
    extractor = Extractor(reloading, 600)
    rule = {
        "rule": "bless", "reads": "someone blesses something", "verbs": ["bless"], "emit": ["subj recommends obj"],
        "example": "Ana blessed Redis.", "gives": ["Ana recommends Redis"], "counter": "Ana blessed the ship.",
    }  # fmt: skip
    (own / "rules.jsonl").write_text(json.dumps(rule), "utf-8")
    reloading.reload(own)

    (relation,) = extractor.extract("I blessed Redis.", speaker="Ana").relations

    assert (relation.relation, relation.rule) == ("recommends", "bless")


def test_a_faulty_folder_leaves_the_old_patterns_in_place(reloading: NlpWorker, own: Path) -> None:
    extractor = Extractor(reloading, 600)
    write(own, "lamp")
    reloading.reload(own)
    (own / "more.jsonl").write_text('{"name": "chair", "type": "database"}', "utf-8")

    with pytest.raises(PatternError, match=r"more\.jsonl, line 1: type"):
        reloading.reload(own)

    assert names(extractor, "They saw the lamp and the chair.") == ["lamp"]


def test_a_job_ends_with_the_patterns_that_it_began_with(reloading: NlpWorker, own: Path) -> None:
    """A long text is read slice by slice; a reload between two of them changes nothing of it."""
    extractor = Extractor(reloading, 600)
    write(own, "lamp")
    reloading.reload(own)
    long_text = "They saw the lamp here.\n\n" * 800
    write(own, "chair")
    slices = 0
    run = reloading.run

    def reload_after_the_first(task: object, pipeline: Pipeline | None = None) -> object:
        nonlocal slices
        slices += 1
        if slices == 2:
            reloading.reload(own)
        return run(task, pipeline)  # type: ignore[arg-type]

    reloading.run = reload_after_the_first  # type: ignore[method-assign, assignment]
    (entity,) = extractor.extract(long_text).entities

    assert slices >= 2
    assert (entity.name, len(entity.mentions)) == ("lamp", 800)
    assert names(extractor, "They saw the lamp and the chair.") == ["chair"]


def test_no_request_is_dropped_while_patterns_are_reloaded(reloading: NlpWorker, own: Path) -> None:
    extractor = Extractor(reloading, 600)
    write(own, "lamp")
    reloading.reload(own)
    stop = threading.Event()
    answers: list[list[tuple[str, ...]]] = [[], [], []]

    def ask(mine: list[tuple[str, ...]]) -> None:
        while not stop.is_set():
            mine.append(tuple(names(extractor, "They saw the lamp, the chair and Redis.")))

    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(ask, mine) for mine in answers]
        try:
            for number in range(20):
                known = "lamp" if number % 2 else "chair"
                write(own, known)
                reloading.reload(own)
                # Of two answers more, the second was asked for after the reload.
                enough = [len(mine) + 2 for mine in answers]
                while any(len(mine) < least for mine, least in zip(answers, enough, strict=True)):
                    assert not any(future.done() for future in asked), "a request has failed"
                    sleep(0.001)
                assert {mine[-1] for mine in answers} == {(known, "Redis")}
        finally:
            stop.set()
        for future in asked:
            future.result()

    assert {answer for mine in answers for answer in mine} == {("lamp", "Redis"), ("chair", "Redis")}


@pytest.mark.issue("spaCy#8216")
def test_a_hundred_reloads_change_neither_count_nor_effort_nor_memory(reloading: NlpWorker, own: Path) -> None:
    write(own, *(f"Zorblax{number}" for number in range(20)))
    text = "We use Zorblax7 and Redis for caching. " * 20

    first = reloading.reload(own)
    count, strings, effort = len(first.lexicon), len(first.nlp.vocab.strings), calls(reloading, text)
    held = sys.getrefcount(first.nlp)
    for _ in range(100):
        last = reloading.reload(own)

    assert len(last.lexicon) == count
    assert len(last.patterns.rules) == len(first.patterns.rules)
    assert calls(reloading, text) <= 1.1 * effort
    assert len(last.nlp.vocab.strings) <= strings + 20  # the words that the text has again and again
    assert sys.getrefcount(first.nlp) <= held + 2  # the pipelines in between are gone


def test_a_fabric_tells_what_it_reloaded_and_its_questions_know_it(
    worker: NlpWorker, few_names: None, own: Path
) -> None:
    settings = Settings(graph="memory:", patterns=own)
    apart = NlpWorker(worker.pipeline)
    with Fabric(settings, apart, open_store("memory:", timeout=10)) as fabric:
        write(own, "lamp")

        report = fabric.reload_patterns()

        assert (report.names, fabric.name_count) == (2, 2)
        assert report.rules > 50 and report.seconds > 0
        assert fabric.parse_query("What uses lamp?").entity_hints == ("lamp",)
    worker.pipeline.install()
