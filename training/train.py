"""Trains the recogniser of names and writes it to `models/recognizer`: `make train DATA=../shared/data`.

The same seed, data, pattern files and versions of numpy, thinc and BLAS give the same weights.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from thinc.api import Adam, Model, Optimizer, fix_random_seed

from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.matcher import NameMatcher
from memory_fabric.nlp.names.recognizer import PRIOR, WEIGHTS, load_tables
from memory_fabric.nlp.names.recognizer_model import build_model, decode, numpy_blas
from memory_fabric.nlp.names.token_features import TokenFeatures
from memory_fabric.nlp.patterns import PatternSet, load_patterns
from memory_fabric.nlp.pipeline import dictionary, installed_model, load_model
from memory_fabric.nlp.surface.markup import mask
from memory_fabric.resources import resource_folder
from training import corpora
from training.examples import Example, ExampleMaker, count_prior, hidden, unlisted
from training.synthetic import Grammar, Sentences

HERE = Path(__file__).parent
SETTINGS: dict[str, float] = json.loads((HERE / "settings.json").read_text("utf-8"))
_LEAST_SEEN = 2  # words seen once tell nothing that their form does not


def main() -> None:
    """Train, score on the development part of the posts, write weights, counts and scores."""
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with the annotated data")
    parser.add_argument("--output", type=Path, default=resource_folder("models") / "recognizer")
    arguments = parser.parse_args()
    missing = [name for name in corpora.FOLDERS if not (arguments.data / name).is_dir()]
    if missing:
        sys.exit(f"{arguments.data} has no folder {', '.join(missing)}")
    train(arguments.data, arguments.output)


def train(data: Path, output: Path) -> None:
    """Train on the training parts under `data` and write the recogniser to `output`."""
    began = time.monotonic()
    seed = int(SETTINGS["seed"])
    patterns = load_patterns([resource_folder("patterns")])
    lexicon = Lexicon(patterns)
    nlp = load_model(installed_model())
    matcher = NameMatcher(lexicon)

    def tokenize(text: str) -> Doc:
        return matcher(nlp.make_doc(mask(text)))

    spaced, glued = corpora.training_texts(data, spaced=True), corpora.training_texts(data, spaced=False)
    prior = count_prior((text for text in spaced if text.source == corpora.POSTS), tokenize)
    write_prior(output / PRIOR, prior.all)
    features = TokenFeatures(load_tables(output, dictionary(nlp)), lexicon, patterns.given_names)
    maker = ExampleMaker(tokenize, features, lexicon, prior)
    pairs = list(zip(maker.make(spaced), maker.make(glued), strict=True))
    sentences = _sentences(patterns)

    fix_random_seed(seed)
    with numpy_blas():
        model = build_model(features.width, dropout=SETTINGS["dropout"])
        model.initialize()
        averages = _fit(model, pairs, sentences, maker, seed)
        with model.use_params(averages):
            (output / WEIGHTS).write_bytes(model.to_bytes())
            found = score(model, maker.make(corpora.development_texts(data)))
    scores = {
        "training": {"texts": len(pairs), "tokens": sum(len(pair[0].doc) for pair in pairs), "names": len(lexicon)},
        "development, technology, the recogniser alone": found,
    }
    (output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", "utf-8")
    print(json.dumps(scores, indent=2), f"\n{time.monotonic() - began:.0f} s")


def write_prior(file: Path, counts: Mapping[str, tuple[int, int]]) -> None:
    """Write how often words were part of a technology, a word a line."""
    lines = (f"{word}\t{a}\t{b}\n" for word, (a, b) in sorted(counts.items()) if b >= _LEAST_SEEN and word.strip())
    file.write_text("".join(lines), "utf-8")


def _sentences(patterns: PatternSet) -> Sentences:
    names: dict[str, list[str]] = {}
    for row in patterns.names:
        names.setdefault(row.type, []).append(row.name)
    names["person"] = sorted(patterns.given_names)
    names["ordinary"] = [row.name.lower() for row in patterns.names if row.common and " " not in row.name]
    names["lower"] = [name.lower() for name in names["technology"]]
    return Sentences(HERE / "templates.txt", Grammar(HERE / "grammar.txt", names))


def _fit(
    model: Model[Any, Any],
    pairs: Sequence[tuple[Example, Example]],
    sentences: Sentences,
    maker: ExampleMaker,
    seed: int,
) -> dict[Any, Any]:
    """Run the epochs and return the running averages of the weights: they depend less on what came last than the
    weights do. Each text comes with its tokens spaced apart or as people write it, by chance; the sentences of our own
    are new in each epoch.
    """
    random = np.random.default_rng(seed)
    optimizer = Adam(SETTINGS["learning_rate"], L2=SETTINGS["weight_decay"], L2_is_weight_decay=True, grad_clip=1.0)
    epochs = int(SETTINGS["epochs"])
    count = int(SETTINGS["made_share"] * len(pairs))
    falling = 1 - SETTINGS["last_rate"]
    for epoch in range(epochs):
        texts = sentences.sample(Random(seed * 1000 + epoch), count)
        made = [_lighter(one, random) for one in maker.make(texts)]
        chosen = [pair[side] for pair, side in zip(pairs, random.integers(2, size=len(pairs)), strict=True)] + made
        order = random.permutation(len(chosen))
        total = sum(len(one.doc) for one in chosen)
        done, loss = 0, 0.0
        batch: list[Example] = []
        for number, index in enumerate(order):
            batch.append(chosen[index])
            size = sum(len(one.doc) for one in batch)
            if size < SETTINGS["batch_tokens"] and number + 1 < len(order):
                continue
            share = (epoch + done / total) / epochs
            optimizer.learn_rate = SETTINGS["learning_rate"] * min(1.0, share / 0.05) * (1 - falling * share)
            loss += _step(model, batch, optimizer, random)
            done += size
            batch = []
        print(f"epoch {epoch + 1} of {epochs}: loss {loss / total:.4f} a token", flush=True)
    return optimizer.averages or {}


def _lighter(one: Example, random: np.random.Generator) -> Example:
    """Return an example of our own as it takes part in the training: some of its names unlisted, with less weight."""
    return replace(
        one,
        weights=one.weights * np.float32(SETTINGS["made_weight"]),
        features=unlisted(one, random, SETTINGS["unlisted_share"]),
    )


def _step(model: Model[Any, Any], batch: Sequence[Example], optimizer: Optimizer, random: np.random.Generator) -> float:
    scores, backward = model.begin_update([hidden(one.features, random, SETTINGS["hidden_share"]) for one in batch])
    gradients: list[NDArray[np.float32]] = []
    loss = 0.0
    for rows, one in zip(scores, batch, strict=True):
        chances = np.exp(rows - rows.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        places = np.arange(len(rows))
        loss -= float((np.log(chances[places, one.classes] + 1e-9) * one.weights).sum())
        chances[places, one.classes] -= 1
        gradients.append((chances * one.weights[:, None]).astype(np.float32))
    backward(gradients)
    model.finish_update(optimizer)
    return loss


def score(model: Model[Any, Any], examples: Sequence[Example]) -> dict[str, float]:
    """Return precision, recall and F1 of technology, exact spans, on labelled texts, generic words left in."""
    hits = found = wanted = 0
    for start in range(0, len(examples), 128):
        batch = examples[start : start + 128]
        for one, rows in zip(batch, model.predict([one.features for one in batch]), strict=True):
            gold = {(a, b) for a, b, label in one.labelled.spans if label == "technology"}
            spans = [one.doc[f.start : f.end] for f in decode(rows) if f.label in ("technology", "generic")]
            ours = {(span.start_char, span.end_char) for span in spans}
            hits, found, wanted = hits + len(gold & ours), found + len(ours), wanted + len(gold)
    precision, recall = hits / max(found, 1), hits / max(wanted, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"precision": round(precision, 3), "recall": round(recall, 3), "f1": round(f1, 3)}


if __name__ == "__main__":
    main()
