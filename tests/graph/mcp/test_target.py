from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.target import HttpTarget, StdioTarget, parse_target


def config(tmp_path: Path, servers: Any) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), "utf-8")
    return path


def stdio(path: Path | str) -> StdioTarget:
    target = parse_target(f"mcp+stdio:{path}")
    assert isinstance(target, StdioTarget)
    return target


def test_the_only_server_of_the_file_is_meant(tmp_path: Path) -> None:
    path = config(tmp_path, {"notes": {"command": "node", "args": ["a.js"], "type": "stdio"}})
    target = stdio(path)
    assert (target.parameters.command, target.parameters.args) == ("node", ["a.js"])
    assert target.label == f"MCP server 'notes' of {path}"


def test_of_several_servers_the_one_called_memory_is_meant(tmp_path: Path) -> None:
    path = config(tmp_path, {"files": {"command": "a"}, "memory": {"command": "b"}})
    assert stdio(path).parameters.command == "b"


def test_a_server_can_be_named(tmp_path: Path) -> None:
    path = config(tmp_path, {"files": {"command": "a"}, "memory": {"command": "b"}})
    assert stdio(f"{path}#files").parameters.command == "a"


def test_a_hash_in_an_existing_path_is_part_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "c#"
    folder.mkdir()
    assert stdio(config(folder, {"x": {"command": "a"}})).parameters.command == "a"


def test_home_and_environment_are_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TOOLS", "/opt/tools")
    monkeypatch.delenv("UNSET", raising=False)
    config(
        tmp_path,
        {
            "memory": {
                "command": "${TOOLS}/node",
                "args": ["~/server.js", "${UNSET:-fallback}", "price: $5"],
                "env": {"MEMORY_FILE_PATH": "~/graph/memory.jsonl"},
                "cwd": "~",
            }
        },
    )
    target = stdio("~/mcp.json")
    assert target.parameters.command == "/opt/tools/node"
    assert target.parameters.args == [f"{tmp_path}/server.js", "fallback", "price: $5"]
    assert target.parameters.cwd == str(tmp_path)
    assert target.file == tmp_path / "graph/memory.jsonl"
    assert stdio("$HOME/mcp.json").file == target.file


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "not JSON"),
        ("[]", "no server"),
        ("{}", "no server"),
        ('{"mcpServers": {}}', "no server"),
        ('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}', "several servers, 'a', 'b'"),
        ('{"mcpServers": {"a": "x"}}', "'a' is not a JSON object"),
        ('{"mcpServers": {"a": {}}}', "'a', command: Field required"),
        ('{"mcpServers": {"a": {"command": ""}}}', "empty command"),
        ('{"mcpServers": {"a": {"command": "x", "args": "y"}}}', "'a', args: "),
        ('{"mcpServers": {"a": {"url": "http://localhost/mcp"}}}', "give its address as mcp"),
        ('{"mcpServers": {"a": {"command": "${NO_SUCH_VARIABLE}"}}}', "no NO_SUCH_VARIABLE"),
        ('{"mcpServers": {"a": {"command": "x", "env": {"MEMORY_FILE_PATH": "m.jsonl"}}}}', "absolute"),
        ('{"mcpServers": {"a": {"command": "~nobody-of-that-name/x", "args": 1}}}', "'a', args"),
    ],
)
def test_a_broken_file_is_refused_with_its_name_and_the_reason(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(content, "utf-8")
    with pytest.raises(InvalidInput) as caught:
        stdio(path)
    assert caught.value.field == "graph"
    assert str(path) in caught.value.detail
    assert reason in caught.value.detail


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="No such file"):
        stdio(tmp_path / "nowhere.json")
    with pytest.raises(InvalidInput, match="cannot be read"):
        stdio(tmp_path)
    (tmp_path / "latin").write_bytes(b'{"\xe9": 1}')
    with pytest.raises(InvalidInput, match="not UTF-8"):
        stdio(tmp_path / "latin")


def test_a_name_that_the_file_does_not_have_is_refused(tmp_path: Path) -> None:
    path = config(tmp_path, {"memory": {"command": "b"}})
    with pytest.raises(InvalidInput, match="no server 'notes'; there is 'memory'"):
        stdio(f"{path}#notes")


def test_a_web_address_is_taken_as_it_is_and_named_without_its_secrets() -> None:
    target = parse_target("mcp+https://user:secret@graph.test:8443/mcp?key=secret")
    assert target == HttpTarget(
        "MCP server at https://graph.test:8443/mcp", "https://user:secret@graph.test:8443/mcp?key=secret"
    )


@pytest.mark.parametrize("url", ["mcp+ftp://x", "sqlite:///x", "mcp+http://", "mcp+http://host:port/", ""])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(InvalidInput, match="graph"):
        parse_target(url)
