"""Writing a namespace to a file, which is there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.transfer.formats import EXPORT_FORMATS, JSONL, json_line
from memory_fabric.graph.transfer.memory_file import memory_file
from memory_fabric.graph.transfer.records import header, record_to_json
from memory_fabric.ingest.runner import Progress
from memory_fabric.models import EntityRecord, GraphRecord, Memory, RelationRecord


@dataclass(frozen=True, slots=True)
class ExportReport:
    """How much was exported. `relations` counts past ones too, also where the format leaves them out."""

    entities: int = 0
    memories: int = 0
    relations: int = 0


def export_records(
    records: Iterable[GraphRecord],
    out: BinaryIO,
    *,
    format: str,
    namespace: str,
    plain: bool = False,
    progress: Progress | None = None,
) -> ExportReport:
    """Write what a graph's `dump` yields to `out`, a line a record, in one of `EXPORT_FORMATS`.

    `plain` leaves origins out of the observations of `memory-jsonl`. `progress` counts records.

    Raises:
        InvalidInput: `format` is not known, or `plain` is asked of our own.
        OSError: `out` cannot be written.
    """
    check_format(format, plain=plain)
    counts: Counter[type] = Counter()

    def counted() -> Iterator[GraphRecord]:
        for record in records:
            counts[type(record)] += 1
            yield record
            if progress:
                progress.advance(1)

    if format == JSONL:
        out.write(json_line(header(namespace)) + b"\n")
        for record in counted():
            out.write(json_line(record_to_json(record)) + b"\n")
    else:
        # As the server has it: a line end between lines, and none at the end.
        for number, line in enumerate(memory_file(counted(), plain=plain)):
            out.write(b"\n" + json_line(line) if number else json_line(line))
    return ExportReport(counts[EntityRecord], counts[Memory], counts[RelationRecord])


def check_format(format: str, *, plain: bool) -> None:
    """Raise InvalidInput where there is no such format, or it has nothing to leave out."""
    if format not in EXPORT_FORMATS:
        raise InvalidInput("format", f"{format!r} is none of {', '.join(EXPORT_FORMATS)}")
    if plain and format == JSONL:
        raise InvalidInput("plain", f"is for memory-jsonl; {JSONL} always tells everything")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write, which takes the place of `path` at the end if nothing failed. What was there stays there
    until then, and for good if something fails. A device or a pipe is written to as it is.

    Raises:
        InvalidInput: it cannot be written; says why.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        target = path.resolve()  # a link stays, what it points to is replaced
        beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
        try:
            with beside.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.replace(target)
        except BaseException:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise InvalidInput("output", f"{path} cannot be written: {error.strerror}") from error


def _sync_folder(folder: Path) -> None:
    """Make a renaming last through a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
