"""Which names are one entity, on every backend: those that differ in case and separators, and no others."""

from __future__ import annotations

import itertools

import pytest

from memory_fabric.graph.store import GraphStore
from tests.graph.statements import said, uses


@pytest.mark.issue("LightRAG#1726")
@pytest.mark.issue("arcana#114")
@pytest.mark.parametrize(
    "names",
    [
        ("cursor_pagination", "Cursor Pagination", "cursor-pagination", "CURSOR  PAGINATION"),
        ("Kafka", "kafka", "KAFKA"),
        ("Ágnes", "A\u0301gnes", "ÁGNES"),
    ],
)
def test_case_and_separators_make_no_second_entity(store: GraphStore, namespace: str, names: tuple[str, ...]) -> None:
    for name in names:
        store.write(namespace, [said(f"{name} is here.", name)])
    store.nodes(namespace).add_observations([{"entityName": names[0], "contents": ["is known"]}])

    for name in names:
        record = store.entity(namespace, name)
        assert record is not None
        assert (record.name, record.memory_count) == (names[0], len(names) + 1)
    assert store.counts(namespace).entities == 1


@pytest.mark.issue("graphiti PR#1241")
@pytest.mark.issue("graphify#878")
@pytest.mark.issue("RapidFuzz#76")
@pytest.mark.issue("RapidFuzz#204")
@pytest.mark.parametrize(
    "names",
    [
        ("SR-2023-052", "SR-2023-053"),
        ("Rev A", "Rev B"),
        ("us-east-1", "us-east-2"),
        ("Python 3.11", "Python 3.12", "Python 3.1", "Python 31.1"),
        ("IPv4", "IPv6"),
        ("React", "React Native"),
        ("Java", "JavaScript"),
        ("C", "C++", "C#"),
        ("MySQL", "MSSQL"),
        ("CI/CD", "CI-CD"),
        ("node.js", "node-js", "nodejs"),
    ],
)
def test_what_differs_by_a_sign_is_never_one(store: GraphStore, namespace: str, names: tuple[str, ...]) -> None:
    store.write(namespace, [said(f"{name} is here.", name) for name in names])
    for one, other in itertools.pairwise(names):
        store.write(namespace, [said(f"{one} and {other}.", one, other, relations=(uses(one, other),))])

    assert store.counts(namespace).entities == len(names)
    for name in names:
        record = store.entity(namespace, name)
        assert record is not None
        assert record.name == name
    edges = store.edges(namespace, names, 100)
    assert {(edge.from_, edge.to) for edge in edges} == set(itertools.pairwise(names))
