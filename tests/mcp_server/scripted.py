"""A fabric from a script, for what has nothing to do with reading text: a real graph under the nine tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import anyio
from mcp import Client

from memory_fabric.config import Settings
from memory_fabric.errors import GraphUnavailable, TooLarge
from memory_fabric.graph.store import GraphStore, NodeTools
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
from tests.support.mcp_peer import Answer, answer_of

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric


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


def call(fabric: object, tool: str, **arguments: Any) -> Answer:
    """Call a tool of our server over `fabric`, in memory."""

    async def run() -> Answer:
        async with Client(build_server(cast("Fabric", fabric))) as client:
            return answer_of(await client.call_tool(tool, arguments))

    return anyio.run(run)
