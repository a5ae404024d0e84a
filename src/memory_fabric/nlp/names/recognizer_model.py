"""The recogniser's network: embeddings of a token's columns, a window encoder, scores for each label; and decoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.ml.models.tok2vec import MaxoutWindowEncoder
from thinc.api import Dropout, HashEmbed, Linear, Maxout, Model, chain, use_ops, with_array

from memory_fabric.nlp.names.token_features import CHANNELS, Floats, Ints

Features = tuple[Ints, Floats]

LABELS = (
    "technology", "generic", "pattern", "organization", "person",
    "code", "data", "interface", "file", "version", "device", "site", "topic",
)  # fmt: skip
# Rows and width of the embedding table of each channel.
TABLES = {
    "norm": (4000, 64), "prefix": (2000, 32), "suffix": (2000, 32), "shape": (500, 32), "cluster": (600, 32),
    "rarity": (40, 16), "dictionary": (64, 16), "listed": (256, 24), "match": (256, 24), "prior": (64, 24),
}  # fmt: skip
OUTSIDE = 0
BEGIN, INSIDE, LAST, UNIT = range(4)
CLASSES = 1 + 4 * len(LABELS)
_SURE = 0.99  # the share of a class from which on a token is surely of it


@contextmanager
def numpy_blas() -> Iterator[None]:
    """Multiply matrices with numpy's BLAS, which takes a third of the time of the one that thinc brings along."""
    with use_ops("numpy", use_blis=False):
        yield


def class_of(label: str, place: int) -> int:
    """Return the class of a token at a place (BEGIN, INSIDE, LAST, UNIT) of a span with a label."""
    return 1 + 4 * LABELS.index(label) + place


def build_model(vector_width: int, *, width: int = 64, depth: int = 3, dropout: float = 0.3) -> Model[Any, Any]:
    """Make the network, without weights: lists of features in, a list of scores (tokens, CLASSES) out."""
    window: Any = MaxoutWindowEncoder(width=width, window_size=1, maxout_pieces=3, depth=depth)
    scores: Any = chain(Dropout(dropout), Linear(CLASSES, width))
    return chain(_embed(vector_width, width, dropout), window, with_array(scores))


def _embed(vector_width: int, width: int, dropout: float) -> Model[Any, Any]:
    tables: list[Model[Any, Any]] = [
        HashEmbed(TABLES[channel][1], TABLES[channel][0], seed=7 + i) for i, channel in enumerate(CHANNELS)
    ]
    mix: Model[Any, Any] = Maxout(
        width, sum(TABLES[channel][1] for channel in CHANNELS) + vector_width, nP=3, normalize=True, dropout=dropout
    )
    return Model("list_embed", _forward, init=_initialize, layers=[*tables, mix])


def _initialize(model: Model[Any, Any], X: Any = None, Y: Any = None) -> None:  # noqa: N803, ARG001 - thinc's names
    for layer in model.layers:
        layer.initialize()


def _forward(model: Model[Any, Any], features: Sequence[Features], is_train: bool) -> tuple[list[Any], Any]:
    *tables, mix = model.layers
    lengths = [len(ints) for ints, _ in features]
    ints = np.concatenate([ints for ints, _ in features])
    parts, backs, widths = [], [], []
    for column, table in enumerate(tables):
        part, back = table(np.ascontiguousarray(ints[:, column]), is_train)
        parts.append(part)
        backs.append(back)
        widths.append(part.shape[1])
    vectors = np.concatenate([floats for _, floats in features])
    output, back_mix = mix(np.concatenate([*parts, vectors], axis=1), is_train)

    def backward(gradients: list[Any]) -> list[Any]:
        gradient = back_mix(np.concatenate(gradients))
        start = 0
        for back, size in zip(backs, widths, strict=True):
            back(np.ascontiguousarray(gradient[:, start : start + size]))
            start += size
        return []

    return np.split(output, np.cumsum(lengths)[:-1]), backward


