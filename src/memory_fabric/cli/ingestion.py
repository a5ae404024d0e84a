"""`ingest`: transcripts into the graph, or, as a dry run, onto the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from memory_fabric.cli.output import counted, tell, write, write_json, written
from memory_fabric.cli.progress import ProgressBar
from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.ingest.events import Problem, TurnRead
from memory_fabric.ingest.runner import IngestReport, read_paths
from memory_fabric.models import Turn
from memory_fabric.timestamps import format_timestamp


def ingest_command(
    paths: Sequence[Path], settings: Settings, *, format: str, project: str | None, dry_run: bool, as_json: bool
) -> bool:
    """Ingest, print the summary, and return whether everything could be read."""
    if dry_run:
        return _show_turns(paths, settings, format=format, project=project, as_json=as_json)
    with Fabric.open(settings) as fabric:
        report = fabric.ingest(paths, format=format, project=project, progress=ProgressBar("ingest"))
    for problem in report.problems:
        tell(f"skipped {problem}")
    if as_json:
        write_json({**asdict(report), "problems": [asdict(problem) for problem in report.problems]})
    else:
        write(summary(report))
    return report.ok


def summary(report: IngestReport) -> str:
    """Return what an ingestion did, in one line."""
    passed_over = "".join(
        f", {count} {what}"
        for count, what in (
            (report.skipped, "skipped"),
            (report.empty, "empty"),
            (report.unrecognised, "files not recognised"),
        )
        if count
    )
    done = written(report.added, report.known, report.entities_added, report.relations_added, report.relations_ended)
    return f"{counted(report.turns, 'turn')} in {counted(report.files, 'file')}{passed_over}: {done}"


def _show_turns(paths: Sequence[Path], settings: Settings, *, format: str, project: str | None, as_json: bool) -> bool:
    turns, ok = 0, True
    for event in read_paths(paths, format=format, project=project, max_text_bytes=settings.max_text_bytes):
        if isinstance(event, TurnRead):
            turns += 1
            if as_json:
                write_json(turn_to_json(event.turn))
        elif isinstance(event, Problem):
            ok = False
            tell(f"skipped {event}")
    if not as_json:
        write(f"{counted(turns, 'turn')} would be ingested")
    return ok


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """Return a turn in the generic transcript format."""
    return {
        "id": turn.id,
        "speaker": turn.speaker,
        "text": turn.text,
        "timestamp": format_timestamp(turn.timestamp),
        "session": turn.session,
    }
