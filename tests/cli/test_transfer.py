"""A graph carried from one place to another, as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run

STANDUP = Path(__file__).parents[2] / "examples" / "standup.jsonl"


@pytest.mark.parametrize("format", ["jsonl", "memory-jsonl"])
def test_what_is_exported_and_imported_elsewhere_answers_as_before(run: Run, tmp_path: Path, format: str) -> None:
    question = "What pagination approach did database-engineer recommend?"
    run("ingest", STANDUP, "--project", "shop")
    before = run("search", question, "--now", "2026-02-01", "--json").json
    file = tmp_path / "export"

    out = run("export", "--format", format, "--output", file)
    first = run("import", file, "--namespace", "copy")
    again = run("import", file, "--namespace", "copy", "--json").json

    assert out.out == "20 memories, 37 entities and 32 relations exported\n" and out.err == ""
    assert first.code == 0 and first.out.startswith("20 memories added, 0 known; 37 entities and ")
    assert (again["added"], again["known"], again["entities_added"], again["relations_added"]) == (0, 20, 0, 0)
    after = run("search", question, "--now", "2026-02-01", "--json", "--namespace", "copy").json
    assert after["results"][0]["text"] == before["results"][0]["text"]
    assert after["results"][0]["metadata"]["origins"] == before["results"][0]["metadata"]["origins"]


def test_an_export_goes_through_a_pipe_and_is_the_same_at_the_other_end(run: Run) -> None:
    run("ingest", STANDUP, "--project", "shop")
    sent = run("export")

    assert "20 memories" in sent.err
    assert run("import", "-", "--namespace", "copy", stdin=sent.out).code == 0
    header, *lines = run("export", "--namespace", "copy").out.splitlines()
    assert json.loads(header)["namespace"] == "copy"
    assert lines == sent.out.splitlines()[1:]


def test_plain_leaves_origins_out(run: Run) -> None:
    run("remember", "--speaker", "Ana", stdin="We use Redis.")

    file = run("export", "--format", "memory-jsonl", "--plain", "--json")

    assert "[mf" not in file.out and '"observations":["We use Redis."]' in file.out
    assert json.loads(file.err)["memories"] == 1


@pytest.mark.issue("servers PR#3653")
def test_a_broken_line_is_named_and_the_rest_imported(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    redis = '{"type":"entity","name":"Redis","entityType":"technology","observations":["in memory"]}'
    file.write_text(f"{redis}\n{redis}{redis}\n{redis.replace('Redis', 'Kafka')}", "utf-8")

    result = run("import", file)

    assert result.code == 1
    assert result.err == f"skipped {file}, line 2: holds more than one JSON value\n"
    assert result.out == "2 memories added, 0 known; 2 entities and 0 relations added, 1 line skipped\n"
    assert run("search", "memory", "--json").json["total_results"] >= 1


def test_wrong_use_is_told(run: Run, tmp_path: Path) -> None:
    assert run("export", "--format", "csv").code == 2
    assert run("export", "--plain").code == 2
    assert run("export", "--output", tmp_path / "nowhere" / "x").code == 2
    assert run("import", tmp_path / "nowhere").code == 2
    assert run("import", STANDUP).code == 2
