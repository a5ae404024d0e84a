"""Who says what in a cue: markup taken off, voices and name labels told from the words."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_fabric.ingest.readers.webvtt_cues import Cue

_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?(?:\s+([^<>]*))?>|</v>")
_TAG = re.compile(r"</?(?:c|i|b|u|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<\d[\d:.]*>", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\[[^\[\]]*\]|[♪♫#*\s]+")  # [Music]: nobody says it
# Words before the first colon, the wide one of CJK text included, behind a mark of a change of speaker.
_LABEL = re.compile(r"(?:>>+\s*|-\s+)?([^\s:\uff1a<>][^:\uff1a<>]{0,59})(?::(?=\s|$)|\uff1a)\s*")
_PARTICLES = frozenset(("al", "bin", "da", "de", "del", "den", "der", "di", "dos", "du", "el", "la", "van", "von"))
_MAX_LABELS = 10_000
_MAX_WORDS_OF_NAME = 5


class Utterance(NamedTuple):
    """A line of a cue without markup, and who says it, as far as the cue itself tells."""

    speaker: str | None
    text: str


def utterances(cue: Cue, labels: frozenset[str]) -> Iterator[Utterance]:
    """Yield what is said in a cue, line by line. `Name:` before the words counts if it is in `labels`."""
    labelled: str | None = None
    for line in _plain_lines(cue):
        text = line.text
        if line.speaker is None and (label := _label(text)) is not None and label.speaker in labels:
            labelled, text = label
        if text and not _PLACEHOLDER.fullmatch(text):
            yield Utterance(line.speaker or labelled, text)


def speaker_labels(cues: Iterable[Cue]) -> frozenset[str]:
    """Return which `Name:` at the start of lines are speakers rather than words like "Remember: …".

    Where at least half of the cues have one, as in the exports of meeting tools, all of them are; else those
    that come more than once.
    """
    counts: Counter[str] = Counter()
    spoken = labelled = 0
    for cue in cues:
        lines = [line.text for line in _plain_lines(cue) if line.speaker is None]
        names = [label.speaker for label in map(_label, lines) if label is not None and label.speaker]
        spoken += bool(lines)
        labelled += bool(names)
        counts.update(name for name in names if name in counts or len(counts) < _MAX_LABELS)
    is_custom = labelled * 2 >= spoken
    return frozenset(name for name, count in counts.items() if is_custom or count > 1)


def _plain_lines(cue: Cue) -> Iterator[Utterance]:
    voice: str | None = None
    for line in cue.lines:
        done = 0
        for match in _VOICE.finditer(line):
            if before := _plain(line[done : match.start()]):
                yield Utterance(voice, before)
            voice = _plain(match[1] or "") or None
            done = match.end()
        if rest := _plain(line[done:]):
            yield Utterance(voice, rest)


def _plain(text: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def _label(text: str) -> Utterance | None:
    """Return what stands before a line's first colon, if it is formed like a name, and what follows."""
    match = _LABEL.match(text)
    if match is None or not _is_formed_like_a_name(match[1]):
        return None
    return Utterance(match[1].rstrip(), text[match.end() :])


def _is_formed_like_a_name(text: str) -> bool:
    """One word of any kind, for agents are written in lower case, or a few that begin with capitals."""
    words = text.split()
    if len(words) > _MAX_WORDS_OF_NAME or not any(char.isalpha() for char in text):
        return False
    if text[-1] in ".," or any(mark in text for mark in '?!;"'):
        return False
    return len(words) == 1 or all(word.lower() in _PARTICLES or not word[0].islower() for word in words)
