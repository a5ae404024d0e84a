"""Words that no text can match: what the tokenizer splits, and forms that are no lemmas where lemmas are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spacy.tokens import Doc

from memory_fabric.nlp.clauses.clause import NAME_WITHOUT_VERB
from memory_fabric.nlp.lint.findings import Finding, warning
from memory_fabric.nlp.pattern_files import Line
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.row_checks import word_fields
from memory_fabric.nlp.rows import ANY_SUFFIX, GivenNamesRow, KindRow, Row, RuleRow, SuffixRow
from memory_fabric.nlp.worker import NlpWorker

ANY_WORD = "*"
# Words of `KindRow` that are no words of a text: names of a type, names of errors, any words between.
_STANDS_FOR_OTHERS = ("@", "*", "...")
_LEMMAS = {"verbs": "VERB", "nouns": "NOUN", "adjectives": "ADJ", "excluding": "NOUN", "among": "NOUN"}


def word_findings(lines: Sequence[Line], worker: NlpWorker) -> list[Finding]:
    """Return the words of the lines that can never match."""
    return worker.run(lambda pipeline: [finding for line in lines for finding in _of_line(line, pipeline)])


def _of_line(line: Line, pipeline: Pipeline) -> Iterator[Finding]:
    names = line.row.given_names if isinstance(line.row, GivenNamesRow) else ()
    for field, phrases in (("given_names", names), *((field, words) for field, words, _ in word_fields(line.row))):
        if field == "not_after" and isinstance(line.row, SuffixRow) and line.row.suffix != ANY_SUFFIX:
            continue  # compared with the parts of a hyphenated word, not with tokens
        for phrase in phrases:
            if phrase in (ANY_WORD, NAME_WITHOUT_VERB):
                continue
            for word in _compared(line.row, phrase):
                tokens = [token.text for token in pipeline.nlp.make_doc(word)]
                if tokens != [word] and not _is_clitic(word, phrase, pipeline):
                    yield warning(line, f"{field}: {phrase!r} never matches: {word!r} is read as {' '.join(tokens)!r}")
            if isinstance(line.row, RuleRow):
                yield from _wrong_lemma(line, field, phrase, pipeline)


def _is_clitic(word: str, phrase: str, pipeline: Pipeline) -> bool:
    """Whether a word is a token only behind the one before it: 've of "could've"."""
    joined = pipeline.nlp.make_doc(phrase.replace(f" {word}", word))
    return word.startswith("'") and word in [token.text for token in joined]


def _compared(row: Row, phrase: str) -> Iterator[str]:
    """Yield the words of a phrase that are compared with words of a text."""
    for word in phrase.split():
        form = word.partition("/")[0] if isinstance(row, KindRow) else word
        if not (isinstance(row, KindRow) and form.startswith(_STANDS_FOR_OTHERS)):
            yield form


def _wrong_lemma(line: Line, field: str, phrase: str, pipeline: Pipeline) -> Iterator[Finding]:
    """Yield the word if it is no lemma: not in the lemmatizer's list of them, and changed by its rules. The particle
    of a verb stays as it is.
    """
    word = phrase.split(maxsplit=1)[0]
    part = _LEMMAS[field]
    lemmatizer: Any = pipeline.nlp.get_pipe("lemmatizer")
    known = lemmatizer.lookups.get_table("lemma_index")
    # A participle may stand where an adjective does, and has the lemma of its verb: "powered by X".
    if word in known[part.lower()] or (part == "ADJ" and word in known["verb"]):
        return
    lemma = lemmatizer(Doc(pipeline.nlp.vocab, words=[word], pos=[part]))[0].lemma_
    if lemma.lower() != word:
        yield warning(
            line, f"{field}: {phrase!r} never matches: {word!r} is a form of {lemma!r}, and lemmas are compared"
        )
