from __future__ import annotations

import logging

import pytest
from starlette.testclient import TestClient

from memory_fabric.http.replies import Problem

from .scripted import ScriptedFabric

JSON = {"content-type": "application/json"}


def test_every_error_is_a_problem_document_with_a_stable_code(client: TestClient, fabric: ScriptedFabric) -> None:
    fabric.graph_is_down = True
    responses = {
        client.get("/v1/nothing"): (404, "not_found"),
        client.delete("/v1/extract"): (405, "method_not_allowed"),
        client.post("/v1/extract", content="{", headers=JSON): (400, "invalid_input"),
        client.post("/v1/extract", content="text=a"): (415, "unsupported_media_type"),
        client.post("/v1/extract", json={}): (422, "invalid_input"),
        client.post("/v1/extract", json={"text": "x" * 2_000}): (413, "too_large"),
        client.post("/v1/extract", json={"text": "x" * 100_000}): (413, "too_large"),
        client.post("/v1/extract", json={"text": "boom"}): (500, "internal_error"),
        client.get("/v1/entities/nobody"): (404, "not_found"),
        client.get("/readyz"): (503, "graph_unavailable"),
    }

    for response, (status, code) in responses.items():
        assert response.headers["content-type"] == "application/problem+json"
        problem = Problem.model_validate(response.json())
        assert (response.status_code, problem.status, problem.code) == (status, status, code)
        assert problem.type == f"urn:memory-fabric:error:{code}"


def test_a_wrong_method_is_answered_with_the_right_ones(client: TestClient) -> None:
    assert client.get("/v1/extract").headers["allow"] == "POST"


def test_every_wrong_field_is_listed_and_no_value_repeated(client: TestClient) -> None:
    response = client.post("/v1/search", json={"q": ["secret"], "limit": "secret", "depth": -1, "x": "secret"})

    problem = response.json()
    assert {fault["field"] for fault in problem["errors"]} == {"q", "limit", "depth", "x"}
    assert "secret" not in response.text


def test_an_endless_list_of_wrong_fields_is_cut(client: TestClient) -> None:
    response = client.post("/v1/search", json={f"x{i}": 1 for i in range(1_000)} | {"y" * 5_000: 1})

    assert len(response.json()["errors"]) == 20
    assert len(response.content) < 5_000


def test_an_unforeseen_error_tells_nothing_and_its_log_holds_no_text(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        response = client.post("/v1/extract", json={"text": "boom: my secret"})

    assert response.status_code == 500
    assert "secret" not in response.text
    assert "RuntimeError" not in response.text
    assert "secret" not in caplog.text
    assert "RuntimeError in POST /v1/extract" in caplog.text
    assert "scripted.py" in caplog.text
