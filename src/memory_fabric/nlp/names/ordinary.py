"""Ordinary words of English, told from names."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def is_ordinary(word: str, words: Collection[Collection[str]], endings: Iterable[str]) -> bool:
    """Whether a word in lower case, as it is or without one of the endings, is in one of the sets of words."""
    stems = (word, *map(word.removesuffix, endings))
    return any(stem in known for stem in stems for known in words)
