"""Patterns loaded anew over HTTP: what was loaded, or why everything stays as it was."""

from __future__ import annotations

from starlette.testclient import TestClient

from memory_fabric.errors import PatternError
from memory_fabric.http.replies import PatternsAnswer, Problem

from .scripted import ScriptedFabric

JSON = {"content-type": "application/json"}


def test_a_reload_tells_what_was_loaded(client: TestClient) -> None:
    response = client.post("/v1/patterns/reload", headers=JSON)

    assert response.status_code == 200
    assert response.json() == {"names": 3, "rules": 2, "seconds": 0.123}
    PatternsAnswer.model_validate(response.json())


def test_a_faulty_file_is_named(client: TestClient, fabric: ScriptedFabric) -> None:
    fabric.pattern_error = PatternError("own.jsonl", 3, "is not JSON")

    response = client.post("/v1/patterns/reload", headers=JSON)

    problem = Problem.model_validate(response.json())
    assert (response.status_code, problem.code) == (500, "pattern_invalid")
    assert response.json()["line"] == 3 and "own.jsonl, line 3" in problem.detail


def test_a_web_page_cannot_make_the_service_reload(client: TestClient) -> None:
    response = client.post("/v1/patterns/reload", headers={"content-type": "text/plain"})

    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_it_takes_no_folder_from_the_caller(client: TestClient) -> None:
    (operation,) = client.get("/openapi.json").json()["paths"]["/v1/patterns/reload"].values()

    assert "requestBody" not in operation and not operation.get("parameters")
