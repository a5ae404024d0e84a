"""The answer as JSON, in the one result format that every edge gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_fabric.models import Origin, ParsedQuery, SearchResponse, SearchResult
from memory_fabric.render import JsonObject, graph_relation_to_json
from memory_fabric.timestamps import format_timestamp

PLACES = 4


def response_to_json(response: SearchResponse) -> JsonObject:
    """Return the answer as plain JSON types. `total_results` counts the results given; `truncated` tells of
    more.
    """
    # A relation stands with several results, and is told once for all of them. By identity: an edge's hash costs more.
    edges = {id(edge): edge for result in response.results for edge in result.graph_relations}
    relations = {key: graph_relation_to_json(edge) for key, edge in edges.items()}
    results = [_result(result, relations) for result in response.results]
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


def parsed_to_json(parsed: ParsedQuery) -> JsonObject:
    """Return a parsed question as plain JSON types; the days are ISO dates. Tense, denial and comparison are told only
    where the question has them.
    """
    told: JsonObject = {
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


def _result(result: SearchResult, relations: Mapping[int, JsonObject]) -> JsonObject:
    matched = result.metadata["matched"]
    shown: JsonObject = {
        "id": result.id,
        "text": result.text,
        "score": _share(result.score),
        "source": result.source,
        "timestamp": format_timestamp(result.timestamp),
        "relevance": _share(result.relevance),
        "entities": list(result.entities),
        "graph_relations": [relations[id(edge)] for edge in result.graph_relations],
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


def _origin(origin: Origin) -> JsonObject:
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
