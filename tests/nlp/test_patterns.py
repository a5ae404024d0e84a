"""Pattern files: what is wrong in one stops the start, and says where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_fabric.errors import PatternError
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.patterns import Layers, load_patterns
from memory_fabric.resources import resource_folder


def write(folder: Path, *lines: str, name: str = "own.jsonl") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(lines), "utf-8")
    return folder


def rule(emit: str, verbs: Sequence[str] = ("use",), **others: object) -> str:
    row = {"rule": "r", "reads": "x", "verbs": verbs, "emit": [emit], "example": "a", "counter": "b", **others}
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
        ('{"name": "Redis", "name": "Kafka", "type": "technology"}', "'name' stands twice"),
        ('{"name": "   ", "type": "technology"}', "name:"),
        ("[" * 100_000, "nested too deeply"),
        ('{"cue": "Never", "polarity": "negated"}', "'Never' is compared in lower case"),
        ('{"suffix": "Engineer", "type": "agent"}', "'Engineer' is compared in lower case"),
        ('{"context": "technology", "after": ["code base"]}', "'code base' is several words, and one word can be"),
        ('{"given_names": ["Ana Souza"]}', "'Ana Souza' is several words"),
        (rule("subj uses obj", verbs=["switch right over"]), "no more than 2 can be compared"),
        (rule("subj uses object"), "'object' is no role of such a clause; there are act, attr,"),
        (rule("subj|agent uses obj"), "'agent' is no role"),
        (rule("subj uses obj", needs=["@against", "aim"]), "needs: 'aim' is no role"),
        (rule("subj uses obj", needs=["@for"], lacks=["@for"]), "always silent"),
        ('{"rule": "use", "cue": "never", "off": true}', "switches off one"),
        ('{"rule": "use", "off": false}', "off"),
    ],
)
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
    (tmp_path / "own.jsonl").write_bytes(b'{"name": "Kafka", "type": "technology"}\n{"name": "\xff"}')

    with pytest.raises(PatternError, match=r"own\.jsonl, line 2: is not UTF-8"):
        load_patterns([tmp_path])


def test_everything_that_is_wrong_is_found_and_the_rest_is_kept(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        '{"name": "Kafka", "type": "queue", "alias": ["k"]}',
        '{"name": "Redis", "type": "technology"}',
        "not json",
        '{"name": "redis", "type": "technology"}',
    )
    (tmp_path / "second.jsonl").write_bytes(b"\xff\xfe")

    layers = Layers([folder])

    places = [(Path(error.params["file"]).name, error.params["line"]) for error in layers.errors]
    assert places == [("own.jsonl", 1), ("own.jsonl", 1), ("own.jsonl", 3), ("own.jsonl", 4), ("second.jsonl", 1)]
    assert [row.name for row in layers.patterns().names] == ["Redis"]


def test_a_name_of_ones_own_takes_an_alias_that_a_shipped_name_had(tmp_path: Path) -> None:
    shipped = write(
        tmp_path / "shipped",
        '{"name": "PageGroup", "type": "technology"}',
        '{"name": "PostgreSQL", "type": "technology", "aliases": ["pg", "postgres"]}',
    )
    own = write(tmp_path / "own", '{"name": "PageGroup", "type": "component", "aliases": ["PG"]}')

    lexicon = Lexicon(load_patterns([shipped, own]))

    assert (lexicon.canonical("pg"), lexicon.canonical("postgres")) == ("PageGroup", "PostgreSQL")
    assert lexicon.aliases("PostgreSQL") == ("postgres",)


@pytest.mark.parametrize(
    ("line", "names", "rules"),
    [
        ('{"name": "redis", "off": true}', ["Kafka"], ["r"]),
        ('{"rule": "r", "off": true}', ["Redis", "Kafka"], []),
        ('{"rule": "elsewhere", "off": true}', ["Redis", "Kafka"], ["r"]),
    ],
)
def test_what_is_shipped_can_be_switched_off(tmp_path: Path, line: str, names: list[str], rules: list[str]) -> None:
    shipped = write(
        tmp_path / "shipped",
        '{"signature": "uses", "from": ["agent"], "to": ["technology"]}',
        rule("subj uses obj"),
        '{"name": "Redis", "type": "technology", "aliases": ["remote dictionary server"]}',
        '{"name": "Kafka", "type": "technology"}',
    )
    patterns = load_patterns([shipped, write(tmp_path / "own", line)])

    assert [row.name for row in patterns.names] == names
    assert [row.rule for row in patterns.rules] == rules


def test_given_names_add_up(tmp_path: Path) -> None:
    shipped = write(tmp_path / "shipped", '{"given_names": ["Ana", "Bo"]}')
    own = write(tmp_path / "own", '{"given_names": ["Ana", "Zorblax"]}')

    assert load_patterns([shipped, own]).given_names == {"Ana", "Bo", "Zorblax"}


def test_phrases_of_spacys_entity_ruler_are_names(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        '{"label": "TECHNOLOGY", "pattern": "Fly.io", "id": "Fly"}',
        '{"label": "technology", "pattern": "fly dot io", "id": "Fly"}',
        '{"label": "component", "pattern": "billing-api"}',
    )

    names = load_patterns([folder]).names

    assert [(row.name, row.type, row.aliases) for row in names] == [
        ("Fly", "technology", ("Fly.io", "fly dot io")),
        ("billing-api", "component", ()),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(
            '{"label": "technology", "pattern": [{"LOWER": "Brain"}]}',
            "LOWER 'Brain' has a capital, and never matches",
            marks=pytest.mark.issue("spaCy#1579"),
        ),
        pytest.param(
            '{"label": "technology", "pattern": [{"LOWER": "brain tumor"}]}',
            "LOWER 'brain tumor' is several words, and never matches one token",
            marks=pytest.mark.issue("spaCy#5094"),
        ),
        ('{"label": "technology", "pattern": [{"POS": "NOUN"}, 3]}', "token patterns are not read"),
        ('{"label": "GPE", "pattern": "Lisbon"}', "label"),
        ('{"label": "person", "pattern": "Kafka", "id": "kafka"}', "'kafka' is a technology in own.jsonl, line 1"),
    ],
)
def test_other_rows_of_spacys_are_refused(tmp_path: Path, line: str, reason: str) -> None:
    folder = write(tmp_path, '{"name": "Kafka", "type": "technology"}', line)

    with pytest.raises(PatternError, match="line 2") as caught:
        load_patterns([folder])

    assert reason in caught.value.detail


def test_the_shipped_patterns_load() -> None:
    patterns = load_patterns([resource_folder("patterns")])

    assert len(patterns.names) > 2_000
    assert {row.signature for row in patterns.signatures} >= {"uses", "replaces", "is_a"}
