from __future__ import annotations

from pathlib import Path

import pytest

from tests.ingest.sessions import CALL, RESULT, assistant, text, user
from tests.ingest.transcripts import texts, write_lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s1.jsonl"


def test_an_edited_message_and_what_followed_it_were_not_kept(path: Path) -> None:
    write_lines(
        path,
        user("u1", "Hello."),
        assistant("a1", "How can I help?", "u1", message_id="m1"),
        user("u2", "Use MySQL.", "a1"),
        assistant("a2", "MySQL it is.", "u2", message_id="m2"),
        user("u3", "Use PostgreSQL.", "a1"),
        assistant("a3", "PostgreSQL it is.", "u3", message_id="m3"),
    )
    assert texts(path) == ["Hello.", "How can I help?", "Use PostgreSQL.", "PostgreSQL it is."]


def test_the_branch_that_the_session_went_on_with_is_the_one_that_was_kept(path: Path) -> None:
    write_lines(
        path,
        assistant("a1", "Ready.", message_id="m1"),
        user("u1", "First wording.", "a1"),
        user("u2", "Second wording.", "a1"),
        assistant("a2", "Back to the first.", "u1", message_id="m2"),
    )
    assert texts(path) == ["Ready.", "First wording.", "Back to the first."]


def test_an_answer_generated_anew_takes_the_place_of_the_first(path: Path) -> None:
    write_lines(
        path,
        user("u1", "Which database?"),
        assistant("a1", "MySQL.", "u1", message_id="m1"),
        assistant("a2", "PostgreSQL.", "u1", message_id="m2"),
        user("u2", "Good.", "a2"),
    )
    assert texts(path) == ["Which database?", "PostgreSQL.", "Good."]


def test_parallel_tool_calls_fork_but_hide_nothing(path: Path) -> None:
    write_lines(
        path,
        user("u1", "Look around."),
        assistant("a1", [text("I look."), CALL], "u1", message_id="m1"),
        assistant("a2", [text("And there."), CALL], "a1", message_id="m1"),
        user("r1", [RESULT], "a1"),
        user("r2", [RESULT], "a2"),
        assistant("a3", "Found it.", "r1", message_id="m2"),
        user("u2", "Thanks.", "a3"),
    )
    assert texts(path) == ["Look around.", "I look.\n\nAnd there.", "Found it.", "Thanks."]


def test_lines_beside_the_conversation_do_not_hide_a_fork(path: Path) -> None:
    write_lines(
        path,
        assistant("a1", "Ready.", message_id="m1"),
        {"type": "system", "uuid": "x1", "parentUuid": "a1"},
        {"type": "attachment", "uuid": "x2", "parentUuid": "x1"},
        user("u1", "First wording.", "x2"),
        user("u2", "Second wording.", "a1"),
    )
    assert texts(path) == ["Ready.", "Second wording."]


@pytest.mark.parametrize("parent", [None, "in-another-file"])
def test_a_broken_chain_hides_nothing(path: Path, parent: str | None) -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "x", "parentUuid": None}
    write_lines(path, user("u1", "Before.", parent), boundary, user("u2", "After.", parent))
    assert texts(path) == ["Before.", "After."]


def test_an_interrupted_message_was_shown(path: Path) -> None:
    write_lines(
        path,
        user("u1", "Use MySQL."),
        user("u2", "[Request interrupted by user]", "u1"),
        user("u3", "Stop, use PostgreSQL.", "u2"),
    )
    assert texts(path) == ["Use MySQL.", "Stop, use PostgreSQL."]


def test_a_side_chain_is_no_alternative(path: Path) -> None:
    write_lines(
        path,
        assistant("a1", "I ask a helper.", message_id="m1"),
        user("u1", "Go on.", "a1"),
        user("s1", "Do the work.", "a1", isSidechain=True),
        assistant("s2", "Done.", "s1", isSidechain=True),
    )
    assert texts(path) == ["I ask a helper.", "Go on."]


def test_parents_in_a_ring_hang_nothing(path: Path) -> None:
    ring = [user("u1", "One.", "u2"), user("u2", "Two.", "u1"), user("u3", "Three.", "u3")]
    others = [
        {"type": "system", "uuid": "x", "parentUuid": "y"},
        {"type": "system", "uuid": "y", "parentUuid": "x"},
    ]
    assert texts(write_lines(path, *ring, *others, user("u4", "Four.", "x"))) == [
        "One.",
        "Two.",
        "Three.",
        "Four.",
    ]


def test_a_chain_of_two_thousand_lines_is_followed_to_its_end(path: Path) -> None:
    chain = [user(f"u{n}", f"Number {n}.", f"u{n - 1}" if n else None) for n in range(2_000)]
    assert len(texts(write_lines(path, *chain, user("x", "Instead of 5.", "u4")))) == 6
