"""One finding, and how it is made from a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memory_fabric.errors import PatternError
from memory_fabric.nlp.pattern_files import Line

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to say about a line of a pattern file; `line` is None where it is about a file or folder."""

    file: str
    line: int | None
    level: Level
    message: str

    @classmethod
    def from_error(cls, error: PatternError) -> Finding:
        """Return what the loader refuses as a finding."""
        return cls(error.params["file"], error.params["line"], "error", error.reason)


def warning(line: Line, message: str) -> Finding:
    """Return a warning about a line."""
    return Finding(str(line.file), line.number, "warning", message)


def note(line: Line, message: str) -> Finding:
    """Return a note about a line."""
    return Finding(str(line.file), line.number, "note", message)
