from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from memory_fabric.http.replies import MemoriesAnswer
from memory_fabric.models import Selection, Turn

from .scripted import ScriptedFabric

MORNING = datetime(2026, 1, 15, 10, tzinfo=UTC)


def test_one_memory_is_remembered_with_its_origin(client: TestClient, fabric: ScriptedFabric) -> None:
    body = {
        "text": "We use redis.",
        "source": "stand-up.vtt",
        "session": "monday",
        "turn_id": "3",
        "speaker": "Ana",
        "project": "shop",
        "timestamp": "2026-01-15T10:00:00Z",
    }

    response = client.post("/v1/memories", json=body)

    assert response.status_code == 200
    assert fabric.turns == [Turn("We use redis.", "3", "Ana", MORNING, "monday", "stand-up.vtt", "shop")]
    assert response.json() == {
        "added": ["memory-0"],
        "known": [],
        "entities_added": 1,
        "relations_added": 0,
        "relations_ended": 0,
        "errors": [],
    }
    MemoriesAnswer.model_validate(response.json())


@pytest.mark.issue("graphiti#920")
@pytest.mark.issue("graphiti#893")
def test_of_a_batch_each_time_is_stored_right_or_refused_by_name(client: TestClient, fabric: ScriptedFabric) -> None:
    times = [
        "2026-01-15",
        "2026-01-15T10:00:00",
        "2026-01-15T10:00:00Z",
        "2026-01-15T10:00:00+05:30",
        1768471200000,
        None,
        "not-a-date",
    ]
    memories = [{"text": f"Statement {i}.", "timestamp": time} for i, time in enumerate(times)]

    response = client.post("/v1/memories", json={"memories": memories})

    assert response.status_code == 200
    assert [turn.timestamp for turn in fabric.turns] == [
        datetime(2026, 1, 15, tzinfo=UTC),
        MORNING,
        MORNING,
        datetime(2026, 1, 15, 4, 30, tzinfo=UTC),
        MORNING,
        None,
    ]
    (error,) = response.json()["errors"]
    assert (error["index"], error["field"], error["code"]) == (6, "timestamp", "invalid_input")
    assert "not-a-date" in error["detail"]


@pytest.mark.parametrize(
    ("memory", "code", "field"),
    [
        ({"text": "a", "timestamp": "not-a-date"}, "invalid_input", "timestamp"),
        ({"text": "a", "timestamp": True}, "invalid_input", "timestamp"),
        ({"text": "a", "timestamp": ["2026"] * 1_000}, "invalid_input", "timestamp"),
        ({"text": "a", "timestamp": 1e300}, "invalid_input", "timestamp"),
        ({"text": "x" * 1_001}, "too_large", "text"),
        ({"speaker": "Ana"}, "invalid_input", "text"),
        ("just words", "invalid_input", "body"),
    ],
)
def test_a_wrong_memory_is_refused_alone_and_by_index_in_a_batch(
    client: TestClient, fabric: ScriptedFabric, memory: Any, code: str, field: str
) -> None:
    alone = client.post("/v1/memories", json=memory)
    batch = client.post("/v1/memories", json={"memories": [{"text": "kept"}, memory]})

    assert alone.status_code == (413 if code == "too_large" else 422)
    assert (alone.json()["code"], alone.json()["field"]) == (code, field)
    assert len(alone.json()["detail"]) < 200
    assert batch.status_code == 200
    assert [turn.text for turn in fabric.turns] == ["kept"]
    (error,) = batch.json()["errors"]
    assert (error["index"], error["code"], error["field"]) == (1, code, field)


def test_a_batch_of_too_many_memories_is_refused_whole(client: TestClient, fabric: ScriptedFabric) -> None:
    response = client.post("/v1/memories", json={"memories": [{"text": "a"}] * 9})

    assert (response.status_code, response.json()["field"]) == (413, "memories")
    assert fabric.turns == []


def test_the_namespace_comes_with_the_query_or_the_body(client: TestClient, fabric: ScriptedFabric) -> None:
    client.post("/v1/memories?namespace=shop", json={"text": "a"})
    client.post("/v1/memories", json={"text": "a", "namespace": "shop"})
    client.post("/v1/memories", json={"memories": [], "namespace": "shop"})
    client.post("/v1/memories", json={"text": "a"})

    assert [call["namespace"] for call in fabric.calls] == ["shop", "shop", "shop", None]


@pytest.mark.parametrize(
    ("query", "body"),
    [("?namespace=../x", {}), ("", {"namespace": "a b"}), ("?namespace=one", {"namespace": "two"})],
)
def test_a_wrong_namespace_writes_nothing(
    client: TestClient, fabric: ScriptedFabric, query: str, body: dict[str, str]
) -> None:
    response = client.post(f"/v1/memories{query}", json={"text": "a", **body})

    assert (response.status_code, response.json()["field"]) == (422, "namespace")
    assert fabric.turns == []


def test_an_unreachable_graph_is_503(client: TestClient, fabric: ScriptedFabric) -> None:
    fabric.graph_is_down = True

    response = client.post("/v1/memories", json={"memories": [{"text": "a"}]})

    assert (response.status_code, response.json()["code"]) == (503, "graph_unavailable")
    assert response.headers["retry-after"]


def test_memories_are_forgotten_by_what_is_told_of_them(client: TestClient, fabric: ScriptedFabric) -> None:
    chosen = {"entity": "Redis", "source": "notes.md", "session": "monday", "speaker": "Ana"}
    response = client.delete("/v1/memories", params={**chosen, "namespace": "shop"})

    assert response.json() == {"memories": ["memory-0"], "origins": 1, "entities": ["Redis"], "relations": 2}
    assert fabric.calls == [{"what": Selection(**chosen), "namespace": "shop"}]


def test_no_selection_forgets_nothing(client: TestClient) -> None:
    response = client.delete("/v1/memories")

    assert (response.status_code, response.json()["field"]) == (422, "selection")
    assert client.delete("/v1/memories?everything=true").status_code == 422
