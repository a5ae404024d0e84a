"""What a question asks of the server: named nodes and small searches, never the whole graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import TextQuery
from memory_fabric.models import Filters, Relation
from memory_fabric.search.traverse import neighbourhood
from tests.graph.mcp.builders import statement
from tests.graph.mcp.in_process import RecordingServer


@pytest.fixture(params=[False, True], ids=["either-end", "both-ends"])
def server(request: pytest.FixtureRequest) -> RecordingServer:
    return RecordingServer(both_ends=request.param)


@pytest.fixture
def fresh(server: RecordingServer) -> Iterator[McpStore]:
    """A store that has not met a name yet, on a server that holds a few."""
    first, second = server.store(), server.store()
    uses = (Relation("web", "uses", "Vue"), Relation("web", "uses", "Redis"))
    first.write("default", [statement("web uses Vue and Redis", "web", "Vue", "Redis", relations=uses)])
    server.asked.clear()
    yield second
    first.close()
    second.close()


@pytest.mark.parametrize(
    "question",
    [
        lambda store: store.search_text("default", TextQuery(("redis", "unknown", "C", "us-east-1"))),
        lambda store: store.search_text("default", TextQuery(("redis",), Filters(type="technology"))),
        lambda store: store.memories_of("default", "WEB", Filters(type="component"), 5),
        lambda store: store.memories_of("default", "nobody", Filters(), 5),
        lambda store: store.entity("default", "vue"),
        lambda store: store.entity("default", "nobody"),
        lambda store: store.edges("default", ["web", "vue", *(f"unknown {n}" for n in range(50))], 5),
        lambda store: neighbourhood(store, "default", ["Vue"], depth=3, limit=50),
    ],
)
def test_a_question_opens_nodes_and_searches_and_reads_no_whole_graph(
    server: RecordingServer, fresh: McpStore, question: Callable[[McpStore], object]
) -> None:
    question(fresh)
    assert server.asked
    assert set(server.asked) <= {"open_nodes", "search_nodes"}
    assert len(server.asked) < 60


def test_only_an_empty_question_reads_it_for_a_server_cannot_sort(server: RecordingServer, fresh: McpStore) -> None:
    assert len(fresh.recent("default", Filters(), 5)) == 1
    assert server.asked == ["read_graph"]
