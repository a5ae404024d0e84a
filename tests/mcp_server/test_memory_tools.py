"""The tools that the reference server does not have: `extract`, `remember` and `search_memory`."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_fabric.models import Turn
from tests.mcp_server.scripted import ScriptedFabric, call
from tests.support.mcp_peer import Peer


def test_a_text_can_be_extracted_and_nothing_is_written(fabric: ScriptedFabric) -> None:
    result = call(fabric, "extract", text="We use redis.", speaker="Ana", project="shop")

    (entity,) = result.structured["entities"]
    assert entity["mentions"] == [{"start": 7, "end": 12, "text": "redis"}]
    assert json.loads(result.text) == result.structured
    assert fabric.turns == []


def test_the_rule_of_a_relation_is_told_where_asked_for(fabric: ScriptedFabric) -> None:
    result = call(fabric, "extract", text="We use redis.", explain=True)

    assert result.structured["relations"][0]["explain"]["rule"] == "use"


def test_a_memory_keeps_its_origin(fabric: ScriptedFabric) -> None:
    origin = {"source": "chat", "session": "s", "turn_id": "7", "speaker": "Ana", "project": "shop"}

    result = call(fabric, "remember", text="We use redis.", timestamp="2026-01-15", **origin)

    time = datetime(2026, 1, 15, tzinfo=UTC)
    assert fabric.turns == [Turn("We use redis.", "7", "Ana", time, "s", "chat", "shop")]
    assert result.structured["added"] == ["m1"]


def test_a_memory_without_a_time_was_said_now(fabric: ScriptedFabric) -> None:
    before = datetime.now(UTC)

    call(fabric, "remember", text="We use redis.")

    (turn,) = fabric.turns
    assert turn.timestamp is not None
    assert before <= turn.timestamp <= datetime.now(UTC)


def test_a_question_is_asked_with_its_filters(fabric: ScriptedFabric) -> None:
    result = call(
        fabric,
        "search_memory",
        question="redis?",
        limit=3,
        depth=1,
        since="2026-01-01",
        until="2026-01-31",
        speaker="Ana",
        type="technology",
        as_of="2026-01-20",
        explain=True,
    )

    assert result.structured["query"] == "redis?"
    assert fabric.asked == [
        {
            "question": "redis?",
            "limit": 3,
            "depth": 1,
            "since": datetime(2026, 1, 1, tzinfo=UTC),
            "until": datetime(2026, 1, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            "speaker": "Ana",
            "type": "technology",
            "as_of": datetime(2026, 1, 20, tzinfo=UTC),
            "explain": True,
        }
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("extract", {"text": "too long"}, "too_large: text: 2 bytes, the limit is 1 bytes"),
        ("remember", {"text": "the graph is down"}, "graph_unavailable: nobody listens there"),
        ("remember", {"text": "a", "timestamp": "not-a-date"}, "invalid_input: timestamp: 'not-a-date'"),
        ("search_memory", {"question": "a", "until": "soon"}, "invalid_input: until: 'soon'"),
        ("search_memory", {"question": "a", "limit": 0}, "limit"),
        ("search_memory", {"question": "a", "type": "gadget"}, "type"),
    ],
)
def test_an_error_comes_back_as_a_result_that_says_what_was_wrong(
    fabric: ScriptedFabric, tool: str, arguments: dict[str, Any], words: str
) -> None:
    result = call(fabric, tool, **arguments)

    assert result.is_error
    assert words in result.text


def test_an_unforeseen_error_tells_nothing_and_its_log_holds_no_text(
    fabric: ScriptedFabric, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="memory_fabric"):
        result = call(fabric, "extract", text="boom: my secret")

    assert result.is_error
    assert result.text.startswith("internal_error: ")
    assert "secret" not in result.text
    assert "secret" not in caplog.text
    assert "RuntimeError in tool extract" in caplog.text


def test_nul_characters_are_replaced_and_offsets_hold(fabric: ScriptedFabric) -> None:
    result = call(fabric, "extract", text="\x00\x00redis")

    assert result.structured["text"] == "\ufffd\ufffdredis"
    assert result.structured["entities"][0]["mentions"][0]["start"] == 2


def test_over_stdio_what_was_remembered_is_found_and_read(ours: Peer) -> None:
    """The whole way, in a process of its own; anything but protocol on its standard output would break it."""
    remembered = ours.call("remember", text="The gateway uses Redis for caching.")
    found = ours.call("search_memory", question="What does the gateway use?")
    read = ours.call("search_nodes", query="redis")

    assert len(remembered.structured["added"]) == 1
    assert [result["text"] for result in found.structured["results"]] == ["The gateway uses Redis for caching."]
    assert "Redis" in [entity["name"] for entity in read.structured["entities"]]
