from __future__ import annotations

from pathlib import Path

import pytest

from memory_fabric.errors import TranscriptError
from memory_fabric.ingest.encoding import encoding_of
from tests.ingest.transcripts import write

GERMAN = "Wir haben größere Änderungen für die Prüfung der Aufträge beschlossen. " * 20


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("utf-32", "utf-32")],
)
def test_unicode_is_told_by_its_mark_or_its_form(tmp_path: Path, encoding: str, expected: str) -> None:
    assert encoding_of(write(tmp_path / "a", GERMAN.encode(encoding))) == expected


def test_an_older_encoding_is_guessed(tmp_path: Path) -> None:
    encoding = encoding_of(write(tmp_path / "a", GERMAN.encode("cp1252")))
    assert GERMAN.encode("cp1252").decode(encoding) == GERMAN


def test_an_empty_file_is_utf_8(tmp_path: Path) -> None:
    assert encoding_of(write(tmp_path / "a", b"")) == "utf-8"


def test_a_few_damaged_bytes_do_not_make_utf_8_something_else(tmp_path: Path) -> None:
    assert encoding_of(write(tmp_path / "a", "größer\n".encode() + b"\xff\n")) == "utf-8"


def test_a_file_cut_within_a_character_is_still_utf_8(tmp_path: Path) -> None:
    assert encoding_of(write(tmp_path / "a", "plain words, then é".encode()[:-1])) == "utf-8"


def test_a_character_across_two_chunks_is_no_damage(tmp_path: Path) -> None:
    assert encoding_of(write(tmp_path / "a", b"a" * 65_535 + "é".encode() + b"a" * 100)) == "utf-8"


def test_a_binary_file_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError):
        encoding_of(write(tmp_path / "a", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe\xfd"))
