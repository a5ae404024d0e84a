"""The shipped names: well-formed, in order, without contradictions, and safe on ordinary words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.spelling import spelled
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.nlp.rows import NameRow

FOLDER = Path(__file__).parents[2] / "patterns"
FILES = {
    "technologies.jsonl": "technology",
    "technologies-registry.jsonl": "technology",
    "patterns.jsonl": "pattern",
    "agents.jsonl": "agent",
}
FLOORS = {
    "technologies.jsonl": 2_200,
    "technologies-registry.jsonl": 2_000,
    "patterns.jsonl": 500,
    "agents.jsonl": 120,
}

# Words of everyday English that are names too. In lower case and without a context they must mean nothing.
ORDINARY = """
    access acid adapter agile ant arrow atlas atom beam black bootstrap bridge builder bun c cargo
    celery chef click command consul cursor d dart dry echo edge elastic electron ember excel express
    facade factory flask flutter flux gin glue go gulp harbor helm hibernate hive iceberg ignite
    iterator kiss knockout lambda less linear make metal mocha next node notion observer oracle outbox
    outlook parcel passenger pig pillow play poetry presto prettier prototype proxy pulsar puppet r
    rabbit raft rag react realm recoil render repository requests rest rich rocket rust safari saga salt
    sentry shiny signal sketch slack snowflake solid spark spring state storm strategy stripe swift
    teams temporal tornado transformer unity vault vector visitor vista waterfall whisper windows word
    yarn zoom
""".split()


def rows_of(file: str) -> list[NameRow]:
    lines = (FOLDER / file).read_text("utf-8").splitlines()
    return [NameRow.model_validate_json(line) for line in lines]


def surfaces(row: NameRow) -> list[str]:
    return [row.name, *row.aliases, *row.weak_aliases]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    # The loader itself refuses unknown fields, names given twice, and an alias that two names claim.
    return Lexicon(load_patterns([FOLDER]))


@pytest.mark.parametrize("file", FILES)
def test_every_line_is_written_in_the_one_form(file: str) -> None:
    for line in (FOLDER / file).read_text("utf-8").splitlines():
        assert line == json.dumps(json.loads(line), ensure_ascii=False)


@pytest.mark.parametrize("file", FILES)
def test_names_are_sorted_ignoring_case(file: str) -> None:
    names = [row.name for row in rows_of(file)]
    assert names == sorted(names, key=lambda name: (name.casefold(), name))


@pytest.mark.parametrize(("file", "kind"), FILES.items())
def test_a_file_holds_one_type_and_enough_of_it(file: str, kind: str) -> None:
    rows = rows_of(file)
    assert {row.type for row in rows} == {kind}
    assert len(rows) >= FLOORS[file]


def test_no_alias_says_what_its_name_or_another_alias_says() -> None:
    for file in FILES:
        for row in rows_of(file):
            cuts: dict[str, frozenset[int]] = {}
            for surface in surfaces(row):
                key, written, _ = spelled(surface)
                assert key not in cuts or not written <= cuts[key], (file, row.name, surface)
                cuts[key] = written | cuts.get(key, frozenset())


def test_no_spelling_means_two_names() -> None:
    # The loader compares by spelling key; a text is compared without separators and accents.
    owner: dict[str, str] = {}
    clashes = []
    for file in FILES:
        for row in rows_of(file):
            clashes += [
                (surface, row.name, owner[key])
                for surface in surfaces(row)
                if owner.setdefault(key := spelled(surface).key, row.name) != row.name
            ]
    assert clashes == []


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("technologies")])
def test_short_words_and_letters_need_a_context_or_their_capitals(file: str) -> None:
    for row in rows_of(file):
        if len(row.name) == 1:
            assert row.common, row.name
    for row in rows_of("technologies-registry.jsonl"):
        if len(spelled(row.name).key) <= 3:
            assert row.common and row.case == "exact", row.name


def test_the_sources_of_imported_names_are_told() -> None:
    told = (FOLDER / "LICENSES.md").read_text("utf-8")
    packages = json.loads((FOLDER.parent / "tools/names/package.json").read_text("utf-8"))["dependencies"]
    pinned = [line.split("==") for line in (FOLDER.parent / "tools/names/requirements.txt").read_text().split()]
    for name, version in [*packages.items(), *pinned]:
        assert re.search(rf"`{re.escape(name)}` (\| )?{re.escape(version)} ", told), name


def test_agents_are_lower_kebab_case_of_two_words_or_more() -> None:
    for row in rows_of("agents.jsonl"):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", row.name), row.name


def test_patterns_are_lower_kebab_case_or_upper_case_acronyms() -> None:
    for row in rows_of("patterns.jsonl"):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*|[A-Z0-9]+([/-][A-Z0-9]+)?", row.name), row.name


@pytest.mark.parametrize("word", ORDINARY)
def test_an_ordinary_word_alone_is_no_name(lexicon: Lexicon, word: str) -> None:
    entry = lexicon.entry(word)
    assert entry is None or entry.needs_context or entry.exact not in (None, word)


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("postgres", "PostgreSQL"),
        ("k8s", "Kubernetes"),
        ("s3", "Amazon S3"),
        ("git hub actions", "GitHub Actions"),
        ("golang", "Go"),
        ("VS Code", "Visual Studio Code"),
        ("cursor based pagination", "cursor-pagination"),
        ("retrieval-augmented generation", "RAG"),
        ("microservices", "microservice"),
        ("Front_End Developer", "frontend-developer"),
    ],
)
def test_a_usual_spelling_leads_to_the_canonical_name(lexicon: Lexicon, spelling: str, name: str) -> None:
    assert lexicon.canonical(spelling) == name


def test_names_that_look_alike_stay_apart(lexicon: Lexicon) -> None:
    alike = [
        "C",
        "C++",
        "C#",
        "Java",
        "JavaScript",
        "MySQL",
        "MSSQL",
        "Angular",
        "AngularJS",
        "React",
        "React Native",
    ]
    assert len({lexicon.canonical(name) for name in alike}) == len(alike)
