"""The transcript formats that can be read, a module each, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from memory_fabric.ingest.events import Problem, TurnRead
from memory_fabric.ingest.readers import claude_code, generic, webvtt
from memory_fabric.ingest.transcript import Transcript

Reader = Callable[[Transcript], Iterator[TurnRead | Problem]]
"""Reads the turns of one transcript in their order, and names what it had to skip. Raises as its lines do."""

READERS: Mapping[str, Reader] = {
    "jsonl": generic.read,
    "claude-code": claude_code.read,
    "webvtt": webvtt.read,
}
