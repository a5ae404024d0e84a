from __future__ import annotations

from collections.abc import Iterator

import anyio
import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from memory_fabric.http.middleware import BodyLimit, ErrorBoundary

JSON = {"content-type": "application/json"}
LIMIT = 16 * 1_000 + 65_536


def test_a_body_declared_over_the_limit_is_refused_unread(client: TestClient) -> None:
    response = client.post("/v1/extract", content=b"x" * (LIMIT + 1), headers=JSON)

    problem = response.json()
    assert (response.status_code, problem["field"], problem["limit"]) == (413, "body", LIMIT)


def test_a_body_of_undeclared_length_is_refused_while_it_is_read(client: TestClient) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(1_000):
            sent += 1
            yield b"x" * 1_000

    response = client.post("/v1/extract", content=endless(), headers=JSON)

    problem = response.json()
    assert (response.status_code, problem["code"], problem["field"]) == (413, "too_large", "body")


def test_the_body_limit_leaves_room_for_the_longest_text_however_it_is_written(client: TestClient) -> None:
    body = '{"text": "' + "\\u0041" * 1_000 + '"}'

    assert client.post("/v1/extract", content=body, headers=JSON).status_code == 200


def test_reading_stops_at_the_limit() -> None:
    chunks = 0

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass

    async def receive() -> Message:
        nonlocal chunks
        chunks += 1
        return {"type": "http.request", "body": b"x" * 10, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        scope = {"type": "http", "method": "POST", "headers": []}
        await ErrorBoundary(BodyLimit(application, limit=25))(scope, receive, send)

    anyio.run(run)

    assert chunks == 3
    assert sent[0]["status"] == 413


def test_what_is_no_http_passes_through_both() -> None:
    seen: list[str] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])
        raise RuntimeError("for the server to see")

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(_: Message) -> None:
        return None

    async def run() -> None:
        await ErrorBoundary(BodyLimit(application, limit=1))({"type": "lifespan"}, receive, send)

    with pytest.raises(RuntimeError):
        anyio.run(run)
    assert seen == ["lifespan"]


def test_an_answer_that_has_begun_is_not_begun_again() -> None:
    sent: list[Message] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("half way")

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        await ErrorBoundary(application)({"type": "http", "method": "GET", "headers": []}, receive, send)

    anyio.run(run)

    assert [message["type"] for message in sent] == ["http.response.start"]
