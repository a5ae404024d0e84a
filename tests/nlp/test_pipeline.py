"""The pipeline is built in one way."""

from __future__ import annotations

from memory_fabric.nlp.worker import NlpWorker


def test_names_come_before_the_statistical_parts(worker: NlpWorker) -> None:
    names = worker.run(lambda pipeline: list(pipeline.nlp.pipe_names))

    assert names[:4] == ["ruler", "recognizer", "names", "placeholder"]
    assert names.index("placeholder") < names.index("tagger") < names.index("parser")
