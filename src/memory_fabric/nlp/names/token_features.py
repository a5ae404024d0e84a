"""What the recogniser sees of a token: its letters, its shape, and what the lists and word tables know of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from spacy.strings import hash_string  # type: ignore[attr-defined]
from spacy.tokens import Doc, Token

from memory_fabric.nlp.names.lexicon import Entry, Lexicon

Ints = NDArray[np.uint64]
Floats = NDArray[np.float32]

# One column for each; the model has one embedding table for each, in this order.
CHANNELS = ("norm", "prefix", "suffix", "shape", "cluster", "rarity", "dictionary", "listed", "match", "prior")
LISTED, MATCH, PRIOR = CHANNELS.index("listed"), CHANNELS.index("match"), CHANNELS.index("prior")

_CACHED = 100_000  # words whose columns are kept; then all are forgotten, so that memory has a bound
_TYPES = ("technology", "pattern", "organization", "person", "agent", "component", "concept")
_DIGITS = re.compile(r"\d+")
_RELAXED = re.compile(r"^[@#]|(?:\.?js|\.?py|\.io|\.net)$|[\d.+-]+$")
_PIECE = re.compile(r"[a-z]+|\d+|[^a-z\d\s]")
_MOST_PIECES = 6


@dataclass(frozen=True, slots=True)
class WordTables:
    """Numbers for words: `pieces` in order of frequency with a vector each, a cluster for each, and how often a word
    of the training text was part of a technology (`prior`: word to (as technology, at all)).
    """

    pieces: Mapping[str, int]
    vectors: Floats
    clusters: NDArray[np.uint16]
    prior: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    nouns: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


class TokenFeatures:
    """Turns tokenised texts into the columns of `CHANNELS` and a word vector for each token."""

    def __init__(self, tables: WordTables, lexicon: Lexicon, given_names: frozenset[str]) -> None:
        self.tables = tables
        self._lexicon = lexicon
        self._given_names = given_names
        self._rows: dict[int, int] = {}
        self._ints: Ints = np.zeros((1024, len(CHANNELS)), dtype=np.uint64)
        self._floats: Floats = np.zeros((1024, tables.vectors.shape[1]), dtype=np.float32)

    @property
    def width(self) -> int:
        """The length of a word vector."""
        return int(self.tables.vectors.shape[1])

    def __call__(self, doc: Doc) -> tuple[Ints, Floats]:
        """Return the columns and vectors of a text whose `ents` are the names that the lists find in it."""
        if len(self._rows) > _CACHED:
            self._rows.clear()
        rows = np.fromiter((self._row(token) for token in doc), dtype=np.int64, count=len(doc))
        ints, floats = self._ints[rows], self._floats[rows]
        for ent in doc.ents:
            code = self._match(ent.text, ent.label_)
            ints[ent.start, MATCH] = code
            ints[ent.start + 1 : ent.end, MATCH] = code + 1
        return ints, floats

    def _row(self, token: Token) -> int:
        row = self._rows.get(token.orth)
        if row is None:
            row = len(self._rows)
            if row == len(self._ints):
                self._ints = np.concatenate([self._ints, np.zeros_like(self._ints)])
                self._floats = np.concatenate([self._floats, np.zeros_like(self._floats)])
            self._ints[row], self._floats[row] = self._word(token)
            self._rows[token.orth] = row
        return row

    def _word(self, token: Token) -> tuple[list[int], Floats]:
        text, lower = token.text, token.lower_
        pieces = list(self._split(lower))
        rank = self.tables.pieces.get(lower)
        vector = self._vector(pieces)
        singular = lower.removesuffix("s")
        known = (
            (lower in self.tables.nouns or singular in self.tables.nouns)
            + 2 * (lower in self.tables.others)
            + 4 * (text in self._given_names)
            + 8 * (len(pieces) > 1)
            + 16 * (len(pieces) > 2)
        )
        columns = [
            hash_string(_DIGITS.sub("0", lower)),
            hash_string(lower[:3]),
            hash_string(lower[-3:]),
            token.shape,
            1 + int(self.tables.clusters[rank]) if rank is not None else 0,
            (rank + 1).bit_length() if rank is not None else 0,
            known,
            self._listed(text),
            0,
            prior_code(self.prior_counts(lower)),
        ]
        return columns, vector

    def _vector(self, pieces: Sequence[int]) -> Floats:
        """Return the mean of the vectors of word pieces."""
        if not pieces:
            return np.zeros(self.width, dtype=np.float32)
        found: Floats = self.tables.vectors[pieces]
        mean: Floats = found[0] if len(pieces) == 1 else found.mean(axis=0)
        return mean

    def prior_counts(self, lower: str) -> tuple[int, int]:
        """Return how often the word was part of a technology in the training text, and how often it was there."""
        return self.tables.prior.get(lower) or self.tables.prior.get(relaxed(lower)) or (0, 0)

    def _listed(self, text: str) -> int:
        """A code for what the lists know of the word alone, spelt loosely: `php5`, plurals, `.js`."""
        entry = self._lexicon.mention(text)
        loose = 0
        if entry is None:
            loose, entry = 1, self._lexicon.mention(relaxed(text))
        if entry is None:
            return 0
        return 1 + 16 * _TYPES.index(entry.type) + 2 * self._spelling(entry, text) + loose

    def _match(self, text: str, label: str) -> int:
        entry = self._lexicon.mention(text)
        spelling = self._spelling(entry, text) if entry else 0
        return 2 + 16 * (_TYPES.index(label) if label in _TYPES else 7) + 2 * spelling

    @staticmethod
    def _spelling(entry: Entry, text: str) -> int:
        """0 to 7: whether it needs a context, and how it is written."""
        return 4 * bool(entry.needs_context) + 2 * (text == entry.name) + (text == text.lower())

    def _split(self, lower: str) -> Iterator[int]:
        """Yield the word pieces of a word, the longest first from the left, as the table's maker splits them."""
        pieces = self.tables.pieces
        count = 0
        for part in _PIECE.findall(lower[:40]):
            start = 0
            while start < len(part) and count < _MOST_PIECES:
                for end in range(len(part), start, -1):
                    index = pieces.get(("##" if start else "") + part[start:end])
                    if index is not None:
                        yield index
                        count += 1
                        start = end
                        break
                else:
                    break


def relaxed(word: str) -> str:
    """Return the word without what people add to a name: a number, a plural, `.js`."""
    short = _RELAXED.sub("", word)
    if len(short) > 3 and short.endswith("s") and not short.endswith("ss"):
        short = short[:-1]
    return short if len(short) > 1 else word


def prior_code(counts: tuple[int, int]) -> int:
    """Return a code for the share of the uses of a word that are technology, and for how sure that share is."""
    positive, total = counts
    if total <= 0:
        return 0
    seen = 0 if total == 1 else 1 if total < 5 else 2 if total < 20 else 3
    share = positive / total
    bucket = 0 if positive == 0 else 1 if share < 0.1 else 2 if share < 0.4 else 3 if share < 0.75 else 4
    return 1 + 5 * seen + bucket
