from __future__ import annotations

from pathlib import Path

import pytest

from memory_fabric.ingest.detect import detect_format
from memory_fabric.ingest.lines import TextFile
from tests.ingest.transcripts import write


def detect(path: Path, content: str | bytes) -> str | None:
    return detect_format(TextFile(write(path, content)))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"text": "hello"}', "jsonl"),
        ('{"id": "1", "speaker": "Ana"}', "jsonl"),
        ('{"type": "user", "uuid": "u1", "message": {"content": "hi"}}', "claude-code"),
        ('{"type": "summary", "summary": "s", "leafUuid": "u1"}', "claude-code"),
        ('{"type": "file-history-snapshot", "messageId": "m1"}', "claude-code"),
        ("WEBVTT - a title\n", "webvtt"),
        ("1\n00:00:01,000 --> 00:00:02,000\nhello\n", "webvtt"),
    ],
)
def test_the_content_tells_the_format_whatever_the_file_is_called(tmp_path: Path, content: str, expected: str) -> None:
    assert detect(tmp_path / "notes.txt", content) == expected


def test_a_message_with_a_type_of_its_own_is_still_generic(tmp_path: Path) -> None:
    assert detect(tmp_path / "a.jsonl", '{"type": "chat", "text": "hello"}') == "jsonl"


def test_lines_that_tell_nothing_are_looked_past(tmp_path: Path) -> None:
    assert detect(tmp_path / "a", "größer\n".encode() + b'\xff\n{"text": "hello"}') == "jsonl"
    assert detect(tmp_path / "a", '\n"error"\n{"cut\n{"silly": 1}\n{"text": "hello"}') == "jsonl"


@pytest.mark.parametrize(
    "content", ["", "plain words", '{"type": "entity", "name": "a"}', '{"payload": {}, "timestamp": 1}', "[]"]
)
def test_what_is_no_transcript_is_not_recognised(tmp_path: Path, content: str) -> None:
    assert detect(tmp_path / "notes.txt", content) is None


@pytest.mark.parametrize(("name", "expected"), [("a.jsonl", "jsonl"), ("a.VTT", "webvtt"), ("a.md", None)])
@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b'{"cut', b"\0\xff\xfe\xfd"])
def test_the_name_decides_where_nothing_can_be_read(
    tmp_path: Path, name: str, expected: str | None, content: bytes
) -> None:
    assert detect(tmp_path / name, content) == expected


def test_json_lines_of_another_kind_are_not_taken_for_generic_by_their_name(tmp_path: Path) -> None:
    assert detect(tmp_path / "rollout.jsonl", '{"type": "event_msg", "payload": {}}') is None
