"""The service over a real pipeline and a real graph, from text to answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from memory_fabric.answers import (
    EXAMPLE_EXTRACTION,
    EXAMPLE_QUESTION,
    EXAMPLE_TEXT,
    ExtractionAnswer,
    ParsedQueryAnswer,
    SearchAnswer,
)
from memory_fabric.config import Settings
from memory_fabric.http.app import create_app
from memory_fabric.http.replies import EntitiesAnswer, MemoriesAnswer, NeighboursAnswer


@pytest.fixture(scope="module")
def real_client() -> Iterator[TestClient]:
    app = create_app(None, Settings(graph="memory:"))
    with TestClient(app) as client:
        app.state.service.loaded.result(120)
        yield client


@pytest.fixture(scope="module")
def written(real_client: TestClient) -> dict[str, Any]:
    memories = [
        {"text": "The database-engineer recommends cursor-based pagination.", "session": "design"},
        {
            "text": "We use Redis for session caching.",
            "turn_id": "2",
            "project": "shop",
            "speaker": "Ana Souza",
        },
        {"text": "", "session": "stand-up"},
        {"text": "Broken.", "timestamp": "not-a-date"},
    ]
    for memory in memories[:3]:
        memory |= {"source": "test", "timestamp": "2026-01-15"}
    response = real_client.post("/v1/memories", json={"memories": memories})
    assert response.status_code == 200
    again = real_client.post("/v1/memories", json={"memories": memories[:3]}).json()
    answer: dict[str, Any] = response.json()
    assert (again["added"], again["known"]) == ([], answer["added"])
    return answer


def test_the_example_of_the_specification_comes_out_exactly(real_client: TestClient) -> None:
    response = real_client.post("/v1/extract", json={"text": EXAMPLE_TEXT})

    assert response.json() == EXAMPLE_EXTRACTION
    ExtractionAnswer.model_validate(response.json())


def test_the_rule_behind_a_relation_is_told_with_the_words_that_it_matched(real_client: TestClient) -> None:
    answer = real_client.post("/v1/extract", json={"text": EXAMPLE_TEXT, "explain": True}).json()

    ExtractionAnswer.model_validate(answer)
    assert answer["relations"][0]["explain"] == {
        "rule": "use",
        "predicate": [{"start": 18, "end": 22, "text": "uses"}],
        "from": {"role": "subj", "start": 0, "end": 17, "text": "database-engineer"},
        "to": {"role": "obj", "start": 23, "end": 31, "text": "pgvector"},
        "cues": [],
    }


def test_the_example_question_is_parsed(real_client: TestClient) -> None:
    response = real_client.get("/v1/query", params={"q": EXAMPLE_QUESTION})

    parsed = ParsedQueryAnswer.model_validate(response.json())
    assert parsed.query == "pagination approach recommend"
    assert parsed.entity_hints == ["database-engineer", "pagination"]


def test_what_was_written_is_told_and_what_was_wrong_refused(written: dict[str, Any]) -> None:
    answer = MemoriesAnswer.model_validate(written)

    assert len(answer.added) == 2
    assert [(error.index, error.field) for error in answer.errors] == [(3, "timestamp")]


def test_a_question_finds_the_memory_with_its_relations(real_client: TestClient, written: dict[str, Any]) -> None:
    answer = real_client.get("/v1/search", params={"q": EXAMPLE_QUESTION, "explain": True}).json()

    SearchAnswer.model_validate(answer)
    best = answer["results"][0]
    assert best["id"] == f"graph:{written['added'][0]}"
    assert best["timestamp"] == "2026-01-15T00:00:00Z"
    assert ("database-engineer", "recommends", "cursor-pagination") in [
        (edge["from"], edge["relation"], edge["to"]) for edge in best["graph_relations"]
    ]


@pytest.mark.issue("basic-memory#1296")
def test_a_limit_over_the_maximum_is_clamped_and_the_answer_says_so(
    real_client: TestClient, written: dict[str, Any]
) -> None:
    answer = real_client.get("/v1/search", params={"q": "redis", "limit": 100_000, "depth": 50}).json()

    assert len(answer["notes"]) == 2


def test_filters_include_the_whole_day_of_until(real_client: TestClient, written: dict[str, Any]) -> None:
    def found(**filters: str) -> int:
        answer = real_client.get("/v1/search", params={"q": "redis", **filters}).json()
        return int(answer["total_results"])

    assert found(since="2026-01-15", until="2026-01-15") == 1
    assert found(until="2026-01-14") == 0
    assert found(speaker="ana souza") == 1
    assert found(type="agent") == 0


def test_namespaces_keep_memories_apart(real_client: TestClient, written: dict[str, Any]) -> None:
    elsewhere = real_client.get("/v1/search", params={"q": "redis", "namespace": "elsewhere"})

    assert elsewhere.json()["total_results"] == 0
    assert real_client.get("/v1/entities?namespace=elsewhere").json() == {"entities": [], "cursor": None}


def test_entities_can_be_paged_through_and_looked_around(real_client: TestClient, written: dict[str, Any]) -> None:
    names: list[str] = []
    cursor: str | None = None
    while cursor is not None or not names:
        parameters = {"limit": "1"} | ({"cursor": cursor} if cursor else {})
        page = EntitiesAnswer.model_validate(real_client.get("/v1/entities", params=parameters).json())
        names += [entity.name for entity in page.entities]
        cursor = page.cursor

    assert {"cursor-pagination", "database-engineer", "Redis"} <= set(names)
    assert len(names) == len(set(names))
    assert real_client.get("/v1/entities/redis").json()["name"] == "Redis"
    around = NeighboursAnswer.model_validate(real_client.get("/v1/entities/Redis/neighbours").json())
    assert ("shop", "uses", "Redis") in [(edge.from_, edge.relation, edge.to) for edge in around.relations]
    assert real_client.get("/v1/entities/no-such-entity").json()["code"] == "not_found"


def test_the_graph_is_put_right_by_hand(real_client: TestClient) -> None:
    space = {"namespace": "by-hand"}
    for day, text in (("14", "The auth service uses MySQL."), ("15", "The billing service uses Redis.")):
        body = {"text": text, "speaker": "Ana", "timestamp": f"2026-01-{day}", **space}
        real_client.post("/v1/memories", json=body).raise_for_status()

    ended = {"from": "auth service", "relation": "uses", "to": "mysql", "at": "2026-02-01", **space}
    assert real_client.post("/v1/relations/retract", json=ended).json() == {"retracted": 1}
    for as_of, holds in (({"as_of": "2026-01-20"}, [True]), ({}, [False])):
        around = real_client.get("/v1/entities/auth-service/neighbours", params={**space, **as_of}).json()
        assert [edge["current"] for edge in around["relations"]] == holds

    merged = real_client.post("/v1/entities/billing-service/merge", json={"into": "auth_service", **space}).json()
    assert (merged["name"], merged["memory_count"]) == ("auth-service", 2)
    renamed = real_client.post("/v1/entities/billing service/rename", json={"to": "identity", **space}).json()
    assert renamed["name"] == "identity"

    removed = real_client.delete("/v1/entities/Redis", params=space).json()
    assert (len(removed["memories"]), removed["entities"]) == (1, ["Redis"])
    assert len(real_client.delete("/v1/memories", params={"speaker": "ana", **space}).json()["memories"]) == 1
    assert real_client.get("/v1/entities", params=space).json()["entities"] == []
