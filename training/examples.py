"""Turns labelled texts into what the recogniser is trained on: features, classes, and weights of tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.recognizer_model import BEGIN, INSIDE, LAST, OUTSIDE, UNIT, Features, class_of
from memory_fabric.nlp.names.token_features import (
    CHANNELS,
    LISTED,
    MATCH,
    PRIOR,
    Floats,
    Ints,
    TokenFeatures,
    prior_code,
    relaxed,
)
from training.corpora import MADE, POSTS, Labelled

# Classes of things rather than names, though the posts' labels count them as technology.
_CLASSES = frozenset("api app cli cms db dbms dll gui ide jar orm os plugin rdbms sdk ui url vm vpn".split())
_LOWER_WORDS = re.compile(r"[a-z]+(?: [a-z]+)*")
_ORDINARY_RANK = 12_000


@dataclass(frozen=True, slots=True)
class Example:
    """One text. A weight of 0 leaves a token out of the loss: its label is not known."""

    doc: Doc
    classes: NDArray[np.int32]
    weights: NDArray[np.float32]
    features: Features
    labelled: Labelled


class Generics:
    """Tells classes of things ("server", "the API") from names, in labels that do not."""

    def __init__(self, features: TokenFeatures, lexicon: Lexicon) -> None:
        self._tables = features.tables
        self._lexicon = lexicon

    def __call__(self, text: str) -> bool:
        """Whether a mention is an ordinary word or two, and no listed name."""
        if text.lower().removesuffix("s") in _CLASSES:
            return True
        if not _LOWER_WORDS.fullmatch(text) or self._lexicon.mention(text) is not None:
            return False
        return all(self._is_ordinary(word) for word in text.split())

    def _is_ordinary(self, word: str) -> bool:
        tables = self._tables
        return (
            word in tables.nouns
            or word.removesuffix("s") in tables.nouns
            or word in tables.others
            or tables.pieces.get(word, _ORDINARY_RANK) < _ORDINARY_RANK
        )


@dataclass(frozen=True, slots=True)
class Prior:
    """How often words were part of a technology: over all texts, and in each group of texts."""

    all: Mapping[str, tuple[int, int]]
    groups: Mapping[str, Mapping[str, tuple[int, int]]]

    def without(self, group: str, word: str) -> tuple[int, int]:
        """Return the counts of a word outside a group: with it, they would tell the label that is to be learnt."""
        word = word if word in self.all else relaxed(word)
        positive, total = self.all.get(word, (0, 0))
        own, seen = self.groups.get(group, {}).get(word, (0, 0))
        return positive - own, total - seen


def count_prior(texts: Iterable[Labelled], tokenize: Callable[[str], Doc]) -> Prior:
    """Count the words of the texts, spelt as they are and loosely."""
    groups: dict[str, dict[str, list[int]]] = {}
    for labelled in texts:
        doc = tokenize(labelled.text)
        inside = {
            token.i
            for start, end, label in labelled.spans
            if label == "technology" and (span := doc.char_span(start, end, alignment_mode="expand")) is not None
            for token in span
        }
        counts = groups.setdefault(labelled.group, {})
        for token in doc:
            for word in {token.lower_, relaxed(token.lower_)}:
                pair = counts.setdefault(word, [0, 0])
                pair[0] += token.i in inside
                pair[1] += 1
    positive: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for counts in groups.values():
        for word, (own, seen) in counts.items():
            positive[word] += own
            total[word] += seen
    return Prior(
        {word: (positive[word], total[word]) for word in sorted(total)},
        {group: {word: (a, b) for word, (a, b) in counts.items()} for group, counts in groups.items()},
    )


class ExampleMaker:
    """Makes examples of labelled texts, with the counts of the prior outside each text's own group."""

    def __init__(self, tokenize: Callable[[str], Doc], features: TokenFeatures, lexicon: Lexicon, prior: Prior) -> None:
        self._tokenize = tokenize
        self._features = features
        self._lexicon = lexicon
        self._prior = prior
        self._generic = Generics(features, lexicon)
        self._generic_words: set[str] = set()

    def make(self, texts: Sequence[Labelled]) -> list[Example]:
        """Return an example for each text. Posts come first: their generic words are unknown in the other texts."""
        return [self._example(labelled) for labelled in texts]

    def _example(self, labelled: Labelled) -> Example:
        doc = self._tokenize(labelled.text)
        classes = np.full(len(doc), OUTSIDE, dtype=np.int32)
        for start, end, label in labelled.spans:
            span = doc.char_span(start, end, alignment_mode="expand")
            if span is None or classes[span.start : span.end].any():
                continue
            text = labelled.text[start:end]
            generic = label == "technology" and self._generic(text)
            if generic and labelled.source == POSTS:
                self._generic_words.update(text.lower().split())
            own = "generic" if generic else label
            if len(span) == 1:
                classes[span.start] = class_of(own, UNIT)
            else:
                classes[span.start] = class_of(own, BEGIN)
                classes[span.start + 1 : span.end - 1] = class_of(own, INSIDE)
                classes[span.end - 1] = class_of(own, LAST)
        return Example(doc, classes, self._weights(labelled, doc, classes), self._columns(labelled, doc), labelled)

    def _weights(self, labelled: Labelled, doc: Doc, classes: NDArray[np.int32]) -> NDArray[np.float32]:
        """Only the posts label every technology and every generic word; elsewhere what is unlabelled is not known."""
        weights = np.ones(len(doc), dtype=np.float32)
        if labelled.source == POSTS:
            return weights
        for token in doc:
            if classes[token.i] == OUTSIDE and {token.lower_, token.lower_.removesuffix("s")} & self._generic_words:
                weights[token.i] = 0
        if labelled.source != MADE:
            for ent in doc.ents:
                entry = self._lexicon.mention(ent.text)
                sure = entry is not None and not entry.needs_context and entry.type in ("technology", "pattern")
                if sure and not classes[ent.start : ent.end].any():
                    weights[ent.start : ent.end] = 0
        return weights

    def _columns(self, labelled: Labelled, doc: Doc) -> Features:
        ints, floats = self._features(doc)
        if labelled.source == POSTS and len(doc):
            ints[:, PRIOR] = [prior_code(self._prior.without(labelled.group, token.lower_)) for token in doc]
        return ints, floats


