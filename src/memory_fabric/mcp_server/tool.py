"""How a function becomes a tool: its schemas, its result, and its errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.server.mcpserver.tools import Tool as FunctionTool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from pydantic import ValidationError

from memory_fabric.errors import GraphRejected
from memory_fabric.failures import as_fabric_error
from memory_fabric.mcp_server.arguments import refusal

_UNPUBLISHED = ("title", "examples", "$defs")
_DIALECT = "http://json-schema.org/draft-07/schema#"

READS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = types.ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
DELETES = types.ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)


@dataclass(frozen=True, slots=True)
class FabricTool:
    """A tool as it is published, and what it does. `call` blocks; it is made for a thread."""

    published: types.Tool
    function: Callable[..., types.CallToolResult]
    arguments: FuncMetadata

    @property
    def is_writing(self) -> bool:
        """Whether it may change the graph."""
        return self.published.annotations is not READS

    def call(self, arguments: Mapping[str, Any]) -> types.CallToolResult:
        """Run the tool and return its result, or what went wrong as a result too: it raises nothing."""
        name = self.published.name
        try:
            accepted = self.arguments.validate_arguments(dict(arguments))
        except ValidationError as error:
            return failure(refusal(name, self.published.input_schema, error))
        try:
            return self.function(**accepted)
        except GraphRejected as error:
            return failure(error.detail)  # in the graph's own words: those of the reference server
        except Exception as error:
            told = as_fabric_error(error, f"tool {name}")
            return failure(f"{told.code}: {told.detail}")


def make_tool(function: Callable[..., types.CallToolResult], annotations: types.ToolAnnotations) -> FabricTool:
    """Return `function` as a tool of its name, described by its docstring."""
    read = FunctionTool.from_function(function)
    return FabricTool(
        types.Tool(
            name=read.name,
            title=read.name.replace("_", " ").title(),
            description=read.description,
            input_schema=plain_schema(read.parameters),
            output_schema=plain_schema(read.output_schema or {}),
            annotations=annotations,
            execution=types.ToolExecution(task_support="forbidden"),
        ),
        function,
        read.fn_metadata,
    )


def answer(structured: dict[str, Any], text: object = None) -> types.CallToolResult:
    """Return a result: `structured` for programs, and for readers `text`, or `structured` itself, as JSON.

    A `text` that is a string already is given as it is.
    """
    shown = structured if text is None else text
    words = shown if isinstance(shown, str) else as_json_text(shown)
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], structured_content=structured)


def failure(words: str) -> types.CallToolResult:
    """Return the result that says what went wrong."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], is_error=True)


def as_json_text(value: object) -> str:
    """Return a JSON value as the reference server writes it for readers."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def plain_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pydantic schema as the reference server writes them: without titles, and without references,
    which some clients do not follow.
    """
    definitions = schema.get("$defs", {})

    def plain(part: Any) -> Any:
        if isinstance(part, list):
            return [plain(item) for item in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            definition = definitions[part["$ref"].rpartition("/")[2]]
            part = {**_undescribed(definition), **{k: v for k, v in part.items() if k != "$ref"}}
        return {
            key: {name: plain(value) for name, value in inner.items()} if key == "properties" else plain(inner)
            for key, inner in part.items()
            if key not in _UNPUBLISHED
        }

    return {"$schema": _DIALECT, **plain(_undescribed(schema))}


def _undescribed(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "description"}
