"""The commands. Each is thin over `Fabric`: options in, one call, output."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from memory_fabric.cli import options, patterns
from memory_fabric.cli.inputs import STANDARD_INPUT, check_document, read_object, read_text
from memory_fabric.cli.options import File, Graph, Host, Json, Namespace, Port, Project, Speaker
from memory_fabric.cli.output import (
    counted,
    tell,
    write,
    write_answer,
    write_error,
    write_extraction,
    write_json,
    write_parsed,
    written,
)
from memory_fabric.config import Settings
from memory_fabric.errors import EXIT_DONE, EXIT_PARTLY_FAILED, FabricError, InvalidInput
from memory_fabric.models import Turn
from memory_fabric.render import extraction_to_json, write_report_to_json
from memory_fabric.timestamps import now_utc

app = typer.Typer(
    name="memory-fabric",
    help="Remember who decided what, and why: text in, a knowledge graph out, plain questions answered.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(patterns.app, name="patterns")


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 partly failed, 2 wrong use, 3 graph unavailable."""
    # A pipeline is a million objects that stay: with the usual threshold the collector looks through them again and
    # again, at a third of the time that starting takes.
    gc.set_threshold(50_000, 20, 50)
    try:
        sys.exit(app(standalone_mode=True))
    except FabricError as error:
        write_error(error, as_json="--json" in sys.argv)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        sys.stderr.close()
        sys.exit(EXIT_DONE)


@app.command()
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

    with Fabric.open(_settings_without_graph(graph, namespace)) as fabric:
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


def _settings_without_graph(graph: str | None, namespace: str | None) -> Settings:
    """Return the settings for a command that needs no graph: the one that is set may be out of reach."""
    return options.settings_for_files(graph, namespace).model_copy(update={"graph": "memory:"})


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


@app.command()
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


@app.command()
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


@app.command()
def search(
    question: Annotated[str, typer.Argument(help="In plain words; an empty one gives the most recent memories.")],
    limit: Annotated[int | None, typer.Option("--limit", help="Most results given.")] = None,
    depth: Annotated[int, typer.Option("--depth", help="Steps to follow in the graph.")] = 2,
    now: Annotated[str | None, typer.Option("--now", metavar="TIME", help="What recency counts from.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="TIME", help="Said at this time or later.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="TIME", help="Said at this time or earlier.")] = None,
    speaker: Annotated[str | None, typer.Option("--speaker", help="Said by this one.")] = None,
    type: Annotated[str | None, typer.Option("--type", help="Mentions an entity of this type.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show every factor of the score.")] = False,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Answer a question with memories, best first.

    Example: memory-fabric search "What pagination approach did database-engineer recommend?"
    """
    from memory_fabric.fabric import Fabric
    from memory_fabric.search.render import response_to_json

    now_at = options.moment(now, "--now")
    since_at, until_at = options.moment(since, "--since"), options.moment(until, "--until", until=True)
    with Fabric.open(options.settings(graph, namespace)) as fabric:
        response = fabric.search(
            question,
            limit=limit,
            depth=depth,
            now=now_at,
            since=since_at,
            until=until_at,
            speaker=speaker,
            type=type,
            explain=explain,
        )
    if json:
        write_json(response_to_json(response))
    else:
        write_answer(response)


@app.command()
def parse(
    question: Annotated[str, typer.Argument(help="In plain words.")],
    now: Annotated[str | None, typer.Option("--now", metavar="TIME", help='What "last week" counts from.')] = None,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Show how a question is understood.

    Example: memory-fabric parse "What did Ana say about caching last week?"
    """
    from memory_fabric.fabric import Fabric
    from memory_fabric.search.render import parsed_to_json

    with Fabric.open(_settings_without_graph(graph, namespace)) as fabric:
        parsed = fabric.parse_query(question, now=options.moment(now, "--now"))
    if json:
        write_json(parsed_to_json(parsed))
    else:
        write_parsed(parsed)


@app.command()
def serve(
    host: Host = None,
    port: Port = None,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Serve the HTTP API until told to stop.

    Example: memory-fabric serve --port 8377
    """
    from memory_fabric.http.app import serve as serve_http

    serve_http(options.settings(graph, namespace, host=host, port=port))


@app.command()
def mcp(
    http: Annotated[bool, typer.Option("--http", help="Over streamable HTTP instead.")] = False,
    host: Host = None,
    port: Port = None,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Serve the graph to an MCP client over standard input and output, or to several over HTTP.

    Example: memory-fabric mcp --namespace shop
    """
    settings = options.settings(graph, namespace, host=host, port=port)
    if http:
        from memory_fabric.mcp_server.http import serve_http as serve_mcp
    else:
        from memory_fabric.mcp_server import serve_stdio as serve_mcp

        if host is not None or port is not None:
            raise InvalidInput("--host and --port", "are for --http")
    serve_mcp(settings)


@app.command()
def reindex(json: Json = False, graph: Graph = None, namespace: Namespace = None) -> None:
    """Rebuild the text index from the graph. It rebuilds itself when missing or damaged; this is for doubt.

    Example: memory-fabric reindex
    """
    from memory_fabric.graph.open import open_store

    settings = options.settings(graph, namespace)
    store = open_store(settings.graph, timeout=settings.graph_timeout)
    try:
        count = store.reindex()
    finally:
        store.close()
    if json:
        write_json({"memories": count})
    else:
        write(f"{counted(count, 'memory', 'memories')} indexed")


@app.command()
def doctor(json: Json = False, graph: Graph = None, namespace: Namespace = None) -> None:
    """Write, read, search and delete on the configured graph, and say how that went.

    Example: memory-fabric doctor --graph mcp+stdio:servers.json
    """
    from memory_fabric.cli.doctor import examine

    findings = examine(options.settings(graph, namespace))
    if json:
        write_json(findings)
    else:
        for name, value in findings.items():
            write(f"{name}: {value}")
