"""Text in: read, remembered, ingested."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from memory_fabric.cli import options
from memory_fabric.cli.inputs import STANDARD_INPUT, check_document, read_object, read_text
from memory_fabric.cli.options import File, Graph, Json, Namespace, Project, Speaker
from memory_fabric.cli.output import tell, write, write_error, write_extraction, write_json, written
from memory_fabric.errors import EXIT_PARTLY_FAILED, FabricError
from memory_fabric.models import Turn
from memory_fabric.render import extraction_to_json, write_report_to_json
from memory_fabric.timestamps import now_utc


def extract(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE…|-]", help="Text files; standard input by default.")
    ] = None,
    jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help='Read a document a line, {"id","text","speaker","project"}; print one a line.'),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the rule behind each relation, and the words that it matched.")
    ] = False,
    speaker: Speaker = None,
    project: Project = None,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Read entities and relations out of text. Writes nothing.

    Example: echo "Ana chose PostgreSQL over MongoDB." | memory-fabric extract
    """
    from memory_fabric.fabric import Fabric

    with Fabric.open(options.settings_without_graph(graph, namespace)) as fabric:
        failed = False
        for file in files or [STANDARD_INPUT]:
            try:
                text = read_text(file)
            except FabricError as error:
                if len(files or ()) < 2:
                    raise
                write_error(error, as_json=json)
                failed = True
                continue
            if jsonl:
                failed = not _extract_lines(fabric, text, str(file), speaker, project, explain=explain) or failed
                continue
            extraction = fabric.extract(text, speaker=speaker, project=project)
            if json:
                write_json(extraction_to_json(extraction, explain=explain))
            else:
                write_extraction(extraction, explain=explain)
    if failed:
        raise typer.Exit(EXIT_PARTLY_FAILED)


def _extract_lines(
    fabric: Any, text: str, name: str, speaker: str | None, project: str | None, *, explain: bool
) -> bool:
    """Extract a document a line; a wrong line is named, answered with its error, and the rest is done."""
    done = True
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        document: dict[str, Any] = {}
        try:
            document = read_object(line)
            check_document(document)
            extraction = fabric.extract(
                document["text"],
                speaker=document.get("speaker") or speaker,
                project=document.get("project") or project,
            )
            write_json({"id": document.get("id"), **extraction_to_json(extraction, explain=explain)})
        except FabricError as error:
            done = False
            tell(f"{name}, line {number}: {error.detail}")
            write_json({"id": document.get("id"), "error": error.to_problem()})
    return done


def remember(
    file: File = None,
    source: Annotated[str | None, typer.Option("--source", help="Where it was read.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="Which conversation it belongs to.")] = None,
    speaker: Speaker = None,
    project: Project = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="When it was said, ISO 8601; now by default.")
    ] = None,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Extract from a text and write what it says to the graph.

    Example: echo "We decided to use Kafka." | memory-fabric remember --speaker Ana --project shop
    """
    from memory_fabric.fabric import Fabric

    text = read_text(file)
    timestamp = options.moment(at, "--at") or now_utc()
    with Fabric.open(options.settings_for_files(graph, namespace)) as fabric:
        turn = Turn(text, speaker=speaker, timestamp=timestamp, session=session, source=source, project=project)
        report = fabric.remember([turn])
    if json:
        write_json(write_report_to_json(report))
    else:
        counts = (report.entities_added, report.relations_added, report.relations_ended)
        write(written(len(report.added), len(report.known), *counts))


def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Transcripts, or folders of them.")],
    format: Annotated[str, typer.Option("--format", help="auto, jsonl, claude-code or webvtt.")] = "auto",
    project: Project = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; with --json print the turns.")] = False,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Read transcripts into the graph, each turn once however often it is ingested.

    Example: memory-fabric ingest ~/.claude/projects --project shop
    """
    from memory_fabric.cli.ingestion import ingest_command

    settings = options.settings_for_files(graph, namespace)
    if not ingest_command(paths, settings, format=format, project=project, dry_run=dry_run, as_json=json):
        raise typer.Exit(EXIT_PARTLY_FAILED)
