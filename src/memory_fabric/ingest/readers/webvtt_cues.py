"""The cues of a WebVTT file, read as players read them and with patience for what exporters write.

Tolerated: a missing header, commas for points in times, cues without an empty line between them. SubRip
files, which differ in just that, can therefore be read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from memory_fabric.ingest.lines import BadLine, Line

SIGNATURE = "WEBVTT"

_TIME = r"(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,9})?"
_TIMING = re.compile(rf"\s*({_TIME})\s*-->\s*{_TIME}(?=\s|$)")
# Two times with something else than the arrow between them: a shorter one, a dash, nothing.
_BROKEN_TIMING = re.compile(rf"\s*{_TIME}\s*(?:[-=\u2013\u2014]*\s*>|\u2192|[-\u2013\u2014]+\s*\d|\s\d+:\d)")
_NOT_SPOKEN = re.compile(rf"(?:{SIGNATURE}|NOTE|STYLE|REGION)(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Cue:
    """A caption as written, tags and all. `number` is the line of its time; `start` counts from zero."""

    number: int
    start: timedelta
    lines: tuple[str, ...]


def is_timing(text: str) -> bool:
    """Whether the line tells from when to when a cue is shown."""
    return _TIMING.match(text) is not None


def read_cues(lines: Iterable[Line | BadLine]) -> Iterator[Cue | BadLine]:
    """Yield the cues of a file in order, and a bad line for each that has no readable time."""
    for block in _blocks(lines):
        if isinstance(block, BadLine):
            yield block
        elif (item := _read_block(block)) is not None:
            yield item


def _blocks(lines: Iterable[Line | BadLine]) -> Iterator[list[Line] | BadLine]:
    """Yield the lines between empty ones. A time begins a block too, behind one line, its name, at most."""
    block: list[Line] = []
    for line in lines:
        if isinstance(line, BadLine):
            yield line
            continue
        ends = not line.text or (_is_meant_as_timing(line.text) and not _may_name_a_cue(block))
        if ends and block:
            yield block
            block = []
        if block or not (line.text.isspace() or not line.text):
            block.append(line)
    if block:
        yield block


def _may_name_a_cue(block: list[Line]) -> bool:
    return len(block) == 1 and not _is_meant_as_timing(block[0].text)


def _is_meant_as_timing(text: str) -> bool:
    if "-->" in text:  # words may hold an arrow: "we move A --> B"
        return re.search(r"\d:\d", text) is not None
    return _BROKEN_TIMING.match(text) is not None


def _read_block(block: list[Line]) -> Cue | BadLine | None:
    """Return the cue, what is wrong with it, or None for a header, a note, a style or a lonely number."""
    for place, line in enumerate(block[:2]):
        if timing := _TIMING.match(line.text):
            payload = tuple(line.text for line in block[place + 1 :])
            return Cue(line.number, _offset(timing[1]), payload)
        if _is_meant_as_timing(line.text):
            return BadLine(line.number, "holds no readable cue time")
    first = block[0]
    if _NOT_SPOKEN.match(first.text) or (len(block) == 1 and first.text.strip().isdecimal()):
        return None
    return BadLine(first.number, "text without a cue time")


def _offset(time: str) -> timedelta:
    *hours, minutes, seconds = time.replace(",", ".").split(":")
    return timedelta(hours=int(hours[0]) if hours else 0, minutes=int(minutes), seconds=float(seconds))
