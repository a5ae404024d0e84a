"""Which MCP server a graph URL means: one in an `mcpServers` file as MCP clients use it, or a web address.

{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"],
                           "env": {"MEMORY_FILE_PATH": "~/memory.jsonl"}}}}
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

from mcp.client.stdio import StdioServerParameters
from pydantic import ValidationError

from memory_fabric.errors import InvalidInput

STDIO = "mcp+stdio:"
HTTP = ("mcp+http://", "mcp+https://")

_FILE_VARIABLE = "MEMORY_FILE_PATH"
_VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")


@dataclass(frozen=True, slots=True)
class StdioTarget:
    """A server that is started as a process of ours. `file` is where it keeps its graph, if it says so."""

    label: str
    parameters: StdioServerParameters
    file: Path | None


@dataclass(frozen=True, slots=True)
class HttpTarget:
    """A server that runs elsewhere and speaks streamable HTTP."""

    label: str
    url: str


def parse_target(url: str) -> StdioTarget | HttpTarget:
    """Return the server that `url` means: `mcp+stdio:PATH`, `mcp+stdio:PATH#NAME` or `mcp+http(s)://…`.

    Without NAME, PATH's only server is meant, or the one called `memory`. `~` and environment variables are
    expanded in PATH and in the file.

    Raises:
        InvalidInput: the URL is of another kind, or the file does not tell one server to start; names file
            and reason.
    """
    if url.startswith(HTTP):
        return _http_target(url.removeprefix("mcp+"))
    if not url.startswith(STDIO):
        raise InvalidInput("graph", f"{url!r} is none of mcp+stdio:PATH, mcp+http://… and mcp+https://…")
    path, name = _path_and_name(url.removeprefix(STDIO))
    servers = _read_servers(path)
    name = name or _only(servers, path)
    if name not in servers:
        _refuse(path, f"there is no server {name!r}; there is {_listed(servers)}")
    return _stdio_target(path, name, servers[name])


def _http_target(address: str) -> HttpTarget:
    try:
        parts = urlsplit(address)
        place = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname
    except ValueError as error:
        raise InvalidInput("graph", f"{address!r} is no web address: {error}") from error
    if not place:
        raise InvalidInput("graph", f"{address!r} is no web address: it names no host")
    # Without user, password and query, which may be secret.
    return HttpTarget(f"MCP server at {parts.scheme}://{place}{parts.path}", address)


def _path_and_name(rest: str) -> tuple[Path, str]:
    filled = _home(os.path.expandvars(rest))
    if Path(filled).exists() or "#" not in filled:
        return Path(filled), ""
    path, _, name = filled.rpartition("#")
    return Path(path), name


def _home(path: str) -> str:
    # `Path.expanduser` would raise for a home that there is none of, and drop a trailing slash.
    return os.path.expanduser(path)  # noqa: PTH111


def _read_servers(path: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        _refuse(path, f"cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}")
    except (ValueError, RecursionError) as error:
        _refuse(path, f"is not JSON: {error}")
    servers = document.get("mcpServers") if isinstance(document, dict) else None
    if not isinstance(servers, dict) or not servers:
        _refuse(path, 'has no server under "mcpServers"')
    return servers


def _only(servers: Mapping[str, Any], path: Path) -> str:
    if len(servers) == 1:
        return next(iter(servers))
    if "memory" not in servers:
        _refuse(path, f"has several servers, {_listed(servers)}: name one as mcp+stdio:{path}#NAME")
    return "memory"


def _stdio_target(path: Path, name: str, entry: Any) -> StdioTarget:
    if not isinstance(entry, dict):
        _refuse(path, f"server {name!r} is not a JSON object")
    if "url" in entry and "command" not in entry:
        _refuse(path, f"server {name!r} speaks HTTP: give its address as mcp+http://… or mcp+https://…")
    settings = {key: _expanded(entry[key], path) for key in ("command", "args", "env", "cwd") if key in entry}
    try:
        parameters = StdioServerParameters.model_validate(settings)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        _refuse(path, f"server {name!r}, {place}: {first['msg']}")
    if not parameters.command:
        _refuse(path, f"server {name!r} has an empty command")
    return StdioTarget(f"MCP server {name!r} of {path}", parameters, _file(path, name, parameters))


def _file(path: Path, name: str, parameters: StdioServerParameters) -> Path | None:
    value = (parameters.env or {}).get(_FILE_VARIABLE)
    if not value:
        return None
    if not Path(value).is_absolute():
        # The reference server would put it inside its own package, where the next update deletes it.
        _refuse(path, f"server {name!r}: {_FILE_VARIABLE} must be an absolute path, and {value!r} is not")
    return Path(value)


def _expanded(value: Any, path: Path) -> Any:
    if isinstance(value, str):
        filled = _VARIABLE.sub(lambda match: _variable(match, path), value)
        return _home(filled)
    if isinstance(value, list):
        return [_expanded(item, path) for item in value]
    if isinstance(value, dict):
        return {key: _expanded(item, path) for key, item in value.items()}
    return value


def _variable(match: re.Match[str], path: Path) -> str:
    value = os.environ.get(match[1], match[2])
    if value is None:
        _refuse(path, f"the environment has no {match[1]}")
    return value


def _listed(servers: Mapping[str, Any]) -> str:
    return ", ".join(repr(name) for name in servers)


def _refuse(path: Path, reason: str) -> NoReturn:
    raise InvalidInput("graph", f"{path}: {reason}", file=str(path))
