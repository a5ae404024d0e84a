"""Questions asked of ingested collections through the public search, and the measures of what was found.

- *Turn recall at k*: the share of a question's answering turns that the first k results hold, its mean over the
  questions.
- *Hit at k*: the share of questions of which one of the first k results is of an answering turn.
- *MRR*: the mean of 1 / rank of the first such result, 0 where none is among the first 100.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from benchmarks.search.collections import Collection, Question
from memory_fabric.fabric import Fabric
from memory_fabric.models import SearchResponse

RESULTS = 100


@dataclass(frozen=True, slots=True)
class Answer:
    """The turns of each result, in the order of the answer."""

    question: Question
    found: tuple[frozenset[str], ...]

    def recall(self, k: int) -> float:
        """Return the share of the answering turns that the first `k` results hold."""
        held = self.question.turns.intersection(*[frozenset().union(*self.found[:k])])
        return len(held) / len(self.question.turns)

    @property
    def rank(self) -> int | None:
        """The place of the first result of an answering turn, from 1, or None."""
        return next((at for at, turns in enumerate(self.found, 1) if turns & self.question.turns), None)


def ingest(fabric: Fabric, collections: Iterable[Collection]) -> None:
    """Ingest each collection into a namespace of its own, as a transcript in the generic format."""
    with tempfile.TemporaryDirectory() as folder:
        for collection in collections:
            report = fabric.ingest([collection.write(Path(folder))], format="jsonl", namespace=collection.name)
            if report.problems:
                raise ValueError(f"{collection.name}: {report.problems[0]}")


def ask(fabric: Fabric, collection: Collection, now: datetime | None = None, *, limit: int = RESULTS) -> list[Answer]:
    """Ask every question of an ingested collection, at most `limit` results each."""
    return [
        Answer(question, _turns(fabric.search(question.text, limit=limit, now=now, namespace=collection.name)))
        for question in collection.questions
    ]


def _turns(response: SearchResponse) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(origin.turn_id for origin in result.metadata["origins"] if origin.turn_id)
        for result in response.results
    )


def recall(answers: Sequence[Answer], k: int) -> float:
    """Return the mean turn recall at `k`."""
    return sum(answer.recall(k) for answer in answers) / len(answers)


def hits(answers: Sequence[Answer], k: int) -> float:
    """Return the share of questions with a hit among the first `k`."""
    return sum(answer.rank is not None and answer.rank <= k for answer in answers) / len(answers)


def mrr(answers: Sequence[Answer]) -> float:
    """Return the mean reciprocal rank."""
    return sum(1 / answer.rank for answer in answers if answer.rank) / len(answers)
