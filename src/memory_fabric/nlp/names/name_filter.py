"""Names found before the parse: which matches of the ruler count, hyphenated names by their last word, versions.

Two spaCy components. `name_filter` settles the entities; `placeholder` gives the parser a text that it can read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from spacy.tokens import Doc, Span, Token
from spacy.util import filter_spans

from memory_fabric.nlp.doc_text import text_of
from memory_fabric.nlp.names.agents import AgentFinder
from memory_fabric.nlp.names.called import CalledNames
from memory_fabric.nlp.names.code_spans import candidates, is_code
from memory_fabric.nlp.names.contexts import NameContext
from memory_fabric.nlp.names.forms import FormNames
from memory_fabric.nlp.names.identified import IdentifiedParts
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.parts import PartFinder
from memory_fabric.nlp.names.project_name import named_project
from memory_fabric.nlp.names.recognized import RecognizedNames
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.rows import ANY_SUFFIX, SuffixRow
from memory_fabric.text import kebab

_VERSION = re.compile(r"v?\d+(?:\.\d+|\.x)+\+?|v\d+", re.IGNORECASE)
_WHOLE_VERSION = re.compile(r"\d{1,4}\+?")
_MOST_NAMES = 3
_PARTICLES = frozenset("van von de der den da di del la le dos ten".split())
_NO_SURNAMES = frozenset(
    "a an and are as at by can for from had has if in is of on or the this that to was with".split()
)
_AFTER_VERSION = frozenset(
    "and or to for with in on as is are was were has had can will over from by at but , . ; : ) ! ?".split()
)


class NameFilter:
    """Keeps the ruler's matches that are meant as names, adds names by suffix, and takes versions into mentions."""

    def __init__(self, patterns: PatternSet, lexicon: Lexicon, words: Sequence[Collection[str]]) -> None:
        self._lexicon = lexicon
        self._kinds = frozenset(
            word
            for row in patterns.contexts
            if row.context == "technology"
            for word in (*row.after, *row.certain_after, *row.generic)
        )
        self._context = NameContext(patterns.contexts, lexicon)
        self._suffixes = {row.suffix: row for row in patterns.suffixes if row.suffix != ANY_SUFFIX}
        self._given_names = patterns.given_names
        self._parts = PartFinder(patterns.suffixes)
        self._identified = IdentifiedParts(patterns.suffixes)
        self._forms = FormNames(lexicon, words)
        self._called = CalledNames(lexicon, words, self._kinds)
        self._agents = AgentFinder(patterns.contexts, patterns.suffixes, lexicon, words)
        heads = "|".join(sorted(map(re.escape, self._suffixes), key=len, reverse=True)) or r"(?!)"
        self._hyphenated = re.compile(
            rf"(?<![\w-])[a-z][a-z0-9]*(?:[-_\u2010-\u2013][a-z0-9]+)*[-_\u2010-\u2013](?P<head>{heads})(?![\w-])",
            re.IGNORECASE,
        )

    def __call__(self, doc: Doc) -> Doc:
        """Settle the entities of a tokenised text; where mentions overlap, the longest one stays."""
        recognized = RecognizedNames(doc, self._lexicon, self._kinds)
        spans = list(named_project(doc))
        spans += [
            self._with_version(span)
            for span in doc.ents
            if (self._context.counts(span) or is_code(span) or recognized.means_name(span)) and not _is_number_of(span)
        ]
        # Each finder is done before its finds are added: none may look at what it has found itself.
        spans += [*self._called.find(doc)]
        spans += [*self._by_suffix(doc)]
        spans += [*self._agents.find(doc, spans)]
        spans += [*self._identified.find(doc, spans)]
        spans += [*self._parts.find(doc, spans)]
        spans += [*self._people(doc, spans)]
        spans += [*map(self._with_version, recognized.beside(spans))]
        spans += [*self._forms.find(doc, spans)]
        spans += [*candidates(doc, spans)]
        spans += [*recognized.uncertain(spans)]
        doc.set_ents(filter_spans(spans))
        return doc

    def _by_suffix(self, doc: Doc) -> Iterator[Span]:
        for match in self._hyphenated.finditer(text_of(doc)):
            row: SuffixRow = self._suffixes[match["head"].lower()]
            name = kebab(match.group())
            before = name.removesuffix(row.suffix).strip("-")
            if any(before == words or before.endswith(f"-{words}") for words in row.not_after):
                continue
            if row.canonical:
                name = name.removesuffix(row.suffix) + row.canonical
            span = doc.char_span(*match.span(), label=row.type)
            if span is not None:
                span.id_ = name
                yield span

    def _people(self, doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
        """Yield people by their given names, with the capitalised words that follow: "Ana", "Ana Souza"."""
        taken = {index for span in names for index in range(span.start, span.end)}
        index = 0
        while index < len(doc):
            start = index
            index += 1
            if doc[start].text not in self._given_names or start in taken:
                continue
            while index < len(doc) and index - start < _MOST_NAMES and index not in taken:
                if _is_name_part(doc[index]):
                    index += 1
                elif doc[index].lower_ in _PARTICLES and index + 1 < len(doc) and _is_name_part(doc[index + 1]):
                    index += 2
                else:
                    break
            span = Span(doc, start, index, label="person")
            span.id_ = span.text
            yield span

    def _with_version(self, span: Span) -> Span:
        """Return the span with the version that follows it: "PostgreSQL 15", "PostgreSQL-15", "Python 3.11"."""
        if span.label_ != "technology":
            return span
        doc, end = span.doc, span.end
        if end + 1 < len(doc) and doc[end].text == "-" and doc[end + 1].is_digit:
            end += 2
        elif end < len(doc) and (
            _VERSION.fullmatch(doc[end].text)
            or (
                _WHOLE_VERSION.fullmatch(doc[end].text)
                and (end + 1 == len(doc) or doc[end + 1].lower_ in _AFTER_VERSION)
            )
        ):
            end += 1
        wider = Span(doc, span.start, end, label=span.label)
        wider.id_ = span.id_
        return wider


def _is_name_part(token: Token) -> bool:
    """Whether a word after a given name belongs to it: it has a capital, as a surname has that is a word ("You")."""
    return token.is_title and token.is_alpha and len(token) > 1 and token.lower_ not in _NO_SURNAMES


def _is_number_of(span: Span) -> bool:
    """Whether the acronym of a way of doing things numbers a document: "ADR 12", "ADR-12"."""
    if span.label_ != "pattern" or not span.text.isupper():
        return False
    after = span.doc[span.end : span.end + 2]
    return len(after) > 0 and (after[0].is_digit or (len(after) > 1 and after[0].text == "-" and after[1].is_digit))
