"""The command line: `memory-fabric`. JSON and answers on standard output, progress and errors on standard error."""

from memory_fabric.cli.app import main

__all__ = ["main"]
