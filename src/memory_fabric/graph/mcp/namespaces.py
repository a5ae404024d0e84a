"""Namespaces on a server that knows none: entity names carry them as a prefix, which is seen nowhere else.

In the namespace `default` a name goes as it is, so that a graph shared with other MCP clients reads the same
from both sides. In `team-a`, Redis is `[team-a] Redis`. A name of the default namespace that looks prefixed
is escaped: `[draft] plan` becomes `[default] [draft] plan`.
"""

from __future__ import annotations

import re

from memory_fabric.config import NAMESPACE
from memory_fabric.errors import InvalidInput

DEFAULT = "default"

_PREFIX = re.compile(rf"\[({NAMESPACE})\] ")


def to_wire(namespace: str, name: str) -> str:
    """Return the name under which the server keeps entity `name` of `namespace`.

    Raises:
        InvalidInput: the namespace could not be read back out of a name.
    """
    if not re.fullmatch(NAMESPACE, namespace):
        raise InvalidInput("namespace", f"{namespace!r} is not of letters, digits, '.', '_' and '-', at most 64")
    if namespace == DEFAULT and not _PREFIX.match(name):
        return name
    return f"[{namespace}] {name}"


def from_wire(wire_name: str) -> tuple[str, str]:
    """Return the namespace and the name that a name on the server stands for."""
    prefix = _PREFIX.match(wire_name)
    return (prefix[1], wire_name[prefix.end() :]) if prefix else (DEFAULT, wire_name)


def name_in(namespace: str, wire_name: str) -> str | None:
    """Return the name that `wire_name` stands for in `namespace`, or None when it belongs to another one."""
    owner, name = from_wire(wire_name)
    return name if owner == namespace else None
