"""Known names that a question misspells: "postgress", "kuberntes", "databse-engineer".

A word is bent to a name only where doubt is small: it is no word of English, no spelling of a name, and no slip of a
common word; it begins like the name and is one edit away from it (two where it is long), and no other name is as near.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from memory_fabric.nlp.names.lexicon import Entry, Lexicon
from memory_fabric.nlp.names.ordinary import OrdinaryWords
from memory_fabric.nlp.names.spelling import spelled

_SHORTEST = 5
# From this length on, a word may be two edits away.
_LONG = 9
_SHORTEST_PART = 3
# Words that come up so often that another word next to them is more likely a slip of theirs than of a name.
_COMMON = 6_000
_LETTER = itemgetter(0)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Misspellings:
    """Finds the one name that a word misspells. Immutable once built; a look-up takes some microseconds.

    `ordinary` are the words of English; `ranks` is how often words come up, 0 the most often.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        given_names: frozenset[str],
        ordinary: OrdinaryWords,
        ranks: Mapping[str, int],
    ) -> None:
        self._lexicon = lexicon
        self._given_names = given_names
        self._ordinary = ordinary
        self._ranks = ranks
        self._keys: dict[tuple[str, int], list[str]] = {}
        for key in lexicon:
            # A rare package with an ordinary name ("mkdirp") is nearer to other words than to its own misspellings.
            if len(key) >= _SHORTEST and key.isalpha() and (key in ranks or not self._is_lower(key)):
                self._keys.setdefault((key[0], len(key)), []).append(key)
        self._agents = [name for name in self._names("agent") if "-" in name]

    def name(self, word: str) -> Entry | None:
        """Return what a word that stands for no name misspells, or None."""
        key = spelled(word).key
        if (
            len(key) < _SHORTEST
            or key in self._ranks  # most words are told by that alone
            or not word.isalpha()
            or not (word.islower() or word.isupper() or word.istitle())  # an identifier: "messageID"
            or self._lexicon.mention(word) is not None
            or word.title() in self._given_names
            or self._is_word(key)
        ):
            return None
        for edits in (1, 2) if len(key) >= _LONG else (1,):
            near = [found for found in self._near(key, edits) if not _is_plural(key, found)]
            # "Postgress" is Postgres with a letter doubled rather than PostgREST with one exchanged.
            likely = [found for found in near if _are_likely(key, found)] or near
            entries = [entry for found in likely if (entry := self._lexicon.by_key(found)) is not None]
            if entries:
                is_sure = all(e.name == entries[0].name and not e.needs_context and e.exact is None for e in entries)
                # Slips are dear to look through, and few words come here.
                return entries[0] if is_sure and not any(map(self._is_common, _slips(key))) else None
        return None

    def agent(self, name: str) -> str | None:
        """Return the agent whose name a hyphenated one misspells in one of its words, or None."""
        if self._lexicon.entry(name) is not None:
            return None
        parts = name.split("-")
        found = {known for known in self._agents if known[0] == name[0] and self._is_misspelt(parts, known.split("-"))}
        return found.pop() if len(found) == 1 else None

    def _is_misspelt(self, parts: Sequence[str], known: Sequence[str]) -> bool:
        if len(parts) != len(known):
            return False
        (differing, *more) = [pair for pair in zip(parts, known, strict=True) if pair[0] != pair[1]] or [("", "")]
        word, right = differing
        return (
            not more
            and len(word) >= _SHORTEST
            and word[0] == right[:1]
            and word not in self._ordinary
            and OSA.distance(word, right) <= (2 if len(word) >= _LONG else 1)
        )

    def _near(self, key: str, edits: int) -> Iterator[str]:
        for length in range(len(key) - edits, len(key) + edits + 1):
            choices = self._keys.get((key[0], length), ())
            for found, _, _ in extract(key, choices, scorer=OSA.distance, score_cutoff=edits, limit=None):
                yield found

    def _is_lower(self, key: str) -> bool:
        entry = self._lexicon.by_key(key)
        return entry is None or entry.name.islower()

    def _is_word(self, word: str) -> bool:
        """Whether a word is one of English, or two nouns in one: "webserver"."""
        return word in self._ordinary or any(
            all(part in self._ranks and part in self._ordinary for part in (word[:cut], word[cut:]))
            for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        )

    def _is_common(self, word: str) -> bool:
        return self._ranks.get(word, _COMMON) < _COMMON and word in self._ordinary

    def _names(self, type_: str) -> Collection[str]:
        entries = (self._lexicon.by_key(key) for key in self._lexicon)
        return dict.fromkeys(entry.name for entry in entries if entry is not None and entry.type == type_)


def _is_plural(left: str, right: str) -> bool:
    """Whether one of two words is the plural of the other."""
    short, long = sorted((left, right), key=len)
    return long == f"{short}s" and not short.endswith("s")


def _are_likely(word: str, key: str) -> bool:
    """Whether two words differ in the order of letters only, or in a letter that is doubled in one of them."""
    return sorted(word) == sorted(key) or [*map(_LETTER, groupby(word))] == [*map(_LETTER, groupby(key))]


def _slips(word: str) -> Iterator[str]:
    """Yield the words that are one edit away from a word."""
    for at in range(len(word)):
        head, tail = word[:at], word[at:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _LETTERS:
            yield head + letter + tail[1:]
            yield head + letter + tail
    for letter in _LETTERS:
        yield word + letter
