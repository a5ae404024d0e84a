"""The reference MCP memory server, for tests that need the real one."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parents[1] / "reference_server/node_modules/@modelcontextprotocol/server-memory/dist/index.js"
_REQUIRED = "MEMORY_FABRIC_REQUIRE_REFERENCE_SERVER"


def reference_server_config(tmp_path: Path) -> Path:
    """Return an `mcpServers` file under `tmp_path` whose server keeps its graph there, in `memory.jsonl`.

    Where the server is not installed the test is skipped, or fails if the environment has
    `MEMORY_FABRIC_REQUIRE_REFERENCE_SERVER`.
    """
    node = shutil.which("node")
    if node is None:
        _missing("there is no node")
    if not _SCRIPT.exists():
        _missing("the reference MCP memory server is not installed: run `make reference-server`")
    server = {
        "command": node,
        "args": [str(_SCRIPT)],
        "env": {"MEMORY_FILE_PATH": str(tmp_path / "memory.jsonl")},
    }
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"memory": server}}), "utf-8")
    return config


def _missing(reason: str) -> None:
    if os.environ.get(_REQUIRED):
        pytest.fail(f"{reason} ({_REQUIRED} is set)")
    pytest.skip(reason)
