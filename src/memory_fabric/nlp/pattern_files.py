"""Reading pattern files: JSON Lines in, rows out, and everything that is wrong with a line, with its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from memory_fabric.errors import PatternError
from memory_fabric.nlp.rows import Row, row_from

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """A row with its place. `layer` counts the folders, from the shipped one on."""

    file: Path
    number: int
    layer: int
    row: Row

    def error(self, reason: str) -> PatternError:
        """Return the error that this line is wrong."""
        return PatternError(str(self.file), self.number, reason)

    @property
    def place(self) -> str:
        """Where it stands, for a message about another line."""
        return f"{self.file.name}, line {self.number}"


def read_folder(folder: Path, layer: int = 0) -> Iterator[Line | PatternError]:
    """Yield every row of the `*.jsonl` files of a folder in order of file name, and every fault in its place."""
    if not folder.is_dir():
        yield PatternError(str(folder), None, "is no folder")
        return
    for file in sorted(folder.glob("*.jsonl")):
        try:
            data = file.read_bytes()
        except OSError as error:
            yield PatternError(str(file), None, f"cannot be read: {error.strerror}")
            continue
        for number, raw in enumerate(data.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), start=1):
            if not raw.strip():
                continue
            try:
                row = row_from(json.loads(raw.decode("utf-8"), object_pairs_hook=_without_repeats))
            except UnicodeDecodeError as error:
                yield PatternError(str(file), number, f"is not UTF-8 text: {error.reason} at byte {error.start}")
            except (ValueError, RecursionError) as error:
                yield from (PatternError(str(file), number, reason) for reason in _reasons(error))
            else:
                yield Line(file, number, layer, row)


def _without_repeats(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice")
        found[key] = value
    return found


def _reasons(error: ValueError | RecursionError) -> Iterator[str]:
    if isinstance(error, json.JSONDecodeError):
        yield f"is not JSON: {error.msg} (column {error.colno})"
    elif isinstance(error, ValidationError):
        for fault in error.errors(include_url=False):
            where = ".".join(str(part) for part in fault["loc"]) or "the line"
            what = "is no key of such a line" if fault["type"] == "extra_forbidden" else fault["msg"]
            yield f"{where}: {what.removeprefix('Value error, ')}"
    elif isinstance(error, RecursionError):
        yield "is not JSON: nested too deeply"
    else:
        yield str(error)
