from __future__ import annotations

import functools
import json
import logging
import socket
import threading
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError

import pytest
import uvicorn
from starlette.testclient import TestClient

from memory_fabric import answers
from memory_fabric.config import Settings
from memory_fabric.errors import GraphUnavailable, InvalidInput, PatternError
from memory_fabric.http import app as app_module
from memory_fabric.http.service import Service

from .scripted import ScriptedFabric, as_fabric

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

ROUTES = {
    ("post", "/v1/extract"): "extract",
    ("post", "/v1/extract/batch"): "extract_batch",
    ("post", "/v1/memories"): "add_memories",
    ("get", "/v1/search"): "search",
    ("post", "/v1/search"): "search_by_body",
    ("get", "/v1/query"): "parse_query",
    ("get", "/v1/entities"): "list_entities",
    ("get", "/v1/entities/{name}"): "get_entity",
    ("get", "/v1/entities/{name}/neighbours"): "get_neighbours",
    ("delete", "/v1/entities/{name}"): "forget_entity",
    ("delete", "/v1/memories"): "forget_memories",
    ("post", "/v1/entities/{name}/merge"): "merge_entities",
    ("post", "/v1/entities/{name}/rename"): "rename_entity",
    ("post", "/v1/relations/retract"): "retract_relation",
    ("post", "/v1/patterns/reload"): "reload_patterns",
    ("get", "/healthz"): "healthz",
    ("get", "/readyz"): "readyz",
}


@pytest.fixture
def api(client: TestClient) -> Any:
    return client.get("/openapi.json").json()


def test_every_route_is_documented_under_a_clean_name(api: Any) -> None:
    documented = {
        (method, path): operation["operationId"]
        for path, methods in api["paths"].items()
        for method, operation in methods.items()
    }

    assert documented == ROUTES


def test_every_answer_has_a_model_and_every_error_is_a_problem(api: Any) -> None:
    for methods in api["paths"].values():
        for operation in methods.values():
            responses = operation["responses"]
            assert set(responses) == {"200", "default"}
            assert responses["200"]["content"]["application/json"]["schema"]["$ref"]
            problem = responses["default"]["content"]["application/problem+json"]["schema"]["$ref"]
            assert problem == "#/components/schemas/Problem"


def test_the_documentation_shows_the_example_of_the_specification(api: Any) -> None:
    schemas = api["components"]["schemas"]

    assert schemas["ExtractionAnswer"]["examples"] == [answers.EXAMPLE_EXTRACTION]
    answers.ExtractionAnswer.model_validate(answers.EXAMPLE_EXTRACTION)
    text = answers.EXAMPLE_EXTRACTION["text"]
    for entity in answers.EXAMPLE_EXTRACTION["entities"]:
        for mention in entity["mentions"]:
            assert text[mention["start"] : mention["end"]] == mention["text"]


def test_items_that_are_validated_one_by_one_are_documented_all_the_same(api: Any) -> None:
    schemas = api["components"]["schemas"]

    items = schemas["BatchRequest"]["properties"]["documents"]["items"]
    assert items["$ref"] == "#/components/schemas/DocumentRequest"
    alternatives = {option["$ref"].rpartition("/")[2] for option in schemas["MemoriesRequest"]["anyOf"]}
    assert alternatives == {"OneMemory", "ManyMemories"}


def test_the_documentation_can_be_read(client: TestClient) -> None:
    response = client.get("/docs")

    assert response.status_code == 200
    assert "/openapi.json" in response.text


def test_serving_where_another_listens_is_an_error_that_names_the_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidInput, match=f"port: cannot listen on 127.0.0.1:{port}"):
            app_module.serve(Settings(graph="memory:", port=port))


def test_serve_announces_its_address_when_it_can_answer_and_ends_when_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    servers: list[Any] = []
    announced = threading.Event()

    class Server(uvicorn.Server):
        def __init__(self, config: Any) -> None:
            super().__init__(config)
            servers.append(self)

    def opener(settings: Settings) -> Fabric:
        return as_fabric(ScriptedFabric(settings))

    class Announcing(Service):
        def __init__(self, settings: Settings) -> None:
            super().__init__(settings, opener=opener)

        def start(self) -> None:
            # Registered after serve's own callback, so it runs after it.
            self.loaded.add_done_callback(lambda _: announced.set())
            super().start()

    monkeypatch.setattr(uvicorn, "Server", Server)
    monkeypatch.setattr(app_module, "Service", Announcing)
    service = threading.Thread(target=app_module.serve, args=(settings.model_copy(update={"port": 0}),))
    service.start()
    try:
        assert announced.wait(10)
        address = capsys.readouterr().err.split()[3]
        assert fetch(f"{address}/readyz") == (200, "ready")
        assert fetch(f"{address}/v1/search?q=my+secret")[0] == 200
    finally:
        servers[0].should_exit = True
        service.join(10)
    assert not service.is_alive()
    output = capsys.readouterr()
    assert "secret" not in output.out + output.err


def test_serve_answers_503_while_the_graph_is_unreachable_and_ends_with_any_other_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    tries = 0
    tried_twice, released = threading.Event(), threading.Event()
    raised: list[Exception] = []

    def opener(_: Settings) -> Fabric:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise GraphUnavailable("nobody listens there")
        tried_twice.set()
        released.wait(10)
        raise PatternError("agents.jsonl", 3, "no JSON")

    def run() -> None:
        try:
            app_module.serve(Settings(graph="memory:", port=port))
        except PatternError as error:
            raised.append(error)

    monkeypatch.setattr(app_module, "Service", functools.partial(Service, opener=opener, first_wait=0.001))
    service = threading.Thread(target=run)
    with caplog.at_level(logging.CRITICAL):
        service.start()
        try:
            assert tried_twice.wait(10)
            assert fetch(f"http://127.0.0.1:{port}/healthz") == (200, "ok")
            assert fetch(f"http://127.0.0.1:{port}/readyz") == (503, 503)
        finally:
            released.set()
            service.join(10)
    assert not service.is_alive()
    assert [str(error) for error in raised] == ["agents.jsonl, line 3: no JSON"]


def fetch(url: str) -> tuple[int, Any]:
    """Return the HTTP status and the `status` of the answer."""
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            return response.status, json.load(response).get("status")
    except HTTPError as error:
        with error:
            return error.code, json.load(error).get("status")
