"""A route that reads its query itself answers as FastAPI would, and is documented alike."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any
from urllib.parse import urlencode

import pytest
from fastapi import APIRouter, FastAPI, Query
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.http.app import app_for
from memory_fabric.http.body import JsonRoute
from memory_fabric.http.json_reply import JsonReply
from memory_fabric.http.query_route import QueryRoute
from memory_fabric.http.schemas import SearchRequest
from memory_fabric.http.service import Service, ServiceDep

NAMES = st.sampled_from([*SearchRequest.model_fields, "query", "body", "Q", "", "limit.x"])
VALUES = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    [
        "",
        "0",
        "5",
        "-1",
        "1e3",
        "true",
        "off",
        "technology",
        "2026-01-15",
        "2026-01-15T10:00:00+02:00",
        "shop",
        "x" * 1025,
    ]
)


def in_the_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def told(request: Annotated[SearchRequest, Query()], service: ServiceDep) -> JsonReply:
    """Tell what was asked, where, and by whom it is answered."""
    return JsonReply(
        {
            "request": request.model_dump(mode="json"),
            "max_text_bytes": service.settings.max_text_bytes,
            "in the loop": in_the_loop(),
        }
    )


@pytest.fixture(scope="module")
def app(settings: Settings) -> FastAPI:
    router = APIRouter(route_class=JsonRoute)
    router.add_api_route("/fastapi", told, operation_id="theirs")
    router.add_api_route("/own", told, operation_id="own", route_class_override=QueryRoute)
    app = app_for(Service(settings))
    app.include_router(router)
    return app


@pytest.fixture(scope="module")
def both(app: FastAPI) -> Iterator[TestClient]:
    yield TestClient(app)


@given(st.lists(st.tuples(NAMES, VALUES), max_size=4))
@example([("q", "first"), ("q", "last")])
@example([("limit", "zero"), ("depth", "-1"), ("now", "never"), ("unheard", "of")])
def test_it_answers_what_fastapi_would(both: TestClient, query: list[tuple[str, str]]) -> None:
    theirs, own = (both.get(f"/{way}?{urlencode(query)}") for way in ("fastapi", "own"))

    assert (own.status_code, own.json()) == (theirs.status_code, theirs.json())
    assert own.headers == theirs.headers


def test_bytes_that_are_no_utf8_are_read_alike(both: TestClient) -> None:
    theirs, own = (both.get(f"/{way}?q=%ff%ed%a0%80&speaker=%00") for way in ("fastapi", "own"))
    assert (own.status_code, own.json()) == (theirs.status_code, theirs.json())


def test_its_function_works_in_a_thread(both: TestClient) -> None:
    assert both.get("/own?q=redis").json()["in the loop"] is False


def test_it_is_documented_alike(app: FastAPI) -> None:
    paths: dict[str, Any] = app.openapi()["paths"]
    theirs, own = paths["/fastapi"]["get"], paths["/own"]["get"]
    assert {**own, "operationId": "theirs"} == theirs
    assert {parameter["name"] for parameter in own["parameters"]} == set(SearchRequest.model_fields)
