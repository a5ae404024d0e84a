from __future__ import annotations

from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from memory_fabric.http.replies import RetractAnswer

from .scripted import ScriptedFabric

MYSQL = {"from": "auth-service", "relation": "uses", "to": "MySQL"}


def test_a_relation_is_retracted(client: TestClient, fabric: ScriptedFabric) -> None:
    response = client.post("/v1/relations/retract?namespace=shop", json={**MYSQL, "at": "2026-01-15T10:00:00+02:00"})

    assert response.json() == {"retracted": 1}
    assert fabric.calls == [
        {
            "triple": ("auth-service", "uses", "MySQL"),
            "at": datetime(2026, 1, 15, 8, tzinfo=UTC),
            "namespace": "shop",
        }
    ]
    RetractAnswer.model_validate(response.json())


def test_one_that_does_not_hold_is_404(client: TestClient) -> None:
    response = client.post("/v1/relations/retract", json={**MYSQL, "from": "nobody"})

    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"relation": "uses", "to": "MySQL"}, "from"),
        ({**MYSQL, "to": ""}, "to"),
        ({**MYSQL, "at": "soon"}, "at"),
        ({**MYSQL, "why": "old"}, "why"),
    ],
)
def test_a_wrong_field_is_named(client: TestClient, body: dict[str, str], field: str) -> None:
    response = client.post("/v1/relations/retract", json=body)

    assert (response.status_code, response.json()["field"]) == (422, field)
