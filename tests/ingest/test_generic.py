from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.ingest.events import EmptyTurn, Problem, TurnRead
from memory_fabric.models import Turn
from tests.ingest.transcripts import FRESH_FILE, events, of, problems, texts, turns, write, write_lines

FULL = {
    "id": "t1",
    "speaker": "Ana Souza",
    "text": "We use Redis.",
    "timestamp": "2026-01-15T10:30:00+01:00",
    "session": "stand-up",
}
READ = Turn(
    text="We use Redis.",
    id="t1",
    speaker="Ana Souza",
    timestamp=datetime(2026, 1, 15, 9, 30, tzinfo=UTC),
    session="stand-up",
    source="team/notes.jsonl",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "team" / "notes.jsonl"


def test_a_full_record_is_a_turn(path: Path) -> None:
    assert turns(write_lines(path, FULL)) == [READ]


def test_only_the_text_must_be_there(path: Path) -> None:
    assert turns(write_lines(path, {"text": "Hello."})) == [
        Turn(text="Hello.", id="1", session="team/notes", source="team/notes.jsonl")
    ]


def test_null_and_empty_fields_are_as_good_as_absent(path: Path) -> None:
    record = {"text": "Hello.", "id": None, "speaker": "", "timestamp": None, "session": "  "}
    assert turns(write_lines(path, record)) == [
        Turn(text="Hello.", id="1", session="team/notes", source="team/notes.jsonl")
    ]


def test_source_and_project_are_taken_and_unknown_fields_passed_over(path: Path) -> None:
    (turn,) = turns(write_lines(path, {**FULL, "source": "wiki", "project": "shop", "mood": 7}))
    assert (turn.source, turn.project) == ("wiki", "shop")


def test_the_project_that_the_caller_gives_wins(path: Path) -> None:
    assert turns(write_lines(path, {**FULL, "project": "shop"}), project="bank")[0].project == "bank"


@pytest.mark.parametrize(("given_id", "expected"), [(17, "17"), (1.5, "1.5"), (0, "0"), (" a ", "a")])
def test_an_id_may_be_a_number(path: Path, given_id: object, expected: str) -> None:
    assert turns(write_lines(path, {**FULL, "id": given_id}))[0].id == expected


def test_a_turn_without_id_keeps_its_ordinal_when_a_broken_line_before_it_is_mended(path: Path) -> None:
    broken = of(TurnRead, events(write_lines(path, '{"text": "on', {"text": "two"})))
    mended = of(TurnRead, events(write_lines(path, {"text": "one"}, {"text": "two"})))
    assert broken[0].turn == mended[1].turn
    assert broken[0].turn.id == "2"


def test_a_line_repeated_with_its_id_counts_once(path: Path) -> None:
    other = {**FULL, "text": "We use Redis no longer."}
    assert texts(write_lines(path, FULL, FULL, other)) == ["We use Redis.", "We use Redis no longer."]


def test_the_same_words_without_id_are_said_twice(path: Path) -> None:
    assert texts(write_lines(path, {"text": "Yes."}, {"text": "Yes."})) == ["Yes.", "Yes."]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"text": None}, "text: is missing"),
        ({"text": ["a"]}, "text: is no string"),
        ({"speaker": 5}, "speaker: is no string"),
        ({"session": {}}, "session: is no string"),
        ({"id": True}, "id: is neither a string nor a number"),
        ({"id": []}, "id: is neither a string nor a number"),
        ({"timestamp": "not-a-date"}, "timestamp: 'not-a-date' is no ISO 8601 time or epoch"),
        ({"timestamp": [1]}, "timestamp: [1] is no ISO 8601 time or epoch"),
    ],
)
def test_a_wrong_field_is_named_with_its_line_and_the_rest_kept(
    path: Path, change: dict[str, object], reason: str
) -> None:
    found = events(write_lines(path, FULL, {**FULL, **change}, {"text": "The rest."}))
    assert [event.turn.text for event in of(TurnRead, found)] == ["We use Redis.", "The rest."]
    assert of(Problem, found) == [Problem(str(path), 2, reason)]


def test_the_reason_of_a_problem_stays_short_however_long_the_field_is(path: Path) -> None:
    ((_, reason),) = problems(write_lines(path, {"text": "a", "timestamp": "x" * 10_000}))
    assert reason.startswith("timestamp: 'xxx")
    assert len(reason) == 200


