"""The commands as a person types them: output, problems and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_fabric.cli.app import app
from tests.support.command_line import Run

SEED = "database-engineer uses pgvector for RAG applications"
STANDUP = Path(__file__).parents[2] / "examples" / "standup.jsonl"


def test_extract_prints_the_seeds_example(run: Run) -> None:
    found = run("extract", "--json", stdin=SEED).json

    assert [entity["name"] for entity in found["entities"]] == ["database-engineer", "pgvector", "RAG"]
    assert [(r["from"], r["relation"], r["to"]) for r in found["relations"]] == [
        ("database-engineer", "uses", "pgvector"),
        ("pgvector", "used_for", "RAG"),
    ]


def test_extract_for_people(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Kafka is not used by the auth service.", "utf-8")

    result = run("extract", tmp_path / "note.txt")

    assert result.code == 0
    assert "  Kafka (technology) at 0-5" in result.out
    assert "auth-service uses Kafka [negated]" in result.out


def test_extract_of_lines_answers_each_line_and_names_the_broken_ones(run: Run) -> None:
    lines = """{"id": 1, "text": "Ana uses Redis."}

{"id": 2}
not json
{"id": "x", "text": "I use Kafka.", "speaker": "Bo"}"""

    result = run("extract", "--jsonl", stdin=lines)

    assert result.code == 1
    assert [line["id"] for line in result.lines] == [1, 2, None, "x"]
    assert [line.get("error", {}).get("field") for line in result.lines] == [None, "text", "line", None]
    assert result.lines[3]["relations"][0]["from"] == "Bo"
    assert "line 3" in result.err and "line 4" in result.err


def test_extract_explains_each_relation_where_asked_to(run: Run) -> None:
    text = "The auth service no longer uses Kafka."

    for_people = run("extract", "--explain", stdin=text)
    as_json = run("extract", "--explain", "--json", stdin=text)
    as_lines = run("extract", "--explain", "--jsonl", stdin=json.dumps({"text": text}))

    assert ('    rule use: subj "auth service", predicate "uses", obj "Kafka", cues "no" "longer"\n') in for_people.out
    assert as_json.json["relations"][0]["explain"]["rule"] == "use"
    assert as_lines.lines[0]["relations"] == as_json.json["relations"]


def test_patterns_check_tells_file_and_line_and_leaves_with_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.jsonl").write_text(
        '{"name": "Zorblax", "type": "technology"}\n{"cue": "can\'t"}\nnot json', "utf-8"
    )

    for_people = run("patterns", "check", tmp_path)
    as_json = run("patterns", "check", tmp_path, "--json")

    lines = for_people.out.splitlines()
    assert for_people.code == as_json.code == 1
    assert lines[0].startswith(f"{tmp_path}/own.jsonl:2: warning: cue: ")
    assert lines[1].startswith(f"{tmp_path}/own.jsonl:3: error: is not JSON")
    assert lines[2] == f"2 rows in {tmp_path}: 1 error, 1 warning, 0 notes"
    assert (as_json.json["errors"], as_json.json["warnings"], as_json.json["rows"]) == (1, 1, 2)
    assert [found["line"] for found in as_json.json["findings"]] == [2, 3]


def test_patterns_check_takes_the_folder_of_the_setting(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.jsonl").write_text('{"name": "Zorblax", "type": "technology"}', "utf-8")
    monkeypatch.setenv("MEMORY_FABRIC_PATTERNS", str(tmp_path))

    result = run("patterns", "check")

    assert (result.code, result.out) == (0, f"1 row in {tmp_path}: 0 errors, 0 warnings, 0 notes\n")


def test_patterns_check_of_no_folder_is_wrong_use(run: Run, tmp_path: Path) -> None:
    result = run("patterns", "check", tmp_path / "nowhere")

    assert result.code == 2 and "nowhere is no folder" in result.err


def test_a_file_that_is_not_there_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ana uses Redis.", "utf-8")

    result = run("extract", tmp_path / "nowhere.txt", tmp_path / "a.txt", "--json")

    assert result.code == 1 and result.json["relations"] and "nowhere.txt" in result.err


def test_what_needs_no_graph_asks_for_none(run: Run) -> None:
    assert run("extract", "--graph", "mcp+stdio:nowhere.json", stdin=SEED).code == 0
    assert run("parse", "Redis", "--graph", "mcp+stdio:nowhere.json").code == 0


@pytest.mark.parametrize("text", ["", "  \n"])
def test_nothing_gives_an_empty_extraction(run: Run, text: str) -> None:
    assert run("extract", "--json", stdin=text).json == {"text": text, "entities": [], "relations": []}


def test_input_that_is_not_utf8_is_wrong_use(run: Run) -> None:
    result = run("extract", stdin=b"caf\xe9")

    assert result.code == 2 and "byte 3" in result.err and "standard input" in result.err


def test_a_text_over_the_limit_names_the_limit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_FABRIC_MAX_TEXT_BYTES", "10")

    result = run("extract", "--json", stdin="a" * 11)

    assert result.code == 2
    assert json.loads(result.err)["code"] == "too_large" and json.loads(result.err)["limit"] == 10


@pytest.mark.issue("spaCy#2817")
def test_a_long_file_of_ones_own_is_taken_whole(run: Run) -> None:
    text = "-" * 1_200_000 + " Redis"

    (entity,) = run("extract", "--json", stdin=text).json["entities"]

    assert entity["mentions"] == [{"start": 1_200_001, "end": 1_200_006, "text": "Redis"}]


def test_what_was_remembered_is_found(run: Run) -> None:
    first = run(
        "remember", "--json", "--speaker", "Ana", "--project", "shop", "--at", "2026-01-15", stdin="We use Redis."
    )
    again = run(
        "remember", "--json", "--speaker", "Ana", "--project", "shop", "--at", "2026-01-15", stdin="We use Redis."
    )
    answer = run("search", "what do we use?", "--json").json

    assert first.json["relations_added"] == 1 and len(first.json["added"]) == 1
    assert again.json["added"] == [] and again.json["known"] == first.json["added"]
    (result,) = answer["results"]
    assert result["text"] == "We use Redis." and result["timestamp"] == "2026-01-15T00:00:00Z"
    assert result["id"] == f"graph:{first.json['added'][0]}"
    assert result["graph_relations"][0]["from"] == "shop"


def test_namespaces_keep_projects_apart(run: Run) -> None:
    run("remember", "--namespace", "one", stdin="We use Redis.")

    assert run("search", "Redis", "--namespace", "two", "--json").json["results"] == []
    assert run("search", "Redis", "--namespace", "one", "--json").json["total_results"] == 1


def test_the_example_is_ingested_once_however_often(run: Run) -> None:
    first = run("ingest", STANDUP, "--project", "shop", "--json").json
    again = run("ingest", STANDUP, "--project", "shop", "--json").json
    answer = run("search", "What pagination approach did database-engineer recommend?", "--json", "--explain").json

    assert (first["turns"], first["skipped"]) == (20, 0) and first["added"] >= 20
    assert (again["added"], again["known"]) == (0, first["added"])
    assert again["entities_added"] == again["relations_added"] == 0
    best = answer["results"][0]
    assert {"from": "database-engineer", "relation": "recommends", "to": "cursor-pagination"}.items() <= best[
        "graph_relations"
    ][0].items()
    assert best["explain"] and best["metadata"]["origins"][0]["turn_id"] == "7"


def test_a_broken_line_is_named_and_the_rest_is_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl"
    file.write_text('{"text": "We use Redis."}\n{"text": 5}\n{"text": "We use Kafka."}\n', "utf-8")

    result = run("ingest", file)

    assert result.code == 1
    assert "chat.jsonl, line 2" in result.err and "2 turns in 1 file, 1 skipped: 2 memories added" in result.out
    assert run("search", "Kafka", "--json").json["results"][0]["text"] == "We use Kafka."


def test_a_dry_run_writes_nothing_and_prints_turns(run: Run, tmp_path: Path) -> None:
    result = run("ingest", STANDUP, "--dry-run", "--json")

    assert len(result.lines) == 20
    assert set(result.lines[0]) == {"id", "speaker", "text", "timestamp", "session"}
    assert not (tmp_path / "graph.db").exists()


def test_a_path_that_is_not_there_is_wrong_use(run: Run, tmp_path: Path) -> None:
    assert run("ingest", tmp_path / "nowhere").code == 2


def test_an_unreachable_graph_is_exit_code_three(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    result = run("search", "Redis", "--graph", f"sqlite:///{tmp_path / 'folder'}")

    assert result.code == 3 and "graph_unavailable" in result.err


@pytest.mark.parametrize("url", ["nonsense", "postgres://x", ""])
def test_an_unknown_kind_of_graph_is_wrong_use(run: Run, url: str) -> None:
    result = run("search", "Redis", "--graph", url)

    assert result.code == 2 and "graph" in result.err


def test_a_wrong_setting_names_its_variable(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_FABRIC_PORT", "many")

    result = run("parse", "x")

    assert result.code == 2 and "MEMORY_FABRIC_PORT" in result.err


def test_parse_shows_the_question_as_it_is_understood(run: Run) -> None:
    question = "What pagination approach did database-engineer recommend?"

    assert run("parse", question, "--json").json == {
        "question": question,
        "query": "pagination approach recommend",
        "entity_hints": ["database-engineer", "pagination"],
        "intent": "decision",
        "intents": ["decision", "recommendation", "pattern"],
        "since": None,
        "until": None,
        "speaker": None,
    }
    assert "since: 2026-03-09" in run("parse", "what did Ana say last week", "--now", "2026-03-18").out


def test_reindex_tells_how_many(run: Run) -> None:
    run("remember", stdin="We use Redis.")

    assert run("reindex", "--json").json == {"memories": 1}


def test_every_command_has_an_example_in_its_help() -> None:
    assert all(
        "Example:" in (command.callback.__doc__ or "") for command in app.registered_commands if command.callback
    )
