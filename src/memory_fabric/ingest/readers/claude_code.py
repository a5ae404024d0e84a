"""Claude Code session files: JSON Lines, a line for each block, tool result, or note of the program's own.

Turns are the messages of the person (`user`) and of the assistant, as they were shown. The lines of a session
hang together by message and by branch, which only the whole file tells, so it is read twice: first its
skeleton, then its words. In memory are the skeleton, and the words of messages of which more lines are to
come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from memory_fabric.errors import InvalidInput
from memory_fabric.ingest.events import Problem, TurnRead
from memory_fabric.ingest.lines import BadLine, json_objects
from memory_fabric.ingest.readers.claude_branches import Node, hidden_lines
from memory_fabric.ingest.readers.claude_lines import SessionLine, read_line
from memory_fabric.ingest.transcript import Transcript
from memory_fabric.models import Turn
from memory_fabric.timestamps import parse_timestamp


@dataclass(frozen=True, slots=True)
class _Skeleton:
    """What the first reading found out.

    `length` is the number of lines, `with_words` are those that add words to a turn, `ends` the last such
    line of each message, `folders` the folder that each session began in.
    """

    length: int
    with_words: frozenset[int]
    ends: dict[str, int]
    folders: dict[str | None, str]


@dataclass(frozen=True, slots=True)
class _OpenTurn:
    """A turn begun at line `number`, whose last words come at line `end`."""

    number: int
    end: int
    message: str | None
    turn: Turn
    texts: list[str]

    def add(self, texts: tuple[str, ...]) -> None:
        self.texts.extend(text for text in texts if text not in self.texts)


def read(transcript: Transcript) -> Iterator[TurnRead | Problem]:
    """Yield the turns of a session, each at the place of its first line; a file of a sub-agent has none."""
    if _is_side_file(transcript.path):
        return
    skeleton = _read_skeleton(transcript)
    waiting: deque[_OpenTurn] = deque()
    by_message: dict[str, _OpenTurn] = {}
    for item in json_objects(transcript.lines):
        if item.number > skeleton.length:  # the session goes on while we read
            break
        if isinstance(item, BadLine):
            yield transcript.problem(item)
            continue
        try:
            line = read_line(item.value)
            if item.number in skeleton.with_words:
                turn = by_message.get(line.message) if line.message else None
                if turn is None:
                    turn = _open(transcript, skeleton, item.number, line)
                    waiting.append(turn)
                    if line.message:
                        by_message[line.message] = turn
                turn.add(line.texts)
        except InvalidInput as error:
            yield transcript.refusal(item.number, error)
        while waiting and waiting[0].end <= item.number:
            yield _close(transcript, waiting.popleft(), by_message)
    while waiting:
        yield _close(transcript, waiting.popleft(), by_message)


def _is_side_file(path: Path) -> bool:
    return path.name.startswith("agent-") or path.absolute().parent.name == "subagents"


def _read_skeleton(transcript: Transcript) -> _Skeleton:
    nodes: list[Node] = []
    uuids: set[str] = set()
    spoken: list[tuple[int, str | None]] = []
    folders: dict[str | None, str] = {}
    length = 0
    for item in json_objects(transcript.lines):
        length = item.number
        if isinstance(item, BadLine):
            continue
        try:
            line = read_line(item.value)
        except InvalidInput:
            continue  # told of in the second reading
        if line.folder:
            folders.setdefault(line.session, line.folder)
        if line.side or (line.uuid and line.uuid in uuids):
            continue
        if line.uuid:
            uuids.add(line.uuid)
            nodes.append(Node(item.number, line.uuid, line.parent, line.role, line.message))
        if line.texts:
            spoken.append((item.number, line.message))
    hidden = hidden_lines(nodes)
    shown = [(number, message) for number, message in spoken if number not in hidden]
    ends = {message: number for number, message in shown if message}
    return _Skeleton(length, frozenset(number for number, _ in shown), ends, folders)


def _open(transcript: Transcript, skeleton: _Skeleton, number: int, line: SessionLine) -> _OpenTurn:
    turn = Turn(
        text="",
        id=line.uuid or line.message or str(number),
        speaker=line.speaker,
        timestamp=parse_timestamp(line.timestamp),
        session=line.session or transcript.session,
        source=transcript.source,
        project=transcript.project or skeleton.folders.get(line.session),
    )
    return _OpenTurn(number, skeleton.ends.get(line.message or "", number), line.message, turn, [])


def _close(transcript: Transcript, opened: _OpenTurn, by_message: dict[str, _OpenTurn]) -> TurnRead:
    if opened.message:
        del by_message[opened.message]
    return transcript.turn(opened.number, replace(opened.turn, text="\n\n".join(opened.texts)))
