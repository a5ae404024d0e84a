from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from memory_fabric.answers import ParsedQueryAnswer, SearchAnswer

from .scripted import ScriptedFabric


def test_a_question_is_answered_in_the_result_format(client: TestClient) -> None:
    response = client.get("/v1/search", params={"q": "What do we use?"})

    assert response.status_code == 200
    answer = response.json()
    assert (answer["query"], answer["total_results"], answer["sources"]) == (
        "What do we use?",
        1,
        {"graph": 1},
    )
    assert answer["results"][0]["graph_relations"][0]["from"] == "team"
    SearchAnswer.model_validate(answer)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_parameter_reaches_the_search_by_query_and_by_body(
    client: TestClient, fabric: ScriptedFabric, method: str
) -> None:
    parameters: dict[str, Any] = {
        "q": "redis?",
        "limit": 5,
        "depth": 3,
        "now": "2026-02-01T00:00:00Z",
        "since": "2026-01-01",
        "until": "2026-01-31",
        "speaker": "Ana",
        "type": "technology",
        "as_of": "2026-01-20",
        "explain": True,
        "namespace": "shop",
    }

    if method == "GET":
        response = client.get("/v1/search", params=parameters)
    else:
        response = client.post("/v1/search", json=parameters)

    assert response.status_code == 200
    assert fabric.calls[-1] == {
        "q": "redis?",
        "limit": 5,
        "depth": 3,
        "now": datetime(2026, 2, 1, tzinfo=UTC),
        "since": datetime(2026, 1, 1, tzinfo=UTC),
        "until": datetime(2026, 1, 31, 23, 59, 59, 999_999, tzinfo=UTC),
        "speaker": "Ana",
        "type": "technology",
        "as_of": datetime(2026, 1, 20, tzinfo=UTC),
        "explain": True,
        "namespace": "shop",
    }


def test_no_question_is_an_empty_one_and_defaults_hold(client: TestClient, fabric: ScriptedFabric) -> None:
    assert client.get("/v1/search").status_code == 200
    assert client.post("/v1/search", json={}).status_code == 200

    for call in fabric.calls[1::2]:
        assert (call["q"], call["limit"], call["depth"], call["namespace"]) == ("", None, 2, None)


@pytest.mark.issue("basic-memory#1296")
def test_a_limit_or_depth_over_the_maximum_is_left_to_the_search_to_clamp(
    client: TestClient, fabric: ScriptedFabric
) -> None:
    response = client.get("/v1/search", params={"depth": 50, "limit": 100_000})

    assert response.status_code == 200
    assert (fabric.calls[-1]["depth"], fabric.calls[-1]["limit"]) == (50, 100_000)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("limit", "0"),
        ("limit", "many"),
        ("depth", "-1"),
        ("since", "yesterday-ish"),
        ("until", "2026-13-01"),
        ("now", "soon"),
        ("type", "gadget"),
        ("explain", "perhaps"),
        ("namespace", "a/b"),
        ("limits", "5"),
    ],
)
def test_a_wrong_parameter_is_named(client: TestClient, field: str, value: str) -> None:
    for response in (
        client.get("/v1/search", params={field: value}),
        client.post("/v1/search", json={field: value}),
    ):
        assert (response.status_code, response.json()["field"]) == (422, field)


@pytest.mark.issue("servers PR#4662")
def test_a_question_over_the_limit_is_refused_with_the_limit(client: TestClient) -> None:
    response = client.post("/v1/search", json={"q": "x" * 10_000})

    assert (response.status_code, response.json()["code"], response.json()["limit"]) == (
        413,
        "too_large",
        100,
    )
    assert len(response.content) < 1_000


def test_an_unreachable_graph_is_503_and_never_an_empty_result(client: TestClient, fabric: ScriptedFabric) -> None:
    fabric.graph_is_down = True

    response = client.get("/v1/search", params={"q": "redis"})

    assert (response.status_code, response.json()["code"]) == (503, "graph_unavailable")


@pytest.mark.parametrize("question", ["-excluded", '"unbalanced', "CI/CD", "a|b", "キャッシュ", "%00", "\x00?"])
def test_any_characters_may_be_asked(client: TestClient, question: str) -> None:
    response = client.get("/v1/search", params={"q": question})

    assert response.status_code == 200
    assert response.json()["query"] == question.replace("\x00", "\ufffd")


def test_a_question_can_be_parsed_alone(client: TestClient, fabric: ScriptedFabric) -> None:
    response = client.get("/v1/query", params={"q": "redis?", "now": "2026-02-01"})

    assert response.status_code == 200
    assert response.json()["entity_hints"] == ["Redis"]
    assert fabric.calls[-1]["now"] == datetime(2026, 2, 1, tzinfo=UTC)
    ParsedQueryAnswer.model_validate(response.json())


def test_a_question_to_parse_must_be_given(client: TestClient) -> None:
    response = client.get("/v1/query")

    assert (response.status_code, response.json()["field"]) == (422, "q")


def test_how_long_each_step_took_is_told_in_a_header_that_tools_of_browsers_show(client: TestClient) -> None:
    header = client.get("/v1/search", params={"q": "What do we use?"}).headers["Server-Timing"]

    assert header.startswith("parse;dur=1.500, render;dur=")
