"""What a caller is told whose arguments do not fit a tool: the words of the reference server, for each wrong field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

_MISSING = "missing"
# pydantic's kinds of "this is of another type", which are what clients do wrong.
_OF_ANOTHER_TYPE = (_MISSING, "string_type", "list_type", "model_type", "model_attributes_type", "dict_type")


def refusal(tool: str, schema: Mapping[str, Any], error: ValidationError) -> str:
    """Return what to answer to arguments that do not fit the input schema of a tool."""
    problems = "\n".join(_problem(schema, details) for details in error.errors(include_url=False))
    return f"MCP error -32602: Input validation error: Invalid arguments for tool {tool}: {problems}"


def unknown(tool: str) -> str:
    """Return what to answer to a call of a tool that there is not."""
    return f"MCP error -32602: Tool {tool} not found"


def _problem(schema: Mapping[str, Any], details: ErrorDetails) -> str:
    expected = _expected(schema, details["loc"])
    if details["type"] in _OF_ANOTHER_TYPE and expected:
        received = "undefined" if details["type"] == _MISSING else _type_of(details["input"])
        words = f"Invalid input: expected {expected}, received {received}"
    else:
        words = details["msg"]
    return f"{words} at {_path(details['loc'])}"


def _expected(schema: Mapping[str, Any], path: Sequence[int | str]) -> str:
    part: Any = schema
    for step in path:
        part = part.get("items", {}) if isinstance(step, int) else part.get("properties", {}).get(step, {})
    return str(part.get("type", ""))


def _path(steps: Sequence[int | str]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def _type_of(value: object) -> str:
    """Return what JavaScript calls the type of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"
