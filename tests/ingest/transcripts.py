"""Helpers of these tests: write a small transcript, read it, and look at what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

from memory_fabric.ingest.events import Event, Problem, TurnRead
from memory_fabric.ingest.runner import read_paths
from memory_fabric.models import Turn

LIMIT = 1_000_000
FRESH_FILE = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""For laws that write a file anew for every example."""

E = TypeVar("E")


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def write_lines(path: Path, *lines: dict[str, Any] | str) -> Path:
    texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    return write(path, "".join(text + "\n" for text in texts))


def events(*paths: Path, format: str = "auto", project: str | None = None, limit: int = LIMIT) -> list[Event]:
    return list(read_paths(paths, format=format, project=project, max_text_bytes=limit))


def of(kind: type[E], found: Iterable[object]) -> list[E]:
    return [event for event in found if isinstance(event, kind)]


def turns(path: Path, format: str = "auto", project: str | None = None) -> list[Turn]:
    """Return the turns of a file in which nothing is wrong."""
    found = events(path, format=format, project=project)
    assert not of(Problem, found)
    return [event.turn for event in of(TurnRead, found)]


def texts(path: Path, format: str = "auto") -> list[str]:
    return [turn.text for turn in turns(path, format)]


def problems(path: Path, format: str = "auto") -> list[tuple[int | None, str]]:
    """Return line and reason of all that is wrong with a file."""
    found = of(Problem, events(path, format=format))
    assert all(problem.file == str(path) for problem in found)
    return [(problem.line, problem.reason) for problem in found]
