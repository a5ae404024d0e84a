"""How a function becomes a tool: its schemas, its result, and its errors."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from memory_fabric.failures import as_fabric_error

_Arguments = ParamSpec("_Arguments")
_UNPUBLISHED = ("title", "examples", "$defs")

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
DELETES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


def make_tool(function: Callable[..., CallToolResult], annotations: ToolAnnotations) -> Tool:
    """Return `function` as a tool of its name, described by its docstring; it runs in a thread."""
    name = function.__name__
    tool = Tool.from_function(_telling_errors(function), title=name.replace("_", " ").title(), annotations=annotations)
    tool.parameters = plain_schema(tool.parameters)
    tool.fn_metadata.output_schema = plain_schema(tool.fn_metadata.output_schema or {})
    return tool


def answer(structured: dict[str, Any], text: object = None) -> CallToolResult:
    """Return a result: `structured` for programs, and for readers `text`, or `structured` itself, as JSON.

    A `text` that is a string already is given as it is.
    """
    shown = structured if text is None else text
    words = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, indent=2)
    return CallToolResult(content=[TextContent(type="text", text=words)], structured_content=structured)


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

    return dict(plain(_undescribed(schema)))


def _undescribed(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "description"}


def _telling_errors(
    function: Callable[_Arguments, CallToolResult],
) -> Callable[_Arguments, CallToolResult]:
    @functools.wraps(function)
    def call(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> CallToolResult:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            failure = as_fabric_error(error, f"tool {function.__name__}")
            words = f"{failure.code}: {failure.detail}"
            return CallToolResult(content=[TextContent(type="text", text=words)], is_error=True)

    return call