def hidden(features: Features, random: np.random.Generator, share: float) -> Features:
    """Return the features as they would be for names less known: for a share of the tokens the word is hidden, for as
    many the prior, for as many what the lists have, and for half as many all of it.
    """
    ints, floats = features[0].copy(), features[1].copy()
    count = len(ints)
    ints[random.random(count) < share, 0] = 0
    ints[random.random(count) < share, PRIOR] = 0
    unlisted = random.random(count) < share
    ints[unlisted, LISTED] = ints[unlisted, MATCH] = 0
    unknown = random.random(count) < share / 2
    _forget(ints, floats, unknown)
    return ints, floats


def unlisted(example: Example, random: np.random.Generator, share: float) -> Features:
    """Return the features with a share of the technologies as ones that are in no list, and half of these as words
    that were never seen: what is left of them is their shape and what stands around them.
    """
    ints, floats = example.features[0].copy(), example.features[1].copy()
    for name in technologies(example.classes):
        if random.random() < share:
            ints[name, LISTED] = ints[name, MATCH] = ints[name, PRIOR] = 0
            if random.random() < 0.5:
                _forget(ints, floats, name)
    return ints, floats


def technologies(classes: NDArray[np.int32]) -> list[slice]:
    """Return where the technologies of a text stand."""
    first = class_of("technology", BEGIN)
    places = [(index, int(one) - first) for index, one in enumerate(classes) if 0 <= one - first < 4]
    starts = [index for index, place in places if place in (BEGIN, UNIT)]
    ends = [index + 1 for index, place in places if place in (LAST, UNIT)]
    return [slice(start, end) for start, end in zip(starts, ends, strict=True)]


def _forget(ints: Ints, floats: Floats, where: slice | NDArray[np.bool_]) -> None:
    """Leave nothing of the tokens but their shape and the end of the word."""
    kept = {CHANNELS.index("shape"), CHANNELS.index("suffix")}
    ints[where] = np.where([column in kept for column in range(len(CHANNELS))], ints[where], 0)
    floats[where] = 0
