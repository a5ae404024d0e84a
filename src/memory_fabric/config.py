"""Every setting, in one place. Each is read from the environment as `MEMORY_FABRIC_<NAME>`; limits are settings too."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_PREFIX = "MEMORY_FABRIC_"
NAMESPACE = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
"""What a namespace may be, as a regular expression for all of it."""


def default_graph() -> str:
    """Return the URL of the embedded graph in the user's data directory."""
    return f"sqlite:///{user_data_path('memory-fabric') / 'graph.db'}"


class Settings(BaseSettings):
    """The settings of one process. A wrong value raises pydantic's ValidationError, naming the field."""

    model_config = SettingsConfigDict(env_prefix=ENV_PREFIX, frozen=True, extra="ignore")

    graph: str = Field(
        default_factory=default_graph,
        description="Where the graph is: sqlite:///FILE, memory:, mcp+stdio:FILE (an mcpServers JSON file) "
        "or mcp+http://HOST/PATH.",
    )
    namespace: str = Field("default", pattern=f"^{NAMESPACE}$", description="Which project's memories to work on.")
    patterns: Path | None = Field(
        None, description="A folder of pattern files of your own, read after the shipped ones."
    )
    host: str = Field("127.0.0.1", description="Address that the HTTP service, or the MCP server over HTTP, binds to.")
    port: int = Field(8377, ge=0, le=65535, description="Port that it binds to; 0 takes a free one.")

    dedup_threshold: float = Field(
        0.85, gt=0, le=1, description="Similarity above which two results merge, if their facts agree."
    )
    boost_factor: float = Field(
        1.2,
        ge=1,
        description="Multiplier for a result with an entity asked about that stands elsewhere in the graph too.",
    )
    max_results: int = Field(20, ge=1, le=100, description="Results given when no limit is asked for.")
    ranking: Literal["product", "sum"] = Field(
        "product", description="How recency, relevance and authority combine: weighted product or weighted sum."
    )
    recency_half_life_days: float = Field(365, gt=0, description="Age in days at which half of recency's span is gone.")
    recency_floor: float = Field(0.7, gt=0, le=1, description="Recency factor of the very old; 1 turns recency off.")

    max_text_bytes: int = Field(
        1_000_000,
        ge=1,
        description="Longest document that the service takes, in bytes of UTF-8. "
        "The command line takes files whole unless this is set.",
    )
    max_question_chars: int = Field(2_048, ge=1, description="Longest question taken, in characters.")
    max_name_chars: int = Field(200, ge=1, description="Longest entity name taken, in characters.")
    max_limit: int = Field(100, ge=1, description="Most results, entities or relations in one answer.")
    max_depth: int = Field(3, ge=0, le=5, description="Deepest traversal of the graph.")
    max_batch: int = Field(1_000, ge=1, description="Most documents or memories in one request.")
    statement_chars: int = Field(
        600, ge=100, description="Longest statement; longer turns are cut at paragraph and sentence ends."
    )
    write_batch: int = Field(200, ge=1, le=1_000, description="Memories written to the graph at once.")
    graph_timeout: float = Field(
        10.0, gt=0, description="Seconds that one call to the graph may take before it counts as unavailable."
    )
