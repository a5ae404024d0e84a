"""Which format a transcript is in: told by its first telling line, and by its name where it has none."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from itertools import islice
from typing import Any

from memory_fabric.errors import TranscriptError
from memory_fabric.ingest.lines import JsonLine, Line, TextFile, json_objects
from memory_fabric.ingest.readers.webvtt_cues import SIGNATURE, is_timing

_LINES_LOOKED_AT = 100
_BY_SUFFIX = {".jsonl": "jsonl", ".ndjson": "jsonl", ".vtt": "webvtt"}
_SESSION_KEYS = frozenset(("sessionId", "uuid", "leafUuid", "messageId"))
_GENERIC_KEYS = frozenset(("text", "speaker", "session"))


def detect_format(file: TextFile) -> str | None:
    """Return the name of the format that `file` is in, or None where it is none that is known.

    The file's name decides only where its content is silent: it is empty, or nothing of it can be read.

    Raises:
        OSError: the file cannot be read.
    """
    by_name = _BY_SUFFIX.get(file.path.suffix.lower())
    is_other_json = False
    try:
        with closing(iter(file)) as lines:
            for line in islice(lines, _LINES_LOOKED_AT):
                if not isinstance(line, Line):
                    continue
                if line.text.startswith(SIGNATURE) or is_timing(line.text):
                    return "webvtt"
                for item in json_objects((line,)):
                    if isinstance(item, JsonLine):
                        if (told := _told_by(item.value)) is not None:
                            return told
                        is_other_json = True
    except TranscriptError:
        return by_name
    return None if is_other_json else by_name


def _told_by(value: Mapping[str, Any]) -> str | None:
    if isinstance(value.get("type"), str) and _SESSION_KEYS & value.keys():
        return "claude-code"
    return "jsonl" if _GENERIC_KEYS & value.keys() else None
