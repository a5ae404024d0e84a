"""What a server holds of a namespace, or of a part of it, and what has to be sent to make it something else.

Pure: no I/O. A change of several calls is worked out here as a whole: `Snapshot` is read, changed like any
data, and `changes` tells the difference to what was read. Doing so again after a failure half-way sends what
is still missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import Node
from memory_fabric.graph.mcp.observation import Note, Triple
from memory_fabric.models import Edge
from memory_fabric.text import spelling_key


@dataclass(frozen=True, slots=True)
class Changes:
    """What to send, in this order; `creates` are nodes with no observations but their aliases.

    What is new comes before what goes, so that a failure in between loses nothing, and relations change before the
    observations that prove them, so that whoever reads those again knows of the relations too.
    """

    creates: tuple[Node, ...] = ()
    started: tuple[Edge, ...] = ()
    ended: tuple[Edge, ...] = ()
    additions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deletes: tuple[str, ...] = ()
    removals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Snapshot:
    """Nodes by name, notes by memory id, the nodes that keep each (`places`), aliases by node, and edges.

    Read, then changed.
    """

    def __init__(self, nodes: Iterable[Node], edges: Iterable[Edge]) -> None:
        self._read = {node.name: node for node in nodes}
        self._edges_read = dict.fromkeys(edges)
        self._notes_read = {name: tuple(node.told()) for name, node in self._read.items()}
        self.nodes = dict(self._read)
        self.edges = dict(self._edges_read)
        self.notes = observation.by_id(note for told in self._notes_read.values() for _, note in told)
        self.places: dict[str, dict[str, None]] = {}
        for name, told in self._notes_read.items():
            for _, note in told:
                self.places.setdefault(note.memory.id, {})[name] = None
        self.aliases = {name: dict.fromkeys(node.aliases) for name, node in self._read.items()}
        self._index()

    def resolve(self, name: str) -> str | None:
        """Return the entity of this name, spelling variant or alias."""
        if name in self.nodes and self.nodes[name].is_entity:
            return name
        key = spelling_key(name)
        return self._by_name.get(key) or self._by_alias.get(key)

    def put(self, node: Node) -> None:
        """Add an entity or a conversation, unless it is there."""
        if node.name not in self.nodes:
            self.nodes[node.name] = Node(node.name, node.type)
            self.aliases[node.name] = {}
            if node.is_entity:
                self._by_name.setdefault(spelling_key(node.name), node.name)

    def add_alias(self, name: str, alias: str) -> None:
        """Give an entity another name, unless it is called so or somebody else is."""
        if self.resolve(alias) is None:
            self.aliases[name][alias] = None
            self._by_alias[spelling_key(alias)] = name

    def keep(self, note: Note, places: Iterable[str]) -> None:
        """Keep a note on nodes that are there, united with what is known of its memory."""
        id_ = note.memory.id
        self.notes[id_] = observation.united(self.notes[id_], note) if id_ in self.notes else note
        self.places.setdefault(id_, {}).update(dict.fromkeys(places))

    def drop(self, id_: str) -> None:
        """Take a memory away wherever it is kept."""
        del self.notes[id_]
        del self.places[id_]

    def remove(self, name: str) -> None:
        """Take a node away with its aliases and edges; a memory stays on the other nodes that keep it."""
        del self.nodes[name]
        del self.aliases[name]
        self._index()
        self.edges = {edge: None for edge in self.edges if name not in (edge.from_, edge.to)}
        for id_ in [id_ for id_, places in self.places.items() if name in places]:
            del self.places[id_][name]
            if not self.places[id_]:
                self.drop(id_)

    def call(self, name: str, other: str) -> None:
        """Say `other` for an entity in all notes and edges. What it has with itself by that is dropped."""

        def renamed(triple: Triple) -> Triple:
            from_, relation, to = triple
            return other if from_ == name else from_, relation, other if to == name else to

        def all_renamed(triples: Iterable[Triple]) -> tuple[Triple, ...]:
            return tuple(dict.fromkeys(t for t in map(renamed, triples) if t[0] != t[2]))

        for id_, note in self.notes.items():
            entities = tuple(dict.fromkeys(other if each == name else each for each in note.memory.entities))
            memory = replace(note.memory, entities=entities)
            self.notes[id_] = replace(note, memory=memory, says=all_renamed(note.says), ends=all_renamed(note.ends))
        self.edges = {Edge(*t): None for t in all_renamed((e.from_, e.relation, e.to) for e in self.edges)}

    def on(self, name: str) -> list[str]:
        """Return the ids of the memories that a node keeps."""
        return [id_ for id_, places in self.places.items() if name in places]

    def about(self, name: str) -> list[str]:
        """Return the ids of the memories that mention an entity, or are kept on it."""
        return [id_ for id_, note in self.notes.items() if name in note.memory.entities or name in self.places[id_]]

    def as_nodes(self) -> list[Node]:
        """Return the nodes with nothing on them but their aliases."""
        return [
            Node(name, node.type, tuple(map(observation.encode_alias, self.aliases[name])))
            for name, node in self.nodes.items()
        ]

    def changes(self) -> Changes:
        """Return what has to be sent for the server to hold what is here now."""
        held = {name: dict.fromkeys(node.observations) for name, node in self._read.items()}
        wanted = self._observations()
        return Changes(
            creates=tuple(node for node in self.as_nodes() if node.name not in self._read),
            started=tuple(edge for edge in self.edges if edge not in self._edges_read),
            ended=tuple(edge for edge in self._edges_read if edge not in self.edges),
            additions=_less(wanted, held),
            deletes=tuple(name for name in self._read if name not in self.nodes),
            removals=_less({name: held[name] for name in wanted if name in held}, wanted),
        )

    def _index(self) -> None:
        self._by_name: dict[str, str] = {}
        self._by_alias: dict[str, str] = {}
        for name in (name for name, node in self.nodes.items() if node.is_entity):
            self._by_name.setdefault(spelling_key(name), name)
            for alias in self.aliases[name]:
                self._by_alias.setdefault(spelling_key(alias), name)

    def _observations(self) -> dict[str, dict[str, None]]:
        """Return by node the strings that it should hold; those that say the same already stay as they are."""
        wanted: dict[str, dict[str, None]] = {
            name: {observation.encode_alias(alias): None for alias in self.aliases[name]} for name in self.nodes
        }
        kept: set[tuple[str, str]] = set()
        for name, told in self._notes_read.items():
            for text, note in told:
                id_ = note.memory.id
                now = self.notes.get(id_)
                if (now is note or now == note) and name in self.places[id_] and (id_, name) not in kept:
                    wanted[name][text] = None
                    kept.add((id_, name))
        for id_, places in self.places.items():
            for name in places:
                if (id_, name) not in kept:
                    wanted[name][observation.encode(self.notes[id_])] = None
        return wanted


def _less(texts: Mapping[str, Iterable[str]], others: Mapping[str, Mapping[str, None]]) -> dict[str, tuple[str, ...]]:
    """Return by node the `texts` that are not among the `others`, where there are any."""
    less = {name: tuple(text for text in own if text not in others.get(name, {})) for name, own in texts.items()}
    return {name: own for name, own in less.items() if own}
