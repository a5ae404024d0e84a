from __future__ import annotations

import pytest

from memory_fabric.errors import GraphRejected
from memory_fabric.graph.mcp.store import McpStore
from tests.graph.mcp.builders import statement

pytestmark = pytest.mark.reference_server

REDIS = {"name": "Redis", "entityType": "technology", "observations": ["in memory"]}
VUE = {"name": "Vue", "entityType": "technology", "observations": []}
USES = {"from": "Vue", "to": "Redis", "relationType": "uses"}


def test_the_nine_tools_work_as_on_the_server_itself(shared_store: McpStore, namespace: str) -> None:
    tools = shared_store.nodes(namespace)
    assert tools.create_entities([REDIS, VUE]) == [REDIS, VUE]
    assert tools.create_entities([REDIS]) == []
    assert tools.create_relations([USES]) == [USES]
    assert tools.add_observations([{"entityName": "Vue", "contents": ["for the web"]}]) == [
        {"entityName": "Vue", "addedObservations": ["for the web"]}
    ]
    vue = {**VUE, "observations": ["for the web"]}
    assert tools.read_graph() == {"entities": [REDIS, vue], "relations": [USES]}
    assert tools.open_nodes(["Vue"]) == {"entities": [vue], "relations": [USES]}
    assert tools.search_nodes("MEMORY") == {"entities": [REDIS], "relations": [USES]}
    tools.delete_observations([{"entityName": "Redis", "observations": ["in memory"]}])
    tools.delete_relations([USES])
    assert tools.read_graph() == {"entities": [{**REDIS, "observations": []}, vue], "relations": []}
    tools.delete_entities(["Redis", "Vue"])
    assert tools.read_graph() == {"entities": [], "relations": []}


def test_what_the_server_refuses_is_told(shared_store: McpStore, namespace: str) -> None:
    with pytest.raises(GraphRejected, match="refused add_observations: Entity with name"):
        shared_store.nodes(namespace).add_observations([{"entityName": "nobody", "contents": ["x"]}])


def test_a_namespace_sees_and_touches_only_its_own(shared_store: McpStore, namespace: str) -> None:
    mine, other = shared_store.nodes(namespace), shared_store.nodes(f"{namespace}-other")
    mine.create_entities([REDIS])
    other.create_entities([VUE])
    assert mine.read_graph() == {"entities": [REDIS], "relations": []}
    assert mine.open_nodes(["Redis", "Vue"])["entities"] == [REDIS]
    other.delete_entities(["Redis"])
    assert mine.search_nodes("redis")["entities"] == [REDIS]


def test_the_prefix_is_never_what_a_search_finds(shared_store: McpStore, namespace: str) -> None:
    tools = shared_store.nodes(namespace)
    tools.create_entities([REDIS])
    assert tools.search_nodes(namespace) == {"entities": [], "relations": []}


def test_memories_are_seen_as_they_are_on_the_wire(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("We use Redis.", "Redis", speaker="Ana")])
    [redis] = shared_store.nodes(namespace).open_nodes(["Redis"])["entities"]
    [text] = redis["observations"]
    assert text.startswith('We use Redis. [mf {"by": "Ana"')
