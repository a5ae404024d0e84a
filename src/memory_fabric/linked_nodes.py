"""The nine tools with names resolved as they are in texts: what a client calls "Postgres" or "k8s" is one entity with
what it calls "PostgreSQL" or "Kubernetes".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memory_fabric.graph.store import JsonObject, NodeTools
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.text import spelling_key


class LinkedNodes:
    """The nine tools of a graph behind the lexicon. Only spellings that need no context are resolved.

    Patterns change, so an entity may stand in the graph under what is an alias by now. As long as there is none under
    the canonical name, it is the one that is meant.
    """

    def __init__(self, nodes: NodeTools, lexicon: Lexicon) -> None:
        self._nodes = nodes
        self._lexicon = lexicon

    def create_entities(self, entities: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet, under its canonical name and with what was written as an alias; return it."""
        names = self._meant(entities, "name")
        named = [{**e, "aliases": [name]} if (name := _name(e, "name")) in names else e for e in entities]
        return self._nodes.create_entities(_renamed(named, names, "name"))

    def create_relations(self, relations: Sequence[JsonObject]) -> list[JsonObject]:
        """Create what is not there yet, between canonical names, and return it."""
        return self._nodes.create_relations(self._linked(relations, "from", "to"))

    def add_observations(self, observations: Sequence[JsonObject]) -> list[JsonObject]:
        """Add observations and return those that are new, under the names that the client gave."""
        known = self._meant(observations, "entityName", known_only=True)
        results = self._nodes.add_observations(_renamed(observations, known, "entityName"))
        return [
            {**result, "entityName": asked["entityName"]} for asked, result in zip(observations, results, strict=True)
        ]

    def delete_entities(self, names: Sequence[str]) -> None:
        """Delete entities with their relations."""
        meant = self._meant([{"name": name} for name in names], "name")
        self._nodes.delete_entities([meant.get(name, name) for name in names])

    def delete_observations(self, deletions: Sequence[JsonObject]) -> None:
        """Take observations from entities."""
        self._nodes.delete_observations(self._linked(deletions, "entityName"))

    def delete_relations(self, relations: Sequence[JsonObject]) -> None:
        """Delete relations."""
        self._nodes.delete_relations(self._linked(relations, "from", "to"))

    def read_graph(self) -> JsonObject:
        """Return the whole graph, as far as its bounds go."""
        return self._nodes.read_graph()

    def search_nodes(self, query: str) -> JsonObject:
        """Return the entities that match and the relations that touch them."""
        return self._nodes.search_nodes(query)

    def open_nodes(self, names: Sequence[str]) -> JsonObject:
        """Return the named entities and the relations that touch them."""
        canonical = [self._lexicon.certain(name) for name in names if isinstance(name, str)]
        return self._nodes.open_nodes(list(dict.fromkeys((*names, *canonical))))

    def _linked(self, items: Sequence[JsonObject], *fields: str) -> list[JsonObject]:
        return _renamed(items, self._meant(items, *fields), *fields)

    def _meant(self, items: Iterable[JsonObject], *fields: str, known_only: bool = False) -> dict[str, str]:
        """Return the names in these fields that mean an entity of another name, and that name; with `known_only`
        those of entities that there are.
        """
        written = {name for item in items for field in fields if (name := _name(item, field))}
        meant = {name: canonical for name in written if (canonical := self._lexicon.certain(name)) != name}
        aliases = {name: other for name, other in meant.items() if spelling_key(name) != spelling_key(other)}
        if not aliases:
            return {} if known_only else meant
        there = {
            spelling_key(entity["name"]) for entity in self._nodes.open_nodes([*aliases, *aliases.values()])["entities"]
        }
        for name, canonical in aliases.items():
            if spelling_key(canonical) not in there and (known_only or spelling_key(name) in there):
                del meant[name]
        return {name: meant[name] for name in aliases if name in meant} if known_only else meant


def _renamed(items: Sequence[JsonObject], names: Mapping[str, str], *fields: str) -> list[JsonObject]:
    """Return items with other names in these fields, where there are some."""
    return [{**i, **{f: names[name] for f in fields if (name := _name(i, f)) in names}} if names else i for i in items]


def _name(item: JsonObject, field: str) -> str:
    """Return a name, or nothing where there is none: the graph says what is wrong then."""
    value = item.get(field) if isinstance(item, dict) else None
    return value if isinstance(value, str) else ""
