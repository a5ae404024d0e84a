from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable, InvalidInput
from memory_fabric.ingest.events import FileOpened, Problem, TurnRead, Unrecognised
from memory_fabric.ingest.runner import MAX_PROBLEMS, IngestReport, Progress, ingest_paths, read_paths
from memory_fabric.models import Turn, WriteReport
from tests.ingest.transcripts import LIMIT, events, of, write, write_lines

STANDUP = Path(__file__).parents[2] / "examples" / "standup.jsonl"


class Memory:
    """Remembers turns as a graph would: each once. Fails from batch number `fails_at` on."""

    def __init__(self, fails_at: int | None = None) -> None:
        self.batches: list[Sequence[Turn]] = []
        self.known: set[str] = set()
        self.fails_at = fails_at

    def __call__(self, turns: Sequence[Turn]) -> WriteReport:
        if len(self.batches) == self.fails_at:
            raise GraphUnavailable("the graph is gone")
        self.batches.append(turns)
        ids = [f"{turn.session}/{turn.id}/{turn.text}" for turn in turns]
        added = tuple(name for name in ids if name not in self.known)
        known = tuple(name for name in ids if name in self.known)
        self.known.update(ids)
        return WriteReport(added, known, entities_added=1, relations_added=2, relations_ended=3)


class Bar:
    """A progress bar that only counts."""

    def __init__(self) -> None:
        self.total = self.done = 0
        self.steps = 0
        self.closed = False

    def start(self, total: int) -> None:
        self.total = total

    def advance(self, amount: int) -> None:
        self.done += amount
        self.steps += 1

    def close(self) -> None:
        self.closed = True


def ingest(
    memory: Memory,
    *paths: Path,
    format: str = "auto",
    size: int = 200,
    limit: int = LIMIT,
    bar: Progress | None = None,
) -> IngestReport:
    return ingest_paths(paths, memory, format=format, batch_size=size, max_text_bytes=limit, progress=bar)


def session(uuid: str) -> dict[str, object]:
    return {"type": "user", "uuid": uuid, "sessionId": "s", "message": {"content": f"Said by {uuid}."}}


