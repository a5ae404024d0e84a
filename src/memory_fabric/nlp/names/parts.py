"""Parts of the reader's own system that are named by their kind: "the auth service", "our search API".

The last word tells the kind (`SuffixRow`), the words before it tell which one. "The auth and billing services" are two.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from spacy.attrs import LOWER
from spacy.tokens import Doc, Span, Token

from memory_fabric.nlp.rows import ANY_SUFFIX, SuffixRow
from memory_fabric.text import kebab

_MOST_MODIFIERS = 2
_IDENTIFIER_WORDS = 3
_SEPARATORS = re.compile(r"[-_]")
_ARTICLES = frozenset({"the", "our"})
# What a catalogue says of its entry is no part of the reader's system: "Foo - Payment service for shops".
_DASHES = frozenset({"-", "\u2013", "\u2014"})
_JOINING = frozenset({"and", "or", "&", ","})
# Words before a part of a system that may point at one by its kind; so does the beginning of a phrase.
_POINTING = frozenset(
    "e.g. i.e. including namely the our my your their its this that his her 's and or for with in on to from "
    "by of as into behind between when while then so but because where both uses use used using via through "
    "replace replaces call calls every each".split()
)


class PartFinder:
    """Finds parts by the rows of suffixes that may stand apart from what is before them (`spaced`)."""

    def __init__(self, suffixes: Iterable[SuffixRow]) -> None:
        rows = list(suffixes)
        self._rows = {row.suffix: row for row in rows if row.spaced}
        self._generic = {word for row in rows if row.suffix == ANY_SUFFIX for word in row.not_after}
        self._kinds = {word for row in rows if row.suffix == ANY_SUFFIX for word in row.not_before}

    def find(self, doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
        """Yield the parts that a tokenised text names, `names` being taken already.

        What is made of a known name is that name's ("the Redis cluster"); an indefinite article points at none.
        """
        taken = {index for span in names for index in range(span.start, span.end)}
        for index, key in enumerate(doc.to_array(LOWER).tolist()):
            word = doc.vocab.strings[key]
            row = self._rows.get(word)
            plural = row is None
            row = row or self._rows.get(_singular(word))
            if row is None or index in taken:
                continue
            head = doc[index]
            if not self._goes_on(doc, head.i + 1):
                yield from self._parts(doc, head, row, taken, plural=plural)

    def _parts(self, doc: Doc, head: Token, row: SuffixRow, taken: Collection[int], *, plural: bool) -> Iterator[Span]:
        start = self._first_modifier(doc, head.i, row, taken)
        before = doc[start - 1].lower_ if start else "."
        identifier = _identifier(doc, head.i)
        if identifier is not None and not plural:
            span = Span(doc, identifier.start, head.i + 1, label=row.type)
            span.id_ = kebab(identifier.text)
            yield span
            return
        if start == head.i:
            if row.alone and not plural and before in _ARTICLES:
                yield _part(doc, head.i, head.i + 1, head.i, row)
            return
        others = list(self._shared(doc, start, row, taken)) if plural else []
        first = others[-1][0] if others else start
        before = doc[first - 1].lower_ if first else "."
        if (
            first - 1 in taken
            or _describes_an_entry(doc, first)
            or not (
                before in _POINTING
                or not before[0].isalnum()
                or doc[first].is_upper
                or _is_capitalised(doc, first, head.i)
            )
        ):
            return
        if plural and not others:
            return  # "mobile apps" are none in particular
        yield from (_part(doc, a, b, b, row) for a, b in others)
        yield _part(doc, start, head.i + 1, head.i, row)

    def _first_modifier(self, doc: Doc, end: int, row: SuffixRow, taken: Collection[int]) -> int:
        start = end
        while start > 0 and end - start < _MOST_MODIFIERS and self._modifies(doc[start - 1], row, taken):
            if start < end and doc[start - 1].is_lower and not doc[start].is_lower:
                break  # "moved CP team": the name begins where the capitals do
            start -= 1
        return start

    def _shared(self, doc: Doc, start: int, row: SuffixRow, taken: Collection[int]) -> Iterator[tuple[int, int]]:
        """Yield the modifiers that share the head with those from `start` on, last first: *auth* in "the auth and
        billing services".
        """
        while start >= 2 and doc[start - 1].lower_ in _JOINING:
            end = start - 1
            while end > 0 and doc[end - 1].lower_ in _JOINING:
                end -= 1
            start = self._first_modifier(doc, end, row, taken)
            if start == end:
                return
            yield start, end

    def _goes_on(self, doc: Doc, after: int) -> bool:
        """Whether what looks like a head only tells more of the next word: "the service team", "the api-redis host"."""
        if after >= len(doc):
            return False
        following = doc[after]
        glued = following.text in ("-", "_") and not doc[after - 1].whitespace_
        return glued or following.lower_ in self._kinds

    def _modifies(self, token: Token, row: SuffixRow, taken: Collection[int]) -> bool:
        return (
            token.is_alpha
            and not token.is_stop
            and token.i not in taken
            and not _is_glued(token)
            and (
                (token.lower_ not in row.not_after and token.lower_ not in self._generic)
                or (row.capitalised and token.is_title and token.lower_ in row.not_after)
            )
        )


def _part(doc: Doc, start: int, end: int, last: int, row: SuffixRow) -> Span:
    """Return the mention `start:end` of the part that the words `start:last` and the row's suffix name."""
    span = Span(doc, start, end, label=row.type)
    written = f"{doc[start:last].text} {row.canonical or row.suffix}".strip()
    span.id_ = written if row.type == "organization" else kebab(written)
    return span


def _identifier(doc: Doc, head: int) -> Span | None:
    """Return the identifier before a head: a part that has one is named by it alone ("the shop-infra-lunch repo").

    A word with a hyphen or two is more often an adjective ("end-to-end", "self-hosted"), so it needs three words, none
    of them a function word, or an underscore.
    """
    start = head - 1
    while start >= 0 and _is_glued(doc[start]):
        start -= 2
    if start < 0:
        return None
    span = doc[start:head]
    words = _SEPARATORS.split(span.text)
    is_one = ("_" in span.text or len(words) >= _IDENTIFIER_WORDS) and all(
        word.isalnum() and word.islower() and not word.endswith("ed") for word in words
    )
    return span if is_one and not any(token.is_stop for token in span) else None


def _is_glued(token: Token) -> bool:
    """Whether a word is the end of one with hyphens, which is an adjective mostly: *end* in "end-to-end"."""
    if token.i < 2:
        return False
    before = token.doc[token.i - 1]
    return before.text == "-" and not (before.whitespace_ or token.doc[token.i - 2].whitespace_)


def _is_capitalised(doc: Doc, first: int, head: int) -> bool:
    """Whether a part is written with capitals where other words have none: "monitoring Billing Platform"."""
    return first > 0 and doc[first].is_title and doc[head].is_title and doc[first - 1].is_lower


def _describes_an_entry(doc: Doc, first: int) -> bool:
    return first > 1 and doc[first - 1].text in _DASHES and not doc[first - 2].is_space and doc[first].is_title


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word.removesuffix("s")
