"""Series of names that each have a phrase of their own: "X for caching, Y for events and Z as our broker".

The parser hangs such names on what stands before them, mostly a purpose of the name before ("events and Z"), and their
phrases on the verb. What the words in a row say is plain: each phrase goes with the name right before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from spacy.tokens import Doc, Token

_PREPOSITIONS = frozenset({"for", "as", "over", "to", "on"})
_SEPARATORS = frozenset({",", ";", "and", "&", "+", "plus", "or"})
_ARTICLES = frozenset({"a", "an", "the", "our"})
_TYPES = frozenset({"technology", "pattern", "component"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD", "WDT", "WP", "WRB", "PRP", "EX"})
_LONGEST_PHRASE = 10


def pair(doc: Doc) -> Doc:
    """Hang each name of such a series on the first one, and its phrase on itself, in a Doc that is parsed."""
    for series in _series(doc):
        first = series[0]
        for name in series[1:]:
            if name.sent != first.sent or name.is_ancestor(first) or doc[name.i + 1].is_ancestor(first):
                break
            name.head, name.dep_ = first, "conj"
            preposition = doc[name.i + 1]
            preposition.head, preposition.dep_ = name, "prep"
    return doc


def _series(doc: Doc) -> Iterator[list[Token]]:
    """Yield the names with a phrase right behind them that follow one another, two and more; behind the first one a
    verb may stand before the phrase ("X is used for caching, Y for events").
    """
    names = [ent[0] for ent in doc.ents if ent.label_ in _TYPES and ent.end < len(doc)]
    paired = [name for name in names if name.nbor().lower_ in _PREPOSITIONS]
    group: list[Token] = []
    for name in paired:
        if group and _goes_on(doc[group[-1].i + 2 : name.i]):
            group.append(name)
            continue
        if len(group) > 1:
            yield group
        group = [*_served_before(name, names), name]
    if len(group) > 1:
        yield group


def _served_before(name: Token, names: Sequence[Token]) -> list[Token]:
    """Return X of "X is used for caching, Y for events" for Y."""
    for first in reversed(names):
        between = name.doc[first.i + 1 : name.i]
        if first.i < name.i and len(between) > 2 and between[0].lower_ in ("is", "are"):
            phrase = [token.i for token in between if token.lower_ in _PREPOSITIONS][:1]
            used = [token for token in between if token.lower_ == "used"][:1]
            if phrase and used and used[0].i == phrase[0] - 1 and _goes_on(name.doc[phrase[0] + 1 : name.i]):
                return [first]
    return []


def _goes_on(between: Iterable[Token]) -> bool:
    """Whether what stands between two names is the phrase of the first one, and what parts it from the second."""
    words = list(between)
    while words and words[-1].lower_ in _ARTICLES:
        words.pop()
    return (
        1 < len(words) <= _LONGEST_PHRASE
        and words[-1].lower_ in _SEPARATORS
        and not any(token.tag_ in _FINITE or token.text in ".?!:" for token in words)
    )
