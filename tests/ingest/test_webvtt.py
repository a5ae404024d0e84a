from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.ingest.events import TurnRead
from memory_fabric.ingest.readers.webvtt import recording_start
from memory_fabric.models import Turn
from tests.ingest.transcripts import FRESH_FILE, events, of, problems, turns, write


def cues(*payloads: str) -> str:
    times = (f"00:00:{place:02}.000 --> 00:00:{place + 1:02}.000" for place in range(len(payloads)))
    return "WEBVTT\n\n" + "\n\n".join(f"{time}\n{text}" for time, text in zip(times, payloads, strict=True))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "stand-up" / "transcript.vtt"


def said(path: Path, *payloads: str) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in turns(write(path, cues(*payloads)))]


def test_cues_of_one_speaker_that_follow_one_another_are_one_turn(path: Path) -> None:
    write(path, cues("<v Ana>We use", "<v Ana>Redis.</v>", "<v Bo>Good.", "<v Ana>Yes."))
    first = Turn(
        "We use Redis.",
        id="1",
        speaker="Ana",
        session="stand-up/transcript",
        source="stand-up/transcript.vtt",
    )
    assert turns(path) == [
        first,
        replace(first, text="Good.", id="2", speaker="Bo"),
        replace(first, text="Yes.", id="3"),
    ]


def test_without_any_speaker_the_whole_file_is_one_turn(path: Path) -> None:
    assert said(path, "We use", "Redis and", "PostgreSQL.") == [(None, "We use Redis and PostgreSQL.")]


def test_two_recordings_of_one_name_in_different_folders_are_two_sessions(tmp_path: Path) -> None:
    sessions = [turns(write(tmp_path / day / "transcript.vtt", cues("Hi.")))[0].session for day in ("mon", "tue")]
    assert sessions == ["mon/transcript", "tue/transcript"]


def test_reading_a_file_again_gives_the_same_turns(path: Path) -> None:
    write(path, cues("<v Ana>We use Redis.", "<v Bo>Good."))
    assert turns(path) == turns(path)


class TestSpeakers:
    def test_a_voice_may_have_classes_and_entities(self, path: Path) -> None:
        assert said(path, "<v.loud.first Ana &amp; Bo>Hello.") == [("Ana & Bo", "Hello.")]

    def test_one_cue_may_hold_several_voices_and_lines(self, path: Path) -> None:
        assert said(path, "<v Ana>Use Redis?\nOr not?</v> <v Bo>Yes.</v>\nApplause.") == [
            ("Ana", "Use Redis? Or not?"),
            ("Bo", "Yes."),
            (None, "Applause."),
        ]

    def test_names_before_a_colon_are_speakers_where_most_cues_have_one(self, path: Path) -> None:
        assert said(path, "Ana Souza: We use: Redis.", "Bo: Good.", "and cheap.", "database-engineer: Yes.") == [
            ("Ana Souza", "We use: Redis."),
            ("Bo", "Good. and cheap."),
            ("database-engineer", "Yes."),
        ]

    def test_a_name_that_comes_again_is_a_speaker_where_few_cues_have_one(self, path: Path) -> None:
        plain = ("first", "second", "third")
        assert said(path, "Ana: One.", *plain, "Bo: Two.", *plain, "Ana: Three.", *plain, "Bo: Four.") == [
            ("Ana", "One. first second third"),
            ("Bo", "Two. first second third"),
            ("Ana", "Three. first second third"),
            ("Bo", "Four."),
        ]

    @pytest.mark.parametrize("words", ["Remember: use Redis.", "We found two things: speed.", "See https://a.b: c"])
    def test_other_words_before_a_colon_are_words(self, path: Path, words: str) -> None:
        assert said(path, "first", words, "third", "fourth") == [(None, f"first {words} third fourth")]

    @pytest.mark.parametrize(
        "words", ["we agreed on this: Redis", "Really?! So: yes", "10: yes", "Ana, Bo, and so on,: x"]
    )
    def test_what_is_not_formed_like_a_name_is_none(self, path: Path, words: str) -> None:
        assert said(path, words) == [(None, words)]

    def test_marks_of_a_new_speaker_do_not_belong_to_the_name(self, path: Path) -> None:
        assert said(path, ">> ANA: One.", "- Bo: Two.") == [("ANA", "One."), ("Bo", "Two.")]

    def test_a_name_may_stand_on_a_line_of_its_own(self, path: Path) -> None:
        assert said(path, "Ana:\nWe use Redis.", "Bo:\nGood.") == [("Ana", "We use Redis."), ("Bo", "Good.")]

    def test_wide_colons_are_colons(self, path: Path) -> None:
        assert said(path, "田中\uff1a使います") == [("田中", "使います")]


