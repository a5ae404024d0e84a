"""Options that more than one command has, each defined once."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from memory_fabric.config import ENV_PREFIX, Settings
from memory_fabric.errors import InvalidInput

Graph = Annotated[
    str | None, typer.Option("--graph", metavar="URL", help="Graph to work on, instead of MEMORY_FABRIC_GRAPH.")
]
Namespace = Annotated[
    str | None, typer.Option("--namespace", metavar="NAME", help="Whose memories, instead of MEMORY_FABRIC_NAMESPACE.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output.")]
Speaker = Annotated[str | None, typer.Option("--speaker", help="Who says it: who I, me and my are.")]
Project = Annotated[str | None, typer.Option("--project", help="What it is about: who we, us and our are.")]
Host = Annotated[str | None, typer.Option("--host", help="Address to bind to.")]
Port = Annotated[int | None, typer.Option("--port", help="Port to bind to; 0 takes a free one.")]
File = Annotated[Path | None, typer.Argument(metavar="[FILE|-]", help="A text file; standard input by default.")]


# The limit on texts protects a service from its callers; files of one's own are taken whole.
_OWN_TEXT_BYTES = 100_000_000


def settings_for_files(graph: str | None, namespace: str | None) -> Settings:
    """Return the settings for a command that reads files: a text may be as long as it is, unless a limit is set."""
    chosen = settings(graph, namespace)
    if "max_text_bytes" in chosen.model_fields_set:
        return chosen
    return chosen.model_copy(update={"max_text_bytes": _OWN_TEXT_BYTES})


def settings_without_graph(graph: str | None, namespace: str | None) -> Settings:
    """Return the settings for a command that needs no graph: the one that is set may be out of reach."""
    return settings_for_files(graph, namespace).model_copy(update={"graph": "memory:"})


def settings(graph: str | None = None, namespace: str | None = None, **others: Any) -> Settings:
    """Return the settings from the environment with the options that were given over them.

    Raises:
        InvalidInput: one of them is wrong; names the environment variable.
    """
    given = {"graph": graph, "namespace": namespace, **others}
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0])
        raise InvalidInput(ENV_PREFIX + name.upper(), first["msg"]) from error


def moment(value: str | None, option: str, *, until: bool = False) -> datetime | None:
    """Return the time that an option tells; as the end of a period a bare date means the whole day.

    Raises:
        InvalidInput: it tells none; names the option.
    """
    from memory_fabric.periods import parse_until
    from memory_fabric.timestamps import parse_timestamp

    return parse_until(value, option) if until else parse_timestamp(value, option)
