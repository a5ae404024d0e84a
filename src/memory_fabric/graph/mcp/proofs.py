"""Which relations the memories that were read of late say hold, or are over: the server itself knows it of no edge."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence

from memory_fabric.graph.mcp.observation import Note
from memory_fabric.models import Edge
from memory_fabric.text import spelling_key

_MOST_KEPT = 20_000


class Proofs:
    """The notes of the last memories that were read, as edges. Safe to use from several threads.

    A note tells what it says holds and what it says is over. Whether a relation was planned or asserted it does not
    tell, nor what was denied, asked or supposed.
    """

    def __init__(self) -> None:
        self._edges: OrderedDict[tuple[str, str], tuple[Edge, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def learn(self, namespace: str, notes: Iterable[Note]) -> None:
        """Keep what these notes tell, and forget what was read longest ago."""
        with self._lock:
            for note in notes:
                key = (namespace, note.memory.id)
                self._edges[key] = tuple(edges_of(note))
                self._edges.move_to_end(key)
            while len(self._edges) > _MOST_KEPT:
                self._edges.popitem(last=False)

    def of(self, namespace: str, memory_ids: Sequence[str]) -> dict[str, list[Edge]]:
        """Return what each of these memories proves, as far as it was read and proves anything."""
        with self._lock:
            found = {id: self._edges.get((namespace, id), ()) for id in memory_ids}
        return {id: list(edges) for id, edges in found.items() if edges}


def edges_of(note: Note) -> Iterator[Edge]:
    """Yield what a note tells as edges that its memory proves."""
    ids, since = (note.memory.id,), min((time for time in note.times() if time), default=None)
    for from_, relation, to in note.says:
        yield Edge(from_, relation, to, valid_from=since, memories=ids)
    for from_, relation, to in note.ends:
        yield Edge(from_, relation, to, polarity="negated", ended=True, valid_from=since, memories=ids)


def ending(notes: Iterable[Note], names: Iterable[str]) -> Iterator[Edge]:
    """Yield of what the notes tell the edges to any of `names` that tell of an end."""
    keys = frozenset(map(spelling_key, names))
    for note in notes:
        for edge in edges_of(note):
            if (edge.ended or edge.relation == "replaces") and spelling_key(edge.to) in keys:
                yield edge
