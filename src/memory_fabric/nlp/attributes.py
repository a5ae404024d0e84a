"""Part of speech, morphology and lemma from the tag, as the English model's own ruler gives them, from a table.

The ruler tries 179 patterns at every token, which takes a tenth of the whole reading. All but eight of its patterns see
one token alone, and of that its tag and its word in lower case, so what they say of both is worked out once, by the
ruler itself, and looked up from then on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from spacy.attrs import LEMMA, LOWER, MORPH, POS, TAG
from spacy.matcher import Matcher
from spacy.pipeline import AttributeRuler
from spacy.tokens import Doc

# A text has words without end; at some 200 bytes a row, the table stays under 10 MB.
_MOST_ROWS = 50_000

# What the rules say of a token: part of speech, morphology, lemma (0 where they say nothing of it).
Row = tuple[int, int, int]


class AttributeTable:
    """The rules of an attribute ruler, looked up by tag and word. Gives what the ruler gives, on texts that have a tag
    for every token and no parse yet.
    """

    def __init__(self, ruler: AttributeRuler) -> None:
        self._ruler = ruler
        # What a rule of several tokens can begin with. Those are left to the ruler.
        rows: list[dict[str, Any]] = list(ruler.patterns)
        beginnings = [[pattern[0]] for row in rows for pattern in row["patterns"] if len(pattern) > 1]
        self._beginnings = Matcher(ruler.vocab, validate=False)
        self._beginnings.add("beginning", beginnings)
        self._rows: dict[tuple[int, int], Row | None] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the attributes of a tagged text."""
        keys: list[tuple[int, int]] = list(map(tuple, doc.to_array([TAG, LOWER]).tolist()))
        rows = []
        for at, key in enumerate(keys):
            if key not in self._rows:
                self._learn(doc, at, key)
            row = self._rows[key]
            if row is None:
                return self._ruler(doc)
            rows.append(row)
        values: Any = np.array(rows, dtype=np.uint64)
        return doc.from_array([POS, MORPH, LEMMA], values) if rows else doc

    def _learn(self, doc: Doc, at: int, key: tuple[int, int]) -> None:
        if len(self._rows) >= _MOST_ROWS:
            self._rows.clear()
        tag, _ = key
        alone = Doc(doc.vocab, words=[doc[at].text])
        alone[0].tag = tag
        begins = bool(self._beginnings(alone, allow_missing=True))
        row: Row = tuple(self._ruler(alone).to_array([POS, MORPH, LEMMA])[0].tolist())
        self._rows[key] = row if alone[0].tag == tag and not begins else None
