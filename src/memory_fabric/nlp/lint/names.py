"""Names that no text can hold: each spelling is tried in a few sentences, and must be found in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from memory_fabric.nlp.lint.findings import Finding, warning
from memory_fabric.nlp.names.spelling import spelled
from memory_fabric.nlp.pattern_files import Line
from memory_fabric.nlp.patterns import Layers, spellings
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.rows import ContextRow, NameRow, VendorsRow
from memory_fabric.nlp.surface.characters import readable
from memory_fabric.nlp.surface.markup import mask
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.text import spelling_key

_SENTENCES = ("We use {} here.", "{}", "The {} is down.")
_CONTEXTS_TRIED = 5
_AT_ONCE = 200


def name_findings(layers: Layers, lines: Sequence[Line], worker: NlpWorker) -> list[Finding]:
    """Return the spellings of the names of the uppermost layer that are never found."""
    named = [line for line in layers.rows.values() if line.layer == layers.top]
    contexts: dict[str, ContextRow] = {row.context: row for row in layers.patterns().contexts}

    def lost(pipeline: Pipeline, some: Sequence[Line]) -> list[Finding]:
        return [finding for line in some for finding in _lost(line, contexts, pipeline)]

    aliases = worker.run(lambda pipeline: [f for line in lines for f in _no_canonical_names(line, pipeline)])
    # What a task reads is kept in memory until it ends.
    batches = [named[start : start + _AT_ONCE] for start in range(0, len(named), _AT_ONCE)]
    return aliases + [finding for some in batches for finding in worker.run(partial(lost, some=some))]


def _lost(line: Line, contexts: Mapping[str, ContextRow], pipeline: Pipeline) -> Iterator[Finding]:
    """Yield the spellings of a name that are never found. The canonical one need not be, where another is: `A*` is
    markup to a text, and may well be what the name is called.
    """
    if not isinstance(line.row, NameRow):
        return
    row = line.row
    known = {spelling: pipeline.lexicon.entry(spelling) for spelling in spellings(row)}
    # What another name has taken is told elsewhere.
    mine = [spelling for spelling, entry in known.items() if entry is None or entry.name == row.name]
    sentences = (*_SENTENCES, *_in_context(contexts.get(row.type)))
    lost = [spelling for spelling in mine if not _is_found_somewhere(spelling, row, sentences, pipeline)]
    for spelling in lost:
        if spelling != row.name or len(lost) == len(mine):
            yield warning(line, f"{spelling!r} is never found in a text{_why(spelling, pipeline)}")


def _is_found_somewhere(spelling: str, row: NameRow, sentences: Sequence[str], pipeline: Pipeline) -> bool:
    return any(
        _is_found(sentence.replace("{}", written), spelling, row, pipeline)
        for written in dict.fromkeys((spelling, spelling[:1].upper() + spelling[1:]))
        for sentence in sentences
    )


def _no_canonical_names(line: Line, pipeline: Pipeline) -> Iterator[Finding]:
    """Yield vendors that are told by another spelling than the canonical one, which is compared."""
    for word in line.row.vendors if isinstance(line.row, VendorsRow) else ():
        name = pipeline.lexicon.canonical(word)
        if spelling_key(name) != spelling_key(word):
            yield warning(
                line, f"{word!r} never matches: it is a spelling of {name!r}, and canonical names are compared"
            )


def _in_context(row: ContextRow | None) -> Iterator[str]:
    if row is not None:
        yield from (f"They {word} {{}}." for word in row.before[:_CONTEXTS_TRIED])
        yield from (f"Our {{}} {word}." for word in row.after[:_CONTEXTS_TRIED])


def _is_found(text: str, spelling: str, row: NameRow, pipeline: Pipeline) -> bool:
    doc = pipeline.nlp.make_doc(readable(mask(text)).text)
    doc = pipeline.parts["names"](pipeline.parts["ruler"](doc))
    key = spelled(readable(spelling).text).key
    return any(ent.ent_id_ == row.name and spelled(ent.text).key.startswith(key) for ent in doc.ents)


def _why(spelling: str, pipeline: Pipeline) -> str:
    shown = mask(spelling)
    if shown != spelling:
        return f": it is markup, and read as {' '.join(shown.split())!r}"
    tokens = [token.text for token in pipeline.nlp.make_doc(readable(spelling).text)]
    return f": it is read as {' '.join(tokens)!r}" if len(tokens) > 1 else ""
