"""The answer as JSON: the seed's format, with the additions of the design."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from memory_fabric.models import Edge, Origin, ParsedQuery, SearchResponse, SearchResult
from memory_fabric.search.render import parsed_to_json, response_to_json

SAID = datetime(2026, 1, 15, 10, tzinfo=UTC)
PARSED = ParsedQuery(
    question="What did database-engineer recommend?",
    query="recommend",
    entity_hints=("database-engineer",),
    intent="recommendation",
    intents=("recommendation", "decision"),
    since=date(2026, 1, 1),
)


def result(**more: object) -> SearchResult:
    fields = {
        "id": "graph:m1",
        "text": "Use cursor-based pagination for scalability",
        "score": 0.923456,
        "relevance": 1.0,
        "timestamp": SAID,
        "entities": ("cursor-pagination", "database-engineer"),
        "graph_relations": (Edge("database-engineer", "recommends", "cursor-pagination", valid_from=SAID),),
        "metadata": {
            "kind": "recommendation",
            "speaker": "Ana",
            "session": "standup",
            "origins": (Origin("chat.jsonl", "standup", "t1", "Ana", SAID),),
            "cross_validated": False,
            "merged": ({"id": "graph:m2", "text": "use cursor pagination for scalability"},),
            "matched": {"words": ("recommend",), "hints": ("database-engineer",), "by": ("text",)},
        },
    }
    return SearchResult(**{**fields, **more})  # type: ignore[arg-type]


def test_a_response_has_the_seeds_format_and_the_additions() -> None:
    assert response_to_json(SearchResponse("What?", PARSED, (result(),), truncated=True, notes=("a note",))) == {
        "query": "What?",
        "total_results": 1,
        "sources": {"graph": 1},
        "results": [
            {
                "id": "graph:m1",
                "text": "Use cursor-based pagination for scalability",
                "score": 0.9235,
                "source": "graph",
                "timestamp": "2026-01-15T10:00:00Z",
                "relevance": 1.0,
                "entities": ["cursor-pagination", "database-engineer"],
                "graph_relations": [
                    {
                        "from": "database-engineer",
                        "relation": "recommends",
                        "to": "cursor-pagination",
                        "polarity": "affirmed",
                        "modality": "asserted",
                        "ended": False,
                        "valid_from": "2026-01-15T10:00:00Z",
                        "valid_to": None,
                        "current": True,
                    }
                ],
                "metadata": {
                    "kind": "recommendation",
                    "speaker": "Ana",
                    "session": "standup",
                    "origins": [
                        {
                            "source": "chat.jsonl",
                            "session": "standup",
                            "turn_id": "t1",
                            "speaker": "Ana",
                            "timestamp": "2026-01-15T10:00:00Z",
                        }
                    ],
                    "cross_validated": False,
                    "merged": [{"id": "graph:m2", "text": "use cursor pagination for scalability"}],
                    "matched": {"words": ["recommend"], "hints": ["database-engineer"], "by": ["text"]},
                },
            }
        ],
        "parsed": parsed_to_json(PARSED),
        "truncated": True,
        "notes": ["a note"],
    }


def test_a_parsed_question_has_the_designs_format() -> None:
    assert parsed_to_json(PARSED) == {
        "question": "What did database-engineer recommend?",
        "query": "recommend",
        "entity_hints": ["database-engineer"],
        "intent": "recommendation",
        "intents": ["recommendation", "decision"],
        "since": "2026-01-01",
        "until": None,
        "speaker": None,
    }


def test_no_results_are_no_results_from_the_graph() -> None:
    shown = response_to_json(SearchResponse("What?", PARSED))
    assert (shown["total_results"], shown["sources"], shown["results"]) == (0, {"graph": 0}, [])


def test_an_unknown_time_is_null_and_a_tiny_score_is_not_rounded_to_nothing() -> None:
    (shown,) = response_to_json(SearchResponse("What?", PARSED, (result(timestamp=None, score=1e-9),)))["results"]
    assert (shown["timestamp"], shown["score"]) == (None, 0.0001)


def test_explain_is_there_when_there_is_one_and_everything_is_json() -> None:
    explained = result(explain={"recency": {"factor": 0.123456, "weight": 0.3}, "ranking": "product"})
    shown = response_to_json(SearchResponse("What?", PARSED, (explained,)))
    assert shown["results"][0]["explain"] == {
        "recency": {"factor": 0.1235, "weight": 0.3},
        "ranking": "product",
    }
    assert json.loads(json.dumps(shown)) == shown


def test_each_result_tells_its_own_relations_in_their_order() -> None:
    uses, needs = Edge("api", "uses", "Redis"), Edge("api", "depends_on", "PostgreSQL")
    results = (result(graph_relations=(uses, needs)), result(graph_relations=()), result(graph_relations=(needs, uses)))

    shown = response_to_json(SearchResponse("What?", PARSED, results))["results"]

    told = [[relation["to"] for relation in one["graph_relations"]] for one in shown]
    assert told == [["Redis", "PostgreSQL"], [], ["PostgreSQL", "Redis"]]
