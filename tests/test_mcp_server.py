from __future__ import annotations

import json
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent, Tool

from memory_fabric.config import Settings
from memory_fabric.errors import GraphUnavailable, TooLarge
from memory_fabric.graph.open import open_store
from memory_fabric.graph.store import GraphStore, JsonObject, NodeTools
from memory_fabric.mcp_server import build_server
from memory_fabric.models import (
    Entity,
    Extraction,
    Filler,
    Match,
    Mention,
    ParsedQuery,
    Relation,
    SearchResponse,
    Span,
    Turn,
    WriteReport,
)

from .support.reference_server import reference_server_config

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

ANA: JsonObject = {"name": "Ana", "entityType": "person", "observations": ["owns the gateway"]}
GATEWAY: JsonObject = {"name": "gateway", "entityType": "component", "observations": []}
OWNS: JsonObject = {"from": "Ana", "to": "gateway", "relationType": "owns"}


class ScriptedFabric:
    """Has a real graph for the nine tools, and the rest from a script: it finds `redis`, remembers turns in a
    list, and fails on the words `boom`, `long` and `down`.
    """

    settings = Settings(graph="memory:")

    def __init__(self, store: GraphStore) -> None:
        self.store = store
        self.turns: list[Turn] = []
        self.asked: list[Mapping[str, Any]] = []

    def nodes(self) -> NodeTools:
        return self.store.nodes("default")

    def extract(self, text: str, *, speaker: str | None = None, project: str | None = None) -> Extraction:
        if "boom" in text:
            raise RuntimeError(text)
        if "long" in text:
            raise TooLarge("text", 2, 1, "bytes")
        start = text.find("redis")
        entity = Entity("Redis", "technology", (Mention(start, start + 5, "redis"),))
        match = Match((Span(3, 6),), Filler("subj", 0, 2), Filler("obj", start, start + 5))
        return Extraction(text, (entity,), (Relation("Ana", "uses", "Redis", rule="use", match=match),))

    def remember(self, turns: Sequence[Turn]) -> WriteReport:
        if "down" in turns[0].text:
            raise GraphUnavailable("nobody listens there")
        self.turns += turns
        return WriteReport(added=("m1",))

    def search(self, question: str, **options: Any) -> SearchResponse:
        self.asked.append({"question": question, **options})
        return SearchResponse(question, ParsedQuery(question, question))


@pytest.fixture
def fabric() -> Iterator[ScriptedFabric]:
    with closing(open_store("memory:", timeout=10)) as store:
        yield ScriptedFabric(store)


def with_client(fabric: object, use: Callable[[Client], Awaitable[Any]]) -> Any:
    """Run `use` with a client that talks to our server in memory."""

    async def run() -> Any:
        async with Client(build_server(cast("Fabric", fabric))) as client:
            return await use(client)

    return anyio.run(run)


def call(fabric: object, tool: str, **arguments: Any) -> CallToolResult:
    return cast(CallToolResult, with_client(fabric, lambda client: client.call_tool(tool, arguments)))


def text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def tools(fabric: object) -> dict[str, Tool]:
    listed = with_client(fabric, lambda client: client.list_tools())
    return {tool.name: tool for tool in listed.tools}


@pytest.fixture
def reference_server(tmp_path: Path) -> StdioServerParameters:
    config = json.loads(reference_server_config(tmp_path).read_text("utf-8"))
    return StdioServerParameters(**config["mcpServers"]["memory"])


@pytest.mark.reference_server
def test_the_nine_tools_are_published_word_for_word_as_the_reference_server_does(
    fabric: ScriptedFabric, reference_server: StdioServerParameters
) -> None:
    async def list_theirs() -> list[Tool]:
        async with Client(stdio_client(reference_server)) as client:
            return (await client.list_tools()).tools

    theirs, ours = anyio.run(list_theirs), tools(fabric)

    assert list(ours)[: len(theirs)] == [tool.name for tool in theirs]
    for tool in theirs:
        assert published(ours[tool.name]) == published(tool)


def published(tool: Tool) -> dict[str, Any]:
    """What a client goes by. Whether results are closed, and the dialect, are the schema library's doing."""
    shown = tool.model_dump(include={"name", "title", "description", "annotations"})
    return shown | {"in": open_schema(tool.input_schema), "out": open_schema(tool.output_schema)}


