"""How fast texts are read whole, against the bare English model on the same texts in the same run. Prints a table.

Run with `make bench DATA=FOLDER`, or `python -m benchmarks.reading_speed FOLDER`. FOLDER holds `adr` (Markdown records)
and `stackoverflow_ner` (posts). Both readers take their texts in batches, on one core, each after a warm-up of its own;
they take turns, so that a busy machine is busy for both.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from pathlib import Path
from time import process_time

from benchmarks.evaluation import spans
from memory_fabric.extraction import Extractor
from memory_fabric.models import Turn
from memory_fabric.nlp.pipeline import installed_model
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.timestamps import now_utc

import spacy  # after ours, which says how many threads numpy may take  # isort: skip

ROUNDS = 5
BATCH = 128


def texts(data: Path) -> dict[str, list[str]]:
    """Return the texts of each part of the data, sixty thousand characters of each at most."""
    records = [file.read_text("utf-8", errors="replace") for file in sorted((data / "adr").glob("*/*.md"))]
    posts = [post.text for post in spans.load(data / "stackoverflow_ner" / "dev.txt")]
    return {"decision records": _up_to(records, 60_000), "posts": _up_to(posts, 60_000)}


def _up_to(found: list[str], characters: int) -> list[str]:
    chosen: list[str] = []
    for text in found:
        if sum(map(len, chosen)) + len(text) <= characters:
            chosen.append(text)
    return chosen


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder with the texts")
    data: Path = parser.parse_args().data
    missing = [name for name in ("adr", "stackoverflow_ner") if not (data / name).is_dir()]
    if missing:
        parser.error(f"{data} has no {' and no '.join(missing)}")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    bare = spacy.load(installed_model())
    worker = NlpWorker.start()
    extractor = Extractor(worker, 600)
    rows = []
    try:
        for name, batch in texts(data).items():
            tokens = sum(len(bare.make_doc(text)) for text in batch)
            ours, theirs = [], []
            for round_ in range(ROUNDS + 1):
                start = process_time()
                for _ in bare.pipe(batch, batch_size=BATCH):
                    pass
                middle = process_time()
                extractor.statements([Turn(text) for text in batch], now_utc())
                if round_:  # the first warms up
                    theirs.append(tokens / (middle - start))
                    ours.append(tokens / (process_time() - middle))
            ratio = statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
            rows.append((name, len(batch), tokens, statistics.median(theirs), statistics.median(ours), ratio))
    finally:
        worker.close()
    print("| texts | number | tokens | bare model, tokens/CPU-s | extraction whole, tokens/CPU-s | ratio | bar |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, number, tokens, slow, fast, ratio in rows:
        print(f"| {name} | {number} | {tokens:,} | {slow:,.0f} | {fast:,.0f} | {ratio:.2f} | 1.00 |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
