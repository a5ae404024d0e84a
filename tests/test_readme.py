"""The README says what is: every setting, command and route stands in it, and its session prints what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from memory_fabric.cli.app import app
from memory_fabric.config import ENV_PREFIX, Settings
from memory_fabric.http.app import create_app
from memory_fabric.nlp.rows import ROW_KEYS
from tests.support.command_line import Run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SESSION = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, output in re.findall(r"\$ ([^\n]+)\n((?:(?!\$ ).*\n)*)", block)
]


def settings_table() -> str:
    """Return the table as it has to stand in the README."""
    rows = ["| setting | default | what it is |", "| --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        default = "in the user's data directory" if name == "graph" else f"`{field.default}`"
        default = "none" if field.default is None else default
        rows.append(f"| `{ENV_PREFIX}{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows)


def test_every_setting_stands_in_the_readme_with_its_default_and_its_line_of_help() -> None:
    assert all(field.description for field in Settings.model_fields.values())
    assert settings_table() in README


def test_the_seeds_three_settings_have_their_names_and_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (Settings().dedup_threshold, Settings().boost_factor, Settings().max_results) == (0.85, 1.2, 20)

    monkeypatch.setenv("MEMORY_FABRIC_DEDUP_THRESHOLD", "0.9")
    monkeypatch.setenv("MEMORY_FABRIC_BOOST_FACTOR", "1.5")
    monkeypatch.setenv("MEMORY_FABRIC_MAX_RESULTS", "7")
    assert (Settings().dedup_threshold, Settings().boost_factor, Settings().max_results) == (0.9, 1.5, 7)


def test_every_command_stands_in_the_readme() -> None:
    commands = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    groups = {group.name for group in app.registered_groups}

    assert commands | groups == set(re.findall(r"^\| `([a-z]+)[ `]", README, re.MULTILINE))


def test_every_sort_of_pattern_row_stands_in_the_readme() -> None:
    assert all(f'`"{key}"`' in README for key in ROW_KEYS)


def test_every_route_stands_in_the_readme() -> None:
    schema = create_app(None, Settings(graph="memory:")).openapi()
    routes = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}

    assert routes == set(re.findall(r"`((?:GET|POST|DELETE) [^`]+)`", README))


def test_the_session_prints_what_the_readme_shows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert len(SESSION) >= 6

    for command, expected in SESSION:
        echoed = re.fullmatch(r'echo "(.*)" \| (?:MEMORY_FABRIC_PATTERNS=(\S+) )?memory-fabric (.*)', command)
        words = echoed[3] if echoed else command.removeprefix("memory-fabric ")
        if echoed and echoed[2]:
            monkeypatch.setenv("MEMORY_FABRIC_PATTERNS", echoed[2])
        result = run(*shlex.split(words), stdin=f"{echoed[1]}\n" if echoed else "")
        assert (command, result.out) == (command, expected)
