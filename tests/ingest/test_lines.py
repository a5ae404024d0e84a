from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.errors import TranscriptError
from memory_fabric.ingest.lines import BadLine, JsonLine, Line, TextFile, json_objects
from tests.ingest.transcripts import FRESH_FILE, write


def read(path: Path) -> list[Line | BadLine]:
    return list(TextFile(path))


def parse(text: str) -> list[JsonLine | BadLine]:
    return list(json_objects([Line(7, text)]))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_ends_a_line(tmp_path: Path, end: str) -> None:
    assert read(write(tmp_path / "a", f"one{end}two{end}")) == [Line(1, "one"), Line(2, "two")]


def test_a_line_separator_within_a_sentence_ends_no_line(tmp_path: Path) -> None:
    assert read(write(tmp_path / "a", "one\u2028still one\x0c\x85")) == [Line(1, "one\u2028still one\x0c\x85")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_are_no_text(tmp_path: Path, encoding: str) -> None:
    assert read(write(tmp_path / "a", "é\n".encode(encoding))) == [Line(1, "é")]


def test_a_line_that_is_not_utf_8_is_named_and_the_rest_kept(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "größer\n".encode() + b"\xffx\n" + b"last")
    assert read(path) == [Line(1, "größer"), BadLine(2, "is not UTF-8"), Line(3, "last")]


def test_a_line_over_the_limit_is_named_and_the_rest_kept(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "x" * 9 + "\n" + "y" * 25 + "\n" + "z" * 9)
    assert list(TextFile(path, max_line_chars=10)) == [
        Line(1, "x" * 9),
        BadLine(2, "is longer than 10 characters"),
        Line(3, "z" * 9),
    ]


def test_a_file_can_be_read_again_and_tells_how_far_the_reading_is(tmp_path: Path) -> None:
    file = TextFile(write(tmp_path / "a", "one\ntwo\n"))
    assert list(file) == list(file)
    assert file.position == 0
    reading = iter(file)
    next(reading)
    assert file.position == 8
    reading.close()


@FRESH_FILE
@given(st.binary(max_size=400))
def test_any_bytes_are_lines_or_a_named_refusal(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "a", content)
    try:
        found = read(path)
    except TranscriptError:
        return
    assert [line.number for line in found] == list(range(1, len(found) + 1))


def test_an_object_is_read() -> None:
    assert parse('{"text": "hello"}') == [JsonLine(7, {"text": "hello"})]


def test_blank_lines_are_passed_over() -> None:
    assert parse("  \t") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"text": "a"}{"text": "b"}', "holds more than one JSON value"),
        ('{"text": "cut in the mid', "is not JSON: Unterminated string at column 10"),
        ("plain words", "is not JSON: Expecting value at column 1"),
        ("[1, 2]", "is no JSON object"),
        ("null", "is no JSON object"),
        ('{"id": NaN}', "is not JSON: NaN is no JSON number"),
        ("[" * 100_000, "is nested too deep"),
        ("\0\0\0", "is not JSON: Expecting value at column 1"),
    ],
)
def test_what_is_no_object_is_named_with_its_reason(text: str, reason: str) -> None:
    assert parse(text) == [BadLine(7, reason)]


def test_a_number_of_ten_thousand_digits_is_refused() -> None:
    (line,) = parse('{"id": ' + "9" * 10_000 + "}")
    assert isinstance(line, BadLine)


def test_control_characters_lone_surrogates_and_repeated_keys_are_readable() -> None:
    assert parse('{"a": "x\0y\tz", "b": "\\ud800", "a": "last"}') == [JsonLine(7, {"a": "last", "b": "\ud800"})]
