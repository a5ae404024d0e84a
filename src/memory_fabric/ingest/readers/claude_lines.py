"""One line of a Claude Code session file: what it is, and the words that it adds to the conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from memory_fabric.errors import InvalidInput
from memory_fabric.ingest.readers.claude_wrapping import unwrap_assistant, unwrap_user

Role = Literal["prompt", "reply", "result", "other"]
"""A person's message, a piece of an assistant's, a tool's result, or anything beside the conversation."""


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A readable line. `texts` are the words of its text blocks; a line without any is no turn.

    `message` is what the lines of one message share, None where the line stands alone. `side` marks the line
    of a sub-agent, which is no part of the conversation.
    """

    role: Role
    texts: tuple[str, ...] = ()
    speaker: str = "user"
    uuid: str | None = None
    parent: str | None = None
    message: str | None = None
    session: str | None = None
    folder: str | None = None
    timestamp: object = None
    side: bool = False


def read_line(value: Mapping[str, Any]) -> SessionLine:
    """Read one line.

    Raises:
        InvalidInput: a field that the line cannot be read without is missing or of the wrong type.
    """
    kind = value.get("type")
    if not isinstance(kind, str):
        raise InvalidInput("type", "is missing" if kind is None else "is no string")
    if kind not in ("user", "assistant"):
        return _line(value, "other")
    message = value.get("message")
    if not isinstance(message, dict):
        raise InvalidInput("message", "is no object")
    texts, has_result = _texts(message, kind)
    if _is_machinery(value, message):
        return _line(value, "other")
    if kind == "assistant":
        return _line(value, "reply", texts, kind, _string(message.get("id")))
    if has_result:
        return _line(value, "result", texts, kind)
    return _line(value, "prompt" if texts else "other", texts, kind)


def _line(
    value: Mapping[str, Any],
    role: Role,
    texts: tuple[str, ...] = (),
    speaker: str = "user",
    message: str | None = None,
) -> SessionLine:
    return SessionLine(
        role,
        texts,
        speaker,
        uuid=_string(value.get("uuid")),
        parent=_string(value.get("parentUuid")),
        message=message,
        session=_string(value.get("sessionId")),
        folder=_last_folder(_string(value.get("cwd"))),
        timestamp=value.get("timestamp"),
        side=bool(value.get("isSidechain")),
    )


def _texts(message: Mapping[str, Any], kind: str) -> tuple[tuple[str, ...], bool]:
    """Return the words of a message's text blocks, and whether a tool's result is among its blocks."""
    if "content" not in message:
        raise InvalidInput("message.content", "is missing")
    content = message["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if blocks is None:
        return (), False
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise InvalidInput("message.content", "is neither a string nor a list of blocks")
    unwrap = unwrap_user if kind == "user" else unwrap_assistant
    words: list[str] = []
    for block in blocks:
        if block.get("type") == "text":
            text = block.get("text")
            if not isinstance(text, str):
                raise InvalidInput("message.content.text", "is no string")
            words.append(unwrap(text))
    return tuple(word for word in words if word), any(block.get("type") == "tool_result" for block in blocks)


def _is_machinery(value: Mapping[str, Any], message: Mapping[str, Any]) -> bool:
    """Whether Claude Code itself wrote the message, in the name of the user or the assistant."""
    flags = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
    return any(value.get(flag) for flag in flags) or message.get("model") == "<synthetic>"


def _string(value: object) -> str | None:
    return value or None if isinstance(value, str) else None


def _last_folder(path: str | None) -> str | None:
    return re.split(r"[\\/]", path.rstrip("\\/"))[-1] or None if path else None
