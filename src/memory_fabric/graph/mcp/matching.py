"""Which memories hold which words of a question. Pure: a server only finds substrings; they are read here.

A word is what stands between separators, without case and accents, cut to its stem as in the text index of
the embedded graph (`graph.terms`): `policies` meets `policy`, and `act` does not meet React. A word with
separators inside, `us-east-1`, is its parts in a row, however they are joined. Chinese and Japanese runs,
which know no spaces, are taken as pairs of characters.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

from memory_fabric.graph.terms import prepared, query_terms
from memory_fabric.graph.terms import terms as index_terms
from memory_fabric.models import Memory
from memory_fabric.text import spaced_cjk

# What a word is worth that stands not in the statement but in its speaker's or an entity's name.
_NAME_WEIGHT = 0.5
_MAX_TERMS = 24

_PIECE = re.compile(r"[^\W_]+[+#]*")
_POSSESSIVE = re.compile(r"['\u2019]s\b")
_FOLD = TextAnalyzerBuilder(Tokenizer.raw()).filter(Filter.lowercase()).filter(Filter.ascii_fold()).build()


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for: `stems` in a row.

    `probes` are the lower-case substrings that find it on the server, all of them together; `accented` are
    those that find it where it is written with an accent that the question left out, worth trying when
    `probes` found nothing. `names` are entities to ask for by name, where the term is too short for a search
    to find them.
    """

    stems: tuple[str, ...]
    probes: tuple[str, ...]
    accented: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def matches(self, memory: Memory) -> bool:
        """Whether `memory` holds the term."""
        return bool(_weights(memory, [self]))


def terms(words: Iterable[str]) -> list[Term]:
    """Return what to look for to find any of `words`, each once.

    Function words are left out where there are others; of very many words the longest are kept.
    """
    given = list(words)
    telling = set(query_terms(given))
    found: dict[tuple[str, ...], Term] = {}
    for word in given:
        for term in _terms_of(prepared(word)):
            if not telling.isdisjoint(stem.rstrip("+#") for stem in term.stems):
                found.setdefault(term.stems, term)
    longest = sorted(found.values(), key=lambda term: -len("".join(term.stems)))
    return longest[:_MAX_TERMS]


def rank(memories: Iterable[Memory], wanted: Sequence[Term]) -> list[tuple[Memory, float]]:
    """Return the memories that hold any of the terms, best first.

    A term that few of them hold counts for more; equal ones come most recent first.
    """
    weighed: list[tuple[Memory, dict[tuple[str, ...], float]]] = []
    for memory in memories:
        if weights := _weights(memory, wanted):
            weighed.append((memory, weights))
    holders = Counter(stems for _, weights in weighed for stems in weights)
    rarity = {stems: math.log1p(len(weighed) / count) for stems, count in holders.items()}
    scored = [(memory, sum(rarity[stems] * weight for stems, weight in weights.items())) for memory, weights in weighed]
    return sorted(scored, key=lambda pair: (-pair[1], -recency(pair[0]), pair[0].id))


def recency(memory: Memory) -> float:
    """Return when a memory was said, or where that is unknown stored, as a number to sort by."""
    time = memory.timestamp or memory.stored_at
    return time.timestamp() if time else -math.inf


def latest_first(memory: Memory) -> tuple[float, str]:
    """Return what to sort memories by to have the latest first."""
    return -recency(memory), memory.id


def _terms_of(word: str) -> Iterator[Term]:
    for is_cjk, group in groupby(word.split(), key=lambda piece: spaced_cjk(piece) != piece):
        pieces = list(group)
        if not is_cjk:
            yield from _spelt(" ".join(pieces))
            continue
        for first in range(max(1, len(pieces) - 1)):
            pair = pieces[first : first + 2]
            yield Term(tuple(pair), ("".join(pair),))


def _spelt(text: str) -> Iterator[Term]:
    matches = list(_PIECE.finditer(_POSSESSIVE.sub("", text)))
    if not matches:
        return
    last = matches[-1][0]
    heads = {text[matches[0].start() : matches[-1].start()].lower()}
    if len(matches) > 1:
        heads |= {"".join(match[0].lower() + joiner for match in matches[:-1]) for joiner in "- _"}
    spelt = {head + _beginning(last) for head in heads}
    stems = tuple(_stem(match[0]) for match in matches)
    if len(matches) == len(last) == 1:
        # One letter would find everything; at the start of a word it finds enough.
        yield Term(stems, (f" {last.lower()}",), names=tuple(sorted({last.lower(), last.upper()})))
        return
    probes = spelt | {_fold(probe) for probe in spelt}
    accented = _accented(_fold(last)) if len(matches) == 1 else ()
    yield Term(stems, tuple(sorted(probes)), accented)


def _beginning(word: str) -> str:
    """Return what the inflected forms of a word begin with, and so what finds them all as a substring."""
    lower, folded, stem = word.lower(), _fold(word), _stem(word)
    # The stemmer writes policy and policies `polici`, hope and hoping `hope`.
    if len(stem) > 3 and (stem[-1] == "e" or (stem[-1] == "i" and folded.endswith(("y", "ies", "ied")))):
        stem = stem[:-1]
    return lower[: len(stem)] if folded.startswith(stem) and len(folded) == len(lower) else lower


def _accented(word: str) -> tuple[str, ...]:
    # One accent is in one half only, and the other half finds the word.
    middle = len(word) // 2
    return (word[:middle], word[middle:]) if middle > 1 else ()


def _weights(memory: Memory, wanted: Sequence[Term]) -> dict[tuple[str, ...], float]:
    text = _stems(memory.text)
    speakers = (origin.speaker for origin in memory.origins if origin.speaker)
    names = [_stems(name) for name in (*memory.entities, *speakers)]
    weights: dict[tuple[str, ...], float] = {}
    for term in wanted:
        if _holds(text, term.stems):
            weights[term.stems] = 1.0
        elif any(_holds(name, term.stems) for name in names):
            weights[term.stems] = _NAME_WEIGHT
    return weights


def _holds(stems: tuple[str, ...], row: tuple[str, ...]) -> bool:
    if len(row) == 1:
        return row[0] in stems
    return any(stems[at : at + len(row)] == row for at, stem in enumerate(stems) if stem == row[0])


@lru_cache(maxsize=8_192)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(_stem(piece) for piece in _PIECE.findall(prepared(text)))


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    letters = word.rstrip("+#")
    return "".join(index_terms(letters)) + word[len(letters) :]


def _fold(word: str) -> str:
    return "".join(_FOLD.analyze(word))
