"""Every spelling leads to its canonical name; nothing else does."""

from __future__ import annotations

import pytest

from memory_fabric.nlp.names.lexicon import Lexicon
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


@pytest.mark.parametrize(
    ("text", "name"), [("ELBs", "ELB"), ("feature flags", "feature-flag"), ("php5", "PHP"), ("Redis", "Redis")]
)
def test_a_mention_may_be_a_plural_or_hold_a_version(lexicon: Lexicon, text: str, name: str) -> None:
    entry = lexicon.mention(text)

    assert entry is not None and entry.name == name


@pytest.mark.parametrize("text", ["Rediss", "going", "pythons"])
def test_other_words_are_no_mentions(lexicon: Lexicon, text: str) -> None:
    assert lexicon.mention(text) is None


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("Postgres", "PostgreSQL"),
        ("k8s", "Kubernetes"),
        ("redis", "Redis"),
        ("go", "go"),
        ("node", "node"),
        ("HTTP/2", "HTTP/2"),
        ("S3", "Amazon S3"),
        ("D3", "D3.js"),
    ],
)
def test_a_name_alone_is_certain_only_where_no_context_could_change_it(
    lexicon: Lexicon, name: str, canonical: str
) -> None:
    assert lexicon.certain(name) == canonical
