"""Pattern files: what is wrong in one stops the start, and says where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_fabric.errors import PatternError
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.resources import resource_folder


def write(folder: Path, *lines: str, name: str = "own.jsonl") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(lines), "utf-8")
    return folder


def rule(emit: str, verbs: Sequence[str] = ("use",)) -> str:
    row = {"rule": "r", "reads": "x", "verbs": verbs, "emit": [emit], "example": "a", "counter": "b"}
    return json.dumps(row)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"name": "Redis"', "is not JSON"),
        ('["Redis"]', "is a JSON object"),
        ('{"nom": "Redis"}', "has one of the keys"),
        ('{"name": "Redis", "type": "database"}', "type:"),
        ('{"name": "Redis", "type": "technology", "alias": ["r"]}', "alias"),
        ('{"name": "", "type": "technology"}', "name:"),
        (rule("subj uses obj"), "has no signature"),
        (rule("subj uses"), "is not ROLE"),
        (rule("subj uses obj", verbs=[]), "needs verbs"),
        ('{"intents": ["haste"]}', "intents"),
    ],
)
@pytest.mark.issue("spaCy#1579")
def test_a_wrong_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    folder = write(tmp_path, '{"name": "Kafka", "type": "technology"}', "", line)

    with pytest.raises(PatternError, match="line 3") as caught:
        load_patterns([folder])

    assert "own.jsonl" in caught.value.detail and reason in caught.value.detail


def test_unknown_flags_of_a_rule_are_refused(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        '{"signature": "uses", "from": ["agent"], "to": ["technology"]}',
        rule("subj uses obj maybe"),
    )

    with pytest.raises(PatternError, match="unknown flags maybe"):
        load_patterns([folder])


def test_two_names_cannot_share_an_alias(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        '{"name": "PostgreSQL", "type": "technology", "aliases": ["pg"]}',
        '{"name": "PageGroup", "type": "technology", "aliases": ["PG"]}',
    )

    with pytest.raises(PatternError, match="'PG' already means 'PostgreSQL'"):
        load_patterns([folder])


def test_a_name_twice_in_one_folder_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, '{"name": "Redis", "type": "technology"}')
    write(tmp_path, '{"name": "redis", "type": "technology"}', name="second.jsonl")

    with pytest.raises(PatternError, match=r"stands in own\.jsonl, line 1 too"):
        load_patterns([folder])


def test_a_folder_of_ones_own_wins(tmp_path: Path) -> None:
    shipped = write(tmp_path / "shipped", '{"name": "Redis", "type": "technology"}')
    own = write(tmp_path / "own", '{"name": "Redis", "type": "component", "aliases": ["the cache"]}')

    (row,) = load_patterns([shipped, own]).names

    assert row.type == "component" and row.aliases == ("the cache",)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(PatternError, match="nowhere"):
        load_patterns([tmp_path / "nowhere"])


def test_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.jsonl").write_bytes(b'{"name": "\xff"}')

    with pytest.raises(PatternError, match="UTF-8"):
        load_patterns([tmp_path])


def test_the_shipped_patterns_load() -> None:
    patterns = load_patterns([resource_folder("patterns")])

    assert len(patterns.names) > 2_000
    assert {row.signature for row in patterns.signatures} >= {"uses", "replaces", "is_a"}
