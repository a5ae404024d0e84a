"""Reading a file back into a graph: ours or the reference server's, told apart by what is in it.

A line that cannot be read is named and passed over, and the rest is imported. Records go to the graph in batches, so
that other writers get their turn; each is there once however often it is imported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from memory_fabric.errors import InvalidInput, TranscriptError
from memory_fabric.graph.transfer.formats import JSONL, MEMORY_JSONL
from memory_fabric.graph.transfer.memory_lines import EntityLine, RelationLine, linked, read_line, records_of
from memory_fabric.graph.transfer.records import FORMAT, VERSION, record_from_json
from memory_fabric.ingest.events import Problem
from memory_fabric.ingest.lines import BadLine, JsonLine, TextFile, json_objects
from memory_fabric.ingest.runner import MAX_PROBLEMS, Progress
from memory_fabric.models import GraphRecord, RelationRecord, WriteReport
from memory_fabric.text import scrub_json, spelling_key

BATCH = 1_000
"""Records handed to the graph at once."""

_MAX_LINE_CHARS = 1 << 30  # one line of the reference server's holds all that is known of an entity


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did. `format` is what the file was taken for.

    `skipped` lines could not be taken; the first `MAX_PROBLEMS` of them are in `problems`.
    """

    format: str
    added: int = 0
    known: int = 0
    entities_added: int = 0
    relations_added: int = 0
    skipped: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything was taken."""
        return self.skipped == 0


def import_file(
    path: Path,
    restore: Callable[[Iterable[GraphRecord]], WriteReport],
    *,
    canonical: Callable[[str], str] = str,
    name: str | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Read a file and hand its records to `restore`, at most `BATCH` at once. `name` is what problems call the file;
    `progress` counts bytes read. What is `canonical` for the names in the reference server's file is asked for each.

    Raises:
        InvalidInput: the file cannot be read, is in neither format, or is of a newer version of ours.
        FabricError: whatever `restore` raises; the batches before stay imported.
    """
    reader = _Reader(path, name or str(path), canonical, progress)
    counts: Counter[str] = Counter()
    try:
        format, records = reader.read()
        while batch := list(islice(records, BATCH)):
            report = restore(batch)
            counts.update(
                added=len(report.added),
                known=len(report.known),
                entities_added=report.entities_added,
                relations_added=report.relations_added,
            )
    except TranscriptError as error:
        raise InvalidInput("file", f"{reader.name} {error.detail}") from error
    except OSError as error:
        raise InvalidInput("file", f"{reader.name} cannot be read: {error.strerror}") from error
    finally:
        reader.close()
    return ImportReport(format, skipped=len(reader.faults), problems=reader.problems(), **counts)


class _Reader:
    """One file: ours record by record, the reference server's as a whole, for its memories stand under entities."""

    def __init__(self, path: Path, name: str, canonical: Callable[[str], str], progress: Progress | None) -> None:
        self.name = name
        self._canonical = canonical
        self.faults: dict[int, str] = {}  # by line
        self._file = TextFile(path, _MAX_LINE_CHARS)
        self._size = path.stat().st_size if path.is_file() else 0
        self._progress = progress

    def read(self) -> tuple[str, Iterator[GraphRecord]]:
        """Return the format of the file, and what it holds."""
        format = self._format()
        if self._progress:
            self._progress.start(self._size)
        return format, self._own() if format == JSONL else records_of(self._reference())

    def problems(self) -> tuple[Problem, ...]:
        """Return the first of what could not be read."""
        return tuple(Problem(self.name, line, self.faults[line]) for line in sorted(self.faults)[:MAX_PROBLEMS])

    def close(self) -> None:
        """Leave the progress as it is."""
        if self._progress:
            self._progress.close()

    def _format(self) -> str:
        """Return what the first line that tells says."""
        is_empty = True
        with closing(iter(self._file)) as lines:
            for line in json_objects(lines):
                is_empty = False
                if isinstance(line, BadLine):
                    continue
                if "format" in line.value:
                    _check_header(self.name, line)
                    return JSONL
                if "record" in line.value:
                    return JSONL
                if line.value.get("type") in ("entity", "relation"):
                    return MEMORY_JSONL
        if is_empty:
            return MEMORY_JSONL  # the server's file of an empty graph
        raise InvalidInput(
            "file", f"{self.name} is neither an export of memory-fabric nor a memory.jsonl of an MCP memory server"
        )

    def _own(self) -> Iterator[GraphRecord]:
        for line in self._lines():
            if "format" in line.value:
                continue
            try:
                record = record_from_json(line.value)
            except InvalidInput as error:
                self.faults[line.number] = error.detail
                continue
            if isinstance(record, RelationRecord) and _is_reflexive(record):
                self.faults[line.number] = _reflexive(record.edge.from_)
            else:
                yield record

    def _reference(self) -> Iterator[EntityLine | RelationLine]:
        for line in self._lines():
            try:
                told = linked(read_line(line.value), self._canonical)
            except InvalidInput as error:
                self.faults[line.number] = error.detail
                continue
            if isinstance(told, RelationLine) and told.is_reflexive:
                self.faults[line.number] = _reflexive(told.from_)
            else:
                yield told

    def _lines(self) -> Iterator[JsonLine]:
        shown = 0
        with closing(iter(self._file)) as lines:
            for line in json_objects(lines):
                if isinstance(line, BadLine):
                    self.faults[line.number] = line.reason
                else:
                    yield JsonLine(line.number, scrub_json(line.value))
                if self._progress and self._file.position > shown:
                    self._progress.advance(self._file.position - shown)
                    shown = self._file.position


def _is_reflexive(record: RelationRecord) -> bool:
    return spelling_key(record.edge.from_) == spelling_key(record.edge.to)


def _reflexive(name: str) -> str:
    return f"relates {name!r} to itself, which no graph of ours keeps"


def _check_header(name: str, line: JsonLine) -> None:
    format, version = line.value["format"], line.value.get("version")
    if format != FORMAT:
        raise InvalidInput("file", f"{name} is in the format {format!r}, which is not known")
    if version != VERSION:
        raise InvalidInput("file", f"{name} is of version {version!r}; this memory-fabric reads version {VERSION}")
