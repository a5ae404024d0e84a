"""Finds the known names of a tokenised text, in whatever way their parts are separated.

spaCy's PhraseMatcher compares token by token, so that each of `Node.js`, `node js`, `nodejs` and `Node-JS` would need
a phrase of its own, tokenised at the start. Here names are compared by their key, and the cuts between the tokens
must be ones that the name has.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from memory_fabric.nlp.names.lexicon import Entry, Lexicon
from memory_fabric.nlp.names.spelling import spelled, without_version

_MOST_TOKENS = 16
_JOINING = frozenset("\n-_.'\u2019\u2010\u2011\u2012\u2013")
# Last parts that are no ordinary words: "java script" and "postgre sql" are names in lower case too, "fast api" is not.
_TECHNICAL_ENDS = ("sql", "script", "db", "js", "mq", "ql", "rpc", "css", "os")
_SHORTEST_STEM = 4


class NameMatcher:
    """The `ruler` component: every match of a known name as an entity; the longest where they overlap."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def __call__(self, doc: Doc) -> Doc:
        """Set the entities of the text."""
        doc.set_ents(filter_spans(list(_matches(doc, self._lexicon))))
        return doc


def _matches(doc: Doc, lexicon: Lexicon) -> Iterator[Span]:
    texts = [token.text for token in doc]
    # Nothing is left of a sign that may join the parts of a name; a blank line stays and ends a name.
    keys = ["" if text in _JOINING else spelled(text).key or text for text in texts]
    for start, key in enumerate(keys):
        # "--json" is a flag.
        if not key or key.isspace() or texts[start][0] == "-":
            continue
        end, entry = _longest(doc, texts, keys, start, lexicon) if key in lexicon.beginnings else (start, None)
        if entry is None:
            entry = _alone(texts[start], lexicon)
            end = start + 1
        if entry is not None:
            span = Span(doc, start, end, label=entry.type)
            span.id_ = entry.name
            yield span


def _alone(text: str, lexicon: Lexicon) -> Entry | None:
    """Return what one token stands for. A common name with a version in one word ("go1") is likely an identifier."""
    key, written, _ = spelled(text)
    entry = lexicon.by_key(key)
    if entry is not None:
        return entry if written <= lexicon.written(key) and _fits(entry, written, frozenset()) else None
    if not key or not (key[-1].isdigit() or key[-1] in "sx"):
        return None
    entry = lexicon.mention(text)
    if entry is None or (written - lexicon.written(key) and not without_version(text)):
        return None
    return None if entry.needs_context and key[-1] != "s" else entry


def _longest(doc: Doc, texts: list[str], keys: list[str], start: int, lexicon: Lexicon) -> tuple[int, Entry | None]:
    """Return the end of the longest name that begins here with more than one token, and what it stands for."""
    found: tuple[int, Entry | None] = (start, None)
    key = ""
    written: set[int] = set()
    spaced: set[int] = set()
    for index in range(start, min(len(keys), start + _MOST_TOKENS)):
        text, part = texts[index], keys[index]
        if key and (doc[index - 1].whitespace_ or texts[index - 1] == "\n"):
            spaced.add(len(key))
        if not part:
            # Two separators in a row end a name; so does one that stands alone.
            if text != "\n" and (not keys[index - 1] or doc[index].whitespace_ or len(key) in spaced):
                break
            written.add(len(key))
            continue
        written.update(len(key) + cut for cut in spelled(text).written)
        key += part
        if index > start:
            entry = _of_parts(doc[start : index + 1], key, written, spaced, lexicon)
            found = (index + 1, entry) if entry is not None else found
        if key not in lexicon.beginnings:
            break
    return found


def _of_parts(span: Span, key: str, written: Set[int], spaced: Set[int], lexicon: Lexicon) -> Entry | None:
    entry = lexicon.by_key(key)
    if entry is None and key[-1] == "s":
        key = key[:-1]
        entry = lexicon.by_key(key)
        if entry is not None and lexicon.mention(span.text) is None:
            return None
    if entry is None or not _fits(entry, written | spaced, spaced):
        return None
    text = span.text
    apart = (written | spaced) - lexicon.written(key)
    if not apart:
        return entry
    if not apart <= lexicon.cuts(key):
        return None
    # Only capitals suggest these parts: "Fast API" may be the name, "a fast API" is not.
    capitals = all(part[:1].isupper() for part in text.replace("-", " ").split())
    technical = any(key.endswith(end) and len(key) - len(end) in apart for end in _TECHNICAL_ENDS)
    return entry if capitals or (technical and len(apart) == 1 and min(apart) >= _SHORTEST_STEM) else None


def _fits(entry: Entry, written: Set[int], spaced: Set[int]) -> bool:
    """Agents are names only in one word: "database engineer" in prose is a job, `database-engineer` is an agent."""
    return entry.type != "agent" or (bool(written) and not spaced)
