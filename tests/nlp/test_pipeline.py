"""The pipeline is built in one way; what makes it quick to build changes nothing."""

from __future__ import annotations

from memory_fabric.nlp.pipeline import PhraseTokenizer, Pipeline
from memory_fabric.nlp.worker import NlpWorker


def test_names_are_split_as_the_full_tokenizer_splits_them(worker: NlpWorker) -> None:
    phrases = {phrase for phrase, _ in worker.lexicon.phrases()}

    def differing(pipeline: Pipeline) -> list[str]:
        full = pipeline.nlp.tokenizer
        quick = PhraseTokenizer(full)
        return [p for p in phrases if [t.text for t in quick(p)] != [t.text for t in full(p)]]

    assert len(phrases) > 5_000
    assert worker.run(differing) == []


def test_names_come_before_the_statistical_parts(worker: NlpWorker) -> None:
    names = worker.run(lambda pipeline: list(pipeline.nlp.pipe_names))

    assert names[:3] == ["ruler", "names", "placeholder"]
    assert names.index("placeholder") < names.index("tagger") < names.index("ner")
