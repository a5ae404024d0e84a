"""The command line as a whole. Each command is thin over `Fabric`: options in, one call, output."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

import typer

from memory_fabric.cli import by_hand, patterns, questions, running, texts, transfer
from memory_fabric.cli.output import write_error
from memory_fabric.errors import EXIT_DONE, FabricError

COMMANDS: dict[str, Callable[..., None]] = {
    "extract": texts.extract,
    "remember": texts.remember,
    "ingest": texts.ingest,
    "search": questions.search,
    "parse": questions.parse,
    "entity": by_hand.entity,
    "neighbours": by_hand.neighbours,
    "forget": by_hand.forget,
    "retract": by_hand.retract,
    "merge": by_hand.merge,
    "rename": by_hand.rename,
    "export": transfer.export,
    "import": transfer.import_,
    "serve": running.serve,
    "mcp": running.mcp,
    "doctor": running.doctor,
    "reindex": running.reindex,
}

app = typer.Typer(
    name="memory-fabric",
    help="Remember who decided what, and why: text in, a knowledge graph out, plain questions answered.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for name, command in COMMANDS.items():
    app.command(name)(command)
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
