"""Half characters, which clients in JavaScript send where they cut a text within an emoji."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import StdioServerParameters
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.mcp_server.http import app_over
from memory_fabric.mcp_server.wire import mended
from tests.mcp_server.scripted import ScriptedFabric
from tests.support.mcp_peer import our_server, reference_server

HANDSHAKE = [
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "a test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]
CUT = "likes \U0001f375"[:-1] + "\ud83c"
CREATE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {
        "name": "create_entities",
        "arguments": {"entities": [{"name": "Ana", "entityType": "person", "observations": [CUT]}]},
    },
}


def said_by(server: StdioServerParameters) -> Any:
    """Return what a server answers to a line with half a character in it."""
    environment = {**os.environ, **(server.env or {})}
    with subprocess.Popen(
        [server.command, *server.args],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for message in (*HANDSHAKE, CREATE):
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        limit = Timer(60, process.kill)  # a server that drops the line would never answer
        limit.start()
        answers = map(json.loads, process.stdout)
        created = next(answer for answer in answers if answer.get("id") == CREATE["id"])
        limit.cancel()
    return created["result"]["structuredContent"]


@pytest.mark.reference_server
@pytest.mark.difference("Half a character")
def test_half_a_character(tmp_path: Path) -> None:
    theirs, ours = said_by(reference_server(tmp_path)), said_by(our_server(tmp_path))

    assert theirs["entities"][0]["observations"] == [CUT]
    assert ours["entities"][0]["observations"] == ["likes \ufffd"]


def test_over_http_half_a_character_is_told_to_be_wrong(fabric: ScriptedFabric) -> None:
    app = app_over(fabric, Settings(graph="memory:"))  # type: ignore[arg-type]
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    with TestClient(app, base_url="http://127.0.0.1:8377") as client:
        response = client.post("/mcp", content=json.dumps(CREATE), headers=headers)

    assert response.status_code == 400


@given(st.text(st.characters() | st.sampled_from("\\u\ud83c\udf75\ud800\U0001f375")))
def test_what_is_mended_is_read_with_the_halves_replaced_and_all_else_as_it_was(text: str) -> None:
    line = json.dumps({text: text})
    whole = re.sub("[\ud800-\udfff]", "\ufffd", json.loads(line).popitem()[0])  # two halves side by side are one

    assert json.loads(mended(line)) == {whole: whole}
