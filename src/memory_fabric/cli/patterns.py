"""`patterns`: pattern files of one's own, checked before a service starts with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from memory_fabric.cli import options
from memory_fabric.cli.options import Json
from memory_fabric.cli.output import counted, write, write_json
from memory_fabric.errors import EXIT_PARTLY_FAILED, InvalidInput

app = typer.Typer(help="Pattern files of your own, over the shipped ones.", no_args_is_help=True)


@app.command()
def check(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", help="What to check; MEMORY_FABRIC_PATTERNS, or the shipped files."),
    ] = None,
    json: Json = False,
) -> None:
    """Find what is wrong with pattern files, and what in them can never match, with file and line.

    Exit codes: 0 nothing to mend (notes are no faults), 1 errors or warnings, 2 wrong use.

    Example: memory-fabric patterns check examples/patterns
    """
    from memory_fabric.nlp.lint import check as check_layers
    from memory_fabric.nlp.patterns import Layers
    from memory_fabric.nlp.pipeline import load_pipeline
    from memory_fabric.nlp.worker import NlpWorker
    from memory_fabric.resources import resource_folder

    shipped = resource_folder("patterns")
    chosen = folder or options.settings().patterns or shipped
    if not chosen.is_dir():
        raise InvalidInput("folder", f"{chosen} is no folder")
    layers = Layers([shipped] if chosen.resolve() == shipped.resolve() else [shipped, chosen])
    worker = NlpWorker(load_pipeline(layers.patterns()))
    try:
        findings = check_layers(layers, worker)
    finally:
        worker.close()
    counts = Counter(finding.level for finding in findings)
    if json:
        write_json(
            {
                "folder": str(chosen),
                "rows": len(layers.uppermost()),
                "errors": counts["error"],
                "warnings": counts["warning"],
                "notes": counts["note"],
                "findings": [
                    {"file": found.file, "line": found.line, "level": found.level, "message": found.message}
                    for found in findings
                ],
            }
        )
    else:
        for found in findings:
            place = found.file if found.line is None else f"{found.file}:{found.line}"
            write(f"{place}: {found.level}: {found.message}")
        write(
            f"{counted(len(layers.uppermost()), 'row')} in {chosen}: {counted(counts['error'], 'error')}, "
            f"{counted(counts['warning'], 'warning')}, {counted(counts['note'], 'note')}"
        )
    if counts["error"] or counts["warning"]:
        raise typer.Exit(EXIT_PARTLY_FAILED)
