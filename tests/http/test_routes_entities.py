from __future__ import annotations

from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from memory_fabric.answers import EntityAnswer
from memory_fabric.http.replies import EntitiesAnswer, ForgetAnswer, NeighboursAnswer
from memory_fabric.models import Selection

from .scripted import ScriptedFabric


def test_entities_come_in_pages(client: TestClient, fabric: ScriptedFabric) -> None:
    response = client.get(
        "/v1/entities",
        params={"prefix": "re", "type": "technology", "cursor": "c", "limit": 10, "namespace": "shop"},
    )

    assert response.json() == {
        "entities": [{"name": "Redis", "type": "technology", "aliases": ["redis"], "memory_count": 2}],
        "cursor": "next",
    }
    assert fabric.calls == [{"prefix": "re", "type": "technology", "cursor": "c", "limit": 10, "namespace": "shop"}]
    EntitiesAnswer.model_validate(response.json())


@pytest.mark.issue("graphiti#1144")
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Redis", "Redis"),
        ("CI/CD", "CI/CD"),
        ("CI%2FCD", "CI/CD"),
        ("a%7Cb", "a|b"),
        ("C:%5Ctemp%5Cx", "C:\\temp\\x"),
        ("C%23", "C#"),
        ("%C3%81gnes", "Ágnes"),
    ],
)
def test_an_entity_is_found_whatever_characters_are_in_its_name(client: TestClient, path: str, name: str) -> None:
    entity = client.get(f"/v1/entities/{path}")
    neighbours = client.get(f"/v1/entities/{path}/neighbours")

    assert (entity.status_code, entity.json()["name"]) == (200, name)
    assert (neighbours.status_code, neighbours.json()["entity"]) == (200, name)


def test_an_entity_that_is_not_there_is_404(client: TestClient) -> None:
    for path in ("/v1/entities/nobody", "/v1/entities/nobody/neighbours"):
        response = client.get(path)
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
        assert response.json()["name"] == "nobody"


def test_neighbours_tell_the_life_of_each_relation_the_depth_and_whether_there_may_be_more(
    client: TestClient,
) -> None:
    response = client.get("/v1/entities/team/neighbours", params={"depth": 50})

    answer = response.json()
    assert (answer["entity"], answer["depth"], answer["truncated"]) == ("team", 3, True)
    assert answer["relations"][0]["valid_from"] == "2026-01-15T00:00:00Z"
    assert answer["relations"][0]["current"] is True
    NeighboursAnswer.model_validate(answer)


def test_neighbours_can_be_asked_as_of_a_time(client: TestClient, fabric: ScriptedFabric) -> None:
    client.get("/v1/entities/team/neighbours", params={"as_of": "2026-01-15", "namespace": "shop"})

    assert fabric.calls == [
        {"name": "team", "depth": 1, "as_of": datetime(2026, 1, 15, tzinfo=UTC), "namespace": "shop"}
    ]


def test_an_entity_is_forgotten_and_what_went_is_told(client: TestClient, fabric: ScriptedFabric) -> None:
    response = client.delete("/v1/entities/CI/CD", params={"namespace": "shop"})

    assert response.json() == {"memories": ["memory-0"], "origins": 1, "entities": ["Redis"], "relations": 2}
    assert fabric.calls == [{"what": Selection(entity="CI/CD"), "namespace": "shop"}]
    ForgetAnswer.model_validate(response.json())
    assert client.delete("/v1/entities/nobody").status_code == 404


@pytest.mark.parametrize(("action", "field"), [("merge", "into"), ("rename", "to")])
def test_an_entity_is_merged_and_renamed(client: TestClient, fabric: ScriptedFabric, action: str, field: str) -> None:
    response = client.post(f"/v1/entities/CI/CD/{action}", json={field: "pipeline", "namespace": "shop"})

    assert (response.status_code, response.json()["name"]) == (200, "pipeline")
    assert fabric.calls == [{"name": "CI/CD", field: "pipeline", "namespace": "shop"}]
    EntityAnswer.model_validate(response.json())
    assert client.post(f"/v1/entities/nobody/{action}", json={field: "pipeline"}).status_code == 404
    assert client.post(f"/v1/entities/Redis/{action}", json={}).json()["field"] == field
    assert client.post(f"/v1/entities/Redis/{action}", content=b"{}").status_code == 415


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/v1/entities/Redis/neighbours?as_of=soon", "as_of"),
        ("/v1/entities?limit=0", "limit"),
        ("/v1/entities?type=gadget", "type"),
        ("/v1/entities/", "name"),
        ("/v1/entities/Redis?namespace=a%20b", "namespace"),
        ("/v1/entities/Redis/neighbours?depth=-1", "depth"),
    ],
)
def test_a_wrong_parameter_is_named(client: TestClient, path: str, field: str) -> None:
    response = client.get(path)

    assert (response.status_code, response.json()["field"]) == (422, field)
