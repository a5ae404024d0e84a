"""Reading with the annotated names given, so that relations can be measured apart from names."""

from __future__ import annotations

from dataclasses import replace

from spacy.tokens import Doc
from spacy.util import filter_spans

from benchmarks.evaluation.gold import Passage
from memory_fabric.extraction import Extractor
from memory_fabric.models import Extraction
from memory_fabric.nlp.pipeline import build_pipeline
from memory_fabric.nlp.reading import DocumentReader
from memory_fabric.nlp.surface.markup import mask
from memory_fabric.nlp.worker import NlpWorker

LONGEST_STATEMENT = 600


class OracleReader:
    """Extraction by the shipped rules over the annotated mentions, in the place of every component that finds names."""

    def __init__(self) -> None:
        pipeline = build_pipeline()
        pipeline.nlp.disable_pipe("recognizer")
        # Nobody is a person by what he does, either.
        contexts = tuple(row for row in pipeline.patterns.contexts if row.context != "person")
        patterns = replace(pipeline.patterns, contexts=contexts)
        self._worker = NlpWorker(
            replace(
                pipeline,
                patterns=patterns,
                parts={**pipeline.parts, "names": self._set_names},
                reader=DocumentReader(patterns, pipeline.lexicon),
            )
        )
        self._extractor = Extractor(self._worker, LONGEST_STATEMENT)
        self._passage: Passage | None = None
        self._read_to = 0

    def __call__(self, passage: Passage) -> Extraction:
        """Read one passage."""
        self._passage, self._read_to = passage, 0
        return self._extractor.extract(passage.text, speaker=passage.speaker, project=passage.project)

    def close(self) -> None:
        """Stop the worker."""
        self._worker.close()

    def _set_names(self, doc: Doc) -> Doc:
        """Give a segment the mentions that the passage has there; where they overlap, the longest."""
        assert self._passage is not None
        at = mask(self._passage.text).find(doc.text, self._read_to)
        if at < 0:
            at = mask(self._passage.text).find(doc.text)
        self._read_to = at + len(doc.text)
        spans = []
        for start, end, kind, name in self._passage.mentions:
            span = doc.char_span(start - at, end - at, label=kind, alignment_mode="expand") if start >= at else None
            if span is not None and end <= at + len(doc.text):
                span.id_ = name
                spans.append(span)
        doc.set_ents(filter_spans(spans))
        return doc
