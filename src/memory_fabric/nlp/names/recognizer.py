"""The trained recogniser: finds names that no list knows, by their context and their form. Loads offline, no pickle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from spacy.tokens import Doc
from spacy.util import minibatch
from thinc.api import Model

from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.recognizer_model import Features, build_model, decode, numpy_blas
from memory_fabric.nlp.names.token_features import Floats, TokenFeatures, WordTables
from memory_fabric.nlp.quick_network import KeptWords, WindowEncoder, WordEmbedder

RECOGNIZED = "memory_fabric_recognized"
WEIGHTS, WORDS, PRIOR = "weights.msgpack", "words.npz", "prior.tsv"


@dataclass(frozen=True, slots=True)
class Network:
    """What was learnt: it belongs to the model and stays, while lists come and go."""

    tables: WordTables
    model: Model[Any, Any]


class Recognizer:
    """The `recognizer` component: leaves what it finds in `doc.user_data[RECOGNIZED]`, as a list of `Found`.

    It reads the tokens and the names that the lists find (`doc.ents`); it sets no entity. What counts is decided where
    the names are settled.
    """

    def __init__(self, network: Network, lexicon: Lexicon, given_names: frozenset[str]) -> None:
        self._features = TokenFeatures(network.tables, lexicon, given_names)
        self._model = network.model
        self._quick = _QuickScores(network.model)

    def __call__(self, doc: Doc) -> Doc:
        """Read one text by itself, as a question is."""
        doc.user_data[RECOGNIZED] = list(decode(self._quick(self._features(doc)))) if len(doc) else []
        return doc

    def pipe(self, docs: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Read texts in batches, which is several times as fast as one by one."""
        for batch in minibatch(docs, batch_size):  # type: ignore[no-untyped-call]
            full = [doc for doc in batch if len(doc)]
            scores = self._model.predict([self._features(doc) for doc in full]) if full else []
            for doc in batch:
                doc.user_data[RECOGNIZED] = []
            for doc, rows in zip(full, scores, strict=True):
                doc.user_data[RECOGNIZED] = list(decode(rows))
            yield from batch


class _QuickScores:
    """What the network computes of one text."""

    def __init__(self, model: Model[Any, Any]) -> None:
        embed, window, scores = model.layers
        self._embed = WordEmbedder(embed)
        self._encode = WindowEncoder(window)
        self._words = KeptWords()
        linear = next(node for node in scores.walk() if node.name == "linear")
        self._weights, self._bias = np.ascontiguousarray(linear.get_param("W").T), linear.get_param("b")

    def __call__(self, features: Features) -> Floats:
        ints, floats = features
        keys = [(number.tobytes(), vector.tobytes()) for number, vector in zip(ints, floats, strict=True)]
        parts = self._words(keys, lambda new: self._encode.parts(self._embed(ints[new], floats[new])))
        result: Floats = self._encode(parts) @ self._weights + self._bias
        return result


def load_network(folder: Path, dictionary: Mapping[str, frozenset[str]]) -> Network:
    """Load the weights and word tables of a folder; `dictionary` has ordinary words by part of speech.

    Raises:
        FileNotFoundError: the folder is not complete.
    """
    tables = load_tables(folder, dictionary)
    with numpy_blas():
        model = build_model(tables.vectors.shape[1])
        model.initialize()
        model.from_bytes((folder / WEIGHTS).read_bytes())
    return Network(tables, model)


def load_tables(folder: Path, dictionary: Mapping[str, frozenset[str]]) -> WordTables:
    """Read the word tables of a folder."""
    with np.load(folder / WORDS, allow_pickle=False) as arrays:
        pieces = bytes(arrays["pieces"]).decode("utf-8").split("\n")
        vectors = arrays["vectors"].astype(np.float32) / 64
        clusters = arrays["clusters"]
    lines = (line.split("\t") for line in (folder / PRIOR).read_text("utf-8").splitlines())
    return WordTables(
        pieces={piece: index for index, piece in enumerate(pieces)},
        vectors=vectors,
        clusters=clusters,
        prior={word: (int(positive), int(total)) for word, positive, total in lines},
        nouns=dictionary["noun"],
        others=dictionary["verb"] | dictionary["adj"] | dictionary["adv"],
    )
