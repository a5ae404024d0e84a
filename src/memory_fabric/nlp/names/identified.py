"""Parts of the reader's own system that an identifier beside their kind names: "the `order_sync` service", "our
order-sync worker", "the repo `shop-infra`".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from spacy.tokens import Doc, Span

from memory_fabric.nlp.doc_text import text_of
from memory_fabric.nlp.names.code_spans import CODE
from memory_fabric.nlp.rows import ANY_SUFFIX, SuffixRow
from memory_fabric.text import kebab

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z\d]*(?:[-_][A-Za-z\d]+)*")
_HYPHENATED = re.compile(r"(?<![\w@/.`-])(?P<name>[a-z][a-z\d]+(?:-[a-z\d]+)+) (?P<kind>[a-z]+)(?![\w/-]|\.\w)")
_POINTING = frozenset({"the", "our", "my", "your", "their"})
# Halves of words that tell the sort of a service rather than which one: "real-time", "third-party", "customer-facing".
_SORTS = frozenset(
    "back based built by class client consuming cost critical cross day dead deep double driven end ended event ever "
    "facing fast fault first front full general good growing half hand hard heavy high home host in lasting leading "
    "less level life like line load long low main many mission more most multi native new next non off old on one only "
    "open out over own paid part party per performing pre purpose quick re read ready real running safe scale second "
    "self semi server sharing short side single size slow small source state step sub super tenant term third three "
    "time top turn two type up use user well wide world write year zero".split()
)
_MODIFIER = re.compile(r".*(?:ed|able|ible|less|ly|wise|ish|ful|ous|ive|al|ic)")


class IdentifiedParts:
    """Finds parts by the component rows of suffixes that may stand apart from what is before them (`spaced`)."""

    def __init__(self, suffixes: Iterable[SuffixRow]) -> None:
        rows = list(suffixes)
        self._rows = {row.suffix: row for row in rows if row.spaced and row.type == "component"}
        general = [row for row in rows if row.suffix == ANY_SUFFIX]
        self._generic = {word for row in general for word in row.not_after}
        self._kinds = {word for row in general for word in row.not_before}

    def find(self, doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
        """Yield the parts that a tokenised text names so, `names` being taken already."""
        taken = {index for span in names for index in range(span.start, span.end)}
        for start, end in doc.user_data.get(CODE, ()):
            if self._stands_by_its_kind(doc, start, end) and taken.isdisjoint(range(start, end)):
                text = doc[start:end].text
                if _IDENTIFIER.fullmatch(text):
                    yield _part(doc, start, end, text)
        if "-" not in text_of(doc):
            return
        for match in _HYPHENATED.finditer(text_of(doc)):
            row = self._rows.get(match["kind"])
            span = doc.char_span(*match.span()) if row is not None else None
            if row is not None and span is not None and self._names_one(span, match["name"], taken):
                yield _part(doc, span.start, span.end, f"{match['name']} {row.canonical or row.suffix}")

    def _stands_by_its_kind(self, doc: Doc, start: int, end: int) -> bool:
        """Whether a code span is followed by a kind of part, or stands after one: "the app `lunch`"."""
        # The marks of a code span are blank here.
        while end < len(doc) and doc[end].is_space:
            end += 1
        while start and doc[start - 1].is_space:
            start -= 1
        is_named = end < len(doc) and doc[end].lower_ in self._rows
        if is_named and not (end + 1 < len(doc) and self._goes_on(doc, end)):
            return start > 0 and doc[start - 1].lower_ in _POINTING
        return start > 0 and doc[start - 1].lower_ in self._rows

    def _goes_on(self, doc: Doc, kind: int) -> bool:
        following = doc[kind + 1]
        return following.lower_ in self._kinds or (following.text in ("-", "_") and not doc[kind].whitespace_)

    def _names_one(self, span: Span, name: str, taken: AbstractSet[int]) -> bool:
        doc, parts = span.doc, name.split("-")
        if not span.start or doc[span.start - 1].lower_ not in _POINTING:
            return False
        if not taken.isdisjoint(range(span.start, span.end)) or (
            span.end < len(doc) and self._goes_on(doc, span.end - 1)
        ):
            return False
        return (
            not any(part in _SORTS or part in self._generic or part.isdigit() for part in parts)
            and not any(token.is_stop for token in span)
            and _MODIFIER.fullmatch(parts[-1]) is None
        )


def _part(doc: Doc, start: int, end: int, name: str) -> Span:
    span = Span(doc, start, end, label="component")
    span.id_ = kebab(name)
    return span
