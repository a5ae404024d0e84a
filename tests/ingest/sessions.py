"""Lines of a Claude Code session, as short as they can be."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]


def line(kind: str, uuid: str, content: object, parent: str | None = None, **more: object) -> Line:
    message: Line = {"role": kind, "content": content}
    if "message_id" in more:
        message["id"] = more.pop("message_id")
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s1",
        "timestamp": "2026-01-15T09:30:00.000Z",
        "cwd": "/home/ana/shop",
        "message": message,
        **more,
    }


def user(uuid: str, content: object, parent: str | None = None, **more: object) -> Line:
    return line("user", uuid, content, parent, **more)


def assistant(uuid: str, content: object, parent: str | None = None, **more: object) -> Line:
    return line("assistant", uuid, content, parent, **more)


def text(words: str) -> Line:
    return {"type": "text", "text": words}


CALL = {"type": "tool_use", "id": "call", "name": "Read", "input": {"path": "a"}}
RESULT = {"type": "tool_result", "tool_use_id": "call", "content": "The file says that we use Oracle."}
THOUGHT = {"type": "thinking", "thinking": "What if we used Oracle?"}
