"""What a server's answer says about one namespace, and the nine tools narrowed to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.namespaces import name_in, to_wire
from memory_fabric.graph.mcp.observation import Note
from memory_fabric.graph.store import JsonObject, NodeTools
from memory_fabric.models import Edge, Memory

CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class Node:
    """An entity as the server keeps it, under its name within its namespace."""

    name: str
    type: str
    observations: tuple[str, ...] = ()

    @property
    def is_entity(self) -> bool:
        """Whether it is one, and not the place where memories that mention no entity are kept."""
        return self.type != CONVERSATION

    @property
    def home(self) -> str | None:
        """The entity that a string of others on this node is about, None for a conversation."""
        return self.name if self.is_entity else None

    @property
    def aliases(self) -> tuple[str, ...]:
        """Its other names, as `merge` and `rename` left them."""
        return tuple(alias for alias in map(observation.alias_in, self.observations) if alias is not None)

    def notes(self, holding: str = "") -> Iterator[Note]:
        """Yield what is kept on it, or that of it whose observation holds the lower-case text `holding`."""
        return (note for _, note in self.told(holding))

    def told(self, holding: str = "") -> Iterator[tuple[str, Note]]:
        """Yield the same with the observations that tell it."""
        for text in self.observations:
            if not holding or holding in text.lower():
                note = observation.decode(text, self.home)
                if note is not None:
                    yield text, note


def memories_on(nodes: Iterable[Node]) -> list[Memory]:
    """Return the memories kept on `nodes`, each once."""
    return [note.memory for note in observation.by_id(note for node in nodes for note in node.notes()).values()]


def conversation_of(memory: Memory) -> Node:
    """Return the node that keeps a memory which mentions no entity."""
    place = next((o.session or o.source for o in memory.origins if o.session or o.source), None)
    return Node(f"{CONVERSATION}: {place}" if place else CONVERSATION, CONVERSATION)


def nodes_in(namespace: str, graph: JsonObject) -> list[Node]:
    """Return the entities of `graph`, an answer of the server, that belong to `namespace`."""
    nodes = []
    for entity in graph["entities"]:
        name = name_in(namespace, entity["name"])
        if name is not None:
            nodes.append(Node(name, entity["entityType"], tuple(entity["observations"])))
    return nodes


def edges_in(namespace: str, graph: JsonObject) -> list[Edge]:
    """Return the relations of `graph` with both ends in `namespace`; all are current, others are not kept."""
    edges = []
    for relation in graph["relations"]:
        from_, to = name_in(namespace, relation["from"]), name_in(namespace, relation["to"])
        if from_ is not None and to is not None:
            edges.append(Edge(from_, relation["relationType"], to))
    return edges


def relation_object(namespace: str, edge: Edge) -> JsonObject:
    """Return `edge` as the server takes it."""
    return {
        "from": to_wire(namespace, edge.from_),
        "to": to_wire(namespace, edge.to),
        "relationType": edge.relation,
    }


class Exclusive(Protocol):
    """What keeps other writers away for the length of a `with` block."""

    def exclusive(self) -> AbstractContextManager[None]:
        """Return the block's context."""
        ...


class NamespacedTools:
    """The nine tools as one namespace sees them; observations are given and taken as they are on the wire."""

    def __init__(self, namespace: str, tools: NodeTools, writers: Exclusive) -> None:
        self._namespace = namespace
        self._tools = tools
        self._writers = writers

    def create_entities(self, entities: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet and return it. Aliases are not kept."""
        plain = [{field: value for field, value in entity.items() if field != "aliases"} for entity in entities]
        with self._writers.exclusive():
            return self._inside(self._tools.create_entities(self._outside(plain, "name")), "name")

    def create_relations(self, relations: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet and return it."""
        with self._writers.exclusive():
            created = self._tools.create_relations(self._outside(relations, "from", "to"))
        return self._inside(created, "from", "to")

    def add_observations(self, observations: Sequence[JsonObject]) -> list[JsonObject]:
        """Add `{"entityName", "contents"}`; return `{"entityName", "addedObservations"}` for each."""
        with self._writers.exclusive():
            added = self._tools.add_observations(self._outside(observations, "entityName"))
        return self._inside(added, "entityName")

    def delete_entities(self, names: Sequence[str]) -> None:
        """Delete entities with their relations."""
        with self._writers.exclusive():
            self._tools.delete_entities([to_wire(self._namespace, name) for name in names])

    def delete_observations(self, deletions: Sequence[JsonObject]) -> None:
        """Delete `{"entityName", "observations"}`."""
        with self._writers.exclusive():
            self._tools.delete_observations(self._outside(deletions, "entityName"))

    def delete_relations(self, relations: Sequence[JsonObject]) -> None:
        """Delete relations, exactly as given."""
        with self._writers.exclusive():
            self._tools.delete_relations(self._outside(relations, "from", "to"))

    def read_graph(self) -> JsonObject:
        """Return the entities and relations of the namespace."""
        return self._graph(self._tools.read_graph())

    def search_nodes(self, query: str) -> JsonObject:
        """Return the entities that match and the relations that touch them."""
        found = self._graph(self._tools.search_nodes(query))
        wanted = query.lower()
        entities = [e for e in found["entities"] if self._matches(e, wanted)]
        names = {entity["name"] for entity in entities}
        return {
            "entities": entities,
            "relations": [r for r in found["relations"] if r["from"] in names or r["to"] in names],
        }

    def open_nodes(self, names: Sequence[str]) -> JsonObject:
        """Return the named entities and the relations that touch them."""
        return self._graph(self._tools.open_nodes([to_wire(self._namespace, name) for name in names]))

    def _matches(self, entity: JsonObject, wanted: str) -> bool:
        """Whether the server found `entity` for itself, and not for the prefix that says its namespace."""
        if to_wire(self._namespace, entity["name"]) == entity["name"]:
            return True
        return any(wanted in text.lower() for text in (entity["name"], entity["entityType"], *entity["observations"]))

    def _graph(self, graph: JsonObject) -> JsonObject:
        return {
            "entities": self._inside(graph["entities"], "name"),
            "relations": self._inside(graph["relations"], "from", "to"),
        }

    def _outside(self, items: Iterable[JsonObject], *keys: str) -> list[JsonObject]:
        return [
            {
                **item,
                **{key: to_wire(self._namespace, item[key]) for key in keys if isinstance(item.get(key), str)},
            }
            for item in items
        ]

    def _inside(self, items: Iterable[JsonObject], *keys: str) -> list[JsonObject]:
        inside = []
        for item in items:
            names = {key: name_in(self._namespace, item[key]) for key in keys}
            if None not in names.values():
                inside.append({**item, **names})
        return inside
