from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.ingest.lines import BadLine, Line
from memory_fabric.ingest.readers.webvtt_cues import Cue, read_cues

TIME = "00:01.000 --> 00:02.000"
START = timedelta(seconds=1)


def read(text: str) -> list[Cue | BadLine]:
    return list(read_cues(Line(number, line) for number, line in enumerate(text.split("\n"), 1)))


def test_a_cue_has_a_time_and_its_lines() -> None:
    assert read(f"WEBVTT\n\n{TIME}\none\ntwo\n") == [Cue(3, START, ("one", "two"))]


@pytest.mark.parametrize(
    ("timing", "seconds"),
    [
        ("00:01.000 --> 00:02.000", 1),
        ("01:00:01.500 --> 01:00:02.000 align:start position:0%", 3601.5),
        ("0:0:13.5 --> 0:0:14.25", 13.5),
        ("00:00:01,250 --> 00:00:02,000", 1.25),
        ("100:00:00.000-->100:00:01.000", 360_000),
        ("00:00:05 --> 00:00:01", 5),
        ("\t00:99:99.999 --> 00:00:00.000", 99 * 60 + 99.999),
    ],
)
def test_times_are_read_as_exporters_write_them(timing: str, seconds: float) -> None:
    assert read(f"{timing}\nhello") == [Cue(1, timedelta(seconds=seconds), ("hello",))]


@pytest.mark.parametrize(
    "aside",
    [
        "WEBVTT - a title\nKind: captions\nStyle:\n::cue(c) { color: red;\n }\n##",
        "NOTE",
        "NOTE one line",
        "NOTE\nmany\nlines",
        "STYLE\n::cue { color: red; }",
        "REGION\nid:left\nwidth:40%",
        "12",
        "   ",
    ],
)
def test_what_is_no_cue_is_passed_over(aside: str) -> None:
    assert read(f"{aside}\n\n{TIME}\nhello\n\n{aside}") == [
        Cue(aside.count("\n") + 3, START, ("hello",)),
    ]


def test_a_cue_may_have_a_name() -> None:
    assert read(f"intro - 1\n{TIME}\nhello") == [Cue(2, START, ("hello",))]


def test_cues_need_no_empty_line_between_them() -> None:
    assert read(f"WEBVTT\n{TIME}\none\n{TIME}\ntwo") == [Cue(2, START, ("one",)), Cue(4, START, ("two",))]


def test_an_empty_cue_is_a_cue_without_lines() -> None:
    assert read(f"{TIME}\n\n{TIME}\n") == [Cue(1, START, ()), Cue(3, START, ())]


def test_a_line_of_spaces_does_not_end_a_cue() -> None:
    assert read(f"{TIME}\n \nhello") == [Cue(1, START, (" ", "hello"))]


@pytest.mark.parametrize(
    "timing",
    [
        "00:01.000 -> 00:02.000",
        "00:01.000 \u2013> 00:02.000",
        "00:01.000 \u2192 00:02.000",
        "00:01.000 - 00:02.000",
        "00:01.000 00:02.000",
        "00:01.000 -->",
        "--> 00:02.000",
        "00:xx --> 00:02.000",
        "1:2:3:4 --> 00:02.000",
    ],
)
@pytest.mark.parametrize("name", ["", "7\n"])
def test_a_broken_time_is_named_and_the_cues_around_it_are_kept(name: str, timing: str) -> None:
    found = read(f"{TIME}\none\n\n{name}{timing}\nlost\n\n{TIME}\ntwo")
    assert found[0] == Cue(1, START, ("one",))
    assert found[1] == BadLine(4 + len(name) // 2, "holds no readable cue time")
    assert [cue.lines for cue in found[2:] if isinstance(cue, Cue)] == [("two",)]


def test_a_broken_time_right_behind_a_cue_does_not_become_its_words() -> None:
    assert read(f"{TIME}\none\n00:01.000 -> 00:02.000\nlost\n{TIME}\ntwo") == [
        Cue(1, START, ("one",)),
        BadLine(3, "holds no readable cue time"),
        Cue(5, START, ("two",)),
    ]


@pytest.mark.parametrize("block", ["7\nlost", "lost", "lost\nwords"])
def test_text_without_a_time_is_named(block: str) -> None:
    assert read(f"{TIME}\none\n\n{block}\n\n{TIME}\ntwo")[1] == BadLine(4, "text without a cue time")


@pytest.mark.parametrize("words", ["we move A --> B", "at 10:30 we meet", "10:30 - the stand-up", "5 > 3"])
def test_arrows_and_clock_times_within_words_are_words(words: str) -> None:
    assert read(f"{TIME}\none\n{words}") == [Cue(1, START, ("one", words))]


def test_a_line_that_cannot_be_decoded_costs_the_cue_only_itself() -> None:
    lines: list[Line | BadLine] = [Line(1, TIME), BadLine(2, "is not UTF-8"), Line(3, "hello")]
    assert list(read_cues(lines)) == [BadLine(2, "is not UTF-8"), Cue(1, START, ("hello",))]


@given(
    st.lists(
        st.sampled_from(["", " ", "WEBVTT", "NOTE", TIME, "00:01 -> 00:02", "-->", "7", "hello", "STYLE"]) | st.text()
    )
)
def test_every_cue_that_has_a_time_is_found_whatever_stands_around_it(lines: list[str]) -> None:
    lines = [line for line in lines if "\n" not in line]
    found = read("\n".join([*lines, "", TIME, "the end"]))
    assert found[-1] == Cue(len(lines) + 2, START, ("the end",))
    assert sum(isinstance(cue, Cue) and cue.start == START for cue in found) == lines.count(TIME) + 1
