"""What reading transcripts tells, one after another: files found, turns, and what could not be taken."""

from __future__ import annotations

from dataclasses import dataclass

from memory_fabric.models import Turn


@dataclass(frozen=True, slots=True)
class FileOpened:
    """A file is about to be read as `format`."""

    file: str
    format: str


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A file in a folder that is no transcript of a known format; it was passed over."""

    file: str


@dataclass(frozen=True, slots=True)
class TurnRead:
    """A turn, and the line of its file at which it begins."""

    turn: Turn
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class EmptyTurn:
    """A message without a single letter or digit: there is nothing in it to remember."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A line or turn that was skipped because it could not be read; a whole file where `line` is None."""

    file: str
    line: int | None
    reason: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.reason}"


Event = FileOpened | Unrecognised | TurnRead | EmptyTurn | Problem
