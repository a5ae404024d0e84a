"""A memory server over stdio that keeps its graph in memory and misbehaves on request.

--text-only     gives results as JSON text alone, without structured content, as old servers do
--both-ends     returns only relations with both ends in the result, as servers before 2026.7.4 do
--lacks TOOL    does not have the tool
--hangs-on TOOL never answers it
--loses TOOL    says that it was done, and does nothing
--refuses-after N  refuses the call after N calls, once
--strict        refuses relations to entities that are not there, all that came with them, as the next servers do
--file PATH     keeps its graph in a file, and finds it there again
--dies-before N dies when it gets the N-th call, counted over all processes on one file
--dies-after N  dies when it has carried out the N-th call, before it answers
--mute          never answers anything
--dies          complains and exits at once
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

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

Json = dict[str, Any]


class Graph:
    def __init__(self, both_ends: bool = False, strict: bool = False) -> None:
        self.entities: dict[str, Json] = {}
        self.relations: list[Json] = []
        self.calls = 0
        self.both_ends = both_ends
        self.strict = strict

    def load(self, file: Path) -> None:
        if file.exists():
            self.entities, self.relations, self.calls = json.loads(file.read_text("utf-8"))

    def save(self, file: Path) -> None:
        file.write_text(json.dumps([self.entities, self.relations, self.calls]), "utf-8")

    def create_entities(self, entities: list[Json]) -> Any:
        for entity in entities:
            self.entities.setdefault(entity["name"], entity)
        return entities

    def create_relations(self, relations: list[Json]) -> Any:
        for relation in relations if self.strict else ():
            for end in (relation["from"], relation["to"]):
                self.entities[end]
        self.relations += [relation for relation in relations if relation not in self.relations]
        return relations

    def add_observations(self, observations: list[Json]) -> Any:
        for addition in observations:
            held = self.entities[addition["entityName"]]["observations"]
            held += [text for text in addition["contents"] if text not in held]
        return [{"entityName": o["entityName"], "addedObservations": o["contents"]} for o in observations]

    def delete_entities(self, entityNames: list[str]) -> Any:  # noqa: N803  the wire's own name
        for name in entityNames:
            self.entities.pop(name, None)
        self.relations = [r for r in self.relations if r["from"] not in entityNames and r["to"] not in entityNames]

    def delete_observations(self, deletions: list[Json]) -> Any:
        for deletion in deletions:
            kept = self.entities.get(deletion["entityName"], {"observations": []})["observations"]
            kept[:] = [text for text in kept if text not in deletion["observations"]]

    def delete_relations(self, relations: list[Json]) -> Any:
        self.relations = [relation for relation in self.relations if relation not in relations]

    def read_graph(self) -> Any:
        return {"entities": list(self.entities.values()), "relations": self.relations}

    def search_nodes(self, query: str) -> Any:
        return self._view(name for name, entity in self.entities.items() if query.lower() in json.dumps(entity).lower())

    def open_nodes(self, names: list[str]) -> Any:
        return self._view(name for name in names if name in self.entities)

    def _view(self, names: Any) -> Json:
        held = set(names)
        needed = 2 if self.both_ends else 1
        return {
            "entities": [entity for name, entity in self.entities.items() if name in held],
            "relations": [r for r in self.relations if len({r["from"], r["to"]} & held) >= needed],
        }


def main() -> None:
    parser = argparse.ArgumentParser()
    for flag in ("--text-only", "--both-ends", "--strict", "--mute", "--dies"):
        parser.add_argument(flag, action="store_true")
    for flag in ("--lacks", "--hangs-on", "--loses"):
        parser.add_argument(flag, action="append", default=[])
    for flag in ("--dies-before", "--dies-after"):
        parser.add_argument(flag, action="append", type=int, default=[])
    parser.add_argument("--refuses-after", type=int, default=-2)
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    if options.dies:
        sys.exit("the database is locked")
    graph = Graph(options.both_ends, options.strict)
    if options.file:
        graph.load(options.file)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and not options.mute:
            answer(graph, options, message)


def answer(graph: Graph, options: argparse.Namespace, message: Json) -> None:
    method, params = message["method"], message.get("params") or {}
    if method == "initialize":
        result: Json = {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "scripted", "version": "1"},
        }
    elif method == "tools/list":
        tools = [tool for tool in TOOLS if tool not in options.lacks]
        result = {"tools": [{"name": tool, "inputSchema": {"type": "object"}} for tool in tools]}
    elif method == "tools/call":
        if params["name"] in options.hangs_on:
            return
        result = call(graph, options, params["name"], params["arguments"])
    else:
        send({"id": message["id"], "error": {"code": -32601, "message": f"no {method}"}})
        return
    send({"id": message["id"], "result": result})


def call(graph: Graph, options: argparse.Namespace, tool: str, arguments: Json) -> Json:
    graph.calls += 1
    if graph.calls in options.dies_before:
        die(graph, options)
    options.refuses_after -= 1
    if options.refuses_after == -1:
        return {"content": [{"type": "text", "text": "that is enough"}], "isError": True}
    try:
        value = [] if tool in options.loses else getattr(graph, tool)(**arguments)
    except KeyError as error:
        return {"content": [{"type": "text", "text": f"Entity {error} not found"}], "isError": True}
    if graph.calls in options.dies_after:
        die(graph, options)
    if options.file:
        graph.save(options.file)
    result: Json = {"content": [{"type": "text", "text": json.dumps(value)}]}
    if not options.text_only:
        keys = {"create_relations": "relations", "add_observations": "results"}
        result["structuredContent"] = value if isinstance(value, dict) else {keys.get(tool, "entities"): value}
    return result


def die(graph: Graph, options: argparse.Namespace) -> None:
    graph.save(options.file)
    os._exit(1)


def send(message: Json) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
