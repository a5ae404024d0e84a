"""Questions: answered, or shown as they are understood."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_fabric.cli import options
from memory_fabric.cli.options import Graph, Json, Namespace
from memory_fabric.cli.output import write_answer, write_json, write_parsed


def search(
    question: Annotated[str, typer.Argument(help="In plain words; an empty one gives the most recent memories.")],
    limit: Annotated[int | None, typer.Option("--limit", help="Most results given.")] = None,
    depth: Annotated[int, typer.Option("--depth", help="Steps to follow in the graph.")] = 2,
    now: Annotated[str | None, typer.Option("--now", metavar="TIME", help="What recency counts from.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="TIME", help="Said at this time or later.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="TIME", help="Said at this time or earlier.")] = None,
    speaker: Annotated[str | None, typer.Option("--speaker", help="Said by this one.")] = None,
    type: Annotated[str | None, typer.Option("--type", help="Mentions an entity of this type.")] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="The answer of this time, as the graph stood then.")
    ] = None,
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

    now_at, as_of_at = options.moment(now, "--now"), options.moment(as_of, "--as-of")
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
            as_of=as_of_at,
            explain=explain,
        )
    if json:
        write_json(response_to_json(response))
    else:
        write_answer(response)


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

    with Fabric.open(options.settings_without_graph(graph, namespace)) as fabric:
        parsed = fabric.parse_query(question, now=options.moment(now, "--now"))
    if json:
        write_json(parsed_to_json(parsed))
    else:
        write_parsed(parsed)
