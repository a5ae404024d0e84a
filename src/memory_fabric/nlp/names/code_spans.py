"""Names in code spans: what is written as code is mostly the name of something, whatever a list knows of it.

A known name that is an ordinary word too needs no context there. A single unknown word is a *candidate*: it becomes an
entity only as the end of a relation, unless it is written as packages are (`some-tool`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spacy.tokens import Doc, Span

from memory_fabric.nlp.surface.characters import Readable

CODE = "memory_fabric_code"
"""Key in `doc.user_data`: the code spans of a text as pairs of token indices."""

CANDIDATE = "candidate"
"""The label of a mention that is an entity, a technology, only as the end of a relation."""

_SPAN = re.compile(r"(?<!`)(?P<fence>`{1,2})(?!`)(?P<code>[^`\n]{1,80})(?P=fence)(?!`)")
_WORD = re.compile(r"@?[A-Za-z][\w./:@-]{1,58}(?:\(\))?")
_REGION = re.compile(r"[a-z]{2}(?:-gov)?-[a-z]+-?\d[a-z]?|[a-z]+-[a-z]+\d(?:-[a-z])?")
_PACKAGE = re.compile(r"(?:@[a-z\d-]+/)?[a-z][a-z\d]*(?:-[a-z\d]*[a-z])+")


def code_spans(text: str) -> list[tuple[int, int]]:
    """Return where the code spans of a text in Markdown or reStructuredText are, without their marks."""
    return [match.span("code") for match in _SPAN.finditer(text)]


def mark_code(doc: Doc, plain: Readable, start: int, spans: Sequence[tuple[int, int]]) -> None:
    """Set `doc.user_data[CODE]` for the tokens of a segment that stands at `start` of the text with those spans."""
    end = start + plain.places([(0, len(plain.text))])[0][1]
    here = [span for span in spans if start <= span[0] and span[1] <= end]
    if not here:
        return
    places = plain.places([(token.idx, token.idx + len(token)) for token in doc])
    found: list[tuple[int, int]] = []
    for first, last in here:
        inside = [i for i, (a, b) in enumerate(places) if first <= a + start and b + start <= last]
        inside = [i for i in inside if not doc[i].is_space]
        if inside:
            found.append((inside[0], inside[-1] + 1))
    doc.user_data[CODE] = found


def is_code(span: Span) -> bool:
    """Whether a mention is all that stands in a code span."""
    return (span.start, span.end) in span.doc.user_data.get(CODE, ())


def candidates(doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
    """Yield the single words in code spans that are no part of `names`, and packages whatever is named within."""
    taken = {index for span in names for index in range(span.start, span.end)}
    for start, end in doc.user_data.get(CODE, ()):
        text = doc[start:end].text
        is_package = _PACKAGE.fullmatch(text) is not None
        is_new = not any(index in taken for index in range(start, end))
        if not _WORD.fullmatch(text) or _REGION.fullmatch(text) or not (is_new or is_package):
            continue
        span = Span(doc, start, end, label="technology" if is_package else CANDIDATE)
        span.id_ = text
        yield span
