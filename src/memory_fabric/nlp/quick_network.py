"""The networks of the pipeline, applied to one short text at a time, as a question is.

Thinc applies a network layer by layer, in a hundred calls that each keep what training would need; on ten words that
takes several times as long as the numbers themselves. Here it is a handful of numpy's own operations, and what a word
gives without its neighbours is worked out once, and kept. The results differ from thinc's in the last digits only.
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
Ids = NDArray[np.uint64]

# Words that are kept, at some four kilobytes each; then all are forgotten, so that memory has a bound.
_MOST_KEPT = 5_000
_LEAST_VARIANCE = 1e-8  # as thinc's layer norm has it


@dataclass(frozen=True, slots=True)
class _Maxout:
    """A maxout layer with its layer norm. The columns of `weights` are in blocks, one for each piece. `scale` is the
    norm's times the root of the width, so that sums of squares will do for means of them.
    """

    weights: Floats
    bias: Floats
    scale: Floats
    shift: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Return the outputs for some rows of inputs."""
        pieces = rows @ self.weights
        pieces += self.bias
        return self.best(pieces)

    def best(self, pieces: Floats) -> Floats:
        """Return the outputs for some rows of pieces."""
        width = len(self.scale)
        best: Floats = np.maximum(pieces[:, :width], pieces[:, width : 2 * width])
        for start in range(2 * width, pieces.shape[1], width):
            np.maximum(best, pieces[:, start : start + width], out=best)
        best -= np.add.reduce(best, axis=1, keepdims=True) / width
        squares = np.vecdot(best, best) + np.float32(width * _LEAST_VARIANCE)
        best *= (squares**-0.5)[:, None]
        best *= self.scale
        best += self.shift
        return best


def _maxouts(model: Model[Any, Any]) -> list[_Maxout]:
    """Return the maxout layers of a network, each of which has a layer norm behind it."""
    maxouts = [node for node in model.walk() if node.name == "maxout"]
    norms = [node for node in model.walk() if node.name == "layernorm"]
    return [_maxout(*pair) for pair in zip(maxouts, norms, strict=True)]


def _maxout(maxout: Model[Any, Any], norm: Model[Any, Any]) -> _Maxout:
    weights: Any = maxout.get_param("W")  # (width, pieces, inputs)
    bias: Any = maxout.get_param("b")  # (width, pieces)
    return _Maxout(
        np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(weights.shape[2], -1), dtype=np.float32),
        np.ascontiguousarray(bias.T.reshape(-1), dtype=np.float32),
        np.asarray(norm.get_param("G") * np.sqrt(len(weights)), dtype=np.float32),
        np.asarray(norm.get_param("b"), dtype=np.float32),
    )


class WordEmbedder:
    """Hash tables, one for each column of what is known of a word, and the layer that mixes what they hold of it."""

    def __init__(self, model: Model[Any, Any]) -> None:
        self._ops = model.ops
        hashed = [node for node in model.walk() if node.name == "hashembed"]
        self._tables: list[tuple[Any, int]] = [(node.get_param("E"), node.attrs["seed"]) for node in hashed]
        (self._mix,) = _maxouts(model)

    def __call__(self, ids: Ids, *others: Floats) -> Floats:
        """Return the vectors of words, given (words, columns) and what else there is to mix, (words, any number)."""
        columns: Any = np.ascontiguousarray(ids.T)
        held: list[Any] = [
            self._ops.gather_add(table, self._ops.hash(column, seed) % len(table))
            for column, (table, seed) in zip(columns, self._tables, strict=True)
        ]
        return self._mix(np.concatenate((*held, *others), axis=1))


class WindowEncoder:
    """What `spacy.MaxoutWindowEncoder` computes of one text, with windows of three words and two layers or more.

    The first layer adds up what a word and its neighbours give it. That is told of each word alone, and can be kept.
    """

    def __init__(self, model: Model[Any, Any]) -> None:
        self._first, *self._further = _maxouts(model)
        self._giving: Any = np.concatenate(np.split(self._first.weights, 3), axis=1)

    def parts(self, rows: Floats) -> Floats:
        """Return of each word, (words, width), what it gives to the next word, to itself, to the one before it, and
        itself.
        """
        return np.concatenate((rows @ self._giving, rows), axis=1)

    def __call__(self, parts: Floats) -> Floats:
        """Return the vectors of words in their context, (words, width), from the parts of each."""
        words, given = len(parts), len(self._first.bias)
        # A layer leaves out the first and the last row, which have but one neighbour. Thinc has zeros around the text,
        # so many that nothing of it is left out.
        edge = len(self._further)
        pieces = np.empty((words + 2 * edge, given), dtype=np.float32)
        pieces[:] = self._first.bias
        for number, place in enumerate((edge + 1, edge, edge - 1)):
            pieces[place : place + words] += parts[:, number * given : (number + 1) * given]
        rows = self._first.best(pieces)
        rows[edge : edge + words] += parts[:, 3 * given :]
        for layer in self._further:
            inner = rows[1:-1]
            further = layer(np.concatenate((rows[:-2], inner, rows[2:]), axis=1))
            further += inner
            rows = further
        return rows


class KeptWords:
    """Rows of numbers for words without their context, kept by what they were worked out from."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Floats] = {}

    def __call__(self, keys: Sequence[Hashable], work_out: Callable[[list[int]], Floats]) -> Floats:
        """Return a row for each key; `work_out` gives those at the given places, which are new."""
        new = [at for at, key in enumerate(keys) if key not in self._kept]
        if new:
            if len(self._kept) + len(new) > _MOST_KEPT:
                self._kept.clear()
                new = list(range(len(keys)))
            # Each a copy: a row of a larger array would keep all of that.
            self._kept.update((keys[at], row[None].copy()) for at, row in zip(new, work_out(new), strict=True))
        return np.concatenate([self._kept[key] for key in keys])


class WordVectors:
    """The model's `tok2vec` component for one text: sets the vectors that the tagger reads."""

    def __init__(self, component: Any) -> None:
        model: Model[Any, Any] = component.model
        embed = model.get_ref("embed")
        self._columns: list[Any] = embed.layers[0].attrs["columns"]
        self._embed = WordEmbedder(embed)
        self._encode = WindowEncoder(model.get_ref("encode"))
        self._words = KeptWords()

    def __call__(self, doc: Doc) -> Doc:
        """Set the vectors of a text."""
        if len(doc):
            columns: Any = doc.to_array(self._columns)
            keys = [row.tobytes() for row in columns]
            parts = self._words(keys, lambda new: self._encode.parts(self._embed(columns[new])))
            vectors: Any = self._encode(parts)
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
