"""Names that no list knows, told by what they are called beside: a standard with its number ("PEP 517"), a long name
with its acronym in brackets ("Internet Printing Protocol (IPP)"), a word that is called a package.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from spacy.tokens import Doc, Span

from memory_fabric.models import EntityType
from memory_fabric.nlp.doc_text import text_of
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.ordinary import is_ordinary

# Series of numbered documents that are standards; tickets and decision records are none.
_STANDARD = re.compile(
    r"(?<![\w-])(?:PEP|RFC|JSR|JEP|KEP|BIP|EIP|ERC|XEP|SRFI|ISO(?:/IEC)?|IEC|ECMA|FIPS)[ -]?\d+(?:[.:-]\d+)*(?![\w-])"
)
_IN_BRACKETS = re.compile(r"(?<=\w )\((?P<short>[A-Z][A-Za-z\d]{1,7})\)")
_LONGEST = 8
# What is shorter is in no list of words: "io", "js"
_SHORT = 2
_SMALL = frozenset("and for from in of on over the to with".split())
# What a long name is by its last word, or by its first. Parts of one's own system end in most others.
_KINDS: dict[str, EntityType] = {
    **dict.fromkeys(
        "protocol format language framework library interface notation specification standard toolkit shell".split(),
        "technology",
    ),
    **dict.fromkeys(
        "agency association committee consortium council department foundation institute ministry university".split(),
        "organization",
    ),
}
_QUOTED = re.compile(
    r"[\"\u201c'](?P<name>@?[a-z][\w./-]{1,40}\w)[\"\u201d'] (?:npm |python |rust |ruby |perl |go |node |java )?"
    r"(?:package|crate|gem|library|module|plugin|extension|addon)(?![\w-])",
    re.IGNORECASE,
)
_UNQUOTED = re.compile(
    r"(?<![\w@/.\"'`-])(?P<name>[a-z][a-z\d]*(?:[-_][a-z\d]+)*) (?:crate|gem|package|library)(?![\w-])"
)
_FILE = re.compile(r"\.(?:py|rb|rs|go|java|c|h|cpp|json|toml|xml|ya?ml|txt|md)$")
# What an ordinary word may end in beside what the list has.
_ENDINGS = tuple("s es d ed ing ly able".split())


class CalledNames:
    """Finds such names. `words` are sets of ordinary words of English, `kinds` kinds of thing that are no names."""

    def __init__(self, lexicon: Lexicon, words: Sequence[Collection[str]], kinds: Collection[str]) -> None:
        self._lexicon = lexicon
        self._words = words
        self._kinds = kinds

    def find(self, doc: Doc) -> Iterator[Span]:
        """Yield the names of a tokenised text."""
        for match in _STANDARD.finditer(text_of(doc)):
            span = doc.char_span(*match.span(), label="technology")
            if span is not None:
                entry = self._lexicon.mention(span.text)
                span.id_ = entry.name if entry is not None else span.text
                yield span
        if "(" in text_of(doc):
            yield from self._acronyms(doc)
        yield from self._packages(doc)

    def _acronyms(self, doc: Doc) -> Iterator[Span]:
        """Yield each long name and the acronym after it, as one entity."""
        for match in _IN_BRACKETS.finditer(text_of(doc)):
            short = doc.char_span(*match.span("short"))
            long = _spelled_out(doc, short) if short is not None else None
            if short is None or long is None or short.text.lower() in self._kinds:
                continue
            entry = self._lexicon.mention(short.text)
            if entry is not None and entry.name.lower() in (short.text.lower(), long.text.lower()):
                kind, name = entry.type, entry.name
            else:
                known = self._lexicon.mention(long.text)
                called = _KINDS.get(long[-1].lower_) or _KINDS.get(long[0].lower_)
                if known is None and called is None:
                    continue
                kind = known.type if known is not None else called or "technology"
                name = known.name if known is not None else (long.text if kind == "organization" else short.text)
            for span in (long, short):
                made = Span(doc, span.start, span.end, label=kind)
                made.id_ = name
                yield made

    def _packages(self, doc: Doc) -> Iterator[Span]:
        for pattern in (_QUOTED, _UNQUOTED):
            for match in pattern.finditer(text_of(doc)):
                name = match["name"]
                span = doc.char_span(*match.span("name"), label="technology")
                if span is None or self._lexicon.mention(name) is not None or _FILE.search(name):
                    continue
                is_one = not self._is_ordinary(name) if pattern is _QUOTED else self._is_odd(name)
                if is_one:
                    span.id_ = name
                    yield span

    def _is_ordinary(self, name: str) -> bool:
        return name.lower() in self._kinds or is_ordinary(name.lower(), self._words, _ENDINGS)

    def _is_odd(self, name: str) -> bool:
        """Whether a hyphenated word is none of English: "a foo-parser package" is one, "a full-text library" is not."""
        parts = name.split("-")
        return "_" in name or (
            len(parts) > 1
            and any(len(part) > _SHORT and not is_ordinary(part, self._words, _ENDINGS) for part in parts)
        )


def _spelled_out(doc: Doc, short: Span) -> Span | None:
    """Return the words before the bracket whose initials the acronym is: "Internet Printing Protocol (IPP)". A small
    word may give one ("Ministry of Justice (MOJ)") or none.
    """
    wanted = [char for char in short.text.upper() if char.isalpha()]
    end = at = short.start - 1
    while wanted and at > 0 and end - at < _LONGEST:
        at -= 1
        token = doc[at]
        is_small = token.lower_ in _SMALL
        if not (token.text[0].isupper() or is_small or token.text == "-"):
            return None
        if token.text[0].upper() == wanted[-1]:
            wanted.pop()
        elif token.text[0].isupper():
            return None
    is_whole = not wanted and end - at > 1 and doc[at].text[0].isupper()
    return doc[at:end] if is_whole else None
