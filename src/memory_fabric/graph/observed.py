"""What an MCP client noted of an entity, as a memory: a bare string, of which nothing more is known.

It is the same memory however it came in: through the node tools, on an MCP memory server, or in its file.
"""

from __future__ import annotations

from hashlib import sha256

from memory_fabric.models import Memory, Origin
from memory_fabric.text import scrub, spelling_key

SOURCE = "mcp"
"""The source of memories that are such notes."""


def observed(entity: str | None, text: str) -> Memory:
    """Return the memory that `text` is on `entity`; None for a place that is no entity.

    Two entities with the same words observed are two facts, so the entity is part of the identity.
    """
    identity = "\0".join((SOURCE, spelling_key(scrub(entity or "")), scrub(text)))
    return Memory(
        id=sha256(identity.encode()).hexdigest()[:32],
        text=text,
        entities=() if entity is None else (entity,),
        origins=(Origin(source=SOURCE),),
    )
