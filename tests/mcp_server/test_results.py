"""What the nine tools answer: the same from ours as from the reference server, text for readers and objects alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.mcp_peer import Answer, Peer

ANA = {"name": "Ana", "entityType": "person", "observations": ["owns the gateway"]}
BO = {"name": "Bo", "entityType": "person", "observations": []}
GATEWAY = {"name": "gateway", "entityType": "component", "observations": ["is slow", "has two nodes"]}
OWNS = {"from": "Ana", "to": "gateway", "relationType": "owns"}
KNOWS = {"from": "Bo", "to": "Ana", "relationType": "knows"}

SESSION: list[tuple[str, dict[str, Any]]] = [
    ("read_graph", {}),
    ("create_entities", {"entities": []}),
    ("create_entities", {"entities": [ANA, GATEWAY]}),
    ("create_entities", {"entities": [ANA, BO]}),
    ("create_relations", {"relations": [OWNS, KNOWS]}),
    ("create_relations", {"relations": [OWNS]}),
    ("create_relations", {"relations": [{**OWNS, "relationType": "watches"}, {**OWNS, "to": "nowhere"}]}),
    ("add_observations", {"observations": [{"entityName": "Ana", "contents": ["is away", "is Ágnes's deputy"]}]}),
    ("add_observations", {"observations": [{"entityName": "Ana", "contents": ["is away"]}]}),
    (
        "add_observations",
        {
            "observations": [
                {"entityName": "Bo", "contents": []},
                {"entityName": "Ana", "contents": ["likes\n\t🍵"]},
            ]
        },
    ),
    ("read_graph", {}),
    ("search_nodes", {"query": "owns"}),
    ("search_nodes", {"query": "DEPUTY"}),
    ("search_nodes", {"query": "person"}),
    ("search_nodes", {"query": "nothing of the kind"}),
    ("open_nodes", {"names": ["gateway"]}),
    ("open_nodes", {"names": ["nobody"]}),
    ("open_nodes", {"names": []}),
    ("open_nodes", {"names": ["gateway", "Ana", "gateway", "nobody"]}),
    (
        "delete_observations",
        {
            "deletions": [
                {"entityName": "Ana", "observations": ["is away", "was never there"]},
                {"entityName": "nobody", "observations": ["is away"]},
            ]
        },
    ),
    ("open_nodes", {"names": ["Ana"]}),
    ("delete_relations", {"relations": [OWNS, {**OWNS, "relationType": "never said"}]}),
    ("delete_entities", {"entityNames": ["Ana", "nobody"]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["gateway"]}),
    ("delete_observations", {"deletions": []}),
    ("delete_relations", {"relations": []}),
    ("delete_entities", {"entityNames": []}),
    ("read_graph", {}),
]


@pytest.mark.reference_server
def test_a_client_gets_word_for_word_what_it_gets_from_the_reference_server(ours: Peer, theirs: Peer) -> None:
    def answers(server: Peer) -> list[Answer]:
        return [server.call(tool, **arguments) for tool, arguments in SESSION]

    for step, answer, expected in zip(SESSION, answers(ours), answers(theirs), strict=True):
        assert (step, answer) == (step, expected)


def test_what_is_created_comes_back_wrapped_for_programs_and_bare_for_readers(server: Peer) -> None:
    created = server.call("create_entities", entities=[ANA])
    related = server.call("create_relations", relations=[OWNS])
    added = server.call("add_observations", observations=[{"entityName": "Ana", "contents": ["is away"]}])

    assert (json.loads(created.text), created.structured) == ([ANA], {"entities": [ANA]})
    assert (json.loads(related.text), related.structured) == ([OWNS], {"relations": [OWNS]})
    news = [{"entityName": "Ana", "addedObservations": ["is away"]}]
    assert (json.loads(added.text), added.structured) == (news, {"results": news})


@pytest.mark.parametrize(
    ("tool", "argument", "message"),
    [
        ("delete_entities", "entityNames", "Entities deleted successfully"),
        ("delete_observations", "deletions", "Observations deleted successfully"),
        ("delete_relations", "relations", "Relations deleted successfully"),
    ],
)
def test_a_deletion_succeeds_also_where_there_is_nothing(server: Peer, tool: str, argument: str, message: str) -> None:
    answer = server.call(tool, **{argument: []})

    assert answer == Answer(message, {"success": True, "message": message}, is_error=False)


def test_relations_touch_what_was_asked_for_at_either_end(server: Peer) -> None:
    server.call("create_entities", entities=[ANA, BO, GATEWAY])
    server.call("create_relations", relations=[OWNS, KNOWS])

    assert server.call("open_nodes", names=["Ana"]).structured == {"entities": [ANA], "relations": [OWNS, KNOWS]}
    assert server.call("open_nodes", names=["Bo"]).structured == {"entities": [BO], "relations": [KNOWS]}
    assert server.call("search_nodes", query="slow").structured == {"entities": [GATEWAY], "relations": [OWNS]}


def test_one_missing_entity_fails_a_batch_of_observations_and_nothing_is_written(server: Peer) -> None:
    server.call("create_entities", entities=[BO])
    batch = [{"entityName": "Bo", "contents": ["is here"]}, {"entityName": "nobody", "contents": ["is here"]}]

    assert server.call("add_observations", observations=batch).is_error

    assert server.graph() == {"entities": [BO], "relations": []}


def test_a_relation_may_name_what_is_not_there(server: Peer) -> None:
    server.call("create_relations", relations=[OWNS])

    assert server.graph() == {"entities": [], "relations": [OWNS]}


def test_deleting_an_entity_deletes_what_touches_it(server: Peer) -> None:
    server.call("create_entities", entities=[ANA, BO, GATEWAY])
    server.call("create_relations", relations=[OWNS, KNOWS])

    server.call("delete_entities", entityNames=["Ana"])

    assert server.graph() == {"entities": [BO, GATEWAY], "relations": []}
