"""What a graph can and cannot do, found by trying: a server's version says nothing of it.

All is written to one namespace, under names of its own, and taken away by `clean`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.graph.store import GraphStore, JsonObject, NodeTools
from memory_fabric.timestamps import now_utc

LONG_TEXT = 100_000
"""Characters of the text that is tried."""

_FIRST, _SECOND = "memory-fabric-trial", "memory-fabric-trial-other"
_MISSING, _UNMADE = "memory-fabric-trial-missing", "memory-fabric-trial-unmade"
TRIAL_NAMES = (_FIRST, _SECOND, _MISSING, _UNMADE)
"""The entities that are made."""

_WORDS = "quick brown words that doctor wrote and takes away again"
_REFUSED = "half of a batch that had to be refused"


@dataclass(frozen=True, slots=True)
class Abilities:
    """What came of each trial."""

    keeps_history: bool
    """What is over stays in the graph, which can be asked as of a time."""

    takes_dangling_relations: bool
    """A relation to an entity that is not there is kept; otherwise it is refused, and the entity is made first."""

    returns_relations_at_either_end: bool
    """Opening one entity tells the relations to all others."""

    searches_for_words: bool
    """`search_nodes` finds words in any order."""

    searches_for_substrings: bool
    """`search_nodes` finds what begins and ends in the middle of words."""

    refuses_batches_whole: bool
    """Of a batch with one mistake in it nothing is kept."""

    keeps_long_texts: bool
    """A text of `LONG_TEXT` characters comes back whole."""


def try_out(store: GraphStore, namespace: str) -> Abilities:
    """Return what `store` can do. The caller calls `clean` afterwards, whatever came of it.

    Raises:
        GraphUnavailable: the graph cannot be reached.
        GraphRejected: it refuses what every graph must take.
    """
    nodes = store.nodes(namespace)
    first: JsonObject = {"name": _FIRST, "entityType": "concept", "observations": [_WORDS]}
    nodes.create_entities([first, {"name": _SECOND, "entityType": "concept", "observations": []}])
    nodes.create_relations([_relation(_FIRST, _SECOND)])
    at_one_end = nodes.open_nodes([_FIRST])["relations"]
    nodes.create_relations([_relation(_FIRST, _MISSING)])
    return Abilities(
        keeps_history=_keeps_history(store, namespace),
        takes_dangling_relations=not nodes.open_nodes([_MISSING])["entities"],
        returns_relations_at_either_end=bool(at_one_end),
        searches_for_words=_finds(nodes, "doctor brown quick"),
        searches_for_substrings=_finds(nodes, "octo"),
        refuses_batches_whole=_refuses_whole(nodes),
        keeps_long_texts=_keeps(nodes, "long " * (LONG_TEXT // 5)),
    )


def clean(store: GraphStore, namespace: str) -> None:
    """Take away what trials left, finished ones or not."""
    store.nodes(namespace).delete_entities(TRIAL_NAMES)


def _relation(from_: str, to: str) -> JsonObject:
    return {"from": from_, "to": to, "relationType": "is_tried_with"}


def _keeps_history(store: GraphStore, namespace: str) -> bool:
    try:
        store.edges(namespace, [_FIRST], 1, as_of=now_utc())
    except GraphRejected:
        return False
    return True


def _finds(nodes: NodeTools, query: str) -> bool:
    return any(entity["name"] == _FIRST for entity in nodes.search_nodes(query)["entities"])


def _refuses_whole(nodes: NodeTools) -> bool:
    batch = [{"entityName": name, "contents": [_REFUSED]} for name in (_FIRST, _UNMADE)]
    with suppress(GraphRejected):
        nodes.add_observations(batch)
    return _REFUSED not in _observations(nodes)


def _keeps(nodes: NodeTools, text: str) -> bool:
    try:
        nodes.add_observations([{"entityName": _FIRST, "contents": [text]}])
    except GraphUnavailable:
        return False
    return text in _observations(nodes)


def _observations(nodes: NodeTools) -> list[str]:
    return [text for entity in nodes.open_nodes([_FIRST])["entities"] for text in entity["observations"]]
