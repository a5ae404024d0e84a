"""What the commands read: text files and standard input, in whatever encoding they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memory_fabric.errors import InvalidInput

STANDARD_INPUT = Path("-")


def read_text(path: Path | None) -> str:
    """Return the text of a file, or of standard input for None and `-`.

    Raises:
        InvalidInput: the file cannot be read, or is not UTF-8; names it.
    """
    from_stdin = path is None or path == STANDARD_INPUT
    name = "standard input" if from_stdin else str(path)
    try:
        data = sys.stdin.buffer.read() if path is None or from_stdin else path.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput("file", f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidInput("file", f"{name} is not UTF-8 text: byte {error.start} is wrong") from error


def read_object(line: str) -> dict[str, Any]:
    """Return a line of `extract --jsonl` as the object that it holds.

    Raises:
        InvalidInput: it holds none.
    """
    try:
        document = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InvalidInput("line", f"is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise InvalidInput("line", "is no JSON object")
    return document


def check_document(document: Mapping[str, Any]) -> None:
    """Check that a document has a text, and that speaker and project are names where they are there.

    Raises:
        InvalidInput: a field is wrong; names it.
    """
    if not isinstance(document.get("text"), str):
        raise InvalidInput("text", "is missing or no string")
    for field in ("speaker", "project"):
        if not isinstance(document.get(field), str | None):
            raise InvalidInput(field, "is no string")
