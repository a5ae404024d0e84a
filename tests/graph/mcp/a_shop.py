"""A few memories that the tests of forgetting, merging and moving begin with."""

from __future__ import annotations

from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.models import Relation
from tests.graph.mcp.builders import day, statement

SPACE = "default"
USES_PG = Relation("web", "uses", "Postgres")
OVER = Relation("web", "uses", "Postgres", polarity="negated", ended=True)


def fill(store: McpStore) -> None:
    """Write them."""
    store.write(
        SPACE,
        [
            statement("web uses Postgres", "web", "Postgres", relations=(USES_PG,), said=day(1), speaker="Ana"),
            statement("PostgreSQL is fast", "PostgreSQL", said=day(2), speaker="Bo"),
            statement("Lunch is at noon", said=day(3), speaker="Ana", session="monday"),
        ],
    )
