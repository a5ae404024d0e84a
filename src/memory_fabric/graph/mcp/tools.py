"""The nine tools of an MCP memory server, over the wire, with the traps of real servers taken out.

Names are the server's own here; namespaces are the business of `nodes`. Duplicates inside one call, which the
reference server would store twice, are left out, and results are read whatever shape a server gives them:
lists bare or wrapped, as structured content or as JSON text, with fields missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import mcp_types as types

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.mcp.session import McpSession
from memory_fabric.graph.store import JsonObject
from memory_fabric.text import scrub, scrub_json

TOOLS = (
    "create_entities",
    "create_relations",
    "add_observations",
    "delete_entities",
    "delete_observations",
    "delete_relations",
    "read_graph",
    "search_nodes",
    "open_nodes",
)


class WireTools:
    """The tools of one server, as `graph.store.NodeTools`. All raise GraphUnavailable and GraphRejected."""

    def __init__(self, session: McpSession) -> None:
        self._session = session

    def create_entities(self, entities: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet and return it; the first of two with one name counts."""
        unique: dict[Any, JsonObject] = {}
        for entity in entities:
            texts = list(dict.fromkeys(entity.get("observations") or ()))
            known = {key: value for key, value in entity.items() if key != "aliases"}  # no server keeps them
            unique.setdefault(entity.get("name"), {**known, "observations": texts})
        sent = list(unique.values())
        return self._list("create_entities", {"entities": sent}, "entities")

    def create_relations(self, relations: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet and return it.

        Some servers take a relation to an entity that is not there, others refuse all that came with it, and their
        versions do not tell which: where a server refuses, missing ends are made, of type concept, and all is sent
        again.
        """
        unique = {(r.get("from"), r.get("relationType"), r.get("to")): r for r in relations}
        sent: JsonObject = {"relations": list(unique.values())}
        try:
            return self._list("create_relations", sent, "relations")
        except GraphRejected:
            if not self._made_ends(unique.values()):
                raise
        return self._list("create_relations", sent, "relations")

    def add_observations(self, observations: Sequence[JsonObject]) -> list[JsonObject]:
        """Add `{"entityName", "contents"}`; return `{"entityName", "addedObservations"}` for each."""
        contents: dict[Any, dict[str, None]] = {}
        for addition in observations:
            contents.setdefault(addition.get("entityName"), {}).update(dict.fromkeys(addition.get("contents") or ()))
        sent = [{"entityName": name, "contents": list(texts)} for name, texts in contents.items()]
        return self._list("add_observations", {"observations": sent}, "results")

    def delete_entities(self, names: Sequence[str]) -> None:
        """Delete entities with their relations."""
        self._call("delete_entities", {"entityNames": list(names)})

    def delete_observations(self, deletions: Sequence[JsonObject]) -> None:
        """Delete `{"entityName", "observations"}`."""
        self._call("delete_observations", {"deletions": list(deletions)})

    def delete_relations(self, relations: Sequence[JsonObject]) -> None:
        """Delete relations, exactly as given."""
        self._call("delete_relations", {"relations": list(relations)})

    def read_graph(self) -> JsonObject:
        """Return `{"entities": [...], "relations": [...]}`: everything there is, however much."""
        return self._graph("read_graph", {})

    def search_nodes(self, query: str) -> JsonObject:
        """Return the entities that hold `query` as a substring, in any case, and their relations."""
        return self._graph("search_nodes", {"query": query})

    def open_nodes(self, names: Sequence[str]) -> JsonObject:
        """Return the named entities and the relations that touch them."""
        return self._graph("open_nodes", {"names": list(names)})

    def _made_ends(self, relations: Iterable[JsonObject]) -> bool:
        ends = dict.fromkeys(end for r in relations for end in (r.get("from"), r.get("to")) if isinstance(end, str))
        there = {entity["name"] for entity in self.open_nodes(list(ends))["entities"]}
        missing = [end for end in map(scrub, ends) if end not in there]
        if missing:
            self.create_entities([{"name": end, "entityType": "concept", "observations": []} for end in missing])
        return bool(missing)

    def _graph(self, tool: str, arguments: JsonObject) -> JsonObject:
        value = _payload(self._call(tool, arguments))
        if not isinstance(value, dict) or not isinstance(value.get("entities"), list):
            raise self._not_understood(tool)
        return {
            "entities": _merged(_objects(value["entities"])),
            "relations": [
                relation
                for relation in _objects(value.get("relations") or ())
                if all(isinstance(relation.get(key), str) for key in ("from", "to", "relationType"))
            ],
        }

    def _list(self, tool: str, arguments: JsonObject, key: str) -> list[JsonObject]:
        value = _payload(self._call(tool, arguments))
        if isinstance(value, dict):
            value = value.get(key, [value] if value else None)
        if not isinstance(value, list):
            raise self._not_understood(tool)
        return list(_objects(value))

    def _call(self, tool: str, arguments: JsonObject) -> types.CallToolResult:
        # One lone surrogate, which UTF-8 cannot carry, would end the connection.
        return self._session.call(tool, scrub_json(arguments))

    def _not_understood(self, tool: str) -> GraphRejected:
        return GraphRejected(f"{self._session.label} answered {tool} in a form that no memory server has", tool=tool)


def _payload(result: types.CallToolResult) -> Any:
    """Return what a result says: its structured content, or, where there is none, its text read as JSON."""
    value: Any = result.structured_content
    if value is None:
        try:
            values = [json.loads(block.text) for block in result.content if isinstance(block, types.TextContent)]
        except ValueError:
            return None
        # Some servers give each item of a list a block of its own.
        value = values[0] if len(values) == 1 else values
    # Servers whose tools have no output schema of their own wrap what they return under this one key.
    return value["result"] if isinstance(value, dict) and value.keys() == {"result"} else value


def _objects(items: Iterable[Any]) -> Iterable[JsonObject]:
    return (item for item in items if isinstance(item, dict))


def _merged(entities: Iterable[JsonObject]) -> list[JsonObject]:
    """Return each entity once, with every field there and the observations of its doubles."""
    merged: dict[str, JsonObject] = {}
    for entity in entities:
        name = entity.get("name")
        if not isinstance(name, str):
            continue
        known = merged.setdefault(
            name, {"name": name, "entityType": str(entity.get("entityType") or "concept"), "observations": []}
        )
        texts = (text for text in entity.get("observations") or () if isinstance(text, str))
        known["observations"] = list(dict.fromkeys([*known["observations"], *texts]))
    return list(merged.values())
