from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from memory_fabric.config import Settings
from memory_fabric.http.app import create_app

from .scripted import ScriptedFabric, as_fabric


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(graph="memory:", max_text_bytes=1_000, max_batch=8, max_question_chars=100, max_limit=1)


@pytest.fixture(scope="module")
def module_client(settings: Settings) -> Iterator[TestClient]:
    """A client for properties, which call it many times: its fabric keeps nothing that matters."""
    with TestClient(create_app(as_fabric(ScriptedFabric(settings)), settings)) as client:
        yield client


@pytest.fixture
def fabric(settings: Settings) -> ScriptedFabric:
    return ScriptedFabric(settings)


@pytest.fixture
def client(fabric: ScriptedFabric, settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(as_fabric(fabric), settings)) as client:
        yield client
