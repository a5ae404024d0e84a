"""Half characters, which clients in JavaScript send where they cut an emoji through, and input that ends early."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.abc import ObjectReceiveStream
from hypothesis import given
from hypothesis import strategies as st
from mcp import StdioServerParameters
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.mcp_server.http import app_over
from memory_fabric.mcp_server.wire import answering_all, mended
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


def said_by(server: StdioServerParameters, *messages: dict[str, Any]) -> dict[int, Any]:
    """Return what a server answers, by request, where its input comes through a pipe and ends at once."""
    lines = "".join(json.dumps(message) + "\n" for message in (*HANDSHAKE, *messages))
    command, environment = [server.command, *server.args], {**os.environ, **(server.env or {})}
    done = subprocess.run(
        command, env=environment, input=lines, capture_output=True, encoding="utf-8", timeout=60, check=True
    )
    return {answer["id"]: answer["result"] for answer in map(json.loads, done.stdout.splitlines()) if answer.get("id")}


@pytest.mark.reference_server
@pytest.mark.difference("Half a character")
def test_half_a_character(tmp_path: Path) -> None:
    for server, kept in ((reference_server, CUT), (our_server, "likes \ufffd")):
        answers = said_by(server(tmp_path), CREATE)
        assert answers[1]["structuredContent"]["entities"][0]["observations"] == [kept]


@pytest.mark.reference_server
@pytest.mark.parametrize("server", [reference_server, our_server])
def test_all_is_answered_before_the_server_ends(
    server: Callable[[Path], StdioServerParameters], tmp_path: Path
) -> None:
    searches = [
        {**CREATE, "id": number, "params": {"name": "search_nodes", "arguments": {"query": "tea"}}}
        for number in range(1, 30)
    ]

    answers = said_by(server(tmp_path), *searches)

    assert sorted(answers) == [*range(1, 30)]
    assert all(answer["structuredContent"] == {"entities": [], "relations": []} for answer in answers.values())


def request(number: int, method: str = "tools/call") -> SessionMessage:
    return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=number, method=method))


def cancellation(number: int) -> SessionMessage:
    params = {"requestId": number}
    return SessionMessage(JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=params))


def test_the_end_is_passed_on_when_the_last_request_is_answered_or_given_up() -> None:
    """One that listens for changes is answered by the end itself, so it is not waited for."""

    async def run() -> None:
        client, requests = anyio.create_memory_object_stream[SessionMessage | Exception](10)
        answers, answered = anyio.create_memory_object_stream[SessionMessage](10)
        ended = anyio.Event()

        async def serve(passed_on: ObjectReceiveStream[SessionMessage | Exception]) -> None:
            async for _ in passed_on:
                pass
            ended.set()

        async with (
            client,
            answered,
            answering_all(requests, answers) as (passed_on, answer),
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(serve, passed_on)
            for message in (request(1), request(2), request(3, "subscriptions/listen"), cancellation(2)):
                await client.send(message)
            await client.aclose()
            await anyio.wait_all_tasks_blocked()
            assert not ended.is_set()

            await answer.send(SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=1, result={})))

            with anyio.fail_after(10):
                await ended.wait()

    anyio.run(run)


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
