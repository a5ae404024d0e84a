"""Counting what was found, what was wanted and what of both is the same; and the table that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(slots=True)
class Score:
    """Counts of one measure. Over a whole set: sums, never means of means."""

    hits: int = 0
    found: int = 0
    wanted: int = 0

    def add(self, hits: int, found: int, wanted: int) -> None:
        """Add the counts of one text."""
        self.hits += hits
        self.found += found
        self.wanted += wanted

    @property
    def precision(self) -> float:
        """Share of the found that is right, in [0, 1]; 0 where nothing was found."""
        return self.hits / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Share of the wanted that was found, in [0, 1]; 0 where nothing was wanted."""
        return self.hits / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: what was measured, and what is to be reached (empty where nothing is)."""

    what: str
    score: Score
    bar: str = ""


def show(title: str, lines: Iterable[Line]) -> str:
    """Return the lines as a table in Markdown."""
    rows = [
        f"| {line.what} | {line.score.precision:.3f} | {line.score.recall:.3f} | {line.score.f1:.3f} "
        f"| {line.score.hits} / {line.score.found} / {line.score.wanted} | {line.bar} |"
        for line in lines
    ]
    head = [
        f"| {title} | precision | recall | F1 | right / found / wanted | bar |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows])
