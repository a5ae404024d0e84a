"""Lemmas from a table: the model's own lemmatizer looks at the morphology of a word anew each time that it meets it."""

from __future__ import annotations

from typing import Any

from spacy.attrs import LEMMA, MORPH, ORTH, POS
from spacy.tokens import Doc

# Words that are kept, at some 200 bytes each; then all are forgotten, so that memory has a bound.
_MOST_KEPT = 20_000


class Lemmas:
    """The model's `lemmatizer` component for one text: sets the lemmas that are not set yet."""

    def __init__(self, component: Any) -> None:
        self._lemmatizer = component
        self._kept: dict[tuple[int, int, int], str] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the lemmas of a text that has parts of speech and morphology."""
        rows: Any = doc.to_array([ORTH, POS, MORPH, LEMMA])
        for at, (word, part, morphology, known) in enumerate(rows.tolist()):
            if known:
                continue
            token, key = doc[at], (word, part, morphology)
            lemma = self._kept.get(key)
            if lemma is None:
                if len(self._kept) >= _MOST_KEPT:
                    self._kept.clear()
                    self._lemmatizer.cache.clear()  # it keeps what it worked out too, without a bound
                lemma = self._kept[key] = self._lemmatizer.lemmatize(token)[0]
            token.lemma_ = lemma
        return doc
