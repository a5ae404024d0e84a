"""One transcript file on its way through a reader."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memory_fabric.errors import InvalidInput
from memory_fabric.ingest.events import Problem, TurnRead
from memory_fabric.ingest.lines import BadLine, TextFile
from memory_fabric.models import Turn

_MAX_REASON = 200


@dataclass(frozen=True, slots=True)
class Transcript:
    """A file to read as a transcript. `project` is the caller's answer to who *we* are, if he gave one."""

    lines: TextFile
    project: str | None = None

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self.lines.path

    @property
    def source(self) -> str:
        """What the turns' source is called: folder and name, the same on every machine."""
        return "/".join(part for part in (self._folder, self.path.name) if part)

    @property
    def session(self) -> str:
        """What the session is called where the file does not tell: folder and name without its extension."""
        return "/".join(part for part in (self._folder, self.path.stem) if part)

    @property
    def _folder(self) -> str:
        return self.path.absolute().parent.name

    def turn(self, line: int, turn: Turn) -> TurnRead:
        """Return `turn` as read from this file at `line`."""
        return TurnRead(turn, str(self.path), line)

    def problem(self, fault: BadLine) -> Problem:
        """Return the fault as a problem of this file, its reason cut to a readable length."""
        reason = fault.reason
        if len(reason) > _MAX_REASON:
            reason = reason[: _MAX_REASON - 1] + "…"
        return Problem(str(self.path), fault.number, reason)

    def refusal(self, line: int, error: InvalidInput) -> Problem:
        """Return what is wrong with a field of `line` as a problem of this file."""
        return self.problem(BadLine(line, error.detail))
