"""The runner: files in, batches of turns to whoever remembers them, a report of what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from memory_fabric.errors import InvalidInput, TooLarge, TranscriptError
from memory_fabric.ingest.detect import detect_format
from memory_fabric.ingest.events import EmptyTurn, Event, FileOpened, Problem, TurnRead, Unrecognised
from memory_fabric.ingest.files import FoundFile, find_files
from memory_fabric.ingest.lines import TextFile
from memory_fabric.ingest.readers import READERS
from memory_fabric.ingest.transcript import Transcript
from memory_fabric.models import Turn, WriteReport
from memory_fabric.text import scrub, scrubbed

AUTO = "auto"
FORMATS = (AUTO, *READERS)
MAX_PROBLEMS = 100


class Progress(Protocol):
    """Something that shows how far an ingestion is, in bytes read."""

    def start(self, total: int) -> None:
        """All files together have `total` bytes."""
        ...

    def advance(self, amount: int) -> None:
        """Another `amount` bytes were read."""
        ...

    def close(self) -> None:
        """Nothing more comes."""
        ...


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingestion did.

    `files` were read, `formats` says how many of each format; `unrecognised` ones in folders were passed
    over, as were `empty` turns. `turns` were remembered: `added` and `known` count their memories. `skipped`
    lines, turns and files could not be taken; the first `MAX_PROBLEMS` of them are in `problems`.
    """

    files: int = 0
    formats: Mapping[str, int] = field(default_factory=dict)
    unrecognised: int = 0
    turns: int = 0
    empty: int = 0
    added: int = 0
    known: int = 0
    entities_added: int = 0
    relations_added: int = 0
    relations_ended: int = 0
    skipped: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything that was to be read was read."""
        return self.skipped == 0


def ingest_paths(
    paths: Iterable[Path],
    remember: Callable[[Sequence[Turn]], WriteReport],
    *,
    format: str = AUTO,
    project: str | None = None,
    batch_size: int,
    max_text_bytes: int,
    progress: Progress | None = None,
) -> IngestReport:
    """Read transcripts and hand their turns on, at most `batch_size` turns or `max_text_bytes` at once.

    Raises:
        InvalidInput: a path does not exist, or `format` is not known; nothing was read.
        FabricError: whatever `remember` raises; the batches before stay remembered.
    """
    counts: Counter[str] = Counter()
    formats: Counter[str] = Counter()
    problems: list[Problem] = []
    batch: list[Turn] = []
    batch_bytes = 0

    def flush() -> None:
        if batch:
            counts.update(_counts(remember(tuple(batch)), len(batch)))
            batch.clear()

    with closing(
        read_paths(paths, format=format, project=project, max_text_bytes=max_text_bytes, progress=progress)
    ) as events:
        for event in events:
            match event:
                case TurnRead(turn):
                    size = _size(turn.text)
                    if len(batch) == batch_size or batch_bytes + size > max_text_bytes:
                        flush()
                        batch_bytes = 0
                    batch.append(turn)
                    batch_bytes += size
                case FileOpened(_, name):
                    formats[name] += 1
                case Unrecognised():
                    counts["unrecognised"] += 1
                case EmptyTurn():
                    counts["empty"] += 1
                case Problem():
                    counts["skipped"] += 1
                    if len(problems) < MAX_PROBLEMS:
                        problems.append(event)
        flush()
    return IngestReport(files=formats.total(), formats=dict(formats), problems=tuple(problems), **counts)


def read_paths(
    paths: Iterable[Path],
    *,
    format: str = AUTO,
    project: str | None = None,
    max_text_bytes: int,
    progress: Progress | None = None,
) -> Generator[Event, None, None]:
    """Read transcripts and tell what is in them, event by event, writing nothing: what a dry run shows.

    Raises, at once and not only when iterated:
        InvalidInput: a path does not exist, or `format` is not known.
    """
    if format not in FORMATS:
        raise InvalidInput("format", f"{format!r} is none of {', '.join(FORMATS)}")
    return _read_found(find_files(paths), format, project, max_text_bytes, progress)


def _read_found(
    found: Sequence[FoundFile | Problem | Unrecognised],
    format: str,
    project: str | None,
    max_text_bytes: int,
    progress: Progress | None,
) -> Generator[Event, None, None]:
    sizes = {entry.path: _file_size(entry.path) for entry in found if isinstance(entry, FoundFile)}
    if progress:
        progress.start(sum(sizes.values()))
    try:
        for entry in found:
            if not isinstance(entry, FoundFile):
                yield entry
                continue
            lines = TextFile(entry.path)
            shown = 0
            for event in _read_file(entry, lines, format, project, max_text_bytes):
                # Only turns move the bar: a reader that reads twice yields them in its second reading.
                if progress and isinstance(event, TurnRead) and lines.position > shown:
                    progress.advance(lines.position - shown)
                    shown = lines.position
                yield event
            if progress and sizes[entry.path] > shown:
                progress.advance(sizes[entry.path] - shown)
    finally:
        if progress:
            progress.close()


def _read_file(
    found: FoundFile, lines: TextFile, format: str, project: str | None, max_text_bytes: int
) -> Iterator[Event]:
    file = str(found.path)
    try:
        # A format chosen for a folder says which of its files are meant.
        name = format if found.named and format != AUTO else detect_format(lines)
        if name is None or format not in (AUTO, name):
            yield _unrecognised(found)
            return
        yield FileOpened(file, name)
        for event in READERS[name](Transcript(lines, project)):
            yield _checked(event, max_text_bytes) if isinstance(event, TurnRead) else event
    except TranscriptError as error:
        yield Problem(file, None, error.detail)
    except OSError as error:
        yield Problem(file, None, f"cannot be read: {error.strerror}")


def _unrecognised(found: FoundFile) -> Problem | Unrecognised:
    file = str(found.path)
    if found.named:
        return Problem(file, None, f"is in none of the formats {', '.join(READERS)}")
    return Unrecognised(file)


def _checked(read: TurnRead, max_text_bytes: int) -> TurnRead | EmptyTurn | Problem:
    turn = _scrubbed(read.turn)
    if not any(char.isalnum() for char in turn.text):
        return EmptyTurn(read.file, read.line)
    size = _size(turn.text)
    if size > max_text_bytes:
        return Problem(read.file, read.line, TooLarge("text", size, max_text_bytes, "bytes").detail)
    return replace(read, turn=turn)


def _scrubbed(turn: Turn) -> Turn:
    return replace(
        turn,
        text=scrub(turn.text),
        id=scrubbed(turn.id),
        speaker=scrubbed(turn.speaker),
        session=scrubbed(turn.session),
        source=scrubbed(turn.source),
        project=scrubbed(turn.project),
    )


def _counts(report: WriteReport, turns: int) -> dict[str, int]:
    return {
        "turns": turns,
        "added": len(report.added),
        "known": len(report.known),
        "entities_added": report.entities_added,
        "relations_added": report.relations_added,
        "relations_ended": report.relations_ended,
    }


def _size(text: str) -> int:
    return len(text.encode())


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
