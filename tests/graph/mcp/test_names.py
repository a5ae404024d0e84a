from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.mcp.names import NameIndex
from memory_fabric.graph.mcp.nodes import Node
from memory_fabric.graph.mcp.observation import encode_alias
from memory_fabric.graph.store import NodeTools


class Names:
    """The reading half of a server that holds nothing but names, and counts how it is asked."""

    def __init__(self, *names: str, listable: bool = True) -> None:
        self.names = names
        self.listable = listable
        self.asked: list[str] = []

    def _graph(self, tool: str, names: Sequence[str]) -> dict[str, Any]:
        self.asked.append(tool)
        entities = [{"name": name, "entityType": "technology", "observations": []} for name in names]
        return {"entities": entities, "relations": []}

    def open_nodes(self, names: Sequence[str]) -> dict[str, Any]:
        return self._graph("open_nodes", [name for name in self.names if name in names])

    def search_nodes(self, query: str) -> dict[str, Any]:
        return self._graph("search_nodes", [name for name in self.names if query.lower() in name.lower()])

    def read_graph(self) -> dict[str, Any]:
        graph = self._graph("read_graph", self.names)
        if not self.listable:
            raise GraphUnavailable("too slow")
        return graph


def index(server: Names) -> NameIndex:
    return NameIndex(cast(NodeTools, server))  # only the reading tools are used


MANY = [f"thing {number}" for number in range(40)]


def test_a_name_that_is_there_costs_one_call_and_then_none() -> None:
    server = Names("Redis")
    names = index(server)
    assert names.find("default", ["Redis"], may_list=True) == {"redis": "Redis"}
    assert names.find("default", ["REDIS"], may_list=True) == {"redis": "Redis"}
    assert server.asked == ["open_nodes"]


@pytest.mark.issue("LightRAG#1726")
@pytest.mark.parametrize("there", ["cursor-pagination", "Cursor Pagination", "CURSOR_PAGINATION"])
def test_a_spelling_variant_is_found_by_searching(there: str) -> None:
    found = index(Names(there, "offset-pagination")).find("default", ["cursor_pagination"], may_list=True)
    assert found == {"cursor-pagination": there}


def test_a_name_in_another_namespace_is_not_found() -> None:
    server = Names("[team-a] Redis")
    assert index(server).find("default", ["Redis"], may_list=True) == {}
    assert index(server).find("team-a", ["redis"], may_list=True) == {"redis": "Redis"}


def test_what_is_not_there_is_asked_for_again() -> None:
    server = Names()
    names = index(server)
    assert names.find("default", ["Redis"], may_list=True) == {}
    server.names = ("Redis",)
    assert names.find("default", ["Redis"], may_list=True) == {"redis": "Redis"}


def test_many_unknown_names_are_listed_once_where_a_writer_asks() -> None:
    server = Names("Thing 7", "thing_8")
    names = index(server)
    assert names.find("default", MANY, may_list=True) == {"thing-7": "Thing 7", "thing-8": "thing_8"}
    names.find("default", ["something else"], may_list=True)
    assert server.asked == ["open_nodes", "read_graph", "open_nodes"]


def test_a_question_never_lists_and_searches_for_few() -> None:
    server = Names()
    index(server).find("default", MANY, may_list=False)
    assert server.asked == ["open_nodes", *["search_nodes"] * 16]


def test_where_listing_takes_too_long_each_name_is_searched_for() -> None:
    server = Names("Thing 7", listable=False)
    assert index(server).find("default", MANY, may_list=True) == {"thing-7": "Thing 7"}
    assert server.asked.count("search_nodes") == 40


def test_a_listing_that_failed_is_tried_again_after_some_writes() -> None:
    server = Names("Thing 7", listable=False)
    names = index(server)
    names.find("default", MANY, may_list=True)
    server.listable = True
    for _ in range(20):
        names.find("default", MANY, may_list=True)
    assert server.asked.count("read_graph") == 1
    names.find("default", MANY, may_list=True)
    assert server.asked.count("read_graph") == 2


def test_an_alias_leads_to_its_entity_and_a_name_goes_before_it() -> None:
    names = index(Names())
    postgres = Node("PostgreSQL", "technology", (encode_alias("Postgres"), encode_alias("pg")))
    names.learn("default", [postgres, Node("pg", "technology")])
    assert names.find("default", ["postgres", "PG"], may_list=False) == {"postgres": "PostgreSQL", "pg": "pg"}


def test_a_name_that_is_gone_is_forgotten_with_its_aliases() -> None:
    names = index(Names())
    names.learn("default", [Node("PostgreSQL", "technology", (encode_alias("Postgres"),))])
    names.forget("default", ["PostgreSQL"])
    assert names.find("default", ["PostgreSQL", "Postgres"], may_list=False) == {}


def test_a_name_that_no_json_can_carry_is_the_one_that_was_written_in_its_place() -> None:
    assert index(Names("a\ufffdb")).find("default", ["a\ud800b"], may_list=False) == {"a\ufffdb": "a\ufffdb"}


def test_conversations_are_no_names() -> None:
    names = index(Names())
    names.learn("default", [Node("monday", "conversation")])
    assert names.find("default", ["monday"], may_list=False) == {}
