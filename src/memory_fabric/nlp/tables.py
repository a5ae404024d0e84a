"""Rows of a Markdown table whose header says what its columns are: "| Component | Technology |", "| Tool | Purpose |".

Two cells side by side with such headers are read as one line, "frontend: React" or "Redis for session caching"; all
other cells stay texts of their own. Positions stay: a sign takes the place of the bar between the cells.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory_fabric.nlp.rows import TableRow
from memory_fabric.nlp.surface.characters import FOR
from memory_fabric.nlp.surface.segments import Segment

_ROW = re.compile(r"[ \t]*\|")
_RULE = re.compile(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t\r]*$")
_BAR = re.compile(r"(?<!\\)\|")
_SENTENCE = re.compile(r"[.!?]\s")
_SIGNS = {"uses": ":", "used_for": FOR}
_LONGEST_CELL = 120


@dataclass(frozen=True, slots=True)
class _Joint:
    """Two cells of a row that are read as one, and the sign between them."""

    left: tuple[int, int]
    right: tuple[int, int]
    sign: str


class Columns:
    """Which headers, side by side, make one line of two cells."""

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._signs: Mapping[tuple[str, str], str] = {
            (left, right): _SIGNS[row.means] for row in rows for left in row.table for right in row.beside
        }

    def joined(self, text: str, segments: Iterable[Segment]) -> Iterator[Segment]:
        """Yield the segments of a document, two cells that go together as one."""
        joints = list(self._joints(text))
        waiting: list[Segment] = []
        for segment in segments:
            if waiting:
                first = waiting.pop()
                joint = _at(joints, first.start)
                one = _one(first, segment, joint) if joint else None
                if one is not None:
                    yield one
                    continue
                yield first
            if joints and _at(joints, segment.start):
                waiting.append(segment)
            else:
                yield segment
        yield from waiting

    def _joints(self, text: str) -> Iterator[_Joint]:
        signs: list[str] = []
        above: list[tuple[int, int]] = []
        at = 0
        for line in text.split("\n"):
            cells = _cells(line, at)
            if not cells:
                signs = []
            elif _RULE.match(line):
                names = [text[slice(*cell)].strip(" \t*_`:").lower() for cell in above]
                signs = [self._signs.get(pair, "") for pair in itertools.pairwise(names)]
            else:
                for number, sign in enumerate(signs[: len(cells) - 1]):
                    if sign:
                        yield _Joint(cells[number], cells[number + 1], sign)
                        break
            above = cells
            at += len(line) + 1


def _cells(line: str, at: int) -> list[tuple[int, int]]:
    """Return the places of the cells of a line, none where it is no row of a table."""
    if not _ROW.match(line):
        return []
    bars = [match.start() for match in _BAR.finditer(line)]
    if line[bars[-1] + 1 :].strip():
        bars.append(len(line))
    return [(at + left + 1, at + right) for left, right in itertools.pairwise(bars)]


def _at(joints: Sequence[_Joint], place: int) -> _Joint | None:
    index = bisect_right(joints, place, key=lambda joint: joint.left[0]) - 1
    return joints[index] if index >= 0 and place < joints[index].left[1] else None


def _one(first: Segment, second: Segment, joint: _Joint) -> Segment | None:
    """Return two cells as one segment; None where one is empty, long, or holds sentences."""
    inside = joint.right[0] <= second.start < joint.right[1]
    gap = second.start - first.start - len(first.text)
    if not inside or gap <= 1 or max(len(first.text), len(second.text)) > _LONGEST_CELL:
        return None
    if _SENTENCE.search(second.text) or first.start + len(first.text) > joint.left[1]:
        return None
    return Segment(first.start, first.text + joint.sign.ljust(gap) + second.text)
