"""What clients write on standard input, as JSON that can be read.

A client in JavaScript that cuts a text in the middle of an emoji sends half of it, as the escape of a lone surrogate.
JavaScript reads that; the `mcp` package cannot, and drops such a line without an answer, for which the client would
then wait in vain.
"""

from __future__ import annotations

import re
import sys
from io import TextIOWrapper
from typing import IO, TextIO, cast

import anyio

# An escaped backslash and a whole pair are looked at only so that no half of them is.
_ESCAPE = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def mended(line: str) -> str:
    """Return a line of JSON with U+FFFD for each escape of half a character."""
    if "\\ud" not in line and "\\uD" not in line:
        return line
    return _ESCAPE.sub(lambda escape: r"\ufffd" if escape["lone"] else escape[0], line)


def standard_input() -> anyio.AsyncFile[str]:
    """Return the lines of this process's standard input, mended."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return anyio.AsyncFile(cast(IO[str], _MendedLines(sys.stdin)))


class _MendedLines:
    """As much of a file as `stdio_server` asks for: its lines."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines

    def readline(self) -> str:
        return mended(self._lines.readline())
