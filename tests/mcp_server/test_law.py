"""The law of a drop-in replacement: whatever a client does, but for the differences that the README tells, both servers
answer alike and hold the same.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.mcp_peer import Peer

# None is an alias, and no two are spellings of one name.
NAMES = [
    "Ana",
    "Bo",
    "Zorblax",
    "us-east-1",
    "us-east-2",
    "\u00c1gnes",
    "\u65e5\u672c",
    "a b",
    "a/b",
    "<x>",
    "O'Neil",
    "\U0001f375",
]
TYPES = ["person", "component", "concept", "Type X", "\u0442\u0438\u043f"]
TEXTS = [
    "is away", "IS AWAY", "is  away", "is away ", "likes tea", 'says "no"', "line\nbreak", "tab\t", "back\\slash", "",
    "\U0001f375 daily", "\u65e5\u672c\u8a9e\u3067\u3059", "a\u2028b", "caf\u00e9", "cafe\u0301", "x" * 300,
]  # fmt: skip
# Whole words, of which none is a part of another word: what the two search for is the same then.
QUERIES = [
    "away",
    "tea",
    "daily",
    "says",
    "east",
    "Zorblax",
    "\u00c1gnes",
    "\u65e5\u672c",
    "person",
    "nothing",
    "knows",
]
RELATIONS = ["knows", "Knows", "works on", "\u2192"]

names, texts = st.sampled_from(NAMES), st.sampled_from(TEXTS)
observations = st.lists(texts, max_size=4, unique=True)
relations = st.builds(
    lambda ends, type: {"from": ends[0], "to": ends[1], "relationType": type},
    st.lists(names, min_size=2, max_size=2, unique=True),
    st.sampled_from(RELATIONS),
)
relation_lists = st.lists(relations, max_size=3, unique_by=json.dumps)

Call = tuple[str, dict[str, Any]]


def new_entities(known: dict[str, Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Entities to create: one that is known already comes without news."""

    def entity(name: str, type: str, observations: list[str]) -> dict[str, Any]:
        return known.get(name) or {"name": name, "entityType": type, "observations": observations}

    entities = st.builds(entity, names, st.sampled_from(TYPES), observations)
    return st.lists(entities, max_size=3, unique_by=lambda entity: entity["name"])


def calls(graph: dict[str, Any]) -> st.SearchStrategy[Call]:
    """Calls that a client may make of a server that holds this graph."""
    known = {entity["name"]: entity for entity in graph["entities"]}
    some_name = st.sampled_from([*known, *NAMES])
    noted = st.fixed_dictionaries({"entityName": some_name, "contents": observations})
    deleted = st.fixed_dictionaries({"entityName": some_name, "observations": observations})
    stored = st.lists(st.sampled_from(graph["relations"] or [{"from": "", "to": "", "relationType": ""}]), max_size=2)
    arguments: dict[str, st.SearchStrategy[dict[str, Any]]] = {
        "create_entities": st.fixed_dictionaries({"entities": new_entities(known)}),
        "create_relations": st.fixed_dictionaries({"relations": relation_lists}),
        "add_observations": st.fixed_dictionaries({"observations": st.lists(noted, max_size=3)}),
        "delete_entities": st.fixed_dictionaries({"entityNames": st.lists(some_name, max_size=2)}),
        "delete_observations": st.fixed_dictionaries({"deletions": st.lists(deleted, max_size=2)}),
        "delete_relations": st.fixed_dictionaries({"relations": stored | relation_lists}),
        "open_nodes": st.fixed_dictionaries({"names": st.lists(some_name, max_size=4)}),
        "read_graph": st.just({}),
        "search_nodes": st.fixed_dictionaries({"query": st.sampled_from(QUERIES)}),
    }
    return st.one_of([st.tuples(st.just(tool), given) for tool, given in arguments.items()])


@pytest.mark.reference_server
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_a_client_does_both_servers_answer_alike(our_process: Peer, their_process: Peer, data: Any) -> None:
    for server in (our_process, their_process):
        server.clear()
    held = their_process.graph()
    for _ in range(12):
        tool, arguments = data.draw(calls(held))

        ours, theirs = (server.call(tool, **arguments) for server in (our_process, their_process))

        held = their_process.graph()
        if tool == "search_nodes":  # ours come best first
            for answer in (ours, theirs):
                answer.structured["entities"].sort(key=json.dumps)
            assert ours.structured == theirs.structured
        else:
            assert ours == theirs
        assert our_process.graph() == held
