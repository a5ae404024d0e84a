"""Annotated data as collections: turns in the generic transcript format, and questions with the turns that answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dateutil import parser as dates

_TURN_ID = re.compile(r"D\d+:\d+")
_SESSION = re.compile(r"session_\d+")
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
"""LoCoMo's categories of questions that have an answer; the fifth is of those that have none."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the ids of the turns that answer it, at least one."""

    text: str
    turns: frozenset[str]
    category: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """A conversation or meeting: its turns as lines of a transcript, and what is asked of it."""

    name: str
    turns: tuple[dict[str, Any], ...]
    questions: tuple[Question, ...]
    last: datetime | None = None

    def write(self, folder: Path) -> Path:
        """Write the turns as JSON Lines and return the file."""
        file = folder / f"{self.name}.jsonl"
        file.write_text("".join(json.dumps(turn) + "\n" for turn in self.turns), "utf-8")
        return file


def conversations(file: Path) -> Iterator[Collection]:
    """Yield the conversations of a LoCoMo file; questions without an answer or without a turn that exists are left
    out.
    """
    for sample in json.loads(file.read_text("utf-8")):
        turns = tuple(_conversation_turns(sample["conversation"]))
        known = {turn["id"] for turn in turns}
        questions = []
        for row in sample["qa"]:
            evidence = frozenset(_TURN_ID.findall(" ".join(row["evidence"]))) & known
            if evidence and row["category"] in CATEGORIES:
                questions.append(Question(row["question"], evidence, CATEGORIES[row["category"]]))
        last = max(datetime.fromisoformat(turn["timestamp"]) for turn in turns)
        yield Collection(sample["sample_id"], turns, tuple(questions), last)


def _conversation_turns(conversation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for session, turns in conversation.items():
        if not _SESSION.fullmatch(session):
            continue
        said = dates.parse(conversation[f"{session}_date_time"]).replace(tzinfo=UTC)
        for turn in turns:
            caption = turn.get("blip_caption")
            yield {
                "id": turn["dia_id"],
                "speaker": turn["speaker"],
                "text": f"{turn['text']} [{caption}]" if caption else turn["text"],
                "timestamp": said.isoformat(),
                "session": session,
            }


def meetings(file: Path) -> Iterator[Collection]:
    """Yield the meetings of a QMSum file with their specific queries."""
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        meeting = json.loads(line)
        name = f"meeting-{number}"
        turns = tuple(
            {"id": str(at), "speaker": turn["speaker"], "text": turn["content"], "session": name}
            for at, turn in enumerate(meeting["meeting_transcripts"])
        )
        questions = tuple(
            Question(row["query"], frozenset(str(at) for span in row["relevant_text_span"] for at in _turns(span)))
            for row in meeting["specific_query_list"]
        )
        yield Collection(name, turns, questions)


def _turns(span: list[str]) -> range:
    first, last = map(int, span)
    return range(first, last + 1)
