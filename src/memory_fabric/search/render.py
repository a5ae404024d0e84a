"""The answer as JSON, in the one result format that every edge gives."""

from __future__ import annotations

from typing import Any

from memory_fabric.models import Origin, ParsedQuery, SearchResponse, SearchResult
from memory_fabric.render import graph_relation_to_json
from memory_fabric.timestamps import format_timestamp

PLACES = 4


def response_to_json(response: SearchResponse) -> dict[str, Any]:
    """Return the answer as plain JSON types. `total_results` counts the results given; `truncated` tells of
    more.
    """
    results = [_result(result) for result in response.results]
    sources: dict[str, int] = {"graph": 0}
    for result in response.results:
        sources[result.source] = sources.get(result.source, 0) + 1
    return {
        "query": response.query,
        "total_results": len(results),
        "sources": sources,
        "results": results,
        "parsed": parsed_to_json(response.parsed),
        "truncated": response.truncated,
        "notes": list(response.notes),
    }


def parsed_to_json(parsed: ParsedQuery) -> dict[str, Any]:
    """Return a parsed question as plain JSON types; the days are ISO dates. Tense, denial and comparison are told only
    where the question has them.
    """
    told: dict[str, Any] = {
        "question": parsed.question,
        "query": parsed.query,
        "entity_hints": list(parsed.entity_hints),
        "intent": parsed.intent,
        "intents": list(parsed.intents),
        "since": parsed.since.isoformat() if parsed.since else None,
        "until": parsed.until.isoformat() if parsed.until else None,
        "speaker": parsed.speaker,
    }
    if parsed.tense != "any":
        told["tense"] = parsed.tense
    if parsed.denied:
        told["denied"] = True
    if parsed.compared:
        told["compared"] = list(parsed.compared)
    return told


def _result(result: SearchResult) -> dict[str, Any]:
    matched = result.metadata["matched"]
    shown: dict[str, Any] = {
        "id": result.id,
        "text": result.text,
        "score": _share(result.score),
        "source": result.source,
        "timestamp": format_timestamp(result.timestamp),
        "relevance": _share(result.relevance),
        "entities": list(result.entities),
        "graph_relations": [graph_relation_to_json(edge) for edge in result.graph_relations],
        "metadata": {
            **result.metadata,
            "origins": [_origin(origin) for origin in result.metadata["origins"]],
            "merged": [dict(memory) for memory in result.metadata["merged"]],
            "matched": {name: list(values) for name, values in matched.items()},
        },
    }
    if result.explain:
        shown["explain"] = _rounded(result.explain)
    return shown


def _origin(origin: Origin) -> dict[str, Any]:
    return {
        "source": origin.source,
        "session": origin.session,
        "turn_id": origin.turn_id,
        "speaker": origin.speaker,
        "timestamp": format_timestamp(origin.timestamp),
    }


def _share(value: float) -> float:
    # Rounding must not make a share that is above zero zero.
    return max(round(value, PLACES), 10.0**-PLACES)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return round(value, PLACES) if isinstance(value, float) else value
