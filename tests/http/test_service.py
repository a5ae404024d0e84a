from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.errors import GraphUnavailable, PatternError
from memory_fabric.http.app import app_for
from memory_fabric.http.problems import ServiceStarting
from memory_fabric.http.service import Service

from .scripted import ScriptedFabric, as_fabric

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric


def test_a_service_listens_before_its_fabric_is_open_and_closes_what_it_opened(
    settings: Settings, fabric: ScriptedFabric
) -> None:
    gate = threading.Event()

    def opener(_: Settings) -> ScriptedFabric:
        gate.wait(10)
        return fabric

    service = Service(settings, opener=typed(opener))
    with TestClient(app_for(service)) as client:
        assert client.get("/healthz").status_code == 200
        early = client.get("/readyz")
        assert (early.status_code, early.json()["code"]) == (503, "starting")
        assert early.headers["retry-after"]
        assert client.post("/v1/extract", json={"text": "a"}).json()["code"] == "starting"
        gate.set()
        service.loaded.result(10)
        assert client.get("/readyz").status_code == 200
        assert not fabric.closed

    assert fabric.closed


def test_a_given_fabric_stays_the_callers_to_close(settings: Settings, fabric: ScriptedFabric) -> None:
    with TestClient(app_for(Service(settings, as_fabric(fabric)))) as client:
        assert client.get("/readyz").status_code == 200

    assert not fabric.closed


def test_an_unreachable_graph_is_tried_again(settings: Settings, fabric: ScriptedFabric) -> None:
    tries = 0

    def opener(_: Settings) -> ScriptedFabric:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise GraphUnavailable("nobody listens there")
        return fabric

    service = Service(settings, opener=typed(opener), first_wait=0.001)
    service.start()

    assert service.loaded.result(10) is as_fabric(fabric)
    assert tries == 3
    service.stop()


def test_a_call_meanwhile_is_told_why(settings: Settings) -> None:
    tried = threading.Semaphore(0)

    def opener(_: Settings) -> ScriptedFabric:
        tried.release()
        raise GraphUnavailable("nobody listens there")

    service = Service(settings, opener=typed(opener), first_wait=0.001)
    with pytest.raises(ServiceStarting):
        _ = service.fabric
    service.start()
    tried.acquire(timeout=10)
    tried.acquire(timeout=10)

    with pytest.raises(GraphUnavailable, match="nobody listens there"):
        _ = service.fabric
    service.stop()
    assert service.loaded.cancelled()


def test_any_other_error_ends_the_start(settings: Settings) -> None:
    def opener(_: Settings) -> ScriptedFabric:
        raise PatternError("agents.jsonl", 3, "no JSON")

    service = Service(settings, opener=typed(opener))
    service.start()

    assert isinstance(service.loaded.exception(10), PatternError)
    with pytest.raises(PatternError):
        _ = service.fabric
    service.stop()


def typed(opener: Callable[[Settings], ScriptedFabric]) -> Callable[[Settings], Fabric]:
    return lambda settings: as_fabric(opener(settings))
