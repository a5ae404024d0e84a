"""The networks of the pipeline, applied to one short text at a time, as a question is.

Thinc applies a network layer by layer, in a hundred calls that each keep what training would need; on ten words that
takes several times as long as the numbers themselves. Here a word goes through the layers that see nothing of its
neighbours once, and is kept; those that do are a handful of numpy's own operations. The results differ from thinc's in
the last digits only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from thinc.api import Model

Floats = NDArray[np.float32]

# Words that are kept, at some 500 bytes each; then all are forgotten, so that memory has a bound.
_MOST_KEPT = 10_000
_LEAST_VARIANCE = 1e-8  # as thinc's layer norm has it


@dataclass(frozen=True, slots=True)
class _Layer:
    """A maxout layer over a word and its two neighbours, with its layer norm. The columns of `weights` are in blocks,
    one for each piece.
    """

    weights: Floats
    bias: Floats
    scale: Floats
    shift: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Return the outputs for all but the first and the last row, which have but one neighbour."""
        inner = rows[1:-1]
        pieces = np.concatenate((rows[:-2], inner, rows[2:]), axis=1) @ self.weights
        pieces += self.bias
        width = rows.shape[1]
        best: Floats = np.maximum(pieces[:, :width], pieces[:, width : 2 * width])
        for start in range(2 * width, pieces.shape[1], width):
            np.maximum(best, pieces[:, start : start + width], out=best)
        best -= np.add.reduce(best, axis=1, keepdims=True) / width
        variance = np.einsum("ij,ij->i", best, best) / width + _LEAST_VARIANCE
        best *= (variance**-0.5)[:, None]
        best *= self.scale
        best += self.shift
        best += inner
        return best


class WindowEncoder:
    """What `spacy.MaxoutWindowEncoder` computes of one text, for windows of one word on each side."""

    def __init__(self, model: Model[Any, Any]) -> None:
        maxouts = [node for node in model.walk() if node.name == "maxout"]
        norms = [node for node in model.walk() if node.name == "layernorm"]
        self._layers = [_layer(*pair) for pair in zip(maxouts, norms, strict=True)]

    def __call__(self, rows: Floats) -> Floats:
        """Return the vectors of words in their context, (words, width) in and out."""
        edge = np.zeros((len(self._layers), rows.shape[1]), dtype=rows.dtype)
        rows = np.concatenate((edge, rows, edge))
        for layer in self._layers:
            rows = layer(rows)
        return rows


def _layer(maxout: Model[Any, Any], norm: Model[Any, Any]) -> _Layer:
    weights: Any = maxout.get_param("W")  # (width, pieces, inputs)
    bias: Any = maxout.get_param("b")  # (width, pieces)
    return _Layer(
        np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(weights.shape[2], -1), dtype=np.float32),
        np.ascontiguousarray(bias.T.reshape(-1), dtype=np.float32),
        np.asarray(norm.get_param("G"), dtype=np.float32),
        np.asarray(norm.get_param("b"), dtype=np.float32),
    )


class KeptWords:
    """Vectors of words without their context, kept by what they were worked out from."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Floats] = {}

    def __call__(self, keys: Sequence[Hashable], embed: Callable[[list[int]], Floats]) -> Floats:
        """Return a vector for each key; `embed` works out those at the given places, which are new."""
        new = [at for at, key in enumerate(keys) if key not in self._kept]
        if new:
            if len(self._kept) + len(new) > _MOST_KEPT:
                self._kept.clear()
                new = list(range(len(keys)))
            self._kept.update(zip((keys[at] for at in new), embed(new), strict=True))
        return np.stack([self._kept[key] for key in keys])


class WordVectors:
    """The model's `tok2vec` component for one text: sets the vectors that the tagger reads."""

    def __init__(self, component: Any) -> None:
        model: Model[Any, Any] = component.model
        embed = model.get_ref("embed")
        self._columns: list[Any] = embed.layers[0].attrs["columns"]
        # Beyond the extraction of the columns and the lists of texts: the hash tables, and the layer that mixes them.
        self._tables, self._mix = embed.layers[2].layers[0], embed.layers[3].layers[0]
        self._encode = WindowEncoder(model.get_ref("encode"))
        self._words = KeptWords()

    def __call__(self, doc: Doc) -> Doc:
        """Set the vectors of a text."""
        if len(doc):
            columns = doc.to_array(self._columns)
            keys = [row.tobytes() for row in columns]
            rows = self._words(keys, lambda new: self._mix.predict(self._tables.predict(columns[new])))
            vectors: Any = self._encode(rows)
            doc.tensor = vectors
        return doc


class Tags:
    """The model's `tagger` component for one text whose vectors are set: sets the tags."""

    def __init__(self, component: Any) -> None:
        softmax = next(node for node in component.model.walk() if node.name == "softmax")
        self._tagger = component
        self._weights = np.ascontiguousarray(softmax.get_param("W").T)
        self._bias = softmax.get_param("b")

    def __call__(self, doc: Doc) -> Doc:
        """Set the tags of a text."""
        if len(doc):
            # The tag with the highest score is the one with the highest share.
            scores = doc.tensor @ self._weights + self._bias
            self._tagger.set_annotations([doc], [scores.argmax(axis=1)])
        return doc
