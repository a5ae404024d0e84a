"""Words that no text can match: what the tokenizer splits, and forms that are no lemmas where lemmas are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spacy.tokens import Doc

from memory_fabric.nlp.lint.findings import Finding, warning
from memory_fabric.nlp.pattern_files import Line
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.row_checks import word_fields
from memory_fabric.nlp.rows import GivenNamesRow, RuleRow
from memory_fabric.nlp.worker import NlpWorker

ANY_WORD = "*"
_LEMMAS = {"verbs": "VERB", "nouns": "NOUN", "adjectives": "ADJ", "excluding": "NOUN"}


def word_findings(lines: Sequence[Line], worker: NlpWorker) -> list[Finding]:
    """Return the words of the lines that can never match."""
    return worker.run(lambda pipeline: [finding for line in lines for finding in _of_line(line, pipeline)])


def _of_line(line: Line, pipeline: Pipeline) -> Iterator[Finding]:
    names = line.row.given_names if isinstance(line.row, GivenNamesRow) else ()
    for field, phrases in (("given_names", names), *((field, words) for field, words, _ in word_fields(line.row))):
        for phrase in phrases:
            if phrase == ANY_WORD:
                continue
            for word in phrase.split():
                tokens = [token.text for token in pipeline.nlp.make_doc(word)]
                if tokens != [word]:
                    yield warning(line, f"{field}: {phrase!r} never matches: {word!r} is read as {' '.join(tokens)!r}")
            if isinstance(line.row, RuleRow):
                yield from _wrong_lemma(line, field, phrase, pipeline)


def _wrong_lemma(line: Line, field: str, phrase: str, pipeline: Pipeline) -> Iterator[Finding]:
    """Yield the word if it is no lemma: not in the lemmatizer's list of them, and changed by its rules. The particle
    of a verb stays as it is.
    """
    word = phrase.split(maxsplit=1)[0]
    part = _LEMMAS[field]
    lemmatizer: Any = pipeline.nlp.get_pipe("lemmatizer")
    if word in lemmatizer.lookups.get_table("lemma_index")[part.lower()]:
        return
    lemma = lemmatizer(Doc(pipeline.nlp.vocab, words=[word], pos=[part]))[0].lemma_
    if lemma.lower() != word:
        yield warning(
            line, f"{field}: {phrase!r} never matches: {word!r} is a form of {lemma!r}, and lemmas are compared"
        )
