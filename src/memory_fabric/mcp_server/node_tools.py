"""The nine tools of the reference MCP memory server: its names, schemas, words and results, on our graph.

Here the docstrings of tools are the descriptions that the reference server publishes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mcp_types import CallToolResult
from pydantic import BaseModel, ConfigDict, Field

from memory_fabric.errors import TooLarge
from memory_fabric.graph.store import NodeTools
from memory_fabric.mcp_server.tool import ADDS, DELETES, READS, FabricTool, answer, make_tool

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric


class EntityNode(BaseModel):
    """An entity with what is known of it."""

    name: str = Field(description="The name of the entity")
    entityType: str = Field(description="The type of the entity")  # noqa: N815
    observations: list[str] = Field(description="An array of observation contents associated with the entity")


class RelationNode(BaseModel):
    """A relation between two entities."""

    model_config = ConfigDict(validate_by_name=True)

    from_: str = Field(alias="from", description="The name of the entity where the relation starts")
    to: str = Field(description="The name of the entity where the relation ends")
    relationType: str = Field(description="The type of the relation")  # noqa: N815


class NewObservations(BaseModel):
    """What to add to an entity."""

    entityName: str = Field(description="The name of the entity to add the observations to")  # noqa: N815
    contents: list[str] = Field(description="An array of observation contents to add")


class ObservationDeletion(BaseModel):
    """What to take from an entity."""

    entityName: str = Field(description="The name of the entity containing the observations")  # noqa: N815
    observations: list[str] = Field(description="An array of observations to delete")


class _Closed(BaseModel):
    """What an answer holds: these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class KnownEntity(EntityNode, _Closed):
    """An entity as it is answered."""


class KnownRelation(RelationNode, _Closed):
    """A relation as it is answered."""


class AddedObservations(_Closed):
    """What was added to an entity."""

    entityName: str  # noqa: N815
    addedObservations: list[str]  # noqa: N815


class EntitiesResult(_Closed):
    """The entities that are new."""

    entities: list[KnownEntity]


class RelationsResult(_Closed):
    """The relations that are new."""

    relations: list[KnownRelation]


class ObservationsResult(_Closed):
    """The observations that are new."""

    results: list[AddedObservations]


class Deleted(_Closed):
    """That a deletion was done."""

    success: bool
    message: str


class GraphResult(_Closed):
    """A part of the graph, or all of it."""

    entities: list[KnownEntity]
    relations: list[KnownRelation]


class _NodeToolset:
    def __init__(self, fabric: Fabric) -> None:
        self._fabric = fabric

    @property
    def _nodes(self) -> NodeTools:
        return self._fabric.nodes()

    def _checked(self, models: Sequence[BaseModel]) -> list[dict[str, Any]]:
        """Return what is to be stored as plain objects.

        Raises:
            TooLarge: a name or an observation is over its limit.
        """
        limits = self._fabric.settings
        objects = _plain(models)
        for field, value in (item for entry in objects for item in entry.items()):
            if isinstance(value, str) and len(value) > limits.max_name_chars:
                raise TooLarge(field, len(value), limits.max_name_chars, "characters")
            for text in value if isinstance(value, list) else ():
                size = len(text.encode("utf-8", "surrogatepass"))
                if size > limits.max_text_bytes:
                    raise TooLarge(field, size, limits.max_text_bytes, "bytes")
        return objects

    def create_entities(self, entities: list[EntityNode]) -> Annotated[CallToolResult, EntitiesResult]:
        """Create multiple new entities in the knowledge graph"""
        created = self._nodes.create_entities(self._checked(entities))
        return answer({"entities": created}, created)

    def create_relations(self, relations: list[RelationNode]) -> Annotated[CallToolResult, RelationsResult]:
        """Create multiple new relations between entities in the knowledge graph. Relations should be in active voice"""
        created = self._nodes.create_relations(self._checked(relations))
        return answer({"relations": created}, created)

    def add_observations(self, observations: list[NewObservations]) -> Annotated[CallToolResult, ObservationsResult]:
        """Add new observations to existing entities in the knowledge graph"""
        results = self._nodes.add_observations(self._checked(observations))
        return answer({"results": results}, results)

    def delete_entities(
        self,
        entityNames: Annotated[  # noqa: N803
            list[str], Field(description="An array of entity names to delete")
        ],
    ) -> Annotated[CallToolResult, Deleted]:
        """Delete multiple entities and their associated relations from the knowledge graph"""
        self._nodes.delete_entities(entityNames)
        return _deleted("Entities")

    def delete_observations(self, deletions: list[ObservationDeletion]) -> Annotated[CallToolResult, Deleted]:
        """Delete specific observations from entities in the knowledge graph"""
        self._nodes.delete_observations(_plain(deletions))
        return _deleted("Observations")

    def delete_relations(
        self, relations: Annotated[list[RelationNode], Field(description="An array of relations to delete")]
    ) -> Annotated[CallToolResult, Deleted]:
        """Delete multiple relations from the knowledge graph"""
        self._nodes.delete_relations(_plain(relations))
        return _deleted("Relations")

    def read_graph(self) -> Annotated[CallToolResult, GraphResult]:
        """Read the entire knowledge graph"""
        return answer(self._nodes.read_graph())

    def search_nodes(
        self,
        query: Annotated[
            str,
            Field(description="The search query to match against entity names, types, and observation content"),
        ],
    ) -> Annotated[CallToolResult, GraphResult]:
        """Search for nodes in the knowledge graph based on a query"""
        longest = self._fabric.settings.max_question_chars
        if len(query) > longest:
            raise TooLarge("query", len(query), longest, "characters")
        return answer(self._nodes.search_nodes(query))

    def open_nodes(
        self, names: Annotated[list[str], Field(description="An array of entity names to retrieve")]
    ) -> Annotated[CallToolResult, GraphResult]:
        """Open specific nodes in the knowledge graph by their names"""
        return answer(self._nodes.open_nodes(names))


def node_tools(fabric: Fabric) -> list[FabricTool]:
    """Return the nine tools over the graph of `fabric`, in the order of the reference server."""
    tools = _NodeToolset(fabric)
    return [
        make_tool(tools.create_entities, ADDS),
        make_tool(tools.create_relations, ADDS),
        make_tool(tools.add_observations, ADDS),
        make_tool(tools.delete_entities, DELETES),
        make_tool(tools.delete_observations, DELETES),
        make_tool(tools.delete_relations, DELETES),
        make_tool(tools.read_graph, READS),
        make_tool(tools.search_nodes, READS),
        make_tool(tools.open_nodes, READS),
    ]


def _plain(models: Sequence[BaseModel]) -> list[dict[str, Any]]:
    return [model.model_dump(by_alias=True) for model in models]


def _deleted(what: str) -> CallToolResult:
    message = f"{what} deleted successfully"
    return answer({"success": True, "message": message}, message)
