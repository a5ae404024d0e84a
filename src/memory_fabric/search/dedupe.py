"""Step 4: near-identical texts that tell the same become one result, which remembers the others."""

from __future__ import annotations

import string
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache

from rapidfuzz import fuzz, process

from memory_fabric.models import Origin
from memory_fabric.remembered import Remembered
from memory_fabric.search.dispatch import Lexicon
from memory_fabric.search.guards import Reading, disagreement, read
from memory_fabric.search.normalize import Candidate, best_first
from memory_fabric.search.traverse import ProvedEdges
from memory_fabric.text import one_line

MAX_COMPARED = 200
MAX_LENGTH = 2_000
"""Characters; several times what a statement may have, which an observation from elsewhere may exceed."""

_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation, " "))


# The same memories are compared in answer after answer.
_FOLDED: Remembered[str, str] = Remembered(lambda text: one_line(text).casefold(), 8_000_000)
_SORTED_WORDS: Remembered[str, tuple[str, ...]] = Remembered(
    lambda text: tuple(sorted(text.translate(_PUNCTUATION).split())), 8_000_000
)


def dedupe(candidates: Sequence[Candidate], proved: ProvedEdges, lexicon: Lexicon, threshold: float) -> list[Candidate]:
    """Fold each candidate into a more relevant one that is more than `threshold` alike and tells the same.

    A candidate is compared with those that were kept, never with what was folded into them, so that no chain
    of small differences merges texts that are unlike. The most relevant one of a group is kept; it gains the
    others' origins and lists them as `merged`. `proved` are the edges that each memory proves. At most the
    200 most relevant are compared. Returns the kept ones, best first.
    """
    ordered = sorted(candidates, key=best_first)
    compared, rest = ordered[:MAX_COMPARED], ordered[MAX_COMPARED:]
    similar = _similar(compared, threshold)

    @cache
    def reading(at: int) -> Reading:
        memory = compared[at].memory
        return read(memory, proved.get(memory.id, ()), lexicon)

    groups: dict[int, list[int]] = {}
    for at in range(len(compared)):
        keeper = next(
            (
                kept
                for kept in sorted(similar.get(at, ()))
                if kept in groups and not disagreement(reading(kept), reading(at))
            ),
            None,
        )
        if keeper is None:
            groups[at] = []
        else:
            groups[keeper].append(at)
    return [_fold(compared[kept], [compared[at] for at in folded]) for kept, folded in groups.items()] + rest


def is_cross_validated(origins: Collection[Origin]) -> bool:
    """Whether two of the origins are independent: different speakers or, where one is unknown, different
    sources.
    """
    if len(origins) < 2:
        return False
    if len({origin.witness for origin in origins if origin.speaker}) > 1:
        return True
    unsigned = any(origin.source and not origin.speaker for origin in origins)
    return unsigned and len({origin.source for origin in origins if origin.source}) > 1


def _similar(candidates: Sequence[Candidate], threshold: float) -> dict[int, set[int]]:
    """Return for each candidate the earlier ones that look like it.

    Alike means that the letters are, in their order, or that the words are the very same in another order, as
    when a clause has moved; `fuzz.token_sort_ratio` and its kin would call far more alike than tells the
    same. Texts over `MAX_LENGTH` are like no other: to compare them takes time that grows with the square of it.
    """
    texts = {
        at: _FOLDED[candidate.memory.text]
        for at, candidate in enumerate(candidates)
        if len(candidate.memory.text) <= MAX_LENGTH
    }
    numbers, compared = list(texts), list(texts.values())
    percent = threshold * 100
    scores = process.cdist(compared, compared, scorer=fuzz.ratio, score_cutoff=percent)
    similar: dict[int, set[int]] = {}
    for row, column in zip(*((scores > percent) | (scores == 100)).nonzero(), strict=True):
        if column < row:
            similar.setdefault(numbers[row], set()).add(numbers[column])
    by_words: dict[tuple[str, ...], list[int]] = {}
    for at, text in texts.items():
        if words := _SORTED_WORDS[text]:
            earlier = by_words.setdefault(words, [])
            similar.setdefault(at, set()).update(earlier)
            earlier.append(at)
    return similar


def _fold(kept: Candidate, folded: Sequence[Candidate]) -> Candidate:
    if not folded:
        return kept
    memories = (memory for candidate in folded for memory in (candidate.memory, *candidate.merged))
    return replace(kept, merged=(*kept.merged, *memories))
