"""Which lines of a session were left behind when a message was edited or an answer generated anew.

Every line names its parent, so a session is a tree, and a fork in it is one of two things. Calls of several
tools at once fork into the next call and the first one's result: both were shown. A message sent again in
other words has the parent of the first: only one of the two was kept. So only siblings of one kind, prompts
beside prompts or answers beside answers, are taken for alternatives, and of those the one that the session
went on with is shown. Where the chain is broken, by a compaction or a resumed session, nothing is dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from memory_fabric.ingest.readers.claude_lines import Role


@dataclass(frozen=True, slots=True)
class Node:
    """A line's place in the tree. `message` is what the lines of one answer share."""

    number: int
    uuid: str
    parent: str | None
    role: Role
    message: str | None = None


def hidden_lines(nodes: Sequence[Node]) -> frozenset[int]:
    """Return the numbers of the lines on branches that were not kept. `nodes` are in order of the file."""
    parents = _parents(nodes)
    last = _last_lines(nodes, parents)
    alternatives: defaultdict[tuple[str, Role], defaultdict[str, list[Node]]] = defaultdict(lambda: defaultdict(list))
    for node in nodes:
        parent = parents[node.uuid]
        if parent is not None and node.role in ("prompt", "reply"):
            alternatives[parent, node.role][node.message or node.uuid].append(node)
    dropped: set[str] = set()
    for choices in alternatives.values():
        kept = max(choices, key=lambda choice: max(last[node.uuid] for node in choices[choice]))
        dropped.update(node.uuid for choice in choices if choice != kept for node in choices[choice])
    return _below(nodes, parents, dropped)


def _parents(nodes: Sequence[Node]) -> dict[str, str | None]:
    """Return each line's nearest ancestor in the conversation; None where the chain begins or is broken."""
    by_uuid = {node.uuid: node for node in nodes}
    parents: dict[str, str | None] = {}
    for node in nodes:
        path: list[str] = []  # the lines on the way up that are beside the conversation
        on_path = {node.uuid}
        above = by_uuid.get(node.parent or "")
        while above is not None and above.role == "other" and above.uuid not in parents and above.uuid not in on_path:
            path.append(above.uuid)
            on_path.add(above.uuid)
            above = by_uuid.get(above.parent or "")
        if above is None or above.uuid in on_path:
            found = None
        else:
            found = parents[above.uuid] if above.role == "other" else above.uuid
        for uuid in (node.uuid, *path):
            parents.setdefault(uuid, found)
    return parents


def _last_lines(nodes: Sequence[Node], parents: dict[str, str | None]) -> dict[str, int]:
    """Return for each line the number of the last line that stands below it, itself included."""
    last: dict[str, int] = {}
    for node in reversed(nodes):
        uuid: str | None = node.uuid
        while uuid is not None and uuid not in last:
            last[uuid] = node.number
            uuid = parents[uuid]
    return last


def _below(nodes: Sequence[Node], parents: dict[str, str | None], dropped: set[str]) -> frozenset[int]:
    is_hidden = dict.fromkeys(dropped, True)
    for node in nodes:
        path: list[str] = []
        uuid: str | None = node.uuid
        while uuid is not None and uuid not in is_hidden:
            is_hidden[uuid] = False  # also ends a ring of parents
            path.append(uuid)
            uuid = parents[uuid]
        if uuid is not None and is_hidden[uuid]:
            is_hidden.update(dict.fromkeys(path, True))
    return frozenset(node.number for node in nodes if is_hidden[node.uuid])