class TestWords:
    @pytest.mark.parametrize(
        ("payload", "words"),
        [
            ("a <00:00:01.500>big <c.yellow>red</c> <i>dog</i>", "a big red dog"),
            ("<ruby>漢<rt>kan</rt></ruby> <lang en>text</lang> <b.loud>now</b>", "漢kan text now"),
            ("Tom &amp; Ana&nbsp;&lt;ana@x.org&gt;", "Tom & Ana <ana@x.org>"),
            ("a < b and c > d, Vec<String>", "a < b and c > d, Vec<String>"),
            ("  two\n  lines ", "two lines"),
            ("[Music]\nwords\n♪ ♪", "words"),
        ],
    )
    def test_markup_is_no_text(self, path: Path, payload: str, words: str) -> None:
        assert said(path, payload) == [(None, words)]

    def test_a_rolling_caption_says_each_line_once(self, path: Path) -> None:
        payloads = ("so", "so\nwe use", "we use\nRedis for", "we use\nRedis for", "Redis for\ncaching")
        assert said(path, *payloads) == [(None, "so we use Redis for caching")]

    def test_the_same_word_by_another_speaker_is_no_repetition(self, path: Path) -> None:
        assert said(path, "<v Ana>Yes.", "<v Bo>Yes.") == [("Ana", "Yes."), ("Bo", "Yes.")]

    def test_a_flood_of_open_tags_takes_linear_time(self, path: Path) -> None:
        flood = "<v " * 50_000 + "<c." * 50_000
        assert len(said(path, flood)[0][1]) > 200_000

    @pytest.mark.parametrize(
        "content", ["", "\ufeff", "WEBVTT", "WEBVTT\n\nNOTE nothing\n", cues("", " ", "<v Ana></v>")]
    )
    def test_a_file_without_words_has_no_turns(self, path: Path, content: str) -> None:
        assert turns(write(path, content)) == []


def test_a_broken_arrow_costs_its_cue_and_is_named(path: Path) -> None:
    content = cues("One.", "Two.", "Three.").replace("00:00:01.000 -->", "00:00:01.000 ->")
    write(path, content)
    assert [event.turn.text for event in of(TurnRead, events(path))] == ["One. Three."]
    assert problems(path) == [(6, "holds no readable cue time")]


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("GMT20260115-093000_Recording", datetime(2026, 1, 15, 9, 30, tzinfo=UTC)),
        ("2026-01-15 stand-up", datetime(2026, 1, 15, tzinfo=UTC)),
        ("stand-up_2026-01-15T09-30-15Z", datetime(2026, 1, 15, 9, 30, 15, tzinfo=UTC)),
        ("Weekly-20260115_093000-Meeting Recording", datetime(2026, 1, 15, 9, 30, tzinfo=UTC)),
        ("2026-01-15 09.30", datetime(2026, 1, 15, 9, 30, tzinfo=UTC)),
        ("2026-01-15-9999", datetime(2026, 1, 15, tzinfo=UTC)),
        ("2026-01-15-2", datetime(2026, 1, 15, tzinfo=UTC)),
        ("2026-13-45", None),
        ("ticket-1234567890", None),
        ("transcript", None),
    ],
)
def test_a_date_in_the_name_tells_when_the_recording_began(name: str, start: datetime | None) -> None:
    assert recording_start(name) == start


def test_turns_have_times_where_the_name_of_the_file_has_a_date(tmp_path: Path) -> None:
    path = write(tmp_path / "GMT20260115-093000_Recording.vtt", cues("<v Ana>One.", "<v Ana>Two.", "<v Bo>Three."))
    assert [turn.timestamp for turn in turns(path)] == [
        datetime(2026, 1, 15, 9, 30, 0, tzinfo=UTC),
        datetime(2026, 1, 15, 9, 30, 2, tzinfo=UTC),
    ]


@FRESH_FILE
@given(st.data())
def test_bytes_changed_anywhere_break_nothing(path: Path, data: st.DataObject) -> None:
    content = bytearray(cues("<v Ana>We use <c.red>Redis</c>.", "Bo: Good.", "so\nwhat").encode())
    for _ in range(data.draw(st.integers(1, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    events(write(path, bytes(content)), format="webvtt")


@FRESH_FILE
@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(path: Path, content: bytes) -> None:
    events(write(path, content), format="webvtt")
