"""The pipeline is built in one way."""

from __future__ import annotations

from memory_fabric.nlp.worker import NlpWorker


def test_names_come_before_the_statistical_parts(worker: NlpWorker) -> None:
    names = worker.run(lambda pipeline: list(pipeline.nlp.pipe_names))

    assert names[:4] == ["ruler", "recognizer", "names", "placeholder"]
    assert names.index("placeholder") < names.index("tagger") < names.index("parser")


def test_forms_of_a_verb_are_not_taken_for_those_of_a_rarer_one(worker: NlpWorker) -> None:
    texts = ["We routed it.", "They scraped it.", "It is coded.", "She installed it.", "I hoped so.", "We rewrote it."]

    lemmas = worker.run(lambda pipeline: [token.lemma_ for text in texts for token in pipeline.nlp(text)])

    assert {"route", "scrape", "code", "install", "hope", "rewrite"} <= set(lemmas)
