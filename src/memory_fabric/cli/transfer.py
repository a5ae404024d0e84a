"""All of a namespace out to a file, and in again."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from memory_fabric.cli import options
from memory_fabric.cli.inputs import STANDARD_INPUT
from memory_fabric.cli.options import Graph, Json, Namespace
from memory_fabric.cli.output import as_json_line, counted, tell, write
from memory_fabric.cli.progress import ProgressBar
from memory_fabric.errors import EXIT_PARTLY_FAILED


def export(
    format: Annotated[
        str,
        typer.Option("--format", help="jsonl, which holds all, or memory-jsonl, the file of an MCP memory server."),
    ] = "jsonl",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; standard output by default.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Leave the origins out of the observations of memory-jsonl.")
    ] = False,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Write all of a namespace as JSON Lines. A file is replaced only when all of the new one is there.

    With --output the summary is on standard output, otherwise on standard error.

    Example: memory-fabric export --format memory-jsonl --output memory.jsonl
    """
    from memory_fabric.fabric import Fabric

    to_stdout = output is None or output == STANDARD_INPUT
    with Fabric.open(options.settings(graph, namespace)) as fabric:
        progress = ProgressBar("export", unit=" records")
        try:
            target = sys.stdout.buffer if to_stdout or output is None else output
            report = fabric.export(target, format=format, plain=plain, progress=progress)
        finally:
            progress.close()
    sys.stdout.flush()
    say = tell if to_stdout else write
    if json:
        say(as_json_line(asdict(report)))
    else:
        say(
            f"{counted(report.memories, 'memory', 'memories')}, {counted(report.entities, 'entity', 'entities')} and "
            f"{counted(report.relations, 'relation')} exported"
        )


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE|-", help="An export, or an MCP memory server's memory.jsonl.")],
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Read a file that export wrote, or the reference MCP memory server's own, into the graph. Again changes nothing.

    A line that cannot be read is named, and the rest is imported.

    Example: memory-fabric import ~/memory.jsonl
    """
    from memory_fabric.fabric import Fabric

    name = "standard input" if file == STANDARD_INPUT else str(file)
    with _as_file(file) as path, Fabric.open(options.settings(graph, namespace)) as fabric:
        report = fabric.import_(path, name=name, progress=ProgressBar("import"))
    for problem in report.problems:
        tell(f"skipped {problem}")
    if json:
        write(as_json_line(asdict(report)))
    else:
        skipped = f", {counted(report.skipped, 'line')} skipped" if report.skipped else ""
        write(
            f"{counted(report.added, 'memory', 'memories')} added, {report.known} known; "
            f"{counted(report.entities_added, 'entity', 'entities')} and "
            f"{counted(report.relations_added, 'relation')} added{skipped}"
        )
    if not report.ok:
        raise typer.Exit(EXIT_PARTLY_FAILED)


@contextmanager
def _as_file(file: Path) -> Iterator[Path]:
    """Give a file that can be read more than once, where standard input cannot."""
    if file != STANDARD_INPUT:
        yield file
        return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.flush()
        yield Path(copy.name)
