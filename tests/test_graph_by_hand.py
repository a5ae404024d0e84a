"""From Python: names are found as in texts, and what is wrong is refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from memory_fabric.config import Settings
from memory_fabric.errors import InvalidInput, NotFound, TooLarge
from memory_fabric.fabric import Fabric
from memory_fabric.graph.open import open_store
from memory_fabric.graph.transfer import ExportReport
from memory_fabric.models import Selection, Turn
from memory_fabric.nlp.worker import NlpWorker

JANUARY = datetime(2026, 1, 15, 10, tzinfo=UTC)
FEBRUARY = datetime(2026, 2, 15, 10, tzinfo=UTC)


@pytest.fixture
def fabric(worker: NlpWorker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fabric]:
    monkeypatch.setattr(NlpWorker, "close", lambda _: None)
    with Fabric(Settings(graph="memory:"), worker, open_store("memory:", timeout=5)) as fabric:
        fabric.remember(
            [
                Turn("The auth service uses Postgres.", speaker="Ana", session="monday", timestamp=JANUARY),
                Turn("The auth service uses Redis.", speaker="Bo", session="monday", timestamp=JANUARY),
            ]
        )
        yield fabric


def test_names_are_found_by_alias_and_spelling_for_every_call(fabric: Fabric) -> None:
    assert fabric.retract("auth_service", "uses", "pg", at=FEBRUARY) == 1
    held = {e.to for e in fabric.neighbours("AUTH SERVICE") if e.is_current}
    assert held == {"Redis"}
    assert {e.to for e in fabric.neighbours("auth service", as_of=JANUARY)} == {"PostgreSQL", "Redis"}
    assert fabric.merge("redis", "postgres").name == "PostgreSQL"
    assert fabric.rename("Postgres", "main-database").name == "main-database"
    assert fabric.entity("redis").name == "main-database"
    assert fabric.forget(Selection(entity="Postgres")).entities[:1]
    assert not fabric.search("postgres").results


def test_what_would_be_forgotten_can_be_looked_at_first(fabric: Fabric) -> None:
    def selected(**what: str) -> list[str]:
        return [memory.text for memory in fabric.selected(Selection(**what))]

    assert selected(speaker="ANA") == ["The auth service uses Postgres."]
    assert selected(entity="pg", session="monday") == ["The auth service uses Postgres."]
    assert len(selected(session="monday")) == 2
    assert selected(session="monday", source="nowhere") == []


def test_what_is_not_there_is_named(fabric: Fabric) -> None:
    for call in (
        lambda: fabric.neighbours("Zorblax"),
        lambda: fabric.forget(Selection(entity="Zorblax", speaker="Ana")),
        lambda: fabric.merge("Zorblax", "Redis"),
        lambda: fabric.merge("Redis", "Zorblax"),
        lambda: fabric.rename("Zorblax", "Redis"),
        lambda: fabric.retract("auth service", "uses", "Zorblax"),
        lambda: list(fabric.selected(Selection(entity="Zorblax"))),
    ):
        with pytest.raises(NotFound, match="Zorblax"):
            call()
    assert not fabric.forget(Selection(speaker="Zorblax")).memories


def test_what_is_wrong_is_named(fabric: Fabric) -> None:
    long = "x" * 201
    with pytest.raises(InvalidInput, match="selection"):
        fabric.forget(Selection())
    with pytest.raises(InvalidInput, match="to: is blank"):
        fabric.rename("Redis", "  ")
    with pytest.raises(InvalidInput, match="to"):
        fabric.rename("Redis", "PostgreSQL")
    with pytest.raises(TooLarge, match="to: 201 characters"):
        fabric.rename("Redis", long)
    for call in (
        lambda: fabric.merge("Redis", long),
        lambda: fabric.forget(Selection(entity=long)),
        lambda: fabric.retract(long, "uses", "Redis"),
        lambda: fabric.neighbours(long),
    ):
        with pytest.raises(TooLarge, match="name: 201 characters"):
            call()
    with pytest.raises(InvalidInput, match="namespace"):
        fabric.forget(Selection(speaker="Ana"), namespace="a b")


def test_a_namespace_goes_to_a_file_or_a_stream_and_into_another(fabric: Fabric, tmp_path: Path) -> None:
    stream = BytesIO()
    expected = ExportReport(entities=3, memories=2, relations=2)

    assert fabric.export(stream) == fabric.export(tmp_path / "all.jsonl") == expected
    assert (tmp_path / "all.jsonl").read_bytes() == stream.getvalue()

    report = fabric.import_(tmp_path / "all.jsonl", namespace="copy")
    assert (report.added, report.entities_added, report.relations_added) == (2, 3, 2)
    assert {e.to for e in fabric.neighbours("auth service", namespace="copy")} == {"PostgreSQL", "Redis"}


def test_names_in_the_reference_servers_file_are_resolved_as_in_texts(fabric: Fabric, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(
        '{"type":"entity","name":"postgres","entityType":"database","observations":["is fast"]}\n'
        '{"type":"relation","from":"billing","to":"pg","relationType":"uses"}',
        "utf-8",
    )

    assert fabric.import_(file).ok

    record = fabric.entity("PostgreSQL")
    assert (record.name, record.memory_count) == ("PostgreSQL", 2)
    assert record.former_names == ("Postgres",)
    assert "billing" in {edge.from_ for edge in fabric.neighbours("pg")}


def test_a_question_in_the_old_wording_reaches_what_stands_beside_a_renamed_entity(fabric: Fabric) -> None:
    fabric.remember([Turn("Redis evicts keys under pressure.", speaker="Bo", timestamp=JANUARY)])
    fabric.rename("auth-service", "identity-service")

    results = fabric.search("What does the auth service use?").results

    assert "Redis evicts keys under pressure." in [result.text for result in results]