def test_a_folder_of_every_format_is_ingested_and_counted(tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", {"text": "One."}, {"text": "Two."}, {"text": ""}, "broken")
    write_lines(tmp_path / "b" / "s.jsonl", session("u1"))
    write(tmp_path / "c.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nThree.\n")
    write(tmp_path / "notes.md", "# Notes")
    write(tmp_path / "picture.png", b"\x89PNG\0\xff\xfe")
    memory = Memory()
    report = ingest(memory, tmp_path)
    assert report == IngestReport(
        files=3,
        formats={"jsonl": 1, "webvtt": 1, "claude-code": 1},
        unrecognised=2,
        turns=4,
        empty=1,
        added=4,
        entities_added=1,
        relations_added=2,
        relations_ended=3,
        skipped=1,
        problems=(Problem(str(tmp_path / "a.jsonl"), 4, "is not JSON: Expecting value at column 1"),),
    )
    assert not report.ok


@pytest.mark.issue("graphiti#767")
def test_ingesting_again_adds_nothing(tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", {"text": "One."}, {"text": "Two.", "id": "x"})
    write_lines(tmp_path / "s.jsonl", session("u1"))
    write(tmp_path / "c.vtt", "00:01.000 --> 00:02.000\nThree.\n")
    memory = Memory()
    assert ingest(memory, tmp_path).added == 4
    again = ingest(memory, tmp_path)
    assert (again.added, again.known, again.ok) == (0, 4, True)


def test_batches_are_bounded_in_turns_and_go_on_across_files(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        write_lines(tmp_path / name, *({"text": f"Number {n}."} for n in range(5)))
    memory = Memory()
    assert ingest(memory, tmp_path, size=4).turns == 10
    assert [len(batch) for batch in memory.batches] == [4, 4, 2]


def test_batches_are_bounded_in_bytes(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *({"text": "x" * 40} for _ in range(5)))
    memory = Memory()
    ingest(memory, path, limit=100)
    assert [len(batch) for batch in memory.batches] == [2, 2, 1]


def test_a_turn_over_the_limit_is_named_and_the_rest_kept(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", {"text": "ü" * 51}, {"text": "ü" * 50})
    memory = Memory()
    report = ingest(memory, path, limit=100)
    assert report.problems == (Problem(str(path), 1, "text: 102 bytes, the limit is 100 bytes"),)
    assert report.turns == 1


def test_a_problem_is_told_with_its_place() -> None:
    assert str(Problem("a.jsonl", 4, "is not UTF-8")) == "a.jsonl, line 4: is not UTF-8"
    assert str(Problem("a.jsonl", None, "is no text file")) == "a.jsonl: is no text file"


def test_files_without_turns_write_nothing(tmp_path: Path) -> None:
    memory = Memory()
    assert ingest(memory, write(tmp_path / "a.vtt", "WEBVTT")) == IngestReport(files=1, formats={"webvtt": 1})
    assert memory.batches == []


def test_many_problems_are_all_counted_and_the_first_are_named(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", {"text": "Fine."}, *("broken" for _ in range(MAX_PROBLEMS + 50)))
    report = ingest(Memory(), path)
    assert report.skipped == MAX_PROBLEMS + 50
    assert [problem.line for problem in report.problems] == list(range(2, MAX_PROBLEMS + 2))


def test_an_unreachable_graph_ends_the_ingestion_and_what_was_written_stays(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *({"text": f"Number {n}."} for n in range(5)))
    memory, bar = Memory(fails_at=1), Bar()
    with pytest.raises(GraphUnavailable):
        ingest(memory, path, size=2, bar=bar)
    assert len(memory.known) == 2
    assert bar.closed
    memory.fails_at = None
    report = ingest(memory, path, size=2)
    assert (report.added, report.known) == (3, 2)


def test_an_unknown_format_is_wrong_use_and_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="none of auto, jsonl, claude-code, webvtt") as error:
        ingest(Memory(), tmp_path, format="docx")
    assert error.value.field == "format"


def test_a_missing_path_is_wrong_use_before_anything_is_read(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", {"text": "One."})
    memory = Memory()
    with pytest.raises(InvalidInput) as error:
        ingest(memory, path, tmp_path / "missing")
    assert error.value.field == "path"
    assert memory.batches == []
    with pytest.raises(InvalidInput):
        read_paths([tmp_path / "missing"], max_text_bytes=LIMIT)


def test_a_file_of_no_known_format_is_a_problem_only_when_it_was_named(tmp_path: Path) -> None:
    path = write(tmp_path / "notes.md", "# Notes")
    assert events(tmp_path) == [Unrecognised(str(path))]
    assert events(path) == [Problem(str(path), None, "is in none of the formats jsonl, claude-code, webvtt")]


def test_a_format_that_is_given_is_believed_for_a_file_and_chooses_within_a_folder(tmp_path: Path) -> None:
    lines = write_lines(tmp_path / "a.txt", {"note": "no text"})
    captions = write(tmp_path / "b.vtt", "00:01.000 --> 00:02.000\nHello.\n")
    assert events(lines, format="jsonl") == [
        FileOpened(str(lines), "jsonl"),
        Problem(str(lines), 1, "text: is missing"),
    ]
    assert [event.file for event in of(FileOpened, events(tmp_path, format="webvtt"))] == [str(captions)]
    assert events(tmp_path, format="jsonl") == [Unrecognised(str(lines)), Unrecognised(str(captions))]


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.vtt", b"\0\xff\xfe\xfd\0")
    assert of(Problem, events(tmp_path)) == [Problem(str(path), None, "is no text file")]


def test_a_file_that_vanishes_is_named_and_the_rest_kept(tmp_path: Path) -> None:
    first = write_lines(tmp_path / "a.jsonl", {"text": "One."})
    second = write_lines(tmp_path / "b.jsonl", {"text": "Two."})
    reading = read_paths([tmp_path], max_text_bytes=LIMIT)
    first.unlink()
    assert list(reading) == [
        Problem(str(first), None, "cannot be read: No such file or directory"),
        FileOpened(str(second), "jsonl"),
        TurnRead(
            Turn("Two.", id="1", session=f"{tmp_path.name}/b", source=f"{tmp_path.name}/b.jsonl"),
            str(second),
            1,
        ),
    ]


def test_a_dry_run_shows_the_turns_that_an_ingestion_remembers(tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", {"text": "One."}, "broken", {"text": ""})
    write(tmp_path / "c.vtt", "00:01.000 --> 00:02.000\nTwo.\n")
    memory = Memory()
    report = ingest(memory, tmp_path)
    shown = events(tmp_path)
    assert [event.turn for event in of(TurnRead, shown)] == [turn for batch in memory.batches for turn in batch]
    assert tuple(of(Problem, shown)) == report.problems


def test_progress_counts_every_byte_and_moves_within_a_file(tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", *({"text": f"Number {n}. " + "x" * 1_000} for n in range(100)))
    write_lines(tmp_path / "s.jsonl", *(session(f"u{n}") | {"noise": "x" * 1_000} for n in range(100)))
    write(tmp_path / "empty.vtt", "")
    write(tmp_path / "notes.md", "# Notes")
    bar = Bar()
    ingest(Memory(), tmp_path, bar=bar)
    assert bar.done == bar.total == sum(path.stat().st_size for path in tmp_path.iterdir())
    assert bar.steps > 20
    assert bar.closed


def test_the_example_is_twenty_turns_of_five_speakers(tmp_path: Path) -> None:
    memory = Memory()
    report = ingest(memory, STANDUP)
    assert (report.turns, report.ok) == (20, True)
    said = [turn for batch in memory.batches for turn in batch]
    assert [turn.id for turn in said] == [str(number) for number in range(1, 21)]
    assert {turn.session for turn in said} == {"standup-2026-01-15"}
    assert len({turn.speaker for turn in said}) == 5
    assert all(turn.timestamp is not None for turn in said)
