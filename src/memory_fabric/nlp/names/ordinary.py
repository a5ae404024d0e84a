"""Ordinary words of English, told from names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_ENDINGS = ("s", "es", "ed", "d", "ing", "ly", "er")
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1(?:ing|ed|ers?)$")


def is_ordinary(word: str, words: Collection[Collection[str]], endings: Iterable[str]) -> bool:
    """Whether a word in lower case, as it is or without one of the endings, is in one of the sets of words."""
    stems = (word, *map(word.removesuffix, endings))
    return any(stem in known for stem in stems for known in words)


class OrdinaryWords:
    """Tells the words of some sets, and their inflected forms: "activities", "debugging", "caching"."""

    def __init__(self, words: Collection[Collection[str]]) -> None:
        self._words = words

    def __contains__(self, word: str) -> bool:
        """Whether a word in lower case is one of English."""
        stems = word.removesuffix("ies") + "y", word.removesuffix("ing") + "e", _DOUBLED.sub(r"\1", word)
        return is_ordinary(word, self._words, _ENDINGS) or any(stem in known for stem in stems for known in self._words)
