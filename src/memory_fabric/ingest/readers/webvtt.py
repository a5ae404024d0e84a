"""WebVTT: the cues of one speaker that follow one another are one turn, joined by spaces.

Where no speaker is known the whole file is thus one turn; it is cut into statements when it is remembered.
Turns are numbered from 1. Cue times count from the start of the recording, so a turn has a time only where
the file's name tells when that was (`GMT20260115-093000_Recording.vtt`, `2026-01-15 stand-up.vtt`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from memory_fabric.ingest.events import Problem, TurnRead
from memory_fabric.ingest.lines import BadLine
from memory_fabric.ingest.readers.webvtt_cues import Cue, read_cues
from memory_fabric.ingest.readers.webvtt_speech import Utterance, speaker_labels, utterances
from memory_fabric.ingest.transcript import Transcript
from memory_fabric.models import Turn

_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(-?)(\d\d)\2(\d\d)"
    r"(?:(?:[T_ -]|\sat\s)(\d\d)[-.:_h]?(\d\d)(?:[-.:_]?(\d\d))?)?(?!\d)"
)


@dataclass(slots=True)
class _Run:
    """What one speaker says at a stretch, from the cue at line `number` on."""

    speaker: str | None
    number: int
    start: timedelta
    texts: list[str] = field(default_factory=list)


def read(transcript: Transcript) -> Iterator[TurnRead | Problem]:
    """Yield the turns of a WebVTT file. It is read twice: only the whole file tells the names."""
    labels = speaker_labels(cue for cue in read_cues(transcript.lines) if isinstance(cue, Cue))
    began = recording_start(transcript.path.stem)
    ordinal = 0
    run: _Run | None = None
    shown: list[Utterance] = []
    for cue in read_cues(transcript.lines):
        if isinstance(cue, BadLine):
            yield transcript.problem(cue)
            continue
        said = list(utterances(cue, labels))
        for speaker, text in said[_repeated(shown, said) :]:
            # A line without a label goes on with the last speaker's words; voices are written every time.
            if run is None or (speaker != run.speaker and not (speaker is None and labels)):
                if run is not None:
                    ordinal += 1
                    yield _turn(transcript, run, ordinal, began)
                run = _Run(speaker, cue.number, cue.start)
            run.texts.append(text)
        shown = said
    if run is not None:
        yield _turn(transcript, run, ordinal + 1, began)


def recording_start(name: str) -> datetime | None:
    """Return the time in UTC that a file's name holds: midnight for a mere date, None where there is none."""
    for match in _DATE.finditer(name):
        year, month, day, hour, minute, second = (int(match[group] or 0) for group in (1, 3, 4, 5, 6, 7))
        for time in ((hour, minute, second), (0, 0, 0)):
            try:
                return datetime(year, month, day, *time, tzinfo=UTC)
            except ValueError:
                continue  # no such time; perhaps such a day
    return None


def _repeated(shown: list[Utterance], said: list[Utterance]) -> int:
    """Return how many first lines of a cue are left over from the one before, as in rolling captions."""
    for count in range(min(len(shown), len(said)), 0, -1):
        if all(map(_is_same, shown[-count:], said)):
            return count
    return 0


def _is_same(shown: Utterance, said: Utterance) -> bool:
    return shown.text == said.text and said.speaker in (None, shown.speaker)


def _turn(transcript: Transcript, run: _Run, ordinal: int, began: datetime | None) -> TurnRead:
    return transcript.turn(
        run.number,
        Turn(
            text=" ".join(run.texts),
            id=str(ordinal),
            speaker=run.speaker,
            timestamp=None if began is None else began + run.start,
            session=transcript.session,
            source=transcript.source,
            project=transcript.project,
        ),
    )
