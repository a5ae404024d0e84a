"""Whether an ordinary word is meant as a name: what stands beside it says so. The words are data (`ContextRow`)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from spacy.tokens import Doc, Span

from memory_fabric.models import EntityType
from memory_fabric.nlp.names.lexicon import Entry, Lexicon
from memory_fabric.nlp.rows import ContextRow

_VERSION = re.compile(r"v?\d+(?:\.\d+|\.x)+\+?|v\d+", re.IGNORECASE)
_CONNECTIVES = frozenset({"and", "or", "&", "/", ",", "vs", "vs.", "versus", "+", "over"})
_LONGEST_LIST = 6
_ENDS = frozenset(".!?:;\"'`\u201c\u2018([*-\u2013\u2014\u2022#>|")
_LONGEST_PHRASE = 3


class NameContext:
    """Says of a match of a known name whether it counts as one where it stands."""

    def __init__(self, rows: Iterable[ContextRow], lexicon: Lexicon) -> None:
        self._rows: dict[EntityType, ContextRow] = {row.context: row for row in rows}
        self._certain = {row.context: frozenset(row.certain) for row in self._rows.values()}
        self._lexicon = lexicon

    def counts(self, span: Span) -> bool:
        """Whether the match is meant as a name.

        A name with just one capitalisation counts in it, but at the beginning of a sentence every word has a capital:
        there it does not count before words that make an ordinary word of it ("Express your ideas"). In lower case it
        counts in a list with a sure name, or bare after a word that takes one ("using puppet for"). A common name
        counts with a capital beside words that say so, and in lower case after those that leave no doubt.
        """
        entry = self._lexicon.mention(span.text)
        if entry is None:
            return True
        row = self._rows.get(entry.type)
        may_be_ordinary = entry.needs_context or entry.exact is not None
        if may_be_ordinary and row is not None and self._is_certain(span, row):
            return True
        if not entry.is_written_in(span.text):
            is_lower = span.text == span.text.lower() and not entry.needs_context
            return is_lower and row is not None and self._is_plainly_taken(span, row)
        if row is None:
            return not entry.needs_context
        if not entry.needs_context:
            return entry.exact is None or not (
                span.text.istitle() and opens_sentence(span) and _next(span) in row.ordinary
            )
        if span.text == span.text.lower():
            return False
        if _begins_a_longer_name(span):
            return False
        beside = (
            self._is_listed(span, row)
            if entry.exact is not None and opens_sentence(span)
            else self._is_beside(span, row)
        )
        return beside or _VERSION.fullmatch(_next(span)) is not None

    def _is_beside(self, span: Span, row: ContextRow) -> bool:
        before = span.doc[span.start - 1].lower_ if span.start else ""
        return before in row.before or _next(span) in row.after or self._is_listed(span, row)

    def _is_plainly_taken(self, span: Span, row: ContextRow) -> bool:
        before = span.doc[span.start - 1].lower_ if span.start else ""
        after = _next(span)
        is_bare = not after[:1].isalnum() or after in row.ending
        return (before in row.taking and is_bare) or self._is_listed(span, row) or after.isdigit()

    def _is_certain(self, span: Span, row: ContextRow) -> bool:
        """Whether words beside it leave no doubt: "written in go", "the go compiler"."""
        words = [token.lower_ for token in span.doc[max(0, span.start - _LONGEST_PHRASE) : span.start]]
        before = {" ".join(words[at:]) for at in range(len(words))}
        return not before.isdisjoint(self._certain[row.context]) or _next(span) in row.certain_after

    def _is_listed(self, span: Span, row: ContextRow) -> bool:
        """Whether its list has a sure name, or one in context: "Python, Go and Rust", "in Word or Excel"."""
        doc = span.doc
        sides = range(span.start - 1, -1, -1), range(span.end, len(doc))
        return any(self._leads_to_a_sure_name(doc, side[: 2 * _LONGEST_LIST], row) for side in sides)

    def _leads_to_a_sure_name(self, doc: Doc, places: range, row: ContextRow) -> bool:
        was_connective = False
        for index in places:
            token = doc[index]
            if token.lower_ in _CONNECTIVES:
                was_connective = True
                continue
            entry = self._entry(doc, index) if was_connective and token.ent_type else None
            if entry is None or not entry.needs_context:
                return entry is not None
            if token.is_lower and entry.exact is None:
                return False
            if places.step < 0 and index and doc[index - 1].lower_ in row.before:
                return True
            was_connective = False
        return False

    def _entry(self, doc: Doc, index: int) -> Entry | None:
        span = next((ent for ent in doc.ents if ent.start <= index < ent.end), None)
        return self._lexicon.mention(span.text) if span else None


def _next(span: Span) -> str:
    return span.doc[span.end].lower_ if span.end < len(span.doc) else ""


def opens_sentence(span: Span) -> bool:
    """Whether the name stands where every word has a capital."""
    before = span.doc[span.start - 1] if span.start else None
    return before is None or before.is_space or before.text in _ENDS


def _begins_a_longer_name(span: Span) -> bool:
    """Whether a capitalised word follows: "Elastic Load Balancer" is not about Elastic."""
    doc = span.doc
    return span.end < len(doc) and doc[span.end].is_title and doc[span.end].is_alpha and len(doc[span.end]) > 1
