"""Under which name the server keeps an entity: its names are exact, ours are one however they are spelt.

An entity may have aliases besides (see `observation`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.mcp.namespaces import to_wire
from memory_fabric.graph.mcp.nodes import Node, nodes_in
from memory_fabric.graph.mcp.session import ConnectionLost
from memory_fabric.graph.store import NodeTools
from memory_fabric.text import scrub, spelling_key

# From so many unknown names on, reading the whole graph once is cheaper than a search for each.
_SEARCHES = 16
# So many writes search for each name after a listing that took too long, before another one is tried.
_PATIENCE = 20
_WORD = re.compile(r"[^\W_]+")


class NameIndex:
    """The names and aliases seen so far, by namespace and spelling key. Safe to use from several threads.

    It fills itself by asking for what it does not know. What is not found is not remembered: other clients
    write to the same server.
    """

    def __init__(self, tools: NodeTools) -> None:
        self._tools = tools
        self._names: dict[tuple[str, str], str] = {}
        self._listed: set[str] = set()
        self._unlisted_writes = 0

    def learn(self, namespace: str, nodes: Iterable[Node]) -> None:
        """Remember names and aliases of `nodes`; of several for one key the first stays, a name before an alias."""
        entities = [node for node in nodes if node.is_entity]
        for node in entities:
            self._names.setdefault((namespace, spelling_key(node.name)), node.name)
        for node in entities:
            for alias in node.aliases:
                self._names.setdefault((namespace, spelling_key(alias)), node.name)

    def forget(self, namespace: str, names: Iterable[str]) -> None:
        """Let go of names that turned out not to be there any more."""
        gone = set(names)
        if gone:
            self._listed.discard(namespace)  # what was listed is no longer what there is
            for key in [key for key, name in self._names.items() if key[0] == namespace and name in gone]:
                self._names.pop(key, None)

    def find(self, namespace: str, names: Iterable[str], *, may_list: bool) -> dict[str, str]:
        """Return by spelling key the server's own spelling of those `names` that it has.

        Names that are unknown here are asked for as they are, then searched for. With `may_list`, many
        unknown names make this read the whole graph, once; without, only the first of them are searched for.
        """
        wanted: dict[str, str] = {}
        for name in map(scrub, names):
            wanted.setdefault(spelling_key(name), name)
        if unknown := self._unknown(namespace, wanted):
            opened = self._tools.open_nodes([to_wire(namespace, wanted[key]) for key in unknown])
            self.learn(namespace, nodes_in(namespace, opened))
            unknown = self._unknown(namespace, wanted)
        if not (may_list and self._has_listed(namespace, len(unknown))):
            for key in unknown if may_list else unknown[:_SEARCHES]:
                self._search(namespace, wanted[key])
        found = {key: self._names.get((namespace, key)) for key in wanted}
        return {key: name for key, name in found.items() if name is not None}

    def _unknown(self, namespace: str, keys: Iterable[str]) -> list[str]:
        return [key for key in keys if (namespace, key) not in self._names]

    def _search(self, namespace: str, name: str) -> None:
        words = _WORD.findall(name)
        nodes = nodes_in(namespace, self._tools.search_nodes(max(words, key=len) if words else name))
        key = spelling_key(name)
        self.learn(namespace, [node for node in nodes if key in map(spelling_key, (node.name, *node.aliases))])

    def _has_listed(self, namespace: str, unknown: int) -> bool:
        """Whether all names have been read, which is done once, when so many `unknown` ones make it pay."""
        if namespace in self._listed or unknown <= _SEARCHES:
            return namespace in self._listed
        if self._unlisted_writes:
            self._unlisted_writes -= 1
            return False
        try:
            graph = self._tools.read_graph()
        except (GraphRejected, ConnectionLost):
            raise
        except GraphUnavailable:
            # Perhaps too large to be listed within the time limit, perhaps only busy.
            self._unlisted_writes = _PATIENCE
            return False
        self.learn(namespace, nodes_in(namespace, graph))
        self._listed.add(namespace)
        return True
