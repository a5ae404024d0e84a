"""Names that no list knows, told by the form of the text: how a catalogue begins an entry, what stands in a list of
names, how packages are written, what is called a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from spacy.tokens import Doc, Span, Token

from memory_fabric.nlp.doc_text import text_of
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.ordinary import is_ordinary
from memory_fabric.text import kebab

# "Name - What it is", at the beginning of a line. The name has a capital or a digit inside, or is no word of English.
_ENTRY = re.compile(r"^(?:[*-][ \t]+)?(?P<name>[^\W_][\w.+]{1,39}) [-\u2013\u2014] (?=[A-Z])", re.MULTILINE)
_ODD = re.compile(r"[^\W\d_][^\W_]*[A-Z\d]|[^\x00-\x7f]")
# Words in lower case joined by hyphens, which are one name where one of them is: "spring-boot-starter-mail".
_PACKAGE = re.compile(r"(?<![\w@/.-])[a-z][a-z\d]*(?:-[a-z\d]+)+(?![\w-]|\.\w)")
# What follows a name by a hyphen and says something of another thing: "redis-backed", "terraform-managed".
_MODIFIER = re.compile(
    r"(?:.*(?:ed|ing|able|ible|less|wise|ly|ish)|aware|compliant|driven|first|free|friendly|like|native|only|powered|"
    r"ready|side|specific|style|agnostic|heavy|level|to|in|on|as|and|or|the|for|of|only|oriented|centric|esque|"
    r"\d+)"
)
# "Acme Corporation", "Foo Bar Institute", "Ministry of Foo"
_ORGANIZATION = re.compile(
    r"(?<![\w-])(?:(?:[A-Z][\w&-]{1,30} ){1,3}(?:Agency|Association|Committee|Consortium|Corp|Corporation|Council|"
    r"Foundation|GmbH|Inc|Institute|LLC|Labs|Ltd|Ministry|Technologies|University)|"
    r"(?:Department|Institute|Ministry|University) of [A-Z][a-z]{2,30})(?![\w-])"
)
_CALLED_PATTERN = frozenset({"pattern", "patterns"})
_KINDS_OF_PATTERN = frozenset({"design", "architecture", "architectural", "software", "common", "java", "integration"})
# What stands in a list of platforms and is no product.
_PLATFORMS = frozenset("backend browser cloud desktop frontend mobile server web".split())
_CONNECTIVES = frozenset({",", "and", "or", "&", "/"})
_LAST = frozenset({".", ")", ";", "etc", "etc.", "-", ":", "for", "to", "in", "as", "with"})
# What an ordinary word may end in beside what the list has.
_ENDINGS = tuple("s es d ed ing".split())


class FormNames:
    """Finds names by form. `words` are sets of ordinary words of English in lower case."""

    def __init__(self, lexicon: Lexicon, words: Sequence[Collection[str]]) -> None:
        self._lexicon = lexicon
        self._words = words

    def find(self, doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
        """Yield the names that a tokenised text has by its form, `names` being known already."""
        taken = {index: span for span in names for index in range(span.start, span.end)}
        yield from self._entries(doc, taken)
        yield from self._packages(doc, names)
        yield from self._listed(doc, names, taken)
        yield from self._patterns(doc, taken)
        yield from self._organizations(doc)

    def _entries(self, doc: Doc, taken: Collection[int]) -> Iterator[Span]:
        for match in _ENTRY.finditer(text_of(doc)):
            name = match["name"]
            span = doc.char_span(*match.span("name"), label="technology")
            if span is None or span.start in taken:
                continue
            if _ODD.search(name) or not (span[0].is_stop or is_ordinary(name.lower(), self._words, _ENDINGS)):
                span.id_ = name
                yield span

    def _packages(self, doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
        known = [span for span in names if span.label_ == "technology" and span.text.islower()]
        if not known:
            return
        for match in _PACKAGE.finditer(text_of(doc)):
            start, end = match.span()
            inside = [span for span in known if start <= span.start_char and span.end_char <= end]
            if not inside or any((span.start_char, span.end_char) == (start, end) for span in inside):
                continue
            rest = match.group().replace(max(inside, key=len).text, "", 1)
            if any(_MODIFIER.fullmatch(word) for word in rest.split("-") if word):
                continue
            span = doc.char_span(start, end, label="technology")
            if span is not None:
                span.id_ = match.group()
                yield span

    def _listed(self, doc: Doc, names: Sequence[Span], taken: Collection[int]) -> Iterator[Span]:
        """Yield capitalised words in a list with technologies: "Redis, Quorvex and Kafka"."""
        for name in names:
            if name.label_ != "technology":
                continue
            for at, step in ((name.end, 1), (name.start - 1, -1)):
                token = _beyond_connective(doc, at, step)
                if token is not None and token.i not in taken and self._is_listed(doc, token, step):
                    span = Span(doc, token.i, token.i + 1, label="technology")
                    span.id_ = span.text
                    yield span

    def _is_listed(self, doc: Doc, token: Token, step: int) -> bool:
        if not token.is_alpha or len(token) < 3 or token.is_stop or not token.text[0].isupper():
            return False
        if token.is_upper or token.lower_ in _PLATFORMS or self._lexicon.entry(token.text) is not None:
            return False
        beyond = token.i + step
        if step > 0:
            return beyond >= len(doc) or doc[beyond].lower_ in _CONNECTIVES | _LAST
        return beyond >= 0 and doc[beyond].lower_ in _CONNECTIVES

    def _organizations(self, doc: Doc) -> Iterator[Span]:
        for match in _ORGANIZATION.finditer(text_of(doc)):
            span = doc.char_span(*match.span(), label="organization")
            while span is not None and len(span) > 2 and span[0].is_stop:
                span = Span(doc, span.start + 1, span.end, label="organization")
            if span is not None and not span[0].is_stop:
                entry = self._lexicon.mention(span.text)
                span.id_ = entry.name if entry is not None and entry.type == "organization" else span.text
                yield span

    def _patterns(self, doc: Doc, taken: Collection[int]) -> Iterator[Span]:
        """Yield capitalised words that are called a pattern: "the Balking pattern"."""
        for token in doc:
            if token.lower_ not in _CALLED_PATTERN:
                continue
            start = token.i
            while start > 0 and token.i - start < 3 and doc[start - 1].is_title and doc[start - 1].is_alpha:
                start -= 1
            if (
                start in (0, token.i)
                or start in taken
                or doc[start].is_stop
                or doc[token.i - 1].lower_ in _KINDS_OF_PATTERN
            ):
                continue
            span = Span(doc, start, token.i, label="pattern")
            name = kebab(span.text)
            span.id_ = name if len(span) > 1 else f"{name}-pattern"
            yield span


def _beyond_connective(doc: Doc, at: int, step: int) -> Token | None:
    """Return the word after a comma, an *and* or both, from `at` on, or None where there is no connective."""
    passed = 0
    while 0 <= at < len(doc) and passed < 2 and doc[at].lower_ in _CONNECTIVES:
        at += step
        passed += 1
    return doc[at] if passed and 0 <= at < len(doc) else None
