"""What a server holds of a namespace, or of a part of it, and what has to be sent to make it something else.

Pure: no I/O. A change of several calls is worked out here as a whole: `Snapshot` is read, changed like any
data, and `changes` tells the difference to what was read. Doing so again after a failure half-way sends what
is still missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import Node
from memory_fabric.graph.mcp.observation import Note
from memory_fabric.models import Edge
from memory_fabric.text import spelling_key


@dataclass(frozen=True, slots=True)
class Changes:
    """What to send, in this order; `creates` are nodes without observations.

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
        self.nodes = dict(self._read)
        self.edges = dict(self._edges_read)
        self.notes = observation.by_id(note for node in self.nodes.values() for note in node.notes())
        self.places: dict[str, dict[str, None]] = {}
        self.aliases = {node.name: dict.fromkeys(node.aliases) for node in self.nodes.values()}
        for node in self.nodes.values():
            for note in node.notes():
                self.places.setdefault(note.memory.id, {})[node.name] = None

    def resolve(self, name: str) -> str | None:
        """Return the entity of this name, spelling variant or alias."""
        key = spelling_key(name)
        entities = [node for node in self.nodes.values() if node.is_entity]
        if name in self.nodes and self.nodes[name].is_entity:
            return name
        for node in entities:
            if spelling_key(node.name) == key:
                return node.name
        for node in entities:
            if any(spelling_key(alias) == key for alias in self.aliases[node.name]):
                return node.name
        return None

    def put(self, node: Node) -> None:
        """Add an entity or a conversation, unless it is there."""
        self.nodes.setdefault(node.name, Node(node.name, node.type))
        self.aliases.setdefault(node.name, {})

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
        self.aliases.pop(name, None)
        self.edges = {edge: None for edge in self.edges if name not in (edge.from_, edge.to)}
        for id_ in [id_ for id_, places in self.places.items() if name in places]:
            del self.places[id_][name]
            if not self.places[id_]:
                self.drop(id_)

    def on(self, name: str) -> list[str]:
        """Return the ids of the memories that a node keeps."""
        return [id_ for id_, places in self.places.items() if name in places]

    def changes(self) -> Changes:
        """Return what has to be sent for the server to hold what is here now."""
        held = {name: dict.fromkeys(node.observations) for name, node in self._read.items()}
        wanted = self._observations()
        return Changes(
            creates=tuple(node for name, node in self.nodes.items() if name not in self._read),
            started=tuple(edge for edge in self.edges if edge not in self._edges_read),
            ended=tuple(edge for edge in self._edges_read if edge not in self.edges),
            additions=_less(wanted, held),
            deletes=tuple(name for name in self._read if name not in self.nodes),
            removals=_less({name: held[name] for name in wanted if name in held}, wanted),
        )

    def _observations(self) -> dict[str, dict[str, None]]:
        """Return by node the strings that it should hold; those that say the same already stay as they are."""
        wanted: dict[str, dict[str, None]] = {
            name: {observation.encode_alias(alias): None for alias in self.aliases[name]} for name in self.nodes
        }
        held: dict[tuple[str, Note], str] = {}
        for name, node in self._read.items():
            for text in node.observations:
                note = observation.decode(text, node.home)
                if note is not None:
                    held.setdefault((name, note), text)
        for id_, note in self.notes.items():
            for name in self.places[id_]:
                wanted[name][held.get((name, note)) or observation.encode(note)] = None
        return wanted


def _less(texts: Mapping[str, Iterable[str]], others: Mapping[str, Mapping[str, None]]) -> dict[str, tuple[str, ...]]:
    """Return by node the `texts` that are not among the `others`, where there are any."""
    less = {name: tuple(text for text in own if text not in others.get(name, {})) for name, own in texts.items()}
    return {name: own for name, own in less.items() if own}
