"""Print how well questions find what was said, as one table: conversations, meetings and scenarios.

Run with `make eval-search DATA=FOLDER`, or `python -m benchmarks.search FOLDER [--graph URL] [--json]`. FOLDER holds
`locomo` and `qmsum`; a part that is not there is told and left out. Everything goes the whole way: a transcript is
ingested, the public search is asked, with the full ranking. Conversations are asked a day and a year after their last
turn, so that what recency costs shows; the scenarios are asked once more without recency, so that what it gains does.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path

from benchmarks.search import scenarios
from benchmarks.search.collections import CATEGORIES, Collection, conversations, meetings
from benchmarks.search.retrieval import Answer, ask, hits, ingest, mrr, recall
from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric

_LATER = {"a day later": timedelta(days=1), "a year later": timedelta(days=365)}
_TURNS = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was asked and of how many questions, the figures by measure, and the bar."""

    part: str
    questions: int
    figures: dict[str, float]
    bar: str = ""


def conversation_rows(fabric: Fabric, collections: list[Collection]) -> Iterator[Row]:
    """Yield turn recall, whole and by category, for each time of asking."""
    ingest(fabric, collections)
    for name, later in _LATER.items():
        answers = [
            answer
            for collection in collections
            if collection.last
            for answer in ask(fabric, collection, collection.last + later, limit=_TURNS)
        ]
        yield Row(f"LoCoMo, {name}", len(answers), _recalls(answers), "R@5 .73, R@10 .80")
        for category in CATEGORIES.values():
            some = [answer for answer in answers if answer.question.category == category]
            if some:
                yield Row(f"  {category}", len(some), _recalls(some))


def _recalls(answers: list[Answer]) -> dict[str, float]:
    return {f"R@{k}": recall(answers, k) for k in (5, 10, 20)}


def meeting_rows(fabric: Fabric, collections: list[Collection]) -> Iterator[Row]:
    """Yield hit at 5 and mean reciprocal rank."""
    ingest(fabric, collections)
    answers = [answer for collection in collections for answer in ask(fabric, collection)]
    yield Row("QMSum, specific queries", len(answers), {"hit@5": hits(answers, 5), "MRR": mrr(answers)}, ".75, .59")


def scenario_rows(fabric: Fabric, without_recency: Fabric) -> Iterator[Row]:
    """Yield the share of expectations met, whole and by theme."""
    outcomes = scenarios.run(fabric, scenarios.load())
    yield Row("scenarios", len(outcomes), {"passed": sum(o.passed for o in outcomes) / len(outcomes)}, ".95")
    for theme, (passed, of) in scenarios.by_theme(outcomes).items():
        yield Row(f"  {theme}", of, {"passed": passed / of})
    outcomes = scenarios.run(without_recency, scenarios.load())
    yield Row("  without recency", len(outcomes), {"passed": sum(o.passed for o in outcomes) / len(outcomes)})


def rows(data: Path, fabric: Fabric, without_recency: Fabric) -> Iterator[Row]:
    """Yield the table line by line."""
    for folder, file in (("locomo", "locomo-dev.json"), ("qmsum", "ALL_val.jsonl")):
        path = data / folder / file
        if not path.exists():
            print(f"{path} is missing: left out", file=sys.stderr)
        elif folder == "locomo":
            yield from conversation_rows(fabric, list(conversations(path)))
        else:
            yield from meeting_rows(fabric, list(meetings(path)))
    yield from scenario_rows(fabric, without_recency)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, metavar="FOLDER")
    parser.add_argument("--graph", metavar="URL", help="a graph to fill and keep; again, it is not filled twice")
    parser.add_argument("--json", action="store_true", help="one JSON line for each row")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        graph = options.graph or f"sqlite:///{folder}/graph.db"
        with (
            Fabric.open(Settings(graph=graph)) as fabric,
            Fabric.open(Settings(graph="memory:", recency_floor=1)) as without_recency,
        ):
            for row in rows(options.data, fabric, without_recency):
                if options.json:
                    print(json.dumps(asdict(row)), flush=True)
                else:
                    figures = "  ".join(f"{name} {value:.3f}" for name, value in row.figures.items())
                    print(f"{row.part:26} {row.questions:5}  {figures:36} {row.bar}", flush=True)


if __name__ == "__main__":
    main()
