"""The graph by hand: looked at, taken back, put right."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memory_fabric.cli import options
from memory_fabric.cli.options import Graph, Json, Namespace
from memory_fabric.cli.output import counted, relation_line, write, write_json
from memory_fabric.errors import EXIT_DONE, InvalidInput
from memory_fabric.models import EntityRecord, ForgetReport, Selection
from memory_fabric.render import edge_to_json, entity_to_json, forget_report_to_json
from memory_fabric.text import one_line

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

_SHOWN = 5

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name, alias or spelling variant.")]


def entity(name: Name, json: Json = False, graph: Graph = None, namespace: Namespace = None) -> None:
    """Show an entity: its type, its other names, and how many memories mention it.

    Example: memory-fabric entity Postgres
    """
    from memory_fabric.fabric import Fabric

    with Fabric.open(options.settings(graph, namespace)) as fabric:
        _write_entity(fabric.entity(name), as_json=json)


def neighbours(
    name: Name,
    depth: Annotated[int, typer.Option("--depth", min=0, help="Steps to follow in the graph.")] = 1,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="As the graph stood at this time.")
    ] = None,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Show the relations around an entity, nearest first, those that hold before those that do not.

    Example: memory-fabric neighbours auth-service --as-of 2026-01-15
    """
    from memory_fabric.fabric import Fabric

    at = options.moment(as_of, "--as-of")
    with Fabric.open(options.settings(graph, namespace)) as fabric:
        edges = fabric.neighbours(name, depth=depth, as_of=at)
    if json:
        write_json({"relations": [edge_to_json(edge) for edge in edges]})
    else:
        for edge in edges:
            write(relation_line(edge))


def forget(
    entity: Annotated[str | None, typer.Option("--entity", help="What mentions this.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="What was read there.")] = None,
    speaker: Annotated[str | None, typer.Option("--speaker", help="What this one said.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="What belongs to this conversation.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would go, and remove nothing.")] = False,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Remove memories for good, with all that only they tell. Several options must all fit. Shows them and asks first.

    Example: memory-fabric forget --speaker Ana --session stand-up
    """
    from memory_fabric.fabric import Fabric

    what = Selection(entity, source, session, speaker)
    with Fabric.open(options.settings(graph, namespace)) as fabric:
        if dry_run:
            _show_selected(fabric, what, as_json=json)
            return
        if not yes and not _agreed(fabric, what, as_json=json):
            raise typer.Exit(EXIT_DONE)
        report = fabric.forget(what)
    if json:
        write_json(forget_report_to_json(report))
    else:
        write(forgotten(report))


def retract(
    from_: Annotated[str, typer.Argument(metavar="FROM", help="What the relation starts from.")],
    relation: Annotated[str, typer.Argument(metavar="RELATION", help="Its type: uses, owns, depends_on, …")],
    to: Annotated[str, typer.Argument(metavar="TO", help="What it leads to.")],
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it ended; now by default.")] = None,
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """End a relation that holds, and keep it as history.

    Example: memory-fabric retract auth-service uses MySQL --at 2026-01-15
    """
    from memory_fabric.fabric import Fabric

    ended = options.moment(at, "--at")
    with Fabric.open(options.settings(graph, namespace)) as fabric:
        count = fabric.retract(from_, relation, to, at=ended)
    if json:
        write_json({"retracted": count})
    else:
        write(f"{counted(count, 'relation')} ended")


def merge(
    name: Name,
    into: Annotated[str, typer.Argument(metavar="INTO", help="What it really is.")],
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Make two entities one. The name that goes stays as an alias.

    Example: memory-fabric merge login-service auth-service
    """
    from memory_fabric.fabric import Fabric

    with Fabric.open(options.settings(graph, namespace)) as fabric:
        _write_entity(fabric.merge(name, into), as_json=json)


def rename(
    name: Name,
    to: Annotated[str, typer.Argument(metavar="TO", help="What it is to be called.")],
    json: Json = False,
    graph: Graph = None,
    namespace: Namespace = None,
) -> None:
    """Give an entity another name. The old one stays as an alias.

    Example: memory-fabric rename auth-service identity-service
    """
    from memory_fabric.fabric import Fabric

    with Fabric.open(options.settings(graph, namespace)) as fabric:
        _write_entity(fabric.rename(name, to), as_json=json)


def forgotten(report: ForgetReport) -> str:
    """Return what was removed, in words."""
    names = f" ({', '.join(report.entities[:_SHOWN])}{', …' if len(report.entities) > _SHOWN else ''})"
    return (
        f"{counted(len(report.memories), 'memory', 'memories')}, {counted(report.origins, 'origin')}, "
        f"{counted(len(report.entities), 'entity', 'entities')}{names if report.entities else ''} and "
        f"{counted(report.relations, 'relation')} forgotten"
    )


def is_asked_at_a_terminal() -> bool:
    """Whether there is a person who can answer."""
    return sys.stdin.isatty()


def _agreed(fabric: Fabric, what: Selection, *, as_json: bool) -> bool:
    if as_json or not is_asked_at_a_terminal():
        raise InvalidInput("--yes", "there is nobody to ask here; say --yes, or --dry-run to see what would go")
    _show_selected(fabric, what, as_json=False)
    return typer.confirm("Forget for good?", err=True)


def _show_selected(fabric: Fabric, what: Selection, *, as_json: bool) -> None:
    """Print the memories that are selected: all as JSON, the first of them for people."""
    ids: list[str] = []
    lines: list[str] = []
    for memory in fabric.selected(what):
        ids.append(memory.id)
        if len(lines) < _SHOWN:
            lines.append(one_line(memory.text))
    if as_json:
        write_json({"memories": ids})
        return
    write(f"{counted(len(ids), 'memory', 'memories')} selected")
    for line in lines:
        write(f"  {line}")
    if len(ids) > len(lines):
        write(f"  and {len(ids) - len(lines)} more")


def _write_entity(record: EntityRecord, *, as_json: bool) -> None:
    if as_json:
        write_json(entity_to_json(record))
        return
    write(f"{record.name} ({record.type}), {counted(record.memory_count, 'memory', 'memories')}")
    if record.aliases:
        write(f"  also called {', '.join(record.aliases)}")
