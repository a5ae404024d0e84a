"""The two formats by name, and what a line of either is."""

from __future__ import annotations

import json
from collections.abc import Mapping

JSONL = "jsonl"
"""Our own: a line that names the format, then a line for each record."""

MEMORY_JSONL = "memory-jsonl"
"""The reference MCP memory server's: a line for each entity with its observations, then one for each relation."""

EXPORT_FORMATS = (JSONL, MEMORY_JSONL)


def json_line(value: Mapping[str, object]) -> bytes:
    """Return an object on one line, without its end, to the byte as JavaScript's `JSON.stringify` writes it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # Half a pair of surrogates has no UTF-8; JavaScript escapes it, and Python's escape is the same.
    return text.encode("utf-8", "backslashreplace")
