"""A name is recognised in a misspelling where nothing else can be meant, and only there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.worker import NlpWorker


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("postgress", "PostgreSQL"),
        ("kuberntes", "Kubernetes"),
        ("Kuberntes", "Kubernetes"),
        ("elasticsaerch", "Elasticsearch"),
        ("kafak", "Kafka"),
        ("pyhton", "Python"),
        ("terrafrom", "Terraform"),
        ("rabitmq", "RabbitMQ"),
        ("memchached", "Memcached"),
        ("golagn", "Go"),
    ],
)
def test_one_slip_from_one_name_is_that_name(worker: NlpWorker, word: str, name: str) -> None:
    entry = worker.pipeline.misspellings.name(word)

    assert entry is not None and entry.name == name


@pytest.mark.parametrize(
    "word",
    [
        *("caching", "abotu", "teh", "docket", "Redact", "activities", "debugging", "planned"),
        *("databse", "becuase", "enviroment", "deployement"),
        *("React", "MySQL", "MSSQL", "Kafka", "postgres", "k8s", "python3", "Java8"),
        *("messageID", "webserver", "quickstart", "us-east-1", "Ana", "x", ""),
    ],
)
@pytest.mark.issue("RapidFuzz#76")
def test_words_names_and_slips_of_words_stay_what_they_are(worker: NlpWorker, word: str) -> None:
    assert worker.pipeline.misspellings.name(word) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("databse-engineer", "database-engineer"),
        ("backend-architetc", "backend-architect"),
        ("database-engineer", None),
        ("date-engineer", None),
        ("app-designer", None),
        ("engineer", None),
    ],
)
def test_an_agent_is_known_where_one_of_its_words_is_no_word(worker: NlpWorker, name: str, meant: str | None) -> None:
    assert worker.pipeline.misspellings.agent(name) == meant


@given(st.text(max_size=30))
def test_what_a_word_is_bent_to_is_a_canonical_name(worker: NlpWorker, word: str) -> None:
    entry = worker.pipeline.misspellings.name(word)

    assert entry is None or worker.lexicon.canonical(entry.name) == entry.name
