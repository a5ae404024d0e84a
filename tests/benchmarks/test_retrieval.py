"""The search evaluation: what counts as found, and how annotated data is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.search.collections import Question, conversations, meetings
from benchmarks.search.retrieval import Answer, hits, mrr, recall


def answer(turns: str, *found: str) -> Answer:
    return Answer(Question("?", frozenset(turns.split())), tuple(frozenset(one.split()) for one in found))


def test_recall_is_the_share_of_the_answering_turns_among_the_first() -> None:
    one = answer("a b", "x", "a", "y", "b")

    assert [one.recall(k) for k in (1, 2, 4)] == [0, 0.5, 1]
    assert recall([one, answer("a", "a")], 2) == pytest.approx(0.75)


def test_a_result_that_speaks_for_several_turns_holds_them_all() -> None:
    assert answer("a b", "a b").recall(1) == 1


def test_the_rank_is_that_of_the_first_result_of_an_answering_turn() -> None:
    answers = [answer("a", "x", "a"), answer("a", "x"), answer("a")]

    assert [one.rank for one in answers] == [2, None, None]
    assert mrr(answers) == pytest.approx(0.5 / 3)
    assert hits(answers, 1) == 0
    assert hits(answers, 2) == pytest.approx(1 / 3)


def test_a_conversation_gives_turns_with_times_and_only_questions_that_a_turn_answers(tmp_path: Path) -> None:
    sample = {
        "sample_id": "made-up",
        "conversation": {
            "speaker_a": "Ana",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "The kiln is repaired."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Look at this.", "blip_caption": "a blue bowl"},
            ],
            "session_2_date_time": "10 May, 2023",
        },
        "qa": [
            {"question": "What was repaired?", "evidence": ["D1:1; D9:9"], "category": 4},
            {"question": "What is on the moon?", "evidence": ["D1:1"], "category": 5},
            {"question": "Who knows?", "evidence": ["D"], "category": 1},
        ],
    }
    file = tmp_path / "sample.json"
    file.write_text(json.dumps([sample]), "utf-8")

    (collection,) = conversations(file)

    assert [turn["text"] for turn in collection.turns] == ["The kiln is repaired.", "Look at this. [a blue bowl]"]
    assert collection.turns[0]["timestamp"] == "2023-05-08T13:56:00+00:00"
    assert collection.questions == (Question("What was repaired?", frozenset({"D1:1"}), "single-hop"),)
    assert len(collection.write(tmp_path).read_text("utf-8").splitlines()) == 2


def test_a_meeting_gives_turns_by_number_and_spans_include_their_ends(tmp_path: Path) -> None:
    meeting = {
        "meeting_transcripts": [{"speaker": "Ana", "content": text} for text in ("one", "two", "three")],
        "specific_query_list": [{"query": "What came last?", "relevant_text_span": [["1", "2"]]}],
    }
    file = tmp_path / "meetings.jsonl"
    file.write_text(json.dumps(meeting) + "\n", "utf-8")

    (collection,) = meetings(file)

    assert [turn["id"] for turn in collection.turns] == ["0", "1", "2"]
    assert collection.questions[0].turns == {"1", "2"}
