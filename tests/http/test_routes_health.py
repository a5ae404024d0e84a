from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.http.app import create_app
from memory_fabric.models import Extraction

from .scripted import ScriptedFabric, as_fabric

MORE_THAN_THE_THREADS_OF_THE_SERVICE = 60


def test_health_tells_the_version(client: TestClient) -> None:
    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.json()["status"] == "ok"
    assert response.json()["version"]


def test_a_service_whose_graph_answers_is_ready(client: TestClient) -> None:
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "ready", "pipeline": "loaded", "graph": "reachable"}


def test_a_service_whose_graph_is_down_is_alive_but_not_ready(client: TestClient, fabric: ScriptedFabric) -> None:
    fabric.graph_is_down = True

    response = client.get("/readyz")

    assert (response.status_code, response.json()["code"]) == (503, "graph_unavailable")
    assert client.get("/healthz").status_code == 200


def test_a_graph_that_does_not_answer_in_time_is_not_ready() -> None:
    settings = Settings(graph="memory:", graph_timeout=0.01)
    released = threading.Event()

    class Hanging(ScriptedFabric):
        def describe(self) -> dict[str, str]:
            released.wait(10)
            return {}

    with TestClient(create_app(as_fabric(Hanging(settings)), settings)) as client:
        response = client.get("/readyz")
        released.set()

    assert (response.status_code, response.json()["code"]) == (503, "graph_unavailable")


@pytest.mark.issue("mem0#2892")
@pytest.mark.issue("mem0#6070")
def test_health_and_readiness_answer_while_every_thread_extracts(settings: Settings) -> None:
    busy, released = threading.Event(), threading.Event()

    class Slow(ScriptedFabric):
        def extract(self, text: str, *, speaker: str | None = None, project: str | None = None) -> Extraction:
            busy.set()
            released.wait(30)
            return Extraction(text)

    with (
        TestClient(create_app(as_fabric(Slow(settings)), settings)) as client,
        ThreadPoolExecutor(MORE_THAN_THE_THREADS_OF_THE_SERVICE) as callers,
    ):
        try:
            calls = [
                callers.submit(client.post, "/v1/extract", json={"text": "a"})
                for _ in range(MORE_THAN_THE_THREADS_OF_THE_SERVICE)
            ]
            assert busy.wait(30)
            for _ in range(10):
                assert client.get("/healthz").status_code == 200
                assert client.get("/readyz").status_code == 200
            assert not any(call.done() for call in calls)
        finally:
            released.set()
        assert {call.result(30).status_code for call in calls} == {200}