def open_schema(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {k: open_schema(v) for k, v in schema.items() if k not in ("$schema", "additionalProperties")}
    return [open_schema(item) for item in schema] if isinstance(schema, list) else schema


A_CLIENTS_SESSION: list[tuple[str, dict[str, Any]]] = [
    ("create_entities", {"entities": [ANA, GATEWAY]}),
    ("create_relations", {"relations": [OWNS]}),
    ("create_relations", {"relations": [OWNS]}),
    (
        "add_observations",
        {"observations": [{"entityName": "Ana", "contents": ["is away", "is Ágnes's deputy"]}]},
    ),
    ("add_observations", {"observations": [{"entityName": "Ana", "contents": ["is away"]}]}),
    ("search_nodes", {"query": "gateway"}),
    ("open_nodes", {"names": ["gateway"]}),
    ("open_nodes", {"names": ["nobody"]}),
    ("delete_observations", {"deletions": [{"entityName": "Ana", "observations": ["is away"]}]}),
    ("open_nodes", {"names": ["Ana"]}),
    ("delete_relations", {"relations": [OWNS]}),
    ("delete_entities", {"entityNames": ["Ana", "nobody"]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["gateway"]}),
    ("read_graph", {}),
]


@pytest.mark.reference_server
def test_a_client_gets_from_our_nine_tools_what_it_gets_from_the_reference_server(
    fabric: ScriptedFabric, reference_server: StdioServerParameters
) -> None:
    async def session(client: Client) -> list[CallToolResult]:
        return [await client.call_tool(tool, arguments) for tool, arguments in A_CLIENTS_SESSION]

    async def theirs() -> list[CallToolResult]:
        async with Client(stdio_client(reference_server)) as client:
            return await session(client)

    for ours, reference in zip(with_client(fabric, session), anyio.run(theirs), strict=True):
        assert ours.structured_content == reference.structured_content
        assert text(ours) == text(reference)
        assert ours.is_error == reference.is_error


def test_what_is_created_comes_back_wrapped_for_programs_and_bare_for_readers(fabric: ScriptedFabric) -> None:
    result = call(fabric, "create_entities", entities=[ANA])

    assert result.structured_content == {"entities": [ANA]}
    assert json.loads(text(result)) == [ANA]


def test_names_and_observations_over_the_limits_are_refused(fabric: ScriptedFabric) -> None:
    for entity in ({**ANA, "name": "n" * 201}, {**ANA, "observations": ["x" * 1_000_001]}):
        result = call(fabric, "create_entities", entities=[entity])

        assert result.is_error and "too_large" in str(result.content[0])
    assert call(fabric, "open_nodes", names=["n" * 201]).structured_content == {"entities": [], "relations": []}


def test_what_cannot_be_done_to_the_graph_says_why(fabric: ScriptedFabric) -> None:
    result = call(fabric, "add_observations", observations=[{"entityName": "nobody", "contents": ["a"]}])

    assert result.is_error
    assert text(result) == "graph_rejected: Entity with name nobody not found"


def test_a_text_can_be_extracted_and_nothing_is_written(fabric: ScriptedFabric) -> None:
    result = call(fabric, "extract", text="We use redis.", speaker="Ana", project="shop")

    assert result.structured_content is not None
    (entity,) = result.structured_content["entities"]
    assert entity["mentions"] == [{"start": 7, "end": 12, "text": "redis"}]
    assert json.loads(text(result)) == result.structured_content
    assert fabric.turns == []


def test_the_rule_of_a_relation_is_told_where_asked_for(fabric: ScriptedFabric) -> None:
    result = call(fabric, "extract", text="We use redis.", explain=True)

    assert result.structured_content is not None
    assert result.structured_content["relations"][0]["explain"]["rule"] == "use"


def test_a_memory_keeps_its_origin(fabric: ScriptedFabric) -> None:
    origin = {"source": "chat", "session": "s", "turn_id": "7", "speaker": "Ana", "project": "shop"}

    result = call(fabric, "remember", text="We use redis.", timestamp="2026-01-15", **origin)

    time = datetime(2026, 1, 15, tzinfo=UTC)
    assert fabric.turns == [Turn("We use redis.", "7", "Ana", time, "s", "chat", "shop")]
    assert result.structured_content is not None
    assert result.structured_content["added"] == ["m1"]


def test_a_memory_without_a_time_was_said_now(fabric: ScriptedFabric) -> None:
    before = datetime.now(UTC)

    call(fabric, "remember", text="We use redis.")

    (turn,) = fabric.turns
    assert turn.timestamp is not None
    assert before <= turn.timestamp <= datetime.now(UTC)


def test_a_question_is_asked_with_its_filters(fabric: ScriptedFabric) -> None:
    result = call(
        fabric,
        "search_memory",
        question="redis?",
        limit=3,
        depth=1,
        since="2026-01-01",
        until="2026-01-31",
        speaker="Ana",
        type="technology",
        explain=True,
    )

    assert result.structured_content is not None
    assert result.structured_content["query"] == "redis?"
    assert fabric.asked == [
        {
            "question": "redis?",
            "limit": 3,
            "depth": 1,
            "since": datetime(2026, 1, 1, tzinfo=UTC),
            "until": datetime(2026, 1, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            "speaker": "Ana",
            "type": "technology",
            "explain": True,
        }
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("extract", {"text": "too long"}, "too_large: text: 2 bytes, the limit is 1 bytes"),
        ("remember", {"text": "the graph is down"}, "graph_unavailable: nobody listens there"),
        ("remember", {"text": "a", "timestamp": "not-a-date"}, "invalid_input: timestamp: 'not-a-date'"),
        ("search_memory", {"question": "a", "until": "soon"}, "invalid_input: until: 'soon'"),
        ("search_memory", {"question": "a", "limit": 0}, "limit"),
        ("search_memory", {"question": "a", "type": "gadget"}, "type"),
        ("create_entities", {"entities": [{"name": "Ana"}]}, "entityType"),
        ("create_relations", {}, "relations"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_an_error_comes_back_as_a_result_that_says_what_was_wrong(
    fabric: ScriptedFabric, tool: str, arguments: dict[str, Any], words: str
) -> None:
    result = call(fabric, tool, **arguments)

    assert result.is_error
    assert words in text(result)


def test_an_unforeseen_error_tells_nothing_and_its_log_holds_no_text(
    fabric: ScriptedFabric, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="memory_fabric"):
        result = call(fabric, "extract", text="boom: my secret")

    assert result.is_error
    assert text(result).startswith("internal_error: ")
    assert "secret" not in text(result)
    assert "secret" not in caplog.text
    assert "RuntimeError in tool extract" in caplog.text


def test_nul_characters_are_replaced_and_offsets_hold(fabric: ScriptedFabric) -> None:
    result = call(fabric, "extract", text="\x00\x00redis")

    assert result.structured_content is not None
    assert result.structured_content["text"] == "\ufffd\ufffdredis"
    assert result.structured_content["entities"][0]["mentions"][0]["start"] == 2


def test_no_schema_holds_a_reference_that_a_client_would_have_to_follow(fabric: ScriptedFabric) -> None:
    for tool in tools(fabric).values():
        assert "$ref" not in json.dumps([tool.input_schema, tool.output_schema])
        assert tool.description
        assert tool.annotations is not None


def test_over_stdio_what_was_remembered_is_found_and_read(tmp_path: Path) -> None:
    """The whole way, in a process of its own; anything but protocol on its standard output would break it."""
    server = StdioServerParameters(
        command=sys.executable,
        args=[
            "-c",
            "from memory_fabric.config import Settings\n"
            "from memory_fabric.mcp_server import serve_stdio\n"
            "serve_stdio(Settings())",
        ],
        env={"MEMORY_FABRIC_GRAPH": f"sqlite:///{tmp_path}/graph.db"},
    )

    async def run() -> tuple[CallToolResult, ...]:
        with anyio.fail_after(60):
            async with Client(stdio_client(server)) as client:
                return (
                    await client.call_tool("remember", {"text": "The gateway uses Redis for caching."}),
                    await client.call_tool("search_memory", {"question": "What does the gateway use?"}),
                    await client.call_tool("search_nodes", {"query": "redis"}),
                )

    remembered, found, read = (result.structured_content or {} for result in anyio.run(run))

    assert len(remembered["added"]) == 1
    assert [result["text"] for result in found["results"]] == ["The gateway uses Redis for caching."]
    assert "Redis" in [entity["name"] for entity in read["entities"]]
