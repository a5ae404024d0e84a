"""The tools that the reference memory server does not have: text in, and questions answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from memory_fabric.answers import ExtractionAnswer, SearchAnswer, WriteAnswer
from memory_fabric.mcp_server.tool import ADDS, READS, FabricTool, answer, make_tool
from memory_fabric.models import EntityType, Turn
from memory_fabric.periods import parse_until
from memory_fabric.render import extraction_to_json, write_report_to_json
from memory_fabric.search.render import response_to_json
from memory_fabric.text import scrub
from memory_fabric.timestamps import now_utc, parse_timestamp

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

Speaker = Annotated[str | None, Field(description="Who says it: who I am in the text.")]
Project = Annotated[str | None, Field(description="Who we are in the text.")]


class _MemoryToolset:
    def __init__(self, fabric: Fabric) -> None:
        self._fabric = fabric

    def extract(
        self,
        *,
        text: Annotated[str, Field(description="The text to read.")],
        speaker: Speaker = None,
        project: Project = None,
        explain: Annotated[
            bool, Field(description="Tell which rule made each relation, and the words that it matched.")
        ] = False,
    ) -> Annotated[CallToolResult, ExtractionAnswer]:
        """Read typed entities and relations out of a text, by rules. Nothing is written."""
        extraction = self._fabric.extract(scrub(text), speaker=speaker, project=project)
        return answer(extraction_to_json(extraction, explain=explain))

    def remember(
        self,
        *,
        text: Annotated[str, Field(description="What was said, in its own words.")],
        speaker: Speaker = None,
        source: Annotated[str | None, Field(description="Where it was read: a file, a URL, a tool.")] = None,
        session: Annotated[str | None, Field(description="Which conversation it belongs to.")] = None,
        turn_id: Annotated[str | None, Field(description="Which turn of the session it is.")] = None,
        project: Project = None,
        timestamp: Annotated[str | None, Field(description="When it was said, in ISO 8601; now if omitted.")] = None,
    ) -> Annotated[CallToolResult, WriteAnswer]:
        """Remember what was said: each statement once, with the entities and relations that it tells of."""
        turn = Turn(
            text=scrub(text),
            id=turn_id,
            speaker=speaker,
            timestamp=parse_timestamp(timestamp) or now_utc(),
            session=session,
            source=source,
            project=project,
        )
        return answer(write_report_to_json(self._fabric.remember([turn])))

    def search_memory(
        self,
        *,
        question: Annotated[str, Field(description="In plain words; empty for the most recent memories.")],
        limit: Annotated[int | None, Field(ge=1, description="Most memories to give.")] = None,
        depth: Annotated[int, Field(ge=0, description="How far to traverse the graph.")] = 2,
        since: Annotated[str | None, Field(description="Only what was said at this time or later.")] = None,
        until: Annotated[
            str | None, Field(description="Only what was said until then; a bare date includes that day.")
        ] = None,
        speaker: Annotated[str | None, Field(description="Only what this speaker said.")] = None,
        type: Annotated[
            EntityType | None, Field(description="Only memories that mention an entity of this type.")
        ] = None,
        as_of: Annotated[
            str | None, Field(description="The answer of this time, with the relations that held then.")
        ] = None,
        explain: Annotated[bool, Field(description="Tell every factor of each score.")] = False,
    ) -> Annotated[CallToolResult, SearchAnswer]:
        """Answer a question with what is remembered, best first, and with the reason why."""
        response = self._fabric.search(
            scrub(question),
            limit=limit,
            depth=depth,
            since=parse_timestamp(since, "since"),
            until=parse_until(until),
            speaker=speaker,
            type=type,
            as_of=parse_timestamp(as_of, "as_of"),
            explain=explain,
        )
        return answer(response_to_json(response))


def memory_tools(fabric: Fabric) -> list[FabricTool]:
    """Return the tools `extract`, `remember` and `search_memory` over `fabric`."""
    tools = _MemoryToolset(fabric)
    return [
        make_tool(tools.extract, READS),
        make_tool(tools.remember, ADDS),
        make_tool(tools.search_memory, READS),
    ]
