"""Files as they are found: broken, glued, edited by hand. What can be read is there then, and the rest is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.observation import Note, encode, encode_alias
from memory_fabric.graph.transfer import JSONL, MEMORY_JSONL, ImportReport, import_file
from memory_fabric.models import Edge, EntityRecord, Evidence, Memory, Origin
from tests.graph.transfer.graphs import Kept

Import = Callable[..., tuple[Kept, ImportReport]]

NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
REDIS = {"type": "entity", "name": "Redis", "entityType": "technology", "observations": ["in memory"]}
SHOP = {"type": "entity", "name": "shop", "entityType": "component", "observations": ["sells"]}
USES = {"type": "relation", "from": "shop", "to": "Redis", "relationType": "uses"}
HEADER = {"format": "memory-fabric", "version": 1, "namespace": "shop"}
KAFKA = {"record": "entity", "name": "Kafka", "type": "technology", "aliases": []}


@pytest.fixture
def import_lines(tmp_path: Path) -> Import:
    """Import lines, given as objects or as they are, into a graph of their own."""

    def call(*lines: Any, end: str = "\n") -> tuple[Kept, ImportReport]:
        file = tmp_path / "memory.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        file.write_text("\n".join(texts) + end, "utf-8")
        graph = Kept()
        return graph, import_file(file, graph.restore)

    return call


def triples(graph: Kept) -> list[tuple[str, str, str]]:
    return [(r.edge.from_, r.edge.relation, r.edge.to) for r in graph.relations.values()]


def test_a_file_of_the_reference_server_is_told_by_what_is_in_it(import_lines: Import) -> None:
    graph, report = import_lines(REDIS, SHOP, USES, end="")

    assert (report.format, report.ok) == (MEMORY_JSONL, True)
    assert (report.added, report.entities_added, report.relations_added) == (2, 2, 1)
    assert [(m.text, m.entities) for m in graph.memories.values()] == [("in memory", ("Redis",)), ("sells", ("shop",))]
    assert list(graph.relations) == [Edge("shop", "uses", "Redis")]


@pytest.mark.issue("servers PR#3653")
def test_broken_and_glued_lines_are_named_and_the_rest_is_imported(import_lines: Import) -> None:
    glued = json.dumps(SHOP) + json.dumps(USES)

    graph, report = import_lines(REDIS, glued, '{"type": "entity", "na', USES, end="")

    assert not report.ok and report.skipped == 2
    assert [(problem.line, problem.reason) for problem in report.problems] == [
        (2, "holds more than one JSON value"),
        (3, "is not JSON: Unterminated string at column 20"),
    ]
    assert str(report.problems[0]).endswith("memory.jsonl, line 2: holds more than one JSON value")
    assert list(graph.entities) == ["redis"] and triples(graph) == [("shop", "uses", "Redis")]


@pytest.mark.issue("servers#2044")
@pytest.mark.parametrize("lacking", [{}, {"observations": None}, {"observations": []}])
def test_an_entity_without_observations_has_none(import_lines: Import, lacking: dict[str, Any]) -> None:
    graph, report = import_lines({"type": "entity", "name": "Redis", "entityType": "technology", **lacking})

    assert report.ok and list(graph.entities.values()) == [EntityRecord("Redis", "technology")]


def test_doubles_become_one_with_all_that_either_has(import_lines: Import) -> None:
    other = {**REDIS, "name": "redis", "entityType": "database", "observations": ["in memory", "fast"]}

    graph, report = import_lines(REDIS, other, USES, USES)

    assert report.ok and list(graph.entities.values()) == [EntityRecord("Redis", "technology")]
    assert [memory.text for memory in graph.memories.values()] == ["in memory", "fast"]
    assert triples(graph) == [("shop", "uses", "Redis")]


def test_a_relation_whose_ends_are_not_there_is_kept(import_lines: Import) -> None:
    graph, report = import_lines(REDIS, {**USES, "from": "nobody"})

    assert report.ok and triples(graph) == [("nobody", "uses", "Redis")]
    assert list(graph.entities) == ["redis"]


def test_a_relation_from_a_thing_to_itself_is_named(import_lines: Import) -> None:
    graph, report = import_lines(REDIS, {**USES, "from": "REDIS"})

    assert [problem.line for problem in report.problems] == [2] and not graph.relations


def test_a_memory_with_its_origin_in_a_bracket_comes_back_whole_and_once(import_lines: Import) -> None:
    memory = Memory("4f1c", "We use Redis.", "decision", ("shop", "Redis"), (Origin("notes.md", speaker="Ana"),))

    graph, _ = import_lines(
        {**REDIS, "observations": [encode(Note(memory))]}, {**SHOP, "observations": [encode(Note(memory)), "sells"]}
    )

    assert graph.memories["4f1c"] == memory and len(graph.memories) == 2


def test_an_entity_that_was_deleted_from_the_file_does_not_come_back_with_a_memory(import_lines: Import) -> None:
    memory = Memory("4f1c", "We use Redis.", entities=("shop", "Redis"))

    graph, _ = import_lines({**REDIS, "observations": [encode(Note(memory))]})

    assert graph.memories["4f1c"].entities == ("Redis",)


def test_what_proves_a_relation_and_other_names_come_back_too(import_lines: Import) -> None:
    memory = Memory("4f1c", "We use Redis.", entities=("Redis",), origins=(Origin(timestamp=NOON),))
    texts = [encode_alias("redis-server"), encode(Note(memory, (("shop", "uses", "Redis"),)))]

    graph, _ = import_lines({**REDIS, "observations": texts}, USES)

    assert graph.entities["redis"].former_names == ("redis-server",) and len(graph.memories) == 1
    (uses,) = graph.relations.values()
    assert (uses.edge.valid_from, uses.evidence) == (NOON, (Evidence("4f1c", NOON),))


def test_a_memory_that_mentions_nothing_makes_no_entity_of_its_conversation(import_lines: Import) -> None:
    memory = Memory("4f1c", "Good morning.", origins=(Origin(session="monday"),))
    node = {"type": "entity", "name": "conversation: monday", "entityType": "conversation"}

    graph, report = import_lines({**node, "observations": [encode(Note(memory))]})

    assert report.ok and not graph.entities and graph.memories == {"4f1c": memory}


def test_an_entity_of_another_client_may_be_a_conversation(import_lines: Import) -> None:
    chat = {"type": "entity", "name": "Chat with Bo", "entityType": "conversation", "observations": ["it was long"]}

    graph, _ = import_lines(chat)

    assert list(graph.entities.values()) == [EntityRecord("Chat with Bo", "conversation")]
    assert [memory.entities for memory in graph.memories.values()] == [("Chat with Bo",)]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"type": "entity", "entityType": "x"}, "name"),
        ({**REDIS, "name": " "}, "name"),
        ({**REDIS, "observations": "many"}, "observations"),
        ({**REDIS, "observations": [1]}, "observations"),
        ({**REDIS, "entityType": 5}, "entityType"),
        ({"type": "relation", "from": "a", "to": "b"}, "relationType"),
        ({"type": "note"}, "type"),
    ],
)
def test_a_wrong_field_of_the_reference_server_is_named(import_lines: Import, line: dict[str, Any], field: str) -> None:
    graph, report = import_lines(REDIS, line)

    assert [problem.reason.partition(":")[0] for problem in report.problems] == [field]
    assert list(graph.entities) == ["redis"]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({**KAFKA, "aliases": "many"}, "aliases"),
        ({"record": "memory", "text": "x"}, "id"),
        ({"record": "memory", "id": "a", "text": "x", "kind": "hunch"}, "kind"),
        ({"record": "memory", "id": "a", "text": "x", "stored_at": "soon"}, "stored_at"),
        ({"record": "memory", "id": "a", "text": "x", "origins": [{"speaker": 5}]}, "speaker"),
        ({"record": "relation", "from": "a", "relation": "uses", "to": "b", "polarity": "maybe"}, "polarity"),
        ({"record": "relation", "from": "a", "relation": "uses", "to": "b", "ended": 1}, "ended"),
        ({"record": "relation", "from": "a", "relation": "uses", "to": "b", "evidence": [{}]}, "evidence.at"),
        ({"record": "note"}, "record"),
    ],
)
def test_a_wrong_field_of_ours_is_named(import_lines: Import, line: dict[str, Any], field: str) -> None:
    graph, report = import_lines(HEADER, KAFKA, line)

    assert report.format == JSONL
    assert [problem.reason.partition(":")[0] for problem in report.problems] == [field]
    assert list(graph.entities) == ["kafka"] and not graph.memories and not graph.relations


def test_a_broken_first_line_does_not_hide_which_format_it_is(import_lines: Import) -> None:
    assert import_lines('{"format": "memory-fa', KAFKA)[1].format == JSONL
    assert import_lines('{"type": "ent', REDIS)[1].format == MEMORY_JSONL


def test_an_empty_file_is_an_empty_graph(import_lines: Import) -> None:
    graph, report = import_lines(end="")

    assert report.ok and not list(graph.dump())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"speaker": "Ana", "text": "We use Redis."}', "is neither"),
        ("plain words", "is neither"),
        ('{"format": "memory-fabric", "version": 2}', "is of version 2"),
        ('{"format": "parquet"}', "is in the format 'parquet'"),
    ],
)
def test_a_file_that_is_none_of_the_two_is_refused(import_lines: Import, line: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        import_lines(line)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.jsonl cannot be read: No such file"):
        import_file(tmp_path / "nowhere.jsonl", Kept().restore)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_make_it_crash(tmp_path: Path, content: bytes, is_own: bool) -> None:
    file = tmp_path / "any"
    first = json.dumps(HEADER if is_own else REDIS).encode()
    file.write_bytes(first + b"\n" + content)
    graph = Kept()

    try:
        report = import_file(file, graph.restore)
    except InvalidInput:
        return  # no text at all, and said so

    assert report.ok or report.problems
    assert is_own or list(graph.entities)[:1] == ["redis"]


def test_progress_reaches_the_size_of_what_is_read(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(json.dumps(REDIS), "utf-8")
    seen: list[tuple[str, int]] = []

    class Bar:
        def start(self, total: int) -> None:
            seen.append(("start", total))

        def advance(self, amount: int) -> None:
            seen.append(("advance", amount))

        def close(self) -> None:
            seen.append(("close", 0))

    import_file(file, Kept().restore, progress=Bar())

    size = file.stat().st_size
    assert seen == [("start", size), ("advance", size), ("close", 0)]


def test_two_copies_of_a_memory_count_for_both_their_origins(import_lines: Import) -> None:
    one = Memory("4f1c", "We use Redis.", entities=("shop", "Redis"), origins=(Origin(speaker="Ana"),))
    other = replace(one, origins=(Origin(speaker="Ana"), Origin(speaker="Bo")))

    graph, _ = import_lines(
        {**REDIS, "observations": [encode(Note(one))]}, {**SHOP, "observations": [encode(Note(other))]}
    )

    assert graph.memories["4f1c"].origins == other.origins
