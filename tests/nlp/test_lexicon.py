"""Every spelling leads to its canonical name; nothing else does."""

from __future__ import annotations

import pytest

from memory_fabric.nlp.lexicon import Lexicon
from memory_fabric.nlp.worker import NlpWorker


@pytest.fixture(scope="module")
def lexicon(worker: NlpWorker) -> Lexicon:
    return worker.lexicon


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Postgres", "PostgreSQL"), ("k8s", "Kubernetes"), ("golang", "Go"), ("KAFKA", "Kafka"),
        ("cursor_pagination", "cursor-pagination"), ("Cursor Pagination", "cursor-pagination"),
        ("cursor-based pagination", "cursor-pagination"), ("database_engineer", "database-engineer"),
    ],
)  # fmt: skip
@pytest.mark.issue("LightRAG#1726")
def test_spellings_lead_to_the_canonical_name(lexicon: Lexicon, spelling: str, name: str) -> None:
    assert lexicon.canonical(spelling) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("React", "React Native"), ("Java", "JavaScript"), ("C", "C++"), ("C++", "C#"), ("MySQL", "SQL Server")],
)
@pytest.mark.issue("RapidFuzz#76")
def test_like_names_stay_apart(lexicon: Lexicon, one: str, other: str) -> None:
    assert lexicon.canonical(one) != lexicon.canonical(other)


def test_an_unknown_name_is_itself(lexicon: Lexicon) -> None:
    assert lexicon.canonical("Zorblax") == "Zorblax"
    assert lexicon.type_of("Zorblax") is None
    assert lexicon.aliases("Zorblax") == ()


def test_aliases_lead_back(lexicon: Lexicon) -> None:
    assert "Postgres" in lexicon.aliases("PostgreSQL")
    assert all(lexicon.canonical(alias) == "PostgreSQL" for alias in lexicon.aliases("PostgreSQL"))


def test_agents_are_names_only_in_one_word(lexicon: Lexicon) -> None:
    forms = {phrase for phrase, entry in lexicon.phrases() if entry.name == "database-engineer"}

    assert forms == {"database-engineer", "database_engineer"}