@pytest.mark.issue("graphiti#920")
def test_times_in_every_spelling_are_told_apart_from_a_bad_one_in_the_same_file(path: Path) -> None:
    spellings = [
        "2026-01-15", "2026-01-15T10:00:00", "2026-01-15T10:00:00Z", "2026-01-15T10:00:00+05:30",
        1768471200000, None, "not-a-date",
    ]  # fmt: skip
    records = [{"text": f"Number {place}.", "timestamp": given} for place, given in enumerate(spellings)]
    found = events(write_lines(path, *records))
    assert [event.turn.timestamp for event in of(TurnRead, found)] == [
        datetime(2026, 1, 15, tzinfo=UTC),
        datetime(2026, 1, 15, 10, tzinfo=UTC),
        datetime(2026, 1, 15, 10, tzinfo=UTC),
        datetime(2026, 1, 15, 4, 30, tzinfo=UTC),
        datetime(2026, 1, 15, 10, tzinfo=UTC),
        None,
    ]
    assert [problem.line for problem in of(Problem, found)] == [7]


@pytest.mark.issue("modelcontextprotocol/servers#3653")
def test_two_objects_glued_together_and_a_last_line_cut_off_cost_only_themselves(path: Path) -> None:
    write(path, '{"text": "one"}\n{"text": "two"}{"text": "three"}\n{"text": "four"}\n{"text": "fi')
    assert [event.turn.text for event in of(TurnRead, events(path))] == ["one", "four"]
    assert problems(path) == [
        (2, "holds more than one JSON value"),
        (4, "is not JSON: Unterminated string at column 10"),
    ]


@pytest.mark.issue("LightRAG#2318")
@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "🎉🚀", "…"])
def test_a_text_without_a_letter_is_counted_but_no_turn(path: Path, text: str) -> None:
    found = events(write_lines(path, {"text": text}))
    assert of(EmptyTurn, found) == [EmptyTurn(str(path), 1)]
    assert not of(TurnRead, found)
    assert not of(Problem, found)


def test_nul_and_lone_surrogates_become_replacement_characters(path: Path) -> None:
    write(path, '{"text": "a\\u0000b\\ud800c", "speaker": "A\\udfffna"}\n')
    assert [(turn.text, turn.speaker) for turn in turns(path)] == [("a\ufffdb\ufffdc", "A\ufffdna")]


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\n\r\n \n"])
def test_an_empty_file_holds_nothing_and_that_is_no_problem(path: Path, content: bytes) -> None:
    assert events(write(path, content))[1:] == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_other_unicode_encodings_are_read(path: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    write(path, (mark + '{"text": "größer"}\r\n{"text": "Straße"}\r\n').encode(encoding))
    assert texts(path) == ["größer", "Straße"]


def test_a_line_of_five_megabytes_is_refused_for_its_text_and_not_for_its_length(path: Path) -> None:
    write_lines(path, {"text": "The rest."}, {"text": "word " * 1_000_000}, {"text": "x", "noise": "y" * 5_000_000})
    assert problems(path) == [(2, "text: 5,000,000 bytes, the limit is 1,000,000 bytes")]
    assert len(of(TurnRead, events(path))) == 2


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
fields = st.sampled_from(["id", "speaker", "text", "timestamp", "session", "source", "project"])


@FRESH_FILE
@given(st.lists(st.dictionaries(fields, json_values), max_size=5))
def test_whatever_the_fields_hold_every_line_is_a_turn_or_empty_or_a_problem(
    path: Path, records: list[dict[str, object]]
) -> None:
    for place, record in enumerate(records):
        record.setdefault("id", f"id {place}")
    write(path, "".join(json.dumps(record) + "\n" for record in records))
    found = events(path, format="jsonl")[1:]
    assert len({getattr(event, "line", None) for event in found}) == len(found)
    assert len(found) <= len(records)
    for event in of(TurnRead, found):
        event.turn.text.encode()
        assert event.turn.timestamp is None or event.turn.timestamp.tzinfo is UTC


@FRESH_FILE
@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(path: Path, content: bytes) -> None:
    events(write(path, content), format="jsonl")
