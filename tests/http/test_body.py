from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from starlette.testclient import TestClient

from memory_fabric.http.body import parse_json
from memory_fabric.http.problems import BadBody

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'{"text": "\xff"}', "UTF-8 at byte 10"),
        ('{"text": "ü"}'.encode("utf-16"), "UTF-8"),
        (b"", "not JSON"),
        (b"text", "not JSON: Expecting value at character 0"),
        (b'{"text": "a"', "not JSON"),
        (b'{"text": NaN}', "number"),
        (b'{"text": -Infinity}', "number"),
        (b"1" * 5_000, "number"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 100_000, "nested"),
    ],
)
def test_what_is_not_json_is_refused_with_the_reason(raw: bytes, reason: str) -> None:
    with pytest.raises(BadBody, match=reason) as caught:
        parse_json(raw)

    assert caught.value.field == "body"


def test_a_byte_order_mark_is_no_reason_to_refuse() -> None:
    assert parse_json(b'\xef\xbb\xbf{"text": "a"}') == {"text": "a"}


def test_keys_and_values_are_scrubbed_at_any_depth() -> None:
    assert parse_json(rb'{"\ud800": [{"a": "x\u0000\udfff"}]}') == {"\ufffd": [{"a": "x\ufffd\ufffd"}]}


def test_a_surrogate_pair_is_a_character_and_stays() -> None:
    assert parse_json(rb'"\ud83d\ude00"') == "😀"


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_ordinary_json_comes_back_as_it_is(value: Any) -> None:
    expected = json.loads(json.dumps(value).replace("\\u0000", "\\ufffd"))

    assert parse_json(json.dumps(value).encode()) == expected


@effort(max_examples=40)
@given(raw=st.binary(max_size=40))
def test_no_bytes_make_the_service_fail(module_client: TestClient, raw: bytes) -> None:
    response = module_client.post("/v1/extract", content=raw, headers=JSON)

    assert response.status_code in (400, 422)
    assert response.json()["field"] == "body"


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_a_body_that_is_not_declared_as_json_is_refused(client: TestClient, content_type: str) -> None:
    response = client.post("/v1/memories", content='{"text": "a"}', headers={"content-type": content_type})

    assert (response.status_code, response.json()["field"]) == (415, "body")


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "application/vnd.x+json"])
def test_a_body_may_be_declared_as_any_kind_of_json(client: TestClient, content_type: str) -> None:
    response = client.post("/v1/extract", content='{"text": "a"}', headers={"content-type": content_type})

    assert response.status_code == 200
