from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from starlette.testclient import TestClient

from memory_fabric.answers import ExtractionAnswer
from memory_fabric.http.replies import BatchAnswer

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
# Any character at all, lone surrogates among them, which JSON can write and UTF-8 cannot.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)


def test_a_text_gives_an_extraction_in_the_shape_of_the_specification(client: TestClient) -> None:
    response = client.post("/v1/extract", json={"text": "We use redis.", "speaker": "Ana"})

    assert response.status_code == 200
    assert response.json() == {
        "text": "We use redis.",
        "entities": [{"name": "Redis", "type": "technology", "mentions": [{"start": 7, "end": 12, "text": "redis"}]}],
        "relations": [
            {
                "from": "Ana",
                "relation": "uses",
                "to": "Redis",
                "polarity": "affirmed",
                "modality": "asserted",
                "ended": False,
                "evidence": {"start": 0, "end": 13},
            }
        ],
    }
    ExtractionAnswer.model_validate(response.json())


def test_an_empty_text_gives_an_empty_extraction(client: TestClient) -> None:
    response = client.post("/v1/extract", json={"text": ""})

    assert response.status_code == 200
    assert response.json() == {"text": "", "entities": [], "relations": []}


def test_the_rule_of_a_relation_is_told_where_asked_for(client: TestClient) -> None:
    document = {"text": "We use redis.", "explain": True}

    (relation,) = client.post("/v1/extract", json=document).json()["relations"]
    (result,) = client.post("/v1/extract/batch", json={"documents": [document]}).json()["results"]

    assert (
        relation["explain"]
        == result["relations"][0]["explain"]
        == {
            "rule": "use",
            "predicate": [{"start": 3, "end": 6, "text": "use"}],
            "from": {"role": "subj", "start": 0, "end": 2, "text": "We"},
            "to": {"role": "obj", "start": 7, "end": 12, "text": "redis"},
            "cues": [],
        }
    )


def test_a_text_over_the_limit_is_refused_with_the_limit(client: TestClient) -> None:
    response = client.post("/v1/extract", json={"text": "é" * 501})

    problem = response.json()
    assert (response.status_code, problem["code"], problem["field"]) == (413, "too_large", "text")
    assert (problem["limit"], problem["unit"]) == (1_000, "bytes")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": None}, "text"),
        ({"text": 5}, "text"),
        ({"text": "a", "speaker": ["b"]}, "speaker"),
        ({"text": "a", "speeker": "b"}, "speeker"),
        ([], "body"),
        ("text", "body"),
    ],
)
def test_a_wrong_field_is_named(client: TestClient, body: Any, field: str) -> None:
    response = client.post("/v1/extract", json=body)

    problem = response.json()
    assert (response.status_code, problem["code"], problem["field"]) == (422, "invalid_input", field)
    assert problem["errors"][0]["field"] == field


def test_offsets_hold_for_texts_with_lone_surrogates_and_nul(client: TestClient) -> None:
    body = r'{"text": "\ud800\u0000 redis"}'

    response = client.post("/v1/extract", content=body, headers={"content-type": "application/json"})

    extraction = response.json()
    assert extraction["text"] == "\ufffd\ufffd redis"
    assert extraction["entities"][0]["mentions"][0]["start"] == 3


@effort(max_examples=40)
@given(body=JSON_VALUES | st.fixed_dictionaries({"text": ANY_TEXT}, optional={"speaker": ANY_TEXT, "?": JSON_VALUES}))
def test_no_json_body_makes_the_service_fail(module_client: TestClient, body: Any) -> None:
    response = module_client.post("/v1/extract", content=json.dumps(body), headers={"content-type": "application/json"})

    assert response.status_code in (200, 413, 422)
    assert response.json()


def test_a_batch_gives_its_results_in_order_and_no_error_fails_the_rest(client: TestClient) -> None:
    documents: list[Any] = [
        {"id": "a", "text": "redis"},
        {"id": "long", "text": "x" * 1_001},
        {"id": "no text"},
        "no document",
        {"id": "failing", "text": "boom"},
        {"id": 7, "text": "redis again"},
    ]

    response = client.post("/v1/extract/batch", json={"documents": documents})

    assert response.status_code == 200
    results = response.json()["results"]
    assert [result["id"] for result in results] == ["a", "long", "no text", None, "failing", 7]
    assert results[0]["entities"][0]["name"] == results[5]["entities"][0]["name"] == "Redis"
    codes = [result["error"]["code"] for result in results[1:5]]
    assert codes == ["too_large", "invalid_input", "invalid_input", "internal_error"]
    assert results[2]["error"]["field"] == "text"
    BatchAnswer.model_validate(response.json())


def test_a_batch_of_too_many_documents_is_refused_whole(client: TestClient) -> None:
    response = client.post("/v1/extract/batch", json={"documents": [{"text": "a"}] * 9})

    problem = response.json()
    assert (response.status_code, problem["field"], problem["limit"]) == (413, "documents", 8)


def test_a_batch_that_is_no_list_is_refused_naming_it(client: TestClient) -> None:
    response = client.post("/v1/extract/batch", json={"documents": {"text": "a"}})

    assert (response.status_code, response.json()["field"]) == (422, "documents")