@dataclass(frozen=True, slots=True)
class Found:
    """A span of tokens with its label, and how sure the model is of the least sure of its tokens."""

    start: int
    end: int
    label: str
    score: float


def decode(scores: NDArray[np.float32]) -> Iterator[Found]:
    """Yield the spans of the best consistent sequence of classes of a text."""
    best: list[int] = scores.argmax(axis=1).tolist()
    if not any(best):  # every token is most likely outside
        return
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    start = 0
    # Where a token is surely outside, what is left and right of it can be decoded apart.
    sure = [at for at, share in enumerate(shares[:, OUTSIDE].tolist()) if share > _SURE]
    for end in [*sure, len(best)]:
        path = best[start:end]
        if any(path):
            # The best class of each token is the best sequence wherever it is one, which it mostly is.
            if not _is_consistent(path):
                path = _viterbi(scores[start:end])
            yield from _spans(shares[start:end], path, start)
        start = end + 1


def _is_consistent(path: Sequence[int]) -> bool:
    """Whether every span that begins goes on under its label to its last token, and none is entered within."""
    open_ = -1
    for choice in path:
        label, place = divmod(choice - 1, 4) if choice != OUTSIDE else (-1, UNIT)
        if (place in (BEGIN, UNIT)) != (open_ < 0) or (open_ >= 0 and label != open_):
            return False
        open_ = label if place in (BEGIN, INSIDE) else -1
    return open_ < 0


def _viterbi(scores: NDArray[np.float32]) -> list[int]:
    """Return the consistent sequence of classes with the highest sum of scores."""
    labels = len(LABELS)
    begins, insides, lasts, units = (np.arange(labels) * 4 + 1 + place for place in range(4))
    outside, open_, closed = scores[0, OUTSIDE], scores[0, begins].copy(), scores[0, units].copy()
    # For each state, whether the token before is open (in a span of that label) or closed, and how.
    closed_best = [(OUTSIDE if outside >= closed.max() else int(units[closed.argmax()]))]
    traces: list[tuple[int, NDArray[np.bool_]]] = []
    last_closed = max(float(outside), float(closed.max()))
    for row in scores[1:]:
        before_closed, before_open = last_closed, open_
        stay = before_open + row[insides]
        fresh = before_closed + row[begins]
        came_inside = stay >= fresh
        ends = before_open + row[lasts]
        units_now = before_closed + row[units]
        out_now = before_closed + float(row[OUTSIDE])
        i_end, i_unit = int(ends.argmax()), int(units_now.argmax())
        options = [
            (out_now, OUTSIDE),
            (float(units_now[i_unit]), int(units[i_unit])),
            (float(ends[i_end]), int(lasts[i_end])),
        ]
        last_closed, choice = max(options)
        closed_best.append(choice)
        traces.append((choice, came_inside))
        open_ = np.where(came_inside, stay, fresh)
    path = [0] * len(scores)
    index = len(scores) - 1
    label = -1
    while index >= 0:
        if label < 0:
            choice = closed_best[index]
            path[index] = choice
            if choice != OUTSIDE and (choice - 1) % 4 == LAST:
                label = (choice - 1) // 4
        else:
            inside = index > 0 and bool(traces[index - 1][1][label])
            path[index] = 1 + 4 * label + (INSIDE if inside else BEGIN)
            if not inside:
                label = -1
        index -= 1
    return path


def _spans(shares: NDArray[np.float32], path: Sequence[int], shift: int) -> Iterator[Found]:
    start = 0
    for index, choice in enumerate(path):
        if choice == OUTSIDE:
            continue
        label, place = divmod(choice - 1, 4)
        if place in (BEGIN, UNIT):
            start = index
        if place in (LAST, UNIT):
            own = shares[start : index + 1, 1 + 4 * label : 5 + 4 * label].sum(axis=1)
            yield Found(start + shift, index + 1 + shift, LABELS[label], float(own.min()))
